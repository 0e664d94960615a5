//! What players say to each other beside their moves: proposing, declining, agreeing, aborting.

use entourage_kernel::Side;

use crate::{Event, Ledger, Offer, Seat, TalkError};

/// The most that a side proposes between two moves: neither takes it from the other.
const MOST_OFFERS: usize = 6;

/// The most draws that a side offers in a game: who declined so many has answered.
const MOST_DRAWS: usize = 10;

/// The most that a side gives time, or announces a vacation, between two moves: nobody fills a game so that no move has room in it.
const MOST_COURTESIES: usize = 6;

/// The most that a side says in a game beside moves: whatever the two say, most of the game's events are left for moves.
pub(crate) const MOST_WORDS: usize = 512;

/// The number of moves from which on a game is not aborted but resigned.
const BEGUN: usize = 2;

/// Refuses what is said out of place in a game that is over or not, and was created with so many moves.
pub(crate) fn check(
    ledger: &Ledger,
    seat: Seat,
    event: &Event,
    over: bool,
    given: usize,
) -> Result<(), TalkError> {
    if let Some(side) = event.speaker().filter(|side| ledger.words(*side) >= MOST_WORDS) {
        // What is said last of all must find room.
        let answers =
            matches!(event, Event::Decline { .. }) && ledger.offer().is_some_and(|(by, _)| by != side);
        return if answers { Ok(()) } else { Err(TalkError::Often) };
    }
    match event {
        Event::Offer { offer: Offer::Rematch, .. } | Event::Rematch {} if !over => Err(TalkError::Underway),
        Event::Offer { side, offer }
            if ledger.offer() == Some((*side, *offer))
                || ledger.offers(*side) >= MOST_OFFERS
                || *offer == Offer::Draw && ledger.draws(*side) >= MOST_DRAWS =>
        {
            Err(TalkError::Offered)
        }
        Event::Decline { .. } if ledger.offer().is_none() => Err(TalkError::NoOffer),
        Event::Draw {} => check_agreed(seat, ledger.offer(), Offer::Draw),
        Event::Rematch {} => check_agreed(seat, ledger.offer(), Offer::Rematch),
        Event::Pause {} => check_agreed(seat, ledger.offer(), Offer::Pause),
        Event::Resume {} => check_agreed(seat, ledger.offer(), Offer::Resume),
        Event::Announce { side, .. } | Event::Give { side } if ledger.courtesies(*side) >= MOST_COURTESIES => {
            Err(TalkError::Often)
        }
        Event::Abort { .. } if ledger.moves().len().saturating_sub(given) >= BEGUN => Err(TalkError::Earnest),
        _ => Ok(()),
    }
}

/// Returns what a proposal amounts to: where the other side has proposed just that meanwhile, both agree.
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

/// Refuses what needs the other's word where the other has not proposed it. Who plays both sides agrees alone.
pub(crate) fn check_agreed(seat: Seat, proposed: Option<(Side, Offer)>, offer: Offer) -> Result<(), TalkError> {
    match seat {
        Seat::Side(own) if proposed != Some((!own, offer)) => Err(TalkError::Agreement),
        _ => Ok(()),
    }
}
