//! Tests that the examples on the rules pages can be drawn and played, and that the sections cited by reasons exist.

use entourage_chess::Chess;
use entourage_kernel::testkit::check_rules_pages;

#[test]
fn rules_pages_match_the_rules() {
    check_rules_pages(&Chess);
}
