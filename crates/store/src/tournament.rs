//! Tournaments: who takes part, who plays whom, and what came of it.

use async_trait::async_trait;
use entourage_clock::Pace;
use entourage_kernel::Side;
use entourage_record::{AccountId, Game, GameId, TournamentId};

use crate::{Decision, StoreError};

/// Says how it is decided who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TournamentKind {
    /// Everybody plays everybody once, or twice with sides swapped.
    RoundRobin {
        /// Whether it is twice.
        double: bool,
    },
    /// So many rounds between people who stand alike.
    Swiss {
        /// The number of rounds.
        rounds: u32,
    },
    /// Whoever is free plays again and again.
    Arena {
        /// For how many minutes.
        minutes: u32,
    },
}

/// Says how far a tournament is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// People enter; nobody plays yet.
    Open,
    /// It is under way.
    Running,
    /// It has ended.
    Over,
    /// It was called off.
    Cancelled,
}

/// Describes a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament {
    /// Its name in addresses.
    pub id: TournamentId,
    /// Counts what has changed.
    pub version: i64,
    /// What it is called.
    pub name: String,
    /// Whose it is; `None` once their account is gone.
    pub organiser: Option<AccountId>,
    /// How it is decided who plays whom.
    pub kind: TournamentKind,
    /// The game's spec.
    pub spec: String,
    /// How fast it is played.
    pub pace: Pace,
    /// Whether its games count for ratings.
    pub rated: bool,
    /// When it begins by itself, in milliseconds of the server's time.
    pub begins_at: Option<i64>,
    /// With how many entrants it begins by itself.
    pub begins_with: Option<u32>,
    /// The most entrants.
    pub most: u32,
    /// The lowest rating of an entrant, in points.
    pub lowest: Option<i64>,
    /// The highest.
    pub highest: Option<i64>,
    /// How far it is.
    pub phase: Phase,
    /// When it was announced, in milliseconds of the server's time.
    pub created_at: i64,
    /// When it began.
    pub begun_at: Option<i64>,
    /// When it ended.
    pub ended_at: Option<i64>,
}

/// Describes somebody who takes part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// Their number, by which pairings know them.
    pub number: u32,
    /// Their account; `None` once it is gone.
    pub account: Option<AccountId>,
    /// Their name.
    pub name: Option<String>,
    /// Whether a program plays under it.
    pub bot: bool,
    /// How strong they were when they entered, in points, where there are ratings of such games.
    pub rating: Option<i64>,
    /// The round from which they are paired, from 1.
    pub from_round: u32,
    /// The last round in which they are, if they have withdrawn.
    pub until_round: Option<u32>,
    /// The rounds that they asked to sit out.
    pub byes: Vec<u32>,
}

/// Says what came of a pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A side won.
    Won(Side),
    /// Nobody did.
    Drawn,
    /// It was not played, and a side has the point: the other was not there, or called it off.
    Forfeit(Side),
    /// It was not played, and nobody has anything.
    Neither,
    /// Nobody was left to play against: a whole point.
    Bye,
    /// They asked to sit out: half a point.
    Half,
    /// They were not there: nothing.
    Zero,
}

/// Tells who plays whom in a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The round, from 1.
    pub round: u32,
    /// The number of the board, from 0.
    pub place: u32,
    /// Who moves first.
    pub first: u32,
    /// The other; `None` of somebody who has no game in this round.
    pub second: Option<u32>,
    /// The game, unless it is gone.
    pub game: Option<GameId>,
    /// What came of it, if it is over.
    pub outcome: Option<Outcome>,
    /// When somebody is to look whether both have begun.
    pub watched: Option<i64>,
    /// Since when they play, in milliseconds of the server's time.
    pub at: i64,
    /// When it was over.
    pub ended: Option<i64>,
}

/// A game that is to begin, and what its clocks say of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Begun {
    /// The game.
    pub game: Game,
    /// When its time is up, if nobody moves.
    pub deadline: Option<i64>,
}

/// Holds a tournament with all that belongs to it, as it stood at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WholeTournament {
    /// What it is.
    pub tournament: Tournament,
    /// The organiser's name.
    pub organiser: Option<String>,
    /// Who takes part, by number.
    pub entrants: Vec<Entrant>,
    /// Who plays whom, by round and board.
    pub pairings: Vec<Pairing>,
}

