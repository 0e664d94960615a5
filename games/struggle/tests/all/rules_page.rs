//! The rules pages hold what the page can draw and play, and what the law cites.

use entourage_kernel::testkit::{check_rules_pages, check_rulings};
use entourage_struggle::Struggle;

#[test]
fn the_rules_pages_hold_what_the_rules_say() {
    check_rules_pages(&Struggle::default());
    check_rulings(&Struggle::default(), 'G', 16);
}
