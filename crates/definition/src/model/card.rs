use entourage_kernel::Kind;

use super::{Kinds, Labels, Line};

pub(crate) const MAX_CARDS: usize = 16;

#[derive(Clone, Debug)]
pub(crate) struct Cards {
    pub(crate) most: usize,
    /// The kinds of piece that can bear cards; each piece bears at most one card.
    pub(crate) bearers: Kinds,
    pub(crate) ordered: bool,
    /// Pairs of cards that a player cannot take together, the smaller index first.
    pub(crate) bans: Vec<[usize; 2]>,
    pub(crate) list: Vec<Card>,
    /// Labels of the moves that pieces can make as extra moves.
    pub(crate) extra: Labels,
}

impl Card {
    pub(crate) fn french(&self) -> &str {
        self.french.as_deref().unwrap_or(&self.title)
    }
}

/// A card: abilities of a piece that a player chooses before the game. The clauses and events that refer to the card define its effect.
#[derive(Clone, Debug)]
pub(crate) struct Card {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) french: Option<String>,
    pub(crate) usual: Kind,
    pub(crate) once: bool,
    /// Index of the power to which the card's clauses belong.
    pub(crate) power: usize,
    pub(crate) lines: Vec<Line>,
    /// Labels of the capturing moves that the card's bearer survives, staying on the board.
    pub(crate) stays: Option<Labels>,
}