/// Describes a tournament to those who look for one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedTournament {
    /// What it is.
    pub tournament: Tournament,
    /// The organiser's name.
    pub organiser: Option<String>,
    /// How many take part, those who withdrew not counted.
    pub entrants: u32,
}

/// Tells in which tournament a game is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentGame {
    /// The tournament.
    pub tournament: TournamentId,
    /// What it is called.
    pub name: String,
    /// The round, from 1; none in an arena, which has none.
    pub round: Option<u32>,
}

/// Says what came of entering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entering {
    /// They take part, perhaps since before.
    Entered,
    /// There is no such tournament.
    Unknown,
    /// It is too late.
    Closed,
    /// As many take part as may.
    Full,
    /// They are too weak for it, or too strong.
    Range,
    /// They and somebody who is there want nothing to do with each other.
    Blocked,
}

impl TournamentKind {
    /// The word for an arena.
    pub const ARENA: &str = "arena";

    /// Returns the word for it.
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

    /// Finds it by its word and its number.
    pub fn of(word: &str, length: Option<u32>) -> Option<Self> {
        match (word, length) {
            ("round-robin", None) => Some(Self::RoundRobin { double: false }),
            ("double-round-robin", None) => Some(Self::RoundRobin { double: true }),
            ("swiss", Some(rounds)) => Some(Self::Swiss { rounds }),
            (Self::ARENA, Some(minutes)) => Some(Self::Arena { minutes }),
            _ => None,
        }
    }

    /// Tells whether somebody may still enter once so many rounds were paired: an arena takes people in until it ends, a Swiss tournament until
    /// half of its rounds have begun, and everybody plays everybody only where all are known from the beginning.
    pub fn admits_after(self, rounds: u32) -> bool {
        match self {
            Self::RoundRobin { .. } => rounds == 0,
            Self::Swiss { rounds: all } => rounds <= all / 2,
            Self::Arena { .. } => true,
        }
    }
}

impl Phase {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Open, Self::Running, Self::Over, Self::Cancelled];

    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Running => "running",
            Self::Over => "over",
            Self::Cancelled => "cancelled",
        }
    }

    /// Finds it by its word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.word() == word)
    }
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Won(Side::First),
        Self::Won(Side::Second),
        Self::Drawn,
        Self::Forfeit(Side::First),
        Self::Forfeit(Side::Second),
        Self::Neither,
        Self::Bye,
        Self::Half,
        Self::Zero,
    ];

    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Won(Side::First) => "first",
            Self::Won(Side::Second) => "second",
            Self::Drawn => "draw",
            Self::Forfeit(Side::First) => "forfeit-first",
            Self::Forfeit(Side::Second) => "forfeit-second",
            Self::Neither => "neither",
            Self::Bye => "bye",
            Self::Half => "half",
            Self::Zero => "zero",
        }
    }

    /// Finds it by its word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.word() == word)
    }
}

impl WholeTournament {
    /// Returns the number of rounds that were paired.
    pub fn rounds(&self) -> u32 {
        self.pairings.last().map_or(0, |pairing| pairing.round)
    }

    /// Finds somebody who takes part, or did.
    pub fn entrant(&self, account: AccountId) -> Option<&Entrant> {
        self.entrants.iter().find(|entrant| entrant.account == Some(account))
    }
}

/// Keeps tournaments. What comes of a game goes into its tournament with the event that ends it; whatever else changes one is told the version
/// that it is to have, so that two who decide at once do not decide twice.
#[async_trait]
pub trait TournamentStore: Send + Sync {
    /// Announces a tournament, of which its organiser may have so many that are not over.
    ///
    /// # Errors
    /// `Conflict` if they have as many; `Unavailable`.
    async fn announce(&self, tournament: &Tournament, most: u32) -> Result<(), StoreError>;

    /// Reads a tournament whole; `None` if there is none.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no tournament; `Unavailable`.
    async fn tournament(&self, id: TournamentId) -> Result<Option<WholeTournament>, StoreError>;

    /// Returns the version of a tournament; `None` if there is none.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn tournament_version(&self, id: TournamentId) -> Result<Option<i64>, StoreError>;

    /// Lists at most so many tournaments of some phases, the newest first, after one if it is named and there.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no tournament; `Unavailable`.
    async fn tournaments(
        &self,
        phases: &[Phase],
        after: Option<TournamentId>,
        most: u32,
    ) -> Result<Vec<ListedTournament>, StoreError>;

