//! The rules pages hold what the page can draw and play, and what the law cites.

use entourage_kernel::testkit::check_rules_pages;
use entourage_kernel::{Language, Rules};
use entourage_symmetron44::Symmetron;

#[test]
fn the_rules_pages_hold_what_the_rules_say() {
    check_rules_pages(&Symmetron);
}

#[test]
fn every_ruling_is_explained() {
    for language in [Language::English, Language::French] {
        let page = Symmetron.metadata().rules_page.get(language);
        for ruling in 1..=10 {
            assert!(page.contains(&format!("**S{ruling}. ")), "S{ruling}");
        }
        for kind in Symmetron.metadata().kinds.iter() {
            assert!(page.contains(kind.name.get(language)), "{}", kind.name.en);
        }
    }
}
