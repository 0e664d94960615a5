use entourage_kernel::Side;
use entourage_store::{Access, Event, Offer, Player, Seat, Verdict};
use serde::Serialize;

use crate::negotiate::Locale;
use crate::preparation::Preparation;
use crate::timing::ClockView;

/// Describes a game whole, as the server has it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct State {
    /// The game's name, which opens nothing unless its players show it to everybody.
    pub game: String,
    /// The canonical spec.
    pub spec: String,
    /// The version of the rules that it began under.
    pub rules_version: String,
    /// The start position; before the players have chosen, what it would be without their choices.
    pub start: String,
    /// How far the players are with their choices for the start, if they choose.
    pub setup: Option<Preparation>,
    /// The number of events.
    pub seq: usize,
    /// How many of them the game was created with.
    pub given: usize,
    /// Everything that happened, in order; a choice that may not be seen yet is empty.
    pub events: Vec<Event>,
    /// The moves that stand after take-backs and protests; a turn by hand begins with `~`.
    pub moves: Vec<String>,
    /// How much the rules help: `enforced`, `warned` or `free`.
    pub degree: &'static str,
    /// The last protest, if no turn was made since.
    pub protest: Option<Protested>,
    /// The side that resigned, 1 or 2.
    pub resigned: Option<usize>,
    /// Who proposes what, unanswered.
    pub offer: Option<Proposed>,
    /// Whether the players agreed on a draw.
    pub agreed: bool,
    /// The side that aborted the game, 1 or 2.
    pub aborted: Option<usize>,
    /// The side whose time was up, 1 or 2.
    pub flagged: Option<usize>,
    /// Whether the game did not begin in time.
    pub lapsed: bool,
    /// Whether the players play again; each one's key to that game is at `/api/game/next`.
    pub rematch: bool,
    /// What the key that the game was asked for with lets its holder do: `both`, `1`, `2` or `watch`.
    pub seat: &'static str,
    /// Whether it is the key of who created the game.
    pub host: bool,
    /// Who plays.
    pub players: [Player; 2],
    /// How fast the game is played.
    pub pace: String,
    /// The clocks, where there are any.
    pub clock: Option<ClockView>,
    /// The status words.
    pub status: String,
    /// Milliseconds since 1970 (UTC).
    pub created_at: i64,
    /// Why the game can be looked at but not continued, in a sentence.
    pub frozen: Option<String>,
}

/// Says what a side proposes.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Proposed {
    /// The side, 1 or 2.
    pub side: usize,
    /// What it proposes.
    pub offer: Offer,
}

/// Tells of a protest.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Protested {
    /// Who protested, 1 or 2.
    pub side: usize,
    /// Against which turn by hand.
    pub turn: String,
    /// What the rules said.
    pub verdict: Verdict,
}

/// Tells for whom a game is described: what he may do in it, and in which words he reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader {
    /// His seat.
    pub seat: Seat,
    /// Whether he created the game.
    pub host: bool,
    /// In which words he is answered.
    pub locale: Locale,
    /// When he asks, in milliseconds since 1970 (UTC).
    pub now: i64,
}

impl Reader {
    /// Describes who holds a key and asked in a locale, at a time.
    pub fn of(access: Access, locale: Locale, now: i64) -> Self {
        Self { seat: access.seat, host: access.host, locale, now }
    }
}

/// Says where a game stands after an event.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Delta {
    /// The number of events.
    pub seq: usize,
    /// The status words.
    pub status: String,
}

/// Returns a side as people count.
pub(crate) fn number(side: Option<Side>) -> Option<usize> {
    side.map(Side::number)
}
