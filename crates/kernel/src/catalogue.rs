use std::borrow::Cow;

use crate::{Kind, SharedStr, Side, Square, Text, limits};

/// The cards from which players choose before the game, for games with such a setup.
///
/// A choice is written `card@L+card/LETTERS`. Card codes are joined by `+`; `@L` binds a card to the piece whose letter
/// for the first side is `L`. `LETTERS` are those of the arranged pieces in the order of [`places`](Self::places),
/// with a dot for a piece given up for a card. In specs, `1=…` and `2=…` are choices; `ban=card+card` bans a pair.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// The cards, in the order in which a choice lists their codes.
    pub cards: Cow<'static, [Card]>,
    /// The number of cards that each player picks by default; the players can agree on fewer.
    pub picks: usize,
    /// The kinds of piece that a player arranges before the game, in default order; only these pieces can have cards bound to them.
    pub arranged: Cow<'static, [Kind]>,
    /// For each side, the squares on which the arranged pieces start, in the order in which a choice lists their letters.
    pub places: [Cow<'static, [SharedStr]>; 2],
}

impl Catalogue {
    /// Maximum number of cards in a catalogue.
    pub const LIMIT: usize = limits::MAX_CARDS;

    /// Returns the card codes in a choice, without checking that the cards exist.
    pub fn codes(choice: &str) -> impl Iterator<Item = &str> {
        let cards = choice.split('/').next().unwrap_or("");
        cards.split('+').map(|item| item.split('@').next().unwrap_or(item)).filter(|code| !code.is_empty())
    }
}

/// A card of a [`Catalogue`].
#[derive(Clone, Debug)]
pub struct Card {
    /// The card's code in specs and position strings.
    pub code: SharedStr,
    /// The card's name to display.
    pub name: Text,
    /// The effect of the card, in one short sentence.
    pub summary: Text,
    /// The complete rules text of the card.
    pub text: Text,
    /// The kind of piece to which the card is bound by default; `None` if the card applies to the whole side.
    pub bound: Option<Kind>,
    /// Whether the card can be used only once.
    pub once: bool,
    /// Whether a player who picks the card has to give up one of the arranged pieces, of their choice.
    pub costs_piece: bool,
    /// Examples of the card's effect, for the rules page.
    pub examples: Cow<'static, [Example]>,
}

/// An example of a card's effect.
#[derive(Clone, Debug)]
pub struct Example {
    /// What the example shows.
    pub caption: Text,
    /// The position to draw.
    pub position: SharedStr,
    /// Legal moves to demonstrate, played in sequence from the position.
    pub moves: Cow<'static, [SharedStr]>,
}

/// A card held by a player in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeldCard {
    /// The card's index in the catalogue.
    pub card: usize,
    /// The player who holds the card.
    pub side: Side,
    /// The square of the piece to which the card is bound; `None` if the card applies to the whole side.
    pub square: Option<Square>,
    /// Whether the card is used up and has no further effect.
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
