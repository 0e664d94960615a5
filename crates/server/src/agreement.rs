//! What players say to each other beside their moves: resigning, aborting, proposing, declining, agreeing.

use entourage_kernel::Side;
use entourage_store::{Event, Line, Offer, Seat};

use crate::failure::Failure;

/// The most that is proposed between two moves.
const MOST_OFFERS: usize = 6;

/// The number of moves from which on a game is not aborted but resigned.
const BEGUN: usize = 2;

/// Tells whether an event has its place after a game's end: it is about playing again.
pub(crate) fn is_about_rematch(event: &Event) -> bool {
    matches!(event, Event::Offer { offer: Offer::Rematch, .. } | Event::Decline { .. } | Event::Rematch {})
}

/// Refuses what is said out of place in a game that is over or not, and was created with so many moves.
pub(crate) fn check(line: &Line, seat: Seat, event: &Event, over: bool, given: usize) -> Result<(), Failure> {
    let standing = line.moves().len();
    match event {
        Event::Offer { offer: Offer::Rematch, .. } | Event::Rematch {} if !over => Err(Failure::Underway),
        Event::Offer { offer: Offer::Takeback { plies }, .. }
            if usize::try_from(*plies).map_or(true, |plies| plies > standing) =>
        {
            Err(Failure::Takeback { standing })
        }
        Event::Offer { side, offer }
            if line.offer() == Some((*side, *offer)) || line.offers() >= MOST_OFFERS =>
        {
            Err(Failure::Offered)
        }
        Event::Decline { .. } if line.offer().is_none() => Err(Failure::NoOffer),
        Event::Draw {} => check_agreed(seat, line.offer(), Offer::Draw),
        Event::Rematch {} => check_agreed(seat, line.offer(), Offer::Rematch),
        Event::Abort { .. } if standing.saturating_sub(given) >= BEGUN => Err(Failure::Earnest),
        _ => Ok(()),
    }
}

/// Refuses what needs the other's word where the other has not proposed it. Who plays both sides agrees with himself.
pub(crate) fn check_agreed(seat: Seat, proposed: Option<(Side, Offer)>, offer: Offer) -> Result<(), Failure> {
    match seat {
        Seat::Side(own) if proposed != Some((!own, offer)) => Err(Failure::Agreement),
        _ => Ok(()),
    }
}
