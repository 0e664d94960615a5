use crate::{Ending, LedgerError};

/// Why an event may not follow what has happened in a game.
///
/// `R` is why the game's rules refuse a move, in their own terms.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are named for what they hold")]
pub enum EventError<R> {
    /// The game is only looked at: its rules do not apply.
    Frozen,
    /// The game has as many events as a game may have.
    TooLong,
    /// The turns by hand have as many legs as those of a game may have.
    Legs,
    /// The players, or their clocks, ended the game.
    Ended(Ending),
    /// The rules ended the game.
    Over,
    /// The players have not both chosen what they begin with.
    Preparing,
    /// Nothing is chosen before this game.
    NoChoice,
    /// The side has chosen already.
    Committed,
    /// It is the other side's turn.
    Turn,
    /// The rules refuse the move.
    Refused(R),
    /// A turn by hand is never so long.
    LongTurn,
    /// A protest gave this turn back to its player, who must choose another.
    Barred,
    /// No turn of the other side stands last that was made by hand and is not judged.
    Protest,
    /// More moves than stand would be taken back, or none.
    Takeback { standing: usize },
    /// What is said between the players is out of place.
    Talk(TalkError),
    /// The side may not go on vacation for so long now.
    Vacation { left: u32 },
    /// The clocks do not allow it.
    Time(TimeError),
    /// The event cannot follow those before it, whoever asks for it.
    Ledger(LedgerError),
    /// The rules do not begin with what the players have chosen.
    Beginning,
}

/// Why a proposal or an agreement is out of place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TalkError {
    /// The players go on to another game when this one is over.
    Underway,
    /// It stands proposed, or too much was proposed since the last move.
    Offered,
    /// Nothing is proposed.
    NoOffer,
    /// The other side has not proposed it.
    Agreement,
    /// The game is too far to be aborted.
    Earnest,
    /// The side has given time, or announced a vacation, as often as it may between two moves; or said as much as it may in a game.
    Often,
}

/// Why the clocks of a game do not allow something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeError {
    /// No clock has been started, or the game has none.
    NoClock,
    /// The game is paused.
    Paused,
    /// The game is not paused.
    Going,
    /// The other side's bank holds as much as it may.
    Full,
    /// The side has announced a vacation, which has not begun.
    Announced,
    /// The side has announced none.
    NotAnnounced,
    /// The begin is not ahead, or too far ahead.
    Ahead,
}

/// Why a seat may not bring an event about, whatever stands on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatError {
    /// Its holder looks on.
    Watching,
    /// It is the other side's.
    OtherSide,
}

impl<R> From<TalkError> for EventError<R> {
    fn from(error: TalkError) -> Self {
        Self::Talk(error)
    }
}

impl<R> From<TimeError> for EventError<R> {
    fn from(error: TimeError) -> Self {
        Self::Time(error)
    }
}

impl<R> From<LedgerError> for EventError<R> {
    fn from(error: LedgerError) -> Self {
        Self::Ledger(error)
    }
}
