//! The shapes of tournaments, and how they are read.

use entourage_clock::Pace;
use entourage_kernel::Side;
use entourage_record::{AccountId, Game, GameId, TournamentId};

use crate::columns::{FromRow, from_row, words};
use crate::database::Row;
use crate::{Result, StoreError};

/// The format of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TournamentKind {
    /// A round robin, once, or twice with sides swapped.
    RoundRobin { double: bool },
    /// So many rounds between players with like scores.
    Swiss { rounds: u32 },
    /// Free players are paired again and again.
    Arena { minutes: u32 },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Players enter; it has not begun.
    Open,
    Running,
    Over,
    Cancelled,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament {
    pub id: TournamentId,
    pub version: i64,
    pub name: String,
    /// The organiser; `None` once their account is gone.
    pub organiser: Option<AccountId>,
    pub kind: TournamentKind,
    pub spec: String,
    pub pace: Pace,
    pub rated: bool,
    /// When it begins by itself, in milliseconds of the server's time.
    pub begins_at: Option<i64>,
    /// With how many entrants it begins by itself.
    pub begins_with: Option<u32>,
    pub most: u32,
    /// The lowest rating of an entrant, in points.
    pub lowest: Option<i64>,
    pub highest: Option<i64>,
    pub phase: Phase,
    pub created_at: i64,
    pub begun_at: Option<i64>,
    pub ended_at: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// Their number, by which pairings know them.
    pub number: u32,
    /// Their account; `None` once it is gone.
    pub account: Option<AccountId>,
    pub name: Option<String>,
    pub bot: bool,
    /// Their rating when they entered, in points, where there are ratings of such games.
    pub rating: Option<i64>,
    /// The round from which they are paired, from 1.
    pub from_round: u32,
    /// The last round in which they are, if they have withdrawn.
    pub until_round: Option<u32>,
    /// The rounds that they asked to sit out.
    pub byes: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Won(Side),
    Drawn,
    /// It was not played, and a side has the point: the other was not there, or aborted it.
    Forfeit(Side),
    /// It was not played, and neither side has anything.
    Neither,
    /// A bye for lack of an opponent: a whole point.
    Bye,
    /// A bye on request: half a point.
    Half,
    /// An absence: nothing.
    Zero,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    pub round: u32,
    /// The number of the board, from 0.
    pub place: u32,
    /// The number of the entrant who moves first.
    pub first: u32,
    /// The number of the other; `None` for a bye.
    pub second: Option<u32>,
    /// The game, unless it is gone.
    pub game: Option<GameId>,
    pub outcome: Option<Outcome>,
    /// When to check whether both have begun.
    pub watched: Option<i64>,
    pub at: i64,
    pub ended: Option<i64>,
}

/// A game that is to begin, and its clocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Begun {
    pub game: Game,
    /// When its time is up without a move.
    pub deadline: Option<i64>,
}

/// A tournament with all that belongs to it, as it was at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WholeTournament {
    pub tournament: Tournament,
    pub organiser: Option<String>,
    /// The entrants, by number.
    pub entrants: Vec<Entrant>,
    /// The pairings, by round and board.
    pub pairings: Vec<Pairing>,
}

/// A tournament in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedTournament {
    pub tournament: Tournament,
    pub organiser: Option<String>,
    pub entrants: u32,
}

/// The tournament in which a game is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentGame {
    pub tournament: TournamentId,
    pub name: String,
    /// The round, from 1; none in an arena, which has none.
    pub round: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entering {
    /// The account takes part, perhaps since before.
    Entered,
    Unknown,
    Closed,
    Full,
    Range,
    /// They and an entrant or the organiser block each other.
    Blocked,
}

impl TournamentKind {
    pub const ARENA: &str = "arena";

    pub fn word(self) -> &'static str {
        match self {
            Self::RoundRobin { double: false } => "round-robin",
            Self::RoundRobin { double: true } => "double-round-robin",
            Self::Swiss { .. } => "swiss",
            Self::Arena { .. } => Self::ARENA,
        }
    }

    /// Returns the number of its rounds, or minutes, where it has one.
    pub fn length(self) -> Option<u32> {
        match self {
            Self::RoundRobin { .. } => None,
            Self::Swiss { rounds } => Some(rounds),
            Self::Arena { minutes } => Some(minutes),
        }
    }

    /// Finds it by its word and its number of rounds or minutes.
    pub fn of(word: &str, length: Option<u32>) -> Option<Self> {
        match (word, length) {
            ("round-robin", None) => Some(Self::RoundRobin { double: false }),
            ("double-round-robin", None) => Some(Self::RoundRobin { double: true }),
            ("swiss", Some(rounds)) => Some(Self::Swiss { rounds }),
            (Self::ARENA, Some(minutes)) => Some(Self::Arena { minutes }),
            _ => None,
        }
    }

    /// Returns whether players may still enter once so many rounds were paired: an arena admits until it ends, a Swiss until half of its
    /// rounds have begun, and a round robin has to know all from the beginning.
    pub fn admits_after(self, rounds: u32) -> bool {
        match self {
            Self::RoundRobin { .. } => rounds == 0,
            Self::Swiss { rounds: all } => rounds <= all / 2,
            Self::Arena { .. } => true,
        }
    }
}

words! { Phase { Open = "open", Running = "running", Over = "over", Cancelled = "cancelled" } }

words! {
    Outcome {
        Won(Side::First) = "first",
        Won(Side::Second) = "second",
        Drawn = "draw",
        Forfeit(Side::First) = "forfeit-first",
        Forfeit(Side::Second) = "forfeit-second",
        Neither = "neither",
        Bye = "bye",
        Half = "half",
        Zero = "zero",
    }
}

impl WholeTournament {
    pub fn rounds(&self) -> u32 {
        self.pairings.last().map_or(0, |pairing| pairing.round)
    }

    pub fn entrant(&self, account: AccountId) -> Option<&Entrant> {
        self.entrants.iter().find(|entrant| entrant.account == Some(account))
    }
}

impl FromRow for TournamentKind {
    fn from_row(row: &Row) -> Result<Self> {
        let kind: String = row.get("kind")?;
        let unknown = || StoreError::Corrupt(format!("a tournament is of unknown kind {kind}"));
        Self::of(&kind, row.get("length")?).ok_or_else(unknown)
    }
}

from_row! {
    Tournament {
        id, version, name, organiser, kind = row, spec, pace, rated, begins_at, begins_with, most, lowest,
        highest, phase, created_at, begun_at, ended_at,
    }
}
from_row! { ListedTournament { tournament = row, organiser = "organiser_name", entrants } }

impl FromRow for Entrant {
    fn from_row(row: &Row) -> Result<Self> {
        let byes: String = row.get("byes")?;
        let corrupt = |_| StoreError::Corrupt(format!("an entrant sits out the rounds {byes}"));
        Ok(Self {
            number: row.get("number")?,
            account: row.get("account")?,
            name: row.get("name")?,
            bot: row.get("bot")?,
            rating: row.get("rating")?,
            from_round: row.get("from_round")?,
            until_round: row.get("until_round")?,
            byes: byes
                .split(',')
                .filter(|word| !word.is_empty())
                .map(str::parse)
                .collect::<Result<_, _>>()
                .map_err(corrupt)?,
        })
    }
}

from_row! {
    Pairing { round, place, first, second, game, outcome, watched, at = "created_at", ended = "ended_at" }
}
from_row! { TournamentGame { tournament, name, round } }
