use entourage_clock::Pace;
use entourage_kernel::{Enforcement, Side};
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
    /// How the server paired the players; `None` if they found each other.
    pub paired: Option<PairedBy>,
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

    /// Returns when the players must have made their first moves, if the server paired them for a real-time game that has not been
    /// [played](Self::is_played) yet: a limited time after the last move, or after the game was created.
    pub fn begin_by(&self) -> Option<i64> {
        let limit = self.paired.and(self.pace.start_limit())?;
        let moved = self.entries.iter().rev().find(|entry| entry.event.is_move());
        let since = moved.map_or(self.created_at, |entry| entry.at);
        (!self.is_played()).then(|| since.saturating_add_unsigned(limit))
    }

    /// Returns whether the game has been played: since its creation both sides have moved, or the last event is a move that ended it. Only
    /// played games count for ratings, tie-breaks and statistics. Setup choices are not moves; moves that were taken back count.
    pub fn is_played(&self) -> bool {
        let is_end = |status: &str| status.starts_with("win-") || status.starts_with("draw");
        let is_ended_by_move = self.entries[self.given()..]
            .last()
            .is_some_and(|last| last.event.is_move() && last.status.as_deref().is_some_and(is_end));
        is_ended_by_move || Side::BOTH.into_iter().all(|side| self.has_moved(side))
    }

    /// Returns whether a side has made a move since the game was created.
    pub fn has_moved(&self, side: Side) -> bool {
        let moves = self.entries[self.given()..].iter().filter(|entry| entry.event.is_move());
        // Games stored by old versions do not say which side moved; their sides are assumed to alternate.
        moves.enumerate().any(|(index, entry)| entry.mover.map_or(index == side.index(), |mover| mover == side))
    }

    /// Returns the status recorded with the last event, or with the initial position; `None` if unknown.
    pub fn recorded_status(&self) -> Option<&str> {
        self.entries.last().map_or(&self.start_status, |entry| &entry.status).as_deref()
    }
}

/// How the server paired the players of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairedBy {
    /// By a seek or a challenge: a game that does not begin in time is aborted.
    Seek,
    /// In a tournament: a player who does not begin in time loses the game.
    Tournament,
}

/// An event with its time, and the status and deadline that result from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The event itself, such as a move or an offer.
    pub event: Event,
    /// The side that made the move; `None` for other events, and in games stored by old versions.
    pub mover: Option<Side>,
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
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SetupTerms {
    /// Number of cards that each player picks.
    #[cfg_attr(feature = "schema", schema(maximum = 64))]
    pub picks: usize,
    /// Whether choices are hidden until both players have committed.
    pub secret: bool,
}

/// Who plays a side: a person or the computer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum Player {
    /// A person.
    Human {},
    /// The computer.
    Computer {
        /// Playing strength as a level, from 1 (weakest).
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 8))]
        level: u8,
    },
}
