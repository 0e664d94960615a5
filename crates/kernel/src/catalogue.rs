use std::borrow::Cow;

use crate::{Kind, SharedStr, Side, Square, Text, limits};

/// Lists the cards from which players choose before a game begins, in games that have such a setup.
///
/// A player's choice is written `card@L+card/LETTERS`: their cards by code, each bound one with the letter (that of the first
/// side) of the piece it belongs to, then the letters of the pieces in the order of [`places`](Self::places), a dot for one
/// that a card costs them. A game with a catalogue takes it as the option `1=…` or `2=…` of its spec, and a pair of
/// cards that one player may not combine as `ban=card+card`.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// The cards, in the order in which notation lists them.
    pub cards: Cow<'static, [Card]>,
    /// How many cards a player picks, if the players agree on no smaller number.
    pub picks: usize,
    /// The kinds that a player arranges in the order of their choice, in the default order; cards are bound to these.
    pub arranged: Cow<'static, [Kind]>,
    /// The squares on which a player arranges them, by side, in the order in which they read them.
    pub places: [Cow<'static, [SharedStr]>; 2],
}

impl Catalogue {
    /// Bounds the number of cards.
    pub const LIMIT: usize = limits::CARDS;

    /// Returns the codes of the cards that a written choice names, known or not.
    pub fn codes(choice: &str) -> impl Iterator<Item = &str> {
        let cards = choice.split('/').next().unwrap_or("");
        cards.split('+').map(|item| item.split('@').next().unwrap_or(item)).filter(|code| !code.is_empty())
    }
}

/// Describes one card.
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
    /// The kind it is bound to unless a player chooses another, or `None` for a card of the whole team.
    pub bound: Option<Kind>,
    /// Whether it is used once only.
    pub once: bool,
    /// Whether its owner begins without one of the arranged pieces, of their choice.
    pub costs_piece: bool,
    /// Examples to draw.
    pub examples: Cow<'static, [Example]>,
}

/// Shows a card at work.
#[derive(Clone, Debug)]
pub struct Example {
    /// What is to be seen.
    pub caption: Text,
    /// The position to draw.
    pub position: SharedStr,
    /// Legal moves that follow one another from it.
    pub moves: Cow<'static, [SharedStr]>,
}

/// Describes a card that a player has in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeldCard {
    /// Its place in the catalogue.
    pub card: usize,
    /// Who has it.
    pub side: Side,
    /// The piece that it is bound to; `None` for a card of the whole team.
    pub square: Option<Square>,
    /// Whether it is used up, so that it does nothing any more.
    pub spent: bool,
}

#[cfg(test)]
mod tests {
    use super::Catalogue;

    #[test]
    fn the_cards_of_a_choice_are_found() {
        let codes = |choice| Catalogue::codes(choice).collect::<Vec<_>>();
        assert_eq!(codes("wings@B+luck+wall@R/KBGRY"), ["wings", "luck", "wall"]);
        assert!(codes("/KBGRY").is_empty() && codes("").is_empty());
    }
}
