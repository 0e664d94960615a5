use entourage_clock::{Kind, Pace};
use entourage_record::{Entry, Event, Game};

use super::GameInUse;

/// How long somebody may take at least, and at most, in milliseconds.
const SHORTEST: u64 = 60_000;
const LONGEST: u64 = 15 * 60_000;

/// Returns how long the players of a tournament may take to come to a live game and make their first moves, in milliseconds: as long as
/// their clocks give, but a minute at least and a quarter of an hour at most. In games over days the clock tells.
pub(crate) fn patience(pace: Pace) -> Option<u64> {
    (pace.kind() == Kind::Live).then(|| pace.figures().spare.clamp(SHORTEST, LONGEST))
}

/// Tells whether both sides of a game have moved, whether or not that was taken back since: nobody waits for them again.
pub(crate) fn have_both_moved(game: &Game) -> bool {
    let turns = |entry: &&Entry| matches!(entry.event, Event::Move { .. } | Event::Turn { .. });
    game.entries.iter().filter(turns).nth(1).is_some()
}

impl GameInUse {
    /// Has its players begin within so many milliseconds: it is a game of a tournament.
    pub fn wait_for(&mut self, patience: u64) {
        self.patience = Some(patience);
    }

    /// Returns until when whoever has not come, or not made their first move, may do so, in milliseconds since 1970 (UTC); nothing of a
    /// game that both have begun, that is over, or for which nobody waits.
    pub fn begin_by(&self) -> Option<i64> {
        let game = self.game();
        if self.is_over() || have_both_moved(game) {
            return None;
        }
        let since = game.entries.last().map_or(game.created_at, |entry| entry.at);
        self.patience.map(|patience| since.saturating_add_unsigned(patience))
    }
}
