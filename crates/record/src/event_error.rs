use crate::{Ending, LedgerError};

/// Why an event cannot be the next one in a game.
///
/// `R` is the reason type of the game's rules.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are self-explanatory")]
pub enum EventError<R> {
    /// The game is read-only, since its rules are not supported.
    Frozen,
    /// The game has the maximum number of events.
    TooLong,
    /// The manual turns of the game have the maximum number of legs.
    Legs,
    /// The players or their clocks ended the game.
    Ended(Ending),
    /// The rules ended the game.
    Over,
    /// The players have not both made their setup choices.
    Preparing,
    /// The game has no setup choices.
    NoChoice,
    /// The side has already made its setup choice.
    Committed,
    /// It is the other side's turn.
    Turn,
    /// The move is illegal.
    Refused(R),
    /// The manual turn is too long.
    LongTurn,
    /// The turn was undone by a protest; its player must choose another.
    Barred,
    /// The other side's last turn was not manual, or has already been judged.
    Protest,
    /// Takes back no moves, or more than there are.
    Takeback { standing: usize },
    /// The offer, answer or agreement is out of place.
    Offer(OfferError),
    /// The side does not have that many days of vacation.
    Vacation { left: u32 },
    /// The state of the clocks does not allow it.
    Time(TimeError),
    /// The event contradicts the earlier ones.
    Ledger(LedgerError),
    /// The rules reject the combination of setup choices.
    Beginning,
}

/// Why an offer, answer or agreement is out of place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfferError {
    /// A rematch is only possible once the game is over.
    GameNotOver,
    /// The same offer is pending, or the side has made too many.
    AlreadyOffered,
    /// There is no offer to decline.
    NoOffer,
    /// The other side has not offered it.
    NotOffered,
    /// Too many moves have been made to abort the game.
    TooLate,
    /// The side has given time or announced vacations too often since the last move, or caused too many events other than moves.
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
    /// The vacation does not begin in the future, or too far in the future.
    Ahead,
}

/// Why a seat can never cause an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatError {
    /// The seat is a spectator's.
    Watching,
    /// The event is the other side's to cause.
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
