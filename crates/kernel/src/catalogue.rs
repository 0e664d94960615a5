use crate::{Kind, Text};

/// Lists the cards from which players choose before a game begins, in games that have such a setup.
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
    /// Sensible choices of cards and order for either side, as a spec writes them, with every number of cards;
    /// the computer player takes one of these.
    pub suggestions: &'static [&'static str],
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
