use std::collections::HashSet;

use entourage_kernel::Side;
use entourage_record::{Event, Verdict};
use entourage_store::{FinalPosition, IndexedGame, IndexedPosition};

use super::{Board, LoadedGame};
use crate::domain::{End, MatchSnapshot};

/// What an absent player must be notified of.
#[derive(Clone, Debug)]
pub(crate) enum PlayerNews {
    None,
    Turn {
        /// Identifies the turn, so that the player is notified only once.
        name: String,
        /// Remaining time in milliseconds.
        left: Option<u64>,
    },
    /// The game is paused; check again at this server time.
    Later(i64),
    Over(End),
}

impl LoadedGame {
    pub fn tidings(&self, side: Side, now: i64) -> PlayerNews {
        if let Some(ending) = self.state.ledger().ending() {
            return PlayerNews::Over(self.end_by(ending));
        }
        let Some(live) = self.state.rules().map(Board::live) else { return PlayerNews::None };
        if live.status().outcome().is_some() {
            return PlayerNews::Over(End::Rules(MatchSnapshot::of(live)));
        }
        if self.state.is_preparing() || live.side_to_move() != side {
            return PlayerNews::None;
        }
        // Identify the turn by the ply at which it began and the number of take-backs before it.
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
            return PlayerNews::Later(now.saturating_add_unsigned(paused));
        }
        let left = clocks.and_then(|reading| reading.left);
        PlayerNews::Turn { name: format!("{began}.{returns}"), left }
    }
}

/// Version of the index. Raise it when position keys, records or the games that count change, so that all games are indexed again.
pub(crate) const READING: u32 = 3;
/// Maximum number of indexed moves per game.
const MAX_PLIES: usize = 200;

/// Returns the index entry of a game that cannot be replayed.
pub(crate) fn unreadable() -> IndexedGame {
    IndexedGame { reading: READING, last: None, record: None, passed: Vec::new() }
}

impl LoadedGame {
    /// Indexes a finished game: its last position, and each distinct position with the move that followed.
    pub fn looked(&self) -> IndexedGame {
        let Some(board) = self.state.rules() else { return unreadable() };
        let live = board.live();
        let last = FinalPosition { spec: board.spec().to_owned(), position: live.position_text() };
        let record = self.record().to_string();
        let mut looked = IndexedGame { last: Some(last), record: Some(record), ..unreadable() };
        let Ok(mut told) = live.game().begin(Some(&live.start_text())) else { return unreadable() };
        // Games that were not played do not count in the statistics; positions of manual games have no key.
        if !self.game().is_played() || live.position_key().is_none() {
            return looked;
        }
        let (moves, mut known) = (live.moves(), HashSet::new());
        for (ply, next) in moves.iter().map(Some).chain([None]).take(MAX_PLIES).enumerate() {
            if let Some(key) = told.position_key().filter(|key| known.insert(*key)) {
                looked.passed.push(IndexedPosition { key, ply: ply as u32, next: next.cloned() });
            }
            if next.is_some_and(|next| told.play(next).is_err()) {
                return unreadable();
            }
        }
        looked
    }
}
