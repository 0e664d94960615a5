use crate::diagnostic::{Code, Diagnostic};

const EXAMPLES: &str = include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// Adds the most similar example from the manual to a syntax error that has no other help.
pub(super) fn add_example(fault: &mut Diagnostic, text: &str) {
    if fault.code != Code::Syntax || fault.help.is_some() {
        return;
    }
    let line = text.lines().nth((fault.span.line as usize).saturating_sub(1)).unwrap_or_default();
    let column = (fault.span.column as usize).saturating_sub(1);
    let before: String = line.chars().take(column).collect();
    if let Some(example) = nearest(line, &before) {
        fault.help = Some(Box::new(entourage_kernel::Problem::new(
            format!("Example: {example}"),
            format!("Exemple\u{a0}: {example}"),
        )));
    }
}

/// Finds the example with the same first word, the last known word before the error, and the most words in common; the shortest one in
/// case of a tie. Returns `None` if no example is about the words at the error.
fn nearest(sentence: &str, before: &str) -> Option<&'static str> {
    let said: Vec<&str> = words(sentence).collect();
    let first = *said.first()?;
    let is_known = |word: &&str| {
        word.starts_with(char::is_lowercase)
            && EXAMPLES.lines().any(|example| words(example).any(|known| known == *word))
    };
    let last = words(before).filter(is_known).last().unwrap_or(first);
    let alike = EXAMPLES.lines().filter(|example| {
        words(example).next() == Some(first)
            && words(example).any(|word| word == last)
            && *example != sentence.trim()
    });
    let shared = |example: &str| words(example).filter(|word| said.contains(word)).count();
    alike.max_by_key(|example| (shared(example), std::cmp::Reverse(example.len())))
}

fn words(sentence: &str) -> impl Iterator<Item = &str> {
    let plain = sentence.split('"').step_by(2);
    plain
        .flat_map(|part| part.split(|sign: char| !(sign.is_alphanumeric() || sign == '-')))
        .filter(|word| !word.is_empty())
}
