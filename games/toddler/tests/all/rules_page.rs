//! Tests that the examples on the rules pages can be drawn and played, and that the sections cited by reasons exist.

use entourage_kernel::testkit::{check_rules_pages, check_rulings};
use entourage_toddler::Toddler;

#[test]
fn rules_pages_match_the_rules() {
    check_rules_pages(&Toddler::default());
    check_rulings(&Toddler::default(), 'T', 14);
}