    /// Has an account enter a tournament, if it may; whoever withdrew comes back.
    ///
    /// # Errors
    /// `Missing` if there is no such account; `Unavailable`.
    async fn enter(&self, id: TournamentId, account: AccountId) -> Result<Entering, StoreError>;

    /// Has an account take part no more; returns whether it took part. Before a tournament begins, nothing is kept of it; later it is paired no
    /// more.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn leave(&self, id: TournamentId, account: AccountId) -> Result<bool, StoreError>;

    /// Removes an account, which does not come back, and logs it if somebody who keeps order does it; returns whether it took part.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn bar(
        &self,
        id: TournamentId,
        account: AccountId,
        log: Option<&Decision>,
    ) -> Result<bool, StoreError>;

    /// Lets an account sit out a round that is not paired yet, or play it after all, if the tournament has a version.
    ///
    /// # Errors
    /// `Conflict` if it has another version; `Missing` if they do not take part; `Unavailable`.
    async fn sit_out(
        &self,
        id: TournamentId,
        version: i64,
        account: AccountId,
        rounds: &[u32],
    ) -> Result<(), StoreError>;

    /// Changes what a tournament is called, when it begins and whom it takes, if it has the version that is told and is open; logs it if
    /// somebody who keeps order does it.
    ///
    /// # Errors
    /// `Conflict` if it has another version, or is not open; `Unavailable`.
    async fn amend(&self, tournament: &Tournament, log: Option<&Decision>) -> Result<(), StoreError>;

    /// Begins an open tournament of a version at a time, with its entrants in another order.
    ///
    /// # Errors
    /// `Conflict` if it has another version, or is not open; `Unavailable`.
    async fn begin(
        &self,
        id: TournamentId,
        version: i64,
        order: &[u32],
        now: i64,
        log: Option<&Decision>,
    ) -> Result<(), StoreError>;

    /// Adds a round, with its games, to a tournament of a version that is under way; each pairing with a game brings it. The seats belong to those who
    /// play, and everybody may watch.
    ///
    /// # Errors
    /// `Conflict` if it has another version, or is not under way, or somebody has gone; `Unavailable`.
    async fn pair_round(
        &self,
        id: TournamentId,
        version: i64,
        round: &[(Pairing, Option<Begun>)],
    ) -> Result<(), StoreError>;

    /// Says when somebody is to look again whether both have begun in a game, if its pairing has no outcome.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn watch_pairing(&self, game: GameId, at: Option<i64>) -> Result<(), StoreError>;

    /// Gives nobody anything for a game to which nobody came, unless something came of it; returns whether that changes anything.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn void_pairing(&self, game: GameId, now: i64) -> Result<bool, StoreError>;

    /// Ends a tournament of a version at a time, or calls it off; logs it if somebody who keeps order does it. Without a time it is when the
    /// server was there last.
    ///
    /// # Errors
    /// `Conflict` if it has another version, or has ended; `Unavailable`.
    async fn close_tournament(
        &self,
        id: TournamentId,
        version: i64,
        phase: Phase,
        now: Option<i64>,
        log: Option<&Decision>,
    ) -> Result<(), StoreError>;

    /// Returns when somebody has to look after a tournament next, whom nobody looks after by then.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn next_due(&self) -> Result<Option<i64>, StoreError>;

    /// Takes at most so many tournaments that are due at a time. Whoever takes them looks after them until another time, and nobody else does.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no name; `Unavailable`.
    async fn take_due(&self, now: i64, until: i64, most: u32) -> Result<Vec<TournamentId>, StoreError>;

    /// Lets a tournament that was taken go until it is due again, if it has a version; if it has another, it is due at once.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn let_go(&self, id: TournamentId, version: i64, due: Option<i64>) -> Result<(), StoreError>;

    /// Takes in what came of games without a word, by processes of the version before; returns whether anything did.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no event; `Unavailable`.
    async fn catch_up(&self, id: TournamentId, now: i64) -> Result<bool, StoreError>;

    /// Finds the tournament that a game is played in, if it is in one.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no tournament; `Unavailable`.
    async fn tournament_of(&self, game: GameId) -> Result<Option<TournamentGame>, StoreError>;

    /// Finds what came of a game for a tournament by the game's own record; `None` while it goes on.
    ///
    /// # Errors
    /// `Missing` if there is no such game; `Unavailable`.
    async fn outcome_by_record(&self, game: GameId) -> Result<Option<Outcome>, StoreError>;
}
