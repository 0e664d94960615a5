//! Limits and agreement checks for events other than moves: offers, declines, agreements and aborts.

use entourage_kernel::Side;

use crate::{Event, Ledger, Offer, OfferError, Seat};

/// Maximum number of offers that a side can make between two moves.
const MAX_OFFERS: usize = 6;

/// Maximum number of draw offers that a side can make in a game.
const MAX_DRAW_OFFERS: usize = 10;

/// Maximum number of times that a side can give its opponent extra time or announce a vacation between two moves.
/// Without this limit, a player could fill up the game's event log.
const MAX_COURTESIES: usize = 6;

/// Maximum number of events other than moves that a side can cause; this leaves most of a game's event limit for moves.
pub(crate) const MAX_SIDE_EVENTS: usize = 512;

/// Number of moves after which a game can no longer be aborted, only resigned.
const ABORT_LIMIT: usize = 2;

/// Checks that an event other than a move is allowed; `given` is the number of moves that the game was created with.
pub(crate) fn check(
    ledger: &Ledger,
    seat: Seat,
    event: &Event,
    over: bool,
    given: usize,
) -> Result<(), OfferError> {
    if let Some(side) = event.speaker().filter(|side| ledger.side_events(*side) >= MAX_SIDE_EVENTS) {
        // Answering a pending offer is always allowed.
        let answers =
            matches!(event, Event::Decline { .. }) && ledger.offer().is_some_and(|(by, _)| by != side);
        return if answers { Ok(()) } else { Err(OfferError::TooMany) };
    }
    match event {
        Event::Offer { offer: Offer::Rematch, .. } | Event::Rematch {} if !over => Err(OfferError::GameNotOver),
        Event::Offer { side, offer }
            if ledger.offer() == Some((*side, *offer))
                || ledger.offers(*side) >= MAX_OFFERS
                || *offer == Offer::Draw && ledger.draws(*side) >= MAX_DRAW_OFFERS =>
        {
            Err(OfferError::AlreadyOffered)
        }
        Event::Decline { .. } if ledger.offer().is_none() => Err(OfferError::NoOffer),
        Event::Draw {} => check_agreed(seat, ledger.offer(), Offer::Draw),
        Event::Rematch {} => check_agreed(seat, ledger.offer(), Offer::Rematch),
        Event::Pause {} => check_agreed(seat, ledger.offer(), Offer::Pause),
        Event::Resume {} => check_agreed(seat, ledger.offer(), Offer::Resume),
        Event::Announce { side, .. } | Event::Give { side } if ledger.courtesies(*side) >= MAX_COURTESIES => {
            Err(OfferError::TooMany)
        }
        Event::Abort { .. } if ledger.moves().len().saturating_sub(given) >= ABORT_LIMIT => {
            Err(OfferError::TooLate)
        }
        _ => Ok(()),
    }
}

/// Turns an offer into an agreement if the other side has already made the same offer.
pub(crate) fn crossed(ledger: &Ledger, event: Event) -> Event {
    match event {
        Event::Offer { side, offer } if ledger.offer() == Some((!side, offer)) => match offer {
            Offer::Draw => Event::Draw {},
            Offer::Rematch => Event::Rematch {},
            Offer::Pause => Event::Pause {},
            Offer::Resume => Event::Resume {},
            Offer::Takeback { plies } => Event::Takeback { plies },
        },
        event => event,
    }
}

/// Checks that the other side has made the offer that an event accepts. A player who controls both sides needs no offer.
pub(crate) fn check_agreed(
    seat: Seat,
    proposed: Option<(Side, Offer)>,
    offer: Offer,
) -> Result<(), OfferError> {
    match seat {
        Seat::Side(own) if proposed != Some((!own, offer)) => Err(OfferError::NotOffered),
        _ => Ok(()),
    }
}
