use entourage_clock::Pace;
use entourage_kernel::Degree;
use serde::{Deserialize, Serialize};

use crate::{Event, GameId};

/// Holds a stored game whole: its fixed facts and everything that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The name, which opens nothing.
    pub id: GameId,
    /// The canonical spec of the game and its options, without what its players set up by events.
    pub spec: String,
    /// The version of the rules that it began under and stays with.
    pub rules_version: String,
    /// The start position's text.
    pub start: String,
    /// Where the start position stood in the rules' words; unknown in games older than this field.
    pub start_status: Option<String>,
    /// How the players choose what they begin with, if the game begins so; `start` is then where it would without.
    pub setup: Option<SetupTerms>,
    /// How much the rules help its players.
    pub degree: Degree,
    /// How fast it is played.
    pub pace: Pace,
    /// When each side's player came, in milliseconds since 1970 (UTC); known of games with clocks only.
    pub arrivals: [Option<i64>; 2],
    /// Who plays, the first side first.
    pub players: [Player; 2],
    /// Whether its players agreed before it began that it counts for their ratings.
    pub rated: bool,
    /// When it was created, in milliseconds since 1970 (UTC).
    pub created_at: i64,
    /// What happened, in order; an event's index is its sequence number.
    pub entries: Vec<Entry>,
}

impl Game {
    /// Returns the number of events that the game was created with: whatever happens later has a later time.
    pub fn given(&self) -> usize {
        self.entries.iter().take_while(|entry| entry.at <= self.created_at).count()
    }

    /// Returns where the game stood in its own rules' words after its last event, if that was recorded.
    pub fn recorded_status(&self) -> Option<&str> {
        self.entries.last().map_or(&self.start_status, |entry| &entry.status).as_deref()
    }
}

/// Holds an event with what was known when it happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The event.
    pub event: Event,
    /// Where the game stood afterwards, in the words of its rules; unknown in games older than this field.
    pub status: Option<String>,
    /// When, in milliseconds since 1970 (UTC).
    pub at: i64,
    /// When time is up after it, if the game's clocks run and nobody does anything.
    pub deadline: Option<i64>,
}

/// Holds what the players agreed on before they choose what they begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SetupTerms {
    /// The number of cards each picks.
    #[cfg_attr(feature = "openapi", schema(maximum = 64))]
    pub picks: usize,
    /// Whether neither sees the other's choice before both are committed.
    pub secret: bool,
}

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Player {
    /// A person.
    Human {},
    /// The computer.
    Computer {
        /// Its level, 1 the weakest.
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 8))]
        level: u8,
    },
}
