//! Tests that shipped definitions conform to the game traits and have canonical formatting.

use entourage_definition::{Library, Shipped, format};
use entourage_kernel::Rules;
use entourage_kernel::testkit::conformance;

use super::open;

/// Number of positions per conformance run; the environment variable `CONFORMANCE_POSITIONS` overrides the default.
fn positions() -> usize {
    std::env::var("CONFORMANCE_POSITIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(12)
}

#[test]
fn every_shipped_game_conforms_in_every_edition() {
    for id in Shipped.names() {
        let game = open(&id, &[]);
        conformance(&game, 5, positions());
        for option in game.metadata().options.iter().flat_map(|option| option.choices.iter().skip(1)) {
            conformance(&open(&id, &[&option.code]), 6, positions() / 2);
        }
    }
}

#[test]
fn every_shipped_definition_is_in_canonical_form() {
    for id in Shipped.names() {
        let text = Shipped.find(&id).unwrap().text;
        let set = format(&text).unwrap_or_else(|faults| panic!("{id}: {faults:?}"));
        assert_eq!(set, text, "{id}: cargo run -- fmt variants/{id}.game --write");
    }
}
