//! The rules pages hold what the page can draw and play, and what the law cites.

use entourage_kernel::testkit::check_rules_pages;
use entourage_kernel::{Language, Rules};
use entourage_struggle::Struggle;

const LANGUAGES: [Language; 2] = [Language::English, Language::French];

#[test]
fn the_rules_pages_hold_what_the_rules_say() {
    check_rules_pages(&Struggle::default());
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
