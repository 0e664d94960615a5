//! Data types for tournaments.

use entourage_clock::Pace;
use entourage_kernel::Side;
use entourage_record::{AccountId, Game, GameId, TournamentId};

use crate::columns::{FromRow, from_row, words};
use crate::database::Row;
use crate::{Result, StoreError};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TournamentKind {
    /// Every pair of entrants plays once, or, if `double`, twice with sides swapped.
    RoundRobin { double: bool },
    /// In each round, entrants with similar scores are paired.
    Swiss { rounds: u32 },
    /// Entrants are paired again as soon as they finish a game, until the time is up.
    Arena { minutes: u32 },
}

words! {
    pub enum Phase {
        Open = "open",
        Running = "running",
        Over = "over",
        Cancelled = "cancelled",
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament {
    pub id: TournamentId,
    pub version: i64,
    pub name: String,
    /// The organiser's account; `None` if it was deleted.
    pub organiser: Option<AccountId>,
    pub kind: TournamentKind,
    pub spec: String,
    pub pace: Pace,
    pub rated: bool,
    pub begins_at: Option<i64>,
    /// Number of entrants at which the tournament starts automatically.
    pub begins_with: Option<u32>,
    pub most: u32,
    /// Minimum rating of an entrant in points.
    pub lowest: Option<i64>,
    pub highest: Option<i64>,
    pub phase: Phase,
    pub created_at: i64,
    pub begun_at: Option<i64>,
    pub ended_at: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The number by which pairings refer to the entrant.
    pub number: u32,
    /// The entrant's account; `None` if it was deleted.
    pub account: Option<AccountId>,
    pub name: Option<String>,
    pub bot: bool,
    /// The rating in points at the time of entry; `None` if the tournament's games cannot be rated.
    pub rating: Option<i64>,
    /// The first round in which the entrant is paired, from 1.
    pub from_round: u32,
    /// The last round before the entrant withdrew; `None` if the entrant has not withdrawn.
    pub until_round: Option<u32>,
    /// Whether the entrant did not show up for a game, and has not returned since.
    pub absent: bool,
    /// Rounds for which the entrant requested a bye.
    pub byes: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Won(Side),
    Drawn,
    /// Won by this side without play, because the other side was absent or aborted the game.
    Forfeit(Side),
    /// Not played; no points for either side.
    Neither,
    /// A bye for lack of an opponent: one point.
    Bye,
    /// A requested bye: half a point.
    Half,
    /// The entrant was absent from the round: no points.
    Zero,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    pub round: u32,
    /// Board number, from 0.
    pub place: u32,
    pub first: u32,
    /// The entrant number of the second side; `None` for a bye.
    pub second: Option<u32>,
    /// The game; `None` for a bye or if the game was deleted.
    pub game: Option<GameId>,
    pub outcome: Option<Outcome>,
    pub at: i64,
    pub ended: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Begun {
    pub game: Game,
    /// The time at which the game ends if no move is made.
    pub deadline: Option<i64>,
}

/// A tournament with its entrants and pairings, read in one snapshot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WholeTournament {
    pub tournament: Tournament,
    pub organiser: Option<String>,
    pub entrants: Vec<Entrant>,
    pub pairings: Vec<Pairing>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedTournament {
    pub tournament: Tournament,
    pub organiser: Option<String>,
    pub entrants: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentGame {
    pub tournament: TournamentId,
    pub name: String,
    /// Round number, from 1; `None` in an arena.
    pub round: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryOutcome {
    /// The account has become an entrant, or already was one.
    Entered,
    Unknown,
    Closed,
    Full,
    Range,
    /// The account and an entrant or the organiser block each other, in at least one direction.
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

    /// Returns the number of rounds of a Swiss or minutes of an arena; `None` for a round robin.
    pub fn length(self) -> Option<u32> {
        match self {
            Self::RoundRobin { .. } => None,
            Self::Swiss { rounds } => Some(rounds),
            Self::Arena { minutes } => Some(minutes),
        }
    }

    /// Creates a pairing system from its keyword and its number of rounds or minutes; `None` if it does not exist with this length.
    pub fn of(word: &str, length: Option<u32>) -> Option<Self> {
        match (word, length) {
            ("round-robin", None) => Some(Self::RoundRobin { double: false }),
            ("double-round-robin", None) => Some(Self::RoundRobin { double: true }),
            ("swiss", Some(rounds)) => Some(Self::Swiss { rounds }),
            (Self::ARENA, Some(minutes)) => Some(Self::Arena { minutes }),
            _ => None,
        }
    }

    /// Returns whether entry is still possible once `rounds` rounds have begun: in an arena until it ends, in a Swiss until half of its
    /// rounds have begun, in a round robin only before the first.
    pub fn admits_after(self, rounds: u32) -> bool {
        match self {
            Self::RoundRobin { .. } => rounds == 0,
            Self::Swiss { rounds: all } => rounds <= all / 2,
            Self::Arena { .. } => true,
        }
    }
}

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
        let unknown = || StoreError::Corrupt(format!("a tournament has the unknown kind {kind}"));
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
        let corrupt = |_| StoreError::Corrupt(format!("an entrant has invalid byes {byes}"));
        Ok(Self {
            number: row.get("number")?,
            account: row.get("account")?,
            name: row.get("name")?,
            bot: row.get("bot")?,
            rating: row.get("rating")?,
            from_round: row.get("from_round")?,
            until_round: row.get("until_round")?,
            absent: row.get("absent")?,
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
    Pairing { round, place, first, second, game, outcome, at = "created_at", ended = "ended_at" }
}
from_row! { TournamentGame { tournament, name, round } }
