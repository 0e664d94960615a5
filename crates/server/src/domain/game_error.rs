use entourage_kernel::{Refusal, TextError};
use entourage_record::{SeatError, TalkError, TimeError};
use entourage_registry::SetupError;

use super::degree_error::DegreeError;
use super::end::End;
use super::frozen::Frozen;
use super::lobby_error::LobbyError;
use super::order_error::OrderError;
use super::program_error::ProgramError;
use super::push_error::PushError;
use super::rating_error::RatingError;
use super::scene::Scene;
use super::shelf_error::ShelfError;
use super::snapshot::Snapshot;
use super::tournament_error::TournamentError;
use super::writing_error::WritingError;

/// Says why something is not done with a game. How it is worded and answered is for whoever was asked to do it.
#[derive(Clone, Debug)]
pub(crate) enum GameError {
    /// There is no such game, or nothing opens it.
    NoGame,
    /// The key lets its holder look on only.
    Watching,
    /// The key plays for the other side.
    OtherSide,
    /// No side has this number.
    NoSide,
    /// The other side is to move.
    Turn,
    /// Both players must agree.
    Agreement,
    /// This stands proposed already, or too much was proposed since the last move.
    Offered,
    /// Nothing is proposed.
    NoOffer,
    /// The game is not over.
    Underway,
    /// The game is too far to be aborted.
    Earnest,
    /// The side has given time, announced a vacation, or wished the game deleted, as often as it may between two moves.
    Often,
    /// The other player wishes the game deleted already: it goes only if that is agreed to.
    Asked,
    /// The players play again, and have not both gone on.
    Follows,
    /// The players do not play again.
    NoRematch,
    /// The side is not free any more.
    Taken,
    /// Only who created a game of two people apart may replace its keys.
    NotHost,
    /// Keys are replaced before anything has happened only.
    Begun,
    /// Clocks are for two people apart.
    ClocksTogether,
    /// Where each side has a key of its own, the server draws them.
    KeyTogether,
    /// The key that is to open a new game opens something else.
    KeyTaken,
    /// Others may watch from its beginning a game only that is open to anybody: who comes to it is told so before.
    WatchedOpen,
    /// The players choose what they begin with at the start only, not beside a position or moves.
    ChoicesLate,
    /// A text cannot be read.
    Text {
        /// Which.
        part: Part,
        /// What is wrong with it.
        error: TextError,
    },
    /// The players do not exist.
    Players,
    /// The rules refuse the move, or the one of this index in a list.
    Refused {
        /// The index.
        index: Option<u16>,
        /// The match in which they refuse it.
        scene: Scene,
        /// Why.
        refusal: Refusal,
    },
    /// The game is over, or would be before the move of this index in a list.
    Ended {
        /// The index.
        index: Option<u16>,
        /// How it ended.
        end: End,
    },
    /// More plies than stand would be taken back.
    Takeback {
        /// How many stand.
        standing: usize,
    },
    /// A turn by hand is never so long.
    LongTurn,
    /// The game has as many events as a game may have.
    TooLong {
        /// How many.
        most: usize,
    },
    /// The turns by hand have as many legs as those of a game may have.
    Legs {
        /// How many.
        most: usize,
    },
    /// The game can be looked at but not continued.
    Frozen(Option<Frozen>),
    /// A player may not begin with their choice.
    Setup(SetupError),
    /// The side has committed another choice before.
    Committed,
    /// The player may not go on vacation for so long now.
    Vacation {
        /// For how many days they may.
        left: u32,
    },
    /// The clocks do not allow it.
    Time(TimeError),
    /// The players have not both chosen what they begin with.
    Preparing,
    /// The game went on otherwise meanwhile, and stands like this.
    Conflict(Box<Snapshot>),
    /// What hands do is not done so.
    Degree(DegreeError),
    /// What tells a remark from others is none.
    Token,
    /// What a player says, notes or prepares is not taken.
    Writing(WritingError),
    /// Order does not allow it.
    Order(OrderError),
    /// What is asked of a game that somebody wrote is not done.
    Shelf(ShelfError),
    /// Nobody is found to play it.
    Lobby(LobbyError),
    /// A program, or a bot, may not.
    Program(ProgramError),
    /// Ratings do not allow it.
    Rating(RatingError),
    /// A tournament does not allow it.
    Tournament(TournamentError),
    /// A browser is not told.
    Push(PushError),
    /// This server sends no e-mail.
    NoMail,
    /// This is no e-mail address that messages are sent to.
    Address,
    /// The database cannot be reached just now.
    Unavailable,
    /// There is no room for another game; those under way go on.
    Full,
    /// The stored game makes no sense.
    Damaged,
    /// The server has an error.
    Internal,
}

/// Names the text that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// The game's spec.
    Spec,
    /// The start position.
    Position,
    /// How fast the game is to be played.
    Pace,
    /// A move, or the one of this index in a list, which is no longer than a game.
    Move(Option<u16>),
}

