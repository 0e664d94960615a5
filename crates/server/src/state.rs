use entourage_kernel::Side;
use entourage_store::{Event, Player};
use serde::Serialize;

use crate::preparation::Preparation;

/// Describes a game whole, as the server has it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct State {
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
    /// Everything that happened, in order; a choice that may not be seen yet is empty.
    pub events: Vec<Event>,
    /// The moves that stand after take-backs.
    pub moves: Vec<String>,
    /// The side that resigned, 1 or 2.
    pub resigned: Option<usize>,
    /// Who plays.
    pub players: [Player; 2],
    /// The status words.
    pub status: String,
    /// Milliseconds since 1970 (UTC).
    pub created_at: i64,
    /// Why the game can be looked at but not continued, in a sentence.
    pub frozen: Option<String>,
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
