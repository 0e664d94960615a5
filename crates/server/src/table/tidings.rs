use entourage_kernel::{Language, Side};
use entourage_store::{Event, Verdict};

use super::Table;
use super::words::{ended, over};
use crate::preparation;

/// What there is to tell a player who is away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Tidings {
    /// Nothing.
    None,
    /// It is his turn.
    Turn {
        /// What tells the turn from every other.
        name: String,
        /// How long it may last, in milliseconds.
        left: Option<u64>,
    },
    /// The game is over, as a sentence says.
    Over(String),
}

impl Table {
    /// Returns what there is to tell the player of a side.
    pub fn tidings(&self, side: Side, language: Language, now: i64) -> Tidings {
        if let Some(ending) = self.line.ending() {
            return Tidings::Over(ended(&self.game.spec, ending, language));
        }
        let Ok(live) = &self.live else { return Tidings::None };
        if live.status().outcome().is_some() {
            return Tidings::Over(over(live.as_ref(), language));
        }
        if preparation::is_pending(&self.game, &self.line) || live.side_to_move() != side {
            return Tidings::None;
        }
        // Where the turn began, which may have several plies, and how often moves were taken or given back before.
        let mut back = live.copy();
        let mut began = back.moves().len();
        while back.undo() && back.side_to_move() == side {
            began = back.moves().len();
        }
        let events = self.game.entries.iter().map(|entry| &entry.event);
        let is_return = |event: &&Event| {
            matches!(event, Event::Takeback { .. } | Event::Protest { verdict: Verdict::Upheld, .. })
        };
        let returns = events.filter(is_return).count();
        let left = self.timing.as_ref().and_then(|timing| timing.left(now));
        Tidings::Turn { name: format!("{began}.{returns}"), left }
    }
}
