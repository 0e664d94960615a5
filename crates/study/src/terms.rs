//! The terms by which a study is found.

use std::collections::BTreeSet;

use entourage_registry::Registry;

use crate::Study;
use crate::chapter::Chapter;
use crate::walker::Walker;

/// Maximum number of words by which a study is found.
const MAX_WORDS: usize = 5_000;
/// Maximum length of a word in characters; longer ones are cut.
const MAX_WORD: usize = 40;

/// Splits a text into words in lower case.
pub fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words
        .map(|word| {
            word.to_lowercase().chars().filter(|letter| letter.is_alphanumeric()).take(MAX_WORD).collect()
        })
        .collect()
}

/// Returns the term of the game with a spec, whatever its options.
pub fn term_of_game(spec: &str) -> String {
    format!("g{}", spec.split(':').next().unwrap_or(spec))
}

/// Returns the term of the position with a key.
pub fn position_term(key: i64) -> String {
    format!("k{key:016x}")
}

/// Lists the terms of a study: `g` with the game, `p` with a word of the name of a player or of one of the `people` who write the study, `w`
/// with a word of a text (`texts` contains those outside the chapters), and `k` with a position.
pub fn terms(study: &Study, registry: &Registry, texts: &[String], people: &[String]) -> BTreeSet<String> {
    let (mut terms, mut all) = (BTreeSet::new(), BTreeSet::new());
    texts.iter().for_each(|text| all.extend(words(text)));
    let of_name = |name: &str| words(name).into_iter().map(|word| format!("p{word}"));
    people.iter().for_each(|name| terms.extend(of_name(name)));
    for chapter in study.live() {
        terms.insert(term_of_game(&chapter.spec));
        for player in ["White", "Black"].into_iter().filter_map(|tag| chapter.tags.get(tag)) {
            terms.extend(of_name(player));
        }
        all.extend(words(&chapter.title));
        let comments = chapter.in_order(true).into_iter().flat_map(|at| &chapter.nodes[at].comments);
        comments.for_each(|(_, text)| all.extend(words(text)));
        // A chapter whose rules are no longer available has no positions.
        terms.extend(positions(chapter, registry).unwrap_or_default().into_iter().map(position_term));
    }
    terms.extend(all.into_iter().take(MAX_WORDS).map(|word| format!("w{word}")));
    terms
}

fn positions(chapter: &Chapter, registry: &Registry) -> Option<BTreeSet<i64>> {
    let mut walker = Walker::new(registry, &chapter.spec, &chapter.position).ok()?;
    let mut keys = BTreeSet::new();
    for at in chapter.in_order(true).into_iter().filter(|at| chapter.nodes[*at].holds) {
        if walker.go(chapter, at).is_ok() {
            keys.extend(walker.now().position_key());
        }
    }
    Some(keys)
}