impl GameError {
    /// Returns the word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoGame => "no-game",
            Self::Watching => "watching",
            Self::OtherSide => "other-side",
            Self::NoSide | Self::Token => "malformed",
            Self::Turn => "turn",
            Self::Agreement => "agreement",
            Self::Offered => "offered",
            Self::NoOffer => "no-offer",
            Self::Underway => "underway",
            Self::Earnest => "earnest",
            Self::Often => "often",
            Self::Asked => "asked",
            Self::Follows => "follows",
            Self::NoRematch => "no-rematch",
            Self::Taken | Self::KeyTaken => "taken",
            Self::NotHost => "not-host",
            Self::Begun => "begun",
            Self::ClocksTogether | Self::KeyTogether | Self::ChoicesLate | Self::WatchedOpen => "combination",
            Self::Text { .. } => "text",
            Self::Players => "players",
            Self::Refused { .. } => "refused",
            Self::Ended { .. } => "ended",
            Self::Takeback { .. } => "takeback",
            Self::LongTurn => "too-large",
            Self::TooLong { .. } | Self::Legs { .. } => "too-long",
            Self::Frozen(_) => "frozen",
            Self::Setup(_) => "setup",
            Self::Committed => "committed",
            Self::Vacation { .. } => "vacation",
            Self::Time(error) => match error {
                TimeError::NoClock => "no-clock",
                TimeError::Paused => "paused",
                TimeError::Going => "going",
                TimeError::Full => "full-clock",
                TimeError::Announced => "announced",
                TimeError::NotAnnounced => "not-announced",
                TimeError::Ahead => "ahead",
            },
            Self::Preparing => "preparing",
            Self::Conflict(_) => "conflict",
            Self::Degree(error) => error.code(),
            Self::Writing(error) => error.code(),
            Self::Order(error) => error.code(),
            Self::Shelf(error) => error.code(),
            Self::Lobby(error) => error.code(),
            Self::Tournament(error) => error.code(),
            Self::Program(error) => error.code(),
            Self::Push(error) => error.code(),
            Self::Rating(RatingError::Guest) => "guest",
            Self::Rating(RatingError::Oneself) => "oneself",
            Self::Rating(RatingError::Unlisted) => "unlisted",
            Self::Rating(_) => "rated",
            Self::NoMail => "no-mail",
            Self::Address => "address",
            Self::Unavailable => "unavailable",
            Self::Full => "full",
            Self::Damaged => "damaged",
            Self::Internal => "internal",
        }
    }

    /// Returns the index of the move in a list that it is about, if it is about one.
    pub fn index(&self) -> Option<u16> {
        match self {
            Self::Text { part: Part::Move(index), .. }
            | Self::Refused { index, .. }
            | Self::Ended { index, .. } => *index,
            _ => None,
        }
    }

    /// Says which move of a list it is about.
    pub fn in_list(self, at: usize) -> Self {
        let index = u16::try_from(at).ok();
        match self {
            Self::Text { error, .. } => Self::Text { part: Part::Move(index), error },
            Self::Refused { scene, refusal, .. } => Self::Refused { index, scene, refusal },
            Self::Ended { end, .. } => Self::Ended { index, end },
            other => other,
        }
    }
}

impl Part {
    /// Returns the word for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::Spec => "spec",
            Self::Position => "position",
            Self::Pace => "pace",
            Self::Move(_) => "move",
        }
    }
}

impl From<SeatError> for GameError {
    fn from(error: SeatError) -> Self {
        match error {
            SeatError::Watching => Self::Watching,
            SeatError::OtherSide => Self::OtherSide,
        }
    }
}

impl From<TalkError> for GameError {
    fn from(error: TalkError) -> Self {
        match error {
            TalkError::Underway => Self::Underway,
            TalkError::Offered => Self::Offered,
            TalkError::NoOffer => Self::NoOffer,
            TalkError::Agreement => Self::Agreement,
            TalkError::Earnest => Self::Earnest,
            TalkError::Often => Self::Often,
        }
    }
}

impl From<DegreeError> for GameError {
    fn from(error: DegreeError) -> Self {
        Self::Degree(error)
    }
}

impl From<LobbyError> for GameError {
    fn from(error: LobbyError) -> Self {
        Self::Lobby(error)
    }
}

impl From<TournamentError> for GameError {
    fn from(error: TournamentError) -> Self {
        Self::Tournament(error)
    }
}

impl From<ProgramError> for GameError {
    fn from(error: ProgramError) -> Self {
        Self::Program(error)
    }
}

impl From<PushError> for GameError {
    fn from(error: PushError) -> Self {
        Self::Push(error)
    }
}

impl From<RatingError> for GameError {
    fn from(error: RatingError) -> Self {
        Self::Rating(error)
    }
}

impl From<ShelfError> for GameError {
    fn from(error: ShelfError) -> Self {
        Self::Shelf(error)
    }
}

impl From<OrderError> for GameError {
    fn from(error: OrderError) -> Self {
        Self::Order(error)
    }
}

impl From<WritingError> for GameError {
    fn from(error: WritingError) -> Self {
        Self::Writing(error)
    }
}
