//! The rules pages hold what the page can draw: both languages the same positions, all of them valid.

use entourage_kernel::{Language, Rules};
use entourage_toddler::{Edition, Toddler};

/// Returns the position blocks of a rules page, each split into position, caption and squares to highlight.
fn blocks(rules: &Toddler, language: Language) -> Vec<Vec<&str>> {
    let page = rules.metadata().rules_page.get(language);
    let starts = page.split("```position\n").skip(1);
    starts.map(|rest| rest.split("\n```").next().unwrap_or_default().split(" | ").collect()).collect()
}

#[test]
fn diagrams_are_valid_positions_with_captions_and_known_squares() {
    let rules = Toddler::new(Edition::Rulebook);
    for language in [Language::English, Language::French] {
        let blocks = blocks(&rules, language);
        assert!(blocks.len() >= 10);
        for block in blocks {
            let (position, caption) = (block[0], block[1]);
            assert!(rules.read_position(position).is_ok(), "{position}");
            assert!(caption.ends_with('.') && !caption.contains('|'), "{caption}");
            for square in block.get(2).into_iter().flat_map(|squares| squares.split(' ')) {
                assert!(rules.topology().squares.iter().any(|info| info.name == square), "{square}");
            }
            assert!(block.len() <= 3, "{caption}");
        }
    }
}

#[test]
fn both_languages_show_the_same_diagrams() {
    let rules = Toddler::new(Edition::Rulebook);
    let shown = |language| -> Vec<_> {
        blocks(&rules, language).iter().map(|block| (block[0], block.get(2).copied())).collect::<Vec<_>>()
    };
    assert_eq!(shown(Language::English), shown(Language::French));
}

#[test]
fn every_ruling_is_explained() {
    let rules = Toddler::new(Edition::Rulebook);
    for language in [Language::English, Language::French] {
        let page = rules.metadata().rules_page.get(language);
        for ruling in 1..=14 {
            assert!(page.contains(&format!("**T{ruling}. ")), "T{ruling}");
        }
        for kind in rules.metadata().kinds.iter() {
            assert!(page.contains(kind.name.get(language)), "{}", kind.name.en);
        }
    }
}
