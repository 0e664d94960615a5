//! Values and errors that all modules share, independent of the store and of HTTP.

pub(crate) mod error;

use std::fmt;
use std::sync::{Arc, Mutex};

use entourage_clock::Pace;
use entourage_kernel::{Degree, Language, Refusal, Text, TextError};
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

/// The recipient of a game's description, and the time in milliseconds since 1970 (UTC).
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

/// A copy of a match at the time a move was refused or the game ended. It is needed to write the reason, which
/// names squares and pieces.
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
    /// Ended by the players or the clock; the side names are missing if the game is unknown.
    Players {
        sides: Option<[Text; 2]>,
        ending: Ending,
    },
    Rules(MatchSnapshot),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Frozen {
    /// The rules version under which the game began, and the current one.
    OtherRules {
        began: String,
        now: String,
    },
    UnknownGame {
        spec: String,
    },
    /// The current rules refuse the game's moves.
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

/// A sanction: its end in milliseconds since 1970 (UTC), if it has one, and its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sanction {
    pub until: Option<i64>,
    pub reason: String,
}

/// The first ply of conditional moves that cannot be played.
#[derive(Clone, Debug)]
pub(crate) struct PlanFault {
    pub text: String,
    /// Byte offset at which it begins.
    pub at: usize,
    /// The plies before it.
    pub variation: Vec<String>,
    pub problem: PlanProblem,
}

#[derive(Clone, Debug)]
pub(crate) enum PlanProblem {
    Unreadable(TextError),
    Refused(MatchSnapshot, Refusal),
    Ended,
    OtherTurn,
    /// Nothing follows, but the turn is not complete.
    Unfinished,
    /// The same position already has a reply.
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
    /// Including the players' setups.
    pub spec: String,
    pub rules_version: String,
    pub start: String,
    pub setup: Option<Preparation>,
    /// The number of events with which it was created.
    pub given: usize,
    /// Without secrets.
    pub events: Vec<Event>,
    /// Without moves that were taken back.
    pub moves: Vec<String>,
    pub degree: Degree,
    pub standing: Standing,
    pub seat: Seat,
    /// Whether the reader created the game.
    pub host: bool,
    /// Whether the open side can still be taken.
    pub open: bool,
    pub players: [Player; 2],
    pub nameplates: Nameplates,
    pub tournament: Option<TournamentGameView>,
    /// The spec of its rating pool, without the players' setups.
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
