//! The rules pages hold what the page can draw: both languages the same positions, all of them valid.

use entourage_kernel::{Language, Rules};
use entourage_struggle::Struggle;

const LANGUAGES: [Language; 2] = [Language::English, Language::French];

/// Returns the position blocks of a rules page, each split into position, caption and squares to highlight.
fn blocks(rules: &Struggle, language: Language) -> Vec<Vec<&str>> {
    let page = rules.metadata().rules_page.get(language);
    let starts = page.split("```position\n").skip(1);
    starts.map(|rest| rest.split("\n```").next().unwrap_or_default().split(" | ").collect()).collect()
}

#[test]
fn diagrams_are_valid_positions_with_captions_and_known_spaces() {
    let rules = Struggle::default();
    for language in LANGUAGES {
        let blocks = blocks(&rules, language);
        assert!(blocks.len() >= 10);
        for block in blocks {
            let (position, caption) = (block[0], block[1]);
            assert!(rules.read_position(position).is_ok(), "{position}");
            assert!(caption.ends_with('.') && !caption.contains('|'), "{caption}");
            for square in block.get(2).into_iter().flat_map(|squares| squares.split(' ')) {
                assert!(rules.topology().find(square).is_some(), "{square}");
            }
            assert!(block.len() <= 3, "{caption}");
        }
    }
}

#[test]
fn both_languages_show_the_same_diagrams() {
    let rules = Struggle::default();
    let shown = |language| -> Vec<_> {
        blocks(&rules, language).iter().map(|block| (block[0], block.get(2).copied())).collect::<Vec<_>>()
    };
    assert_eq!(shown(Language::English), shown(Language::French));
}

#[test]
fn every_ruling_piece_and_rule_is_explained() {
    let rules = Struggle::default();
    for language in LANGUAGES {
        let page = rules.metadata().rules_page.get(language);
        for ruling in 1..=16 {
            assert!(page.contains(&format!("**G{ruling}. ")), "G{ruling}");
        }
        for kind in rules.metadata().kinds.iter() {
            assert!(page.contains(kind.name.get(language)), "{}", kind.name.en);
        }
        for card in rules.catalogue().unwrap().cards.iter() {
            assert!(page.contains(&format!("### {} (", card.name.get(language))), "{}", card.code);
        }
    }
}
