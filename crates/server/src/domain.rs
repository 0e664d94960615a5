//! Plain values and errors that the other modules share, without the store and without HTTP.

pub(crate) mod error;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use entourage_clock::Pace;
use entourage_kernel::{Degree, Language, Refusal, Text, TextError};
use entourage_record::{Access, ClockView, Ending, Event, GameId, Player, Seat, Standing};
use entourage_registry::view::{GameInfo, Preparation, RatingView, TournamentGameView, View};
use entourage_registry::{AnyMatch, Notation};

pub(crate) use error::{Error, ErrorKind, Part};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Locale {
    pub language: Language,
    pub notation: Notation,
}

/// For whom a game is described, and when, in milliseconds since 1970 (UTC).
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

/// A copy of a match as it was when a move was refused or the game ended. The reason is worded by the match, which knows the names of its
/// squares and pieces.
#[derive(Clone)]
pub(crate) struct Scene(Arc<Mutex<Box<dyn AnyMatch>>>);

impl Scene {
    pub fn of(live: &dyn AnyMatch) -> Self {
        Self(Arc::new(Mutex::new(live.copy())))
    }

    pub fn ask<T>(&self, ask: impl FnOnce(&dyn AnyMatch) -> T) -> T {
        ask(self.0.lock().unwrap_or_else(PoisonError::into_inner).as_ref())
    }
}

impl fmt::Debug for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Scene").field(&self.ask(|live| live.position_text())).finish()
    }
}

#[derive(Clone, Debug)]
pub(crate) enum End {
    /// By its players or their clocks; the names of the sides are missing if the game is unknown.
    Players {
        sides: Option<[Text; 2]>,
        ending: Ending,
    },
    Rules(Scene),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Frozen {
    /// The version of the rules under which it began, and the current one.
    OtherRules {
        began: String,
        now: String,
    },
    UnknownGame {
        spec: String,
    },
    /// The current rules refuse its record.
    Unplayable,
}

#[derive(Clone, Debug)]
pub(crate) struct Evidence {
    pub spec: String,
    /// `None` before the game has begun, or if its rules are unavailable.
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

/// A sanction: until when, in milliseconds since 1970 (UTC) or until it is lifted, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sentence {
    pub until: Option<i64>,
    pub reason: String,
}

/// The ply of conditional moves that cannot be played.
#[derive(Clone, Debug)]
pub(crate) struct PlanFault {
    pub text: String,
    /// The byte at which it begins.
    pub at: usize,
    /// The plies before it.
    pub variation: Vec<String>,
    pub problem: PlanProblem,
}

#[derive(Clone, Debug)]
pub(crate) enum PlanProblem {
    Unreadable(TextError),
    Refused(Scene, Refusal),
    Ended,
    OtherTurn,
    /// The turn is not complete after it, and nothing follows.
    Unfinished,
    /// The same turn has a reply already.
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

/// A whole game at a moment, for one reader.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    pub game: GameId,
    /// With the players' choices in it.
    pub spec: String,
    pub rules_version: String,
    pub start: String,
    pub setup: Option<Preparation>,
    /// How many events it was created with.
    pub given: usize,
    /// Without secrets.
    pub events: Vec<Event>,
    /// The moves that were not taken back.
    pub moves: Vec<String>,
    pub degree: Degree,
    pub standing: Standing,
    pub seat: Seat,
    /// Whether the reader created the game.
    pub host: bool,
    /// Whether anyone may still take the free side.
    pub open: bool,
    pub players: [Player; 2],
    pub nameplates: Nameplates,
    pub tournament: Option<TournamentGameView>,
    /// The spec of its rating pool, without the players' choices.
    pub pool: String,
    pub rated: bool,
    pub ratings: [Option<RatingView>; 2],
    pub pace: Pace,
    pub clock: Option<ClockView>,
    pub status: String,
    /// In milliseconds since 1970 (UTC).
    pub created_at: i64,
    pub frozen: Option<Frozen>,
}
