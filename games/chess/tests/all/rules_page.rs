//! The rules pages hold what the page can draw and play, and what the law cites.

use entourage_chess::Chess;
use entourage_kernel::testkit::check_rules_pages;

#[test]
fn the_rules_pages_hold_what_the_rules_say() {
    check_rules_pages(&Chess);
}
