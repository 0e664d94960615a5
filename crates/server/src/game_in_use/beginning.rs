use entourage_clock::{Kind, Pace};
use entourage_record::{Entry, Event, Game};

use super::GameInUse;

const SHORTEST: u64 = 60_000;
const LONGEST: u64 = 15 * 60_000;

/// Returns how long the players of a tournament may take to come to a live game and make their first moves, in milliseconds: the time on
/// their clocks, between one and fifteen minutes. In correspondence games the clock is enough.
pub(crate) fn patience(pace: Pace) -> Option<u64> {
    (pace.kind() == Kind::Live).then(|| pace.figures().spare.clamp(SHORTEST, LONGEST))
}

/// Returns whether both sides have moved, even if that was taken back since.
pub(crate) fn have_both_moved(game: &Game) -> bool {
    let turns = |entry: &&Entry| matches!(entry.event, Event::Move { .. } | Event::Turn { .. });
    game.entries.iter().filter(turns).nth(1).is_some()
}

impl GameInUse {
    pub fn wait_for(&mut self, patience: u64) {
        self.patience = Some(patience);
    }

    /// Returns by when the players must begin, in milliseconds since 1970 (UTC); `None` if they have, or if no one waits for that.
    pub fn begin_by(&self) -> Option<i64> {
        let game = self.game();
        if self.is_over() || have_both_moved(game) {
            return None;
        }
        let since = game.entries.last().map_or(game.created_at, |entry| entry.at);
        self.patience.map(|patience| since.saturating_add_unsigned(patience))
    }
}
