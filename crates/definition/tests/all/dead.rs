//! Mutation tests: when one clause of a shipped definition is deleted or garbled, so that a sentence has no effect any more,
//! the checker or its games must report that sentence.

use std::collections::BTreeMap;
use std::thread;

use entourage_definition::{Code, Diagnostic, Library, Shipped, Source, check};

use super::rows;

/// Mutants of shipped definitions, each with a sentence or clause that has no effect.
const DEAD: &str = include_str!("../data/dead.tsv");

/// Sentences of the original definitions that few games use.
const RARE: &str = include_str!("../data/rare.tsv");

struct Mutant {
    id: &'static str,
    original: String,
    text: String,
    /// The line that must be reported, and the same line of the original.
    lines: [u32; 2],
    words: &'static str,
}

fn line_at(text: &str, at: usize) -> u32 {
    text[..at].matches('\n').count() as u32 + 1
}

fn mutants() -> Vec<Mutant> {
    let mutant = |[id, old, new, words]: [&'static str; 4]| {
        let original = Shipped.find(id).unwrap_or_else(|| panic!("{id} is not shipped")).text;
        let at = original.find(old).unwrap_or_else(|| panic!("{id}: {old}"));
        let text = original.replacen(old, if new == "-" { "" } else { new }, 1);
        let line = line_at(&text, text.find(words).unwrap_or_else(|| panic!("{id}: {words}")));
        let same = original.find(words).unwrap_or(at);
        Mutant { id, lines: [line, line_at(&original, same)], original, text, words }
    };
    rows(DEAD).map(mutant).collect()
}

/// Returns the lines that the checker, the linter, or coverage after a number of games, reports.
fn reported(id: &str, text: &str, games: u64) -> Vec<u32> {
    let report = check(Source::new(format!("{id}.game"), text), &Shipped);
    let mut faults = report.diagnostics.clone();
    // Other warnings of the linter are questions about sentences that have an effect.
    let is_idle = |fault: &Diagnostic| matches!(fault.code, Code::Idle | Code::Memory);
    faults.extend(report.lint().into_iter().filter(is_idle));
    if let Some(mut coverage) = report.coverage() {
        (0..games).for_each(|seed| coverage.play(seed));
        faults.extend(coverage.unused(true));
    }
    faults.iter().filter(|fault| fault.span.file == 0).map(|fault| fault.span.line).collect()
}

fn check_mutants(games: u64) {
    let all = mutants();
    assert!(all.len() >= 50);
    let silent: Vec<String> = all
        .iter()
        .filter(|mutant| !reported(mutant.id, &mutant.text, games).contains(&mutant.lines[0]))
        .map(|mutant| format!("{}: {}", mutant.id, mutant.words))
        .collect();
    assert!(silent.is_empty(), "{} of {}:\n{}", silent.len(), all.len(), silent.join("\n"));
}

#[test]
fn sentences_without_effect_are_reported_in_mutants() {
    check_mutants(1);
}

#[test]
#[ignore = "takes minutes"]
fn sentences_without_effect_are_never_used() {
    check_mutants(40);
}

/// Plays as many games as `entourage check`, and verifies that they use the sentences of the original definitions.
#[test]
#[ignore = "takes minutes"]
fn games_use_the_sentences_of_the_original_definitions() {
    let all = mutants();
    let originals: BTreeMap<&str, &str> =
        all.iter().map(|mutant| (mutant.id, mutant.original.as_str())).collect();
    let lines: BTreeMap<&str, Vec<u32>> = thread::scope(|scope| {
        let run = |(id, text)| (id, scope.spawn(move || reported(id, text, 400)));
        let running: Vec<_> = originals.into_iter().map(run).collect();
        running.into_iter().map(|(id, thread)| (id, thread.join().unwrap())).collect()
    });
    let found: Vec<String> = all
        .iter()
        .filter(|mutant| lines[mutant.id].contains(&mutant.lines[1]))
        .map(|mutant| format!("{}\t{}", mutant.id, mutant.words))
        .collect();
    let rare: Vec<String> = rows(RARE).map(|fields: [&str; 2]| fields.join("\t")).collect();
    assert_eq!(found, rare);
}
