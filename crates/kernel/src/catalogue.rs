use std::borrow::Cow;

use crate::{Kind, SharedStr, Side, Square, Text, limits};

/// The cards that players choose from before the game, for games with such a setup.
///
/// A choice is written `card@L+card/LETTERS`: the cards by code, each bound card with the letter (the first side's) of
/// the piece it belongs to; then the letters of the pieces in the order of [`places`](Self::places), with a dot for a
/// piece given up for a card. In a spec, a choice is the option `1=…` or `2=…`, and `ban=card+card` forbids a player
/// to combine two cards.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// The cards, in notation order.
    pub cards: Cow<'static, [Card]>,
    /// The number of cards a player picks by default; the players can agree on fewer.
    pub picks: usize,
    /// The kinds a player arranges, in default order; cards are bound to pieces of these kinds.
    pub arranged: Cow<'static, [Kind]>,
    /// For each side, the squares on which its player arranges them, in notation order.
    pub places: [Cow<'static, [SharedStr]>; 2],
}

impl Catalogue {
    /// Maximum number of cards.
    pub const LIMIT: usize = limits::MAX_CARDS;

    /// Returns the card codes of a written choice, known or not.
    pub fn codes(choice: &str) -> impl Iterator<Item = &str> {
        let cards = choice.split('/').next().unwrap_or("");
        cards.split('+').map(|item| item.split('@').next().unwrap_or(item)).filter(|code| !code.is_empty())
    }
}

/// A card of a [`Catalogue`].
#[derive(Clone, Debug)]
pub struct Card {
    /// The code used in specs and positions.
    pub code: SharedStr,
    /// The name.
    pub name: Text,
    /// What it does, in one short sentence.
    pub summary: Text,
    /// What it does, in full.
    pub text: Text,
    /// The kind it is bound to by default; `None` if it applies to the whole team.
    pub bound: Option<Kind>,
    /// Whether it can be used only once.
    pub once: bool,
    /// Whether its owner starts without one of the arranged pieces, which they choose.
    pub costs_piece: bool,
    /// Example positions.
    pub examples: Cow<'static, [Example]>,
}

/// An example of a card's effect.
#[derive(Clone, Debug)]
pub struct Example {
    /// What the example shows.
    pub caption: Text,
    /// The position to draw.
    pub position: SharedStr,
    /// A sequence of legal moves from the position.
    pub moves: Cow<'static, [SharedStr]>,
}

/// A card held by a player in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeldCard {
    /// Its index in the catalogue.
    pub card: usize,
    /// The player who holds it.
    pub side: Side,
    /// The piece it is bound to; `None` if it applies to the whole team.
    pub square: Option<Square>,
    /// Whether it is used up and has no further effect.
    pub spent: bool,
}

#[cfg(test)]
mod tests {
    use super::Catalogue;

    #[test]
    fn card_codes_are_parsed_from_a_choice() {
        let codes = |choice| Catalogue::codes(choice).collect::<Vec<_>>();
        assert_eq!(codes("wings@B+luck+wall@R/KBGRY"), ["wings", "luck", "wall"]);
        assert!(codes("/KBGRY").is_empty() && codes("").is_empty());
    }
}
