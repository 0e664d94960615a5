use entourage_kernel::Kind;

use super::{Kinds, Labels, Line};

/// Bounds the cards of a game.
pub(crate) const MOST_CARDS: usize = 16;

/// Holds what players may take before a game begins.
#[derive(Clone, Debug)]
pub(crate) struct Cards {
    /// How many one player takes at most.
    pub(crate) most: usize,
    /// The kinds that may bear one, and one at most.
    pub(crate) bearers: Kinds,
    /// Whether each player orders the bearers at will.
    pub(crate) ordered: bool,
    /// Pairs that one player does not take together, the smaller number first.
    pub(crate) bans: Vec<[usize; 2]>,
    pub(crate) list: Vec<Card>,
    /// By what a piece that was jumped may move by itself.
    pub(crate) extra: Labels,
}

impl Card {
    /// Returns the French title, or the English one where there is none.
    pub(crate) fn french(&self) -> &str {
        self.french.as_deref().unwrap_or(&self.title)
    }
}

/// Holds a card; what it forbids, allows and does stands among clauses and events that name it.
#[derive(Clone, Debug)]
pub(crate) struct Card {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) french: Option<String>,
    /// The kind that bears it where a player says nothing else.
    pub(crate) usual: Kind,
    pub(crate) once: bool,
    /// The power under whose name its clauses stand.
    pub(crate) power: usize,
    /// The lines that it adds to its bearer's.
    pub(crate) lines: Vec<Line>,
    /// What does not capture its bearer but makes it stay.
    pub(crate) stays: Option<Labels>,
}
