use entourage_clock::Pace;
use entourage_kernel::Degree;
use serde::{Deserialize, Serialize};

use crate::{Event, GameId};

/// A stored game: its constant properties and its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Identifies the game; it is not a key.
    pub id: GameId,
    /// The canonical spec, without setup choices that the players make by events.
    pub spec: String,
    /// The version of the rules under which the game began.
    pub rules_version: String,
    /// The initial position.
    pub start: String,
    /// The status of the initial position; unknown in old games.
    pub start_status: Option<String>,
    /// The terms of setup choices, if the game has them; `start` is then the position without them.
    pub setup: Option<SetupTerms>,
    /// Rule enforcement.
    pub degree: Degree,
    /// The time control.
    pub pace: Pace,
    /// When each side's player arrived, in Unix milliseconds; recorded only in games with clocks.
    pub arrivals: [Option<i64>; 2],
    /// The players, first side first.
    pub players: [Player; 2],
    /// Whether the game is rated.
    pub rated: bool,
    /// Creation time in Unix milliseconds.
    pub created_at: i64,
    /// The events; an event's index is its sequence number.
    pub entries: Vec<Entry>,
}

impl Game {
    /// Returns the number of events with which the game was created, which are those that are not later than its creation.
    pub fn given(&self) -> usize {
        self.entries.iter().take_while(|entry| entry.at <= self.created_at).count()
    }

    /// Returns the recorded status after the last event, if there is one.
    pub fn recorded_status(&self) -> Option<&str> {
        self.entries.last().map_or(&self.start_status, |entry| &entry.status).as_deref()
    }
}

/// An event and its circumstances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The event.
    pub event: Event,
    /// The status of the game after the event; unknown in old games.
    pub status: Option<String>,
    /// Unix time in milliseconds.
    pub at: i64,
    /// When the running clock expires after the event, if no further event happens.
    pub deadline: Option<i64>,
}

/// The terms of setup choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SetupTerms {
    /// Number of cards that each player picks.
    #[cfg_attr(feature = "openapi", schema(maximum = 64))]
    pub picks: usize,
    /// Whether choices are hidden until both players have committed.
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
        /// Level, from 1 (weakest).
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 8))]
        level: u8,
    },
}
