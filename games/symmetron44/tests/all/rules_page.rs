//! Tests that the examples on the rules pages can be drawn and played, and that the sections cited by reasons exist.

use entourage_kernel::testkit::{check_rules_pages, check_rulings};
use entourage_symmetron44::Symmetron;

#[test]
fn rules_pages_match_the_rules() {
    check_rules_pages(&Symmetron);
    check_rulings(&Symmetron, 'S', 10);
}
