//! Tests that the examples on the rules pages can be drawn and played, and that the sections cited by reasons exist.

use entourage_kernel::testkit::{check_rules_pages, check_rulings};
use entourage_struggle::Struggle;

#[test]
fn rules_pages_match_the_rules() {
    check_rules_pages(&Struggle::default());
    check_rulings(&Struggle::default(), 'G', 16);
}
