//! The rules pages hold what the page can draw and play, and what the law cites.

use entourage_kernel::testkit::check_rules_pages;
use entourage_kernel::{Language, Rules};
use entourage_toddler::{Edition, Toddler};

#[test]
fn the_rules_pages_hold_what_the_rules_say() {
    check_rules_pages(&Toddler::new(Edition::Rulebook));
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
