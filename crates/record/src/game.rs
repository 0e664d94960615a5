use entourage_clock::Pace;
use entourage_kernel::Enforcement;
use serde::{Deserialize, Serialize};

use crate::{Event, GameId};

/// A stored game: its constant properties and its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The game's ID, which alone does not give access to a player's seat.
    pub id: GameId,
    /// The canonical spec (game name and options), without the setup choices, which the players make through events.
    pub spec: String,
    /// The version of the rules with which the game was created.
    pub rules_version: String,
    /// The initial position.
    pub start: String,
    /// The status code of the initial position; `None` in games stored by old versions.
    pub start_status: Option<String>,
    /// The terms of the setup choices, if the players make any; `start` is then the position before these choices.
    pub setup: Option<SetupTerms>,
    /// The level of rule enforcement.
    pub enforcement: Enforcement,
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
    /// Returns the number of events that the game already had when it was created, all dated `created_at` or earlier.
    pub fn given(&self) -> usize {
        self.entries.iter().take_while(|entry| entry.at <= self.created_at).count()
    }

    /// Returns the status recorded with the last event, or with the initial position; `None` if unknown.
    pub fn recorded_status(&self) -> Option<&str> {
        self.entries.last().map_or(&self.start_status, |entry| &entry.status).as_deref()
    }
}

/// An event with its time, and the status and deadline that result from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The event itself, such as a move or an offer.
    pub event: Event,
    /// The status code of the game after the event; `None` in games stored by old versions.
    pub status: Option<String>,
    /// The time of the event in Unix milliseconds.
    pub at: i64,
    /// When the running clock expires unless another event happens first, in Unix milliseconds.
    pub deadline: Option<i64>,
}

/// How the players make their setup choices before the game.
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

/// Who plays a side: a person or the computer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Player {
    /// A person.
    Human {},
    /// The computer.
    Computer {
        /// Playing strength as a level, from 1 (weakest).
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 8))]
        level: u8,
    },
}
