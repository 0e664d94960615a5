//! Values and errors that all modules share, independent of the store and of HTTP.

pub(crate) mod error;

use std::fmt;
use std::sync::{Arc, Mutex};

use entourage_clock::Pace;
use entourage_kernel::{Enforcement, Language, Refusal, Text, TextError};
use entourage_record::{Access, ClockView, Ending, Event, GameId, Player, Seat, Standing};
use entourage_registry::view::{GameInfo, Preparation, RatingView, TournamentGameView, View};
use entourage_registry::{AnyMatch, Notation};

use crate::lock::lock;

pub(crate) use error::{Error, ErrorKind, Part};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Locale {
    pub language: Language,
    pub notation: Notation,
}

/// The client for which a game is described, and the server time in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader {
    pub seat: Seat,
    pub host: bool,
    pub locale: Locale,
    pub now: i64,
}

impl Reader {
    pub fn of(access: Access, locale: Locale, now: i64) -> Self {
        Self { seat: access.seat, host: access.host, locale, now }
    }
}

/// A copy of a game's state, made when a move is refused or the game is over; used to write the error message.
#[derive(Clone)]
pub(crate) struct MatchSnapshot(Arc<Mutex<Box<dyn AnyMatch>>>);

impl MatchSnapshot {
    pub fn of(live: &dyn AnyMatch) -> Self {
        Self(Arc::new(Mutex::new(live.copy())))
    }

    pub fn ask<T>(&self, ask: impl FnOnce(&dyn AnyMatch) -> T) -> T {
        ask(lock(&self.0).as_ref())
    }
}

impl fmt::Debug for MatchSnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MatchSnapshot").field(&self.ask(|live| live.position_text())).finish()
    }
}

#[derive(Clone, Debug)]
pub(crate) enum End {
    /// The players or the clock ended the game; `sides` contains the names of the sides if the rules are available.
    Players {
        sides: Option<[Text; 2]>,
        ending: Ending,
    },
    Rules(MatchSnapshot),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Frozen {
    /// The version of the rules has changed since the game began; contains the old and the current version.
    OtherRules {
        began: String,
        now: String,
    },
    UnknownGame {
        spec: String,
    },
    /// The current rules do not allow the moves that were played.
    Unplayable,
}

#[derive(Clone, Debug)]
pub(crate) struct Evidence {
    pub spec: String,
    /// `None` before the game has begun, or if the rules are not available.
    pub position: Option<String>,
    pub players: [Player; 2],
    pub record: String,
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Nameplates {
    pub names: [Option<String>; 2],
    pub bots: [bool; 2],
}

pub(crate) struct Preview {
    pub info: GameInfo,
    pub view: View,
    pub last: Vec<String>,
}

/// A mute or ban: its end in milliseconds since 1970 (UTC), if any, and the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sanction {
    pub until: Option<i64>,
    pub reason: String,
}

/// An error in a player's conditional moves: the first ply that cannot be played, and the reason.
#[derive(Clone, Debug)]
pub(crate) struct PlanFault {
    pub text: String,
    /// Byte offset of the invalid ply in `text`.
    pub at: usize,
    /// The plies that precede the invalid one in the same variation.
    pub variation: Vec<String>,
    pub problem: PlanProblem,
}

#[derive(Clone, Debug)]
pub(crate) enum PlanProblem {
    Unreadable(TextError),
    Refused(MatchSnapshot, Refusal),
    Ended,
    OtherTurn,
    /// The line ends before the turn is complete.
    Unfinished,
    /// There is already a reply to the same position.
    Twice,
}

impl PlanProblem {
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unreadable(_) => "text",
            Self::Refused(..) => "refused",
            Self::Ended => "ended",
            Self::OtherTurn => "other-turn",
            Self::Unfinished => "unfinished",
            Self::Twice => "twice",
        }
    }
}

/// The whole state of a game, as one reader sees it.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    pub game: GameId,
    /// The game's spec, including the players' setups.
    pub spec: String,
    pub rules_version: String,
    pub start: String,
    pub setup: Option<Preparation>,
    /// Number of events with which the game was created.
    pub given: usize,
    /// The events so far, without secret setups.
    pub events: Vec<Event>,
    /// The moves in effect, without those that were taken back.
    pub moves: Vec<String>,
    pub enforcement: Enforcement,
    pub standing: Standing,
    pub seat: Seat,
    /// Whether the reader created the game.
    pub host: bool,
    /// Whether the open side can still be taken.
    pub open: bool,
    pub players: [Player; 2],
    pub nameplates: Nameplates,
    pub tournament: Option<TournamentGameView>,
    /// Spec of the game's rating pool, without the players' setups.
    pub pool: String,
    pub rated: bool,
    pub ratings: [Option<RatingView>; 2],
    pub pace: Pace,
    pub clock: Option<ClockView>,
    pub status: String,
    /// Server time of creation, in milliseconds.
    pub created_at: i64,
    pub frozen: Option<Frozen>,
}
