use entourage_kernel::Side;
use entourage_record::{Event, Verdict};

use super::{Board, GameInUse};
use crate::domain::{End, Scene};

/// What to notify an absent player of.
#[derive(Clone, Debug)]
pub(crate) enum Tidings {
    None,
    Turn {
        /// Identifies the turn.
        name: String,
        /// In milliseconds.
        left: Option<u64>,
    },
    /// Nothing before this time: the game is paused until then at the latest.
    Later(i64),
    Over(End),
}

impl GameInUse {
    pub fn tidings(&self, side: Side, now: i64) -> Tidings {
        if let Some(ending) = self.state.ledger().ending() {
            return Tidings::Over(self.end_by(ending));
        }
        let Some(live) = self.state.rules().map(Board::live) else { return Tidings::None };
        if live.status().outcome().is_some() {
            return Tidings::Over(End::Rules(Scene::of(live)));
        }
        if self.state.is_preparing() || live.side_to_move() != side {
            return Tidings::None;
        }
        // Where the turn began, which may have several plies, and how often moves were taken or given back before.
        let mut back = live.copy();
        let mut began = back.moves().len();
        while back.undo() && back.side_to_move() == side {
            began = back.moves().len();
        }
        let events = self.game().entries.iter().map(|entry| &entry.event);
        let is_return = |event: &&Event| {
            matches!(event, Event::Takeback { .. } | Event::Protest { verdict: Verdict::Upheld, .. })
        };
        let returns = events.filter(is_return).count();
        let clocks = self.state.clocks(now);
        if let Some(paused) = clocks.and_then(|reading| reading.paused) {
            return Tidings::Later(now.saturating_add_unsigned(paused));
        }
        let left = clocks.and_then(|reading| reading.left);
        Tidings::Turn { name: format!("{began}.{returns}"), left }
    }
}
