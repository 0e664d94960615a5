use crate::{Kind, Text};

/// Lists the cards from which players choose before a game begins, in games that have such a setup.
///
/// A player's choice is written `card@L+card/LETTERS`: his cards by code, each bound one with the letter (that of the first
/// side) of the piece it belongs to, then the letters of the pieces in the order of [`places`](Self::places), a dot for one
/// that a card costs him. A game with a catalogue takes it as the option `1=…` or `2=…` of its spec, and a pair of
/// cards that one player may not combine as `ban=card+card`.
#[derive(Debug)]
pub struct Catalogue {
    /// The cards, in the order in which notation lists them.
    pub cards: &'static [Card],
    /// How many cards a player picks, if the players agree on no smaller number.
    pub picks: usize,
    /// The kinds that a player arranges in the order of his choice, in the default order; cards are bound to these.
    pub arranged: &'static [Kind],
    /// The squares on which a player arranges them, by side, in the order in which he reads them.
    pub places: [&'static [&'static str]; 2],
}

impl Catalogue {
    /// Returns the codes of the cards that a written choice names, known or not.
    pub fn codes(choice: &str) -> impl Iterator<Item = &str> {
        let cards = choice.split('/').next().unwrap_or("");
        cards.split('+').map(|item| item.split('@').next().unwrap_or(item)).filter(|code| !code.is_empty())
    }
}

/// Describes one card.
#[derive(Debug)]
pub struct Card {
    /// The code used in specs and positions.
    pub code: &'static str,
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
    /// Whether its owner begins without one of the arranged pieces, of his choice.
    pub costs_piece: bool,
    /// Examples to draw.
    pub examples: &'static [Example],
}

/// Shows a card at work.
#[derive(Debug)]
pub struct Example {
    /// What is to be seen.
    pub caption: Text,
    /// The position to draw.
    pub position: &'static str,
    /// Legal moves that follow one another from it.
    pub moves: &'static [&'static str],
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
