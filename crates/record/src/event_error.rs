use crate::{Ending, LedgerError};

/// Why an event cannot be the next one in a game.
///
/// `R` is the type with which the game's rules explain why a move is illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are self-explanatory")]
pub enum EventError<R> {
    /// The game is read-only, because its rules are not supported.
    Frozen,
    /// The game already has the maximum number of events.
    TooLong,
    /// The game already has the maximum total number of legs (changes to single pieces) in manual moves.
    Legs,
    /// The game has already been ended by the players or by a clock.
    Ended(Ending),
    /// The game is already over according to its rules.
    Over,
    /// At least one player has not made a setup choice yet.
    Preparing,
    /// The game has no setup choices.
    NoChoice,
    /// The side has already made its setup choice.
    Committed,
    /// It is the other side's turn.
    Turn,
    /// The move is illegal.
    Refused(R),
    /// The notation of the manual move is too long.
    LongTurn,
    /// The manual move was undone by a protest; the player must choose another.
    Barred,
    /// The other side's last move was not manual, or has already been checked.
    Protest,
    /// The take-back covers no plies, or more than the `standing` plies that can be taken back.
    Takeback { standing: usize },
    /// The offer, answer or agreement is not possible now.
    Offer(OfferError),
    /// The side does not have enough vacation days left.
    Vacation { left: u32 },
    /// The state of the clocks does not allow the event.
    Time(TimeError),
    /// The event contradicts earlier events of the game.
    Ledger(LedgerError),
    /// The rules reject the combination of setup choices.
    Beginning,
}

/// Why an offer, answer or agreement is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfferError {
    /// A rematch is only possible once the game is over.
    GameNotOver,
    /// The same offer is pending, or the side has made too many offers.
    AlreadyOffered,
    /// There is no offer to decline.
    NoOffer,
    /// The other side has not made the offer that the event accepts.
    NotOffered,
    /// Too many moves have been made to abort the game.
    TooLate,
    /// The side has given time or announced vacations too often since the last move, or has caused too many other events.
    TooMany,
}

/// Why the state of the clocks does not allow an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeError {
    /// The clocks have not started, or the game has none.
    NoClock,
    /// The game is paused.
    Paused,
    /// The game is not paused.
    Going,
    /// The other side already has the maximum time.
    Full,
    /// The side has already announced a vacation.
    Announced,
    /// The side has not announced a vacation.
    NotAnnounced,
    /// The vacation would begin in the past, or too far in the future.
    Ahead,
}

/// Why the holder of a seat can never cause an event, whatever the state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatError {
    /// The seat is a spectator's.
    Watching,
    /// Only the other side can cause the event.
    OtherSide,
}

impl<R> From<OfferError> for EventError<R> {
    fn from(error: OfferError) -> Self {
        Self::Offer(error)
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
