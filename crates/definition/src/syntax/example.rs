use crate::diagnostic::{Code, Diagnostic};

const EXAMPLES: &str = include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// Adds the most similar example from the manual to a syntax error that has no other help.
pub(super) fn add_example(fault: &mut Diagnostic, text: &str) {
    if fault.code != Code::Syntax || fault.help.is_some() {
        return;
    }
    let line = text.lines().nth((fault.span.line as usize).saturating_sub(1)).unwrap_or_default();
    if let Some(example) = nearest(line) {
        fault.help = Some(Box::new(entourage_kernel::Problem::new(
            format!("Example: {example}"),
            format!("Exemple\u{a0}: {example}"),
        )));
    }
}

/// Finds the example with the same first word and the most words in common; the shortest one in case of a tie.
fn nearest(sentence: &str) -> Option<&'static str> {
    let said: Vec<&str> = words(sentence).collect();
    let first = said.first()?;
    let alike =
        EXAMPLES.lines().filter(|example| words(example).next() == Some(first) && *example != sentence.trim());
    let shared = |example: &str| words(example).filter(|word| said.contains(word)).count();
    alike.max_by_key(|example| (shared(example), std::cmp::Reverse(example.len())))
}

fn words(sentence: &str) -> impl Iterator<Item = &str> {
    let plain = sentence.split('"').step_by(2);
    plain
        .flat_map(|part| part.split(|sign: char| !(sign.is_alphanumeric() || sign == '-')))
        .filter(|word| !word.is_empty())
}
