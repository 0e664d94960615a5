use entourage_kernel::Kind;

use super::{Kinds, Labels, Line};

pub(crate) const MOST_CARDS: usize = 16;

#[derive(Clone, Debug)]
pub(crate) struct Cards {
    pub(crate) most: usize,
    /// The kinds that may bear one, and one at most.
    pub(crate) bearers: Kinds,
    pub(crate) ordered: bool,
    /// Pairs that one player does not take together, the smaller number first.
    pub(crate) bans: Vec<[usize; 2]>,
    pub(crate) list: Vec<Card>,
    /// By what a piece that was jumped may move by itself.
    pub(crate) extra: Labels,
}

impl Card {
    pub(crate) fn french(&self) -> &str {
        self.french.as_deref().unwrap_or(&self.title)
    }
}

/// A card; what it forbids, allows and does is among clauses and events that name it.
#[derive(Clone, Debug)]
pub(crate) struct Card {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) french: Option<String>,
    pub(crate) usual: Kind,
    pub(crate) once: bool,
    /// The power under whose name its clauses stand.
    pub(crate) power: usize,
    pub(crate) lines: Vec<Line>,
    /// What does not capture its bearer but makes it stay.
    pub(crate) stays: Option<Labels>,
}
