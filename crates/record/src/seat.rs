use entourage_kernel::Side;

use crate::{AccountId, Event, GameId, KeyHash, SeatError};

/// What a key lets its holder do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// Play for both sides: the one key of a game at one screen, or against the computer.
    Both,
    /// Play for a side.
    Side(Side),
    /// Look on.
    Watch,
}

impl Seat {
    /// Lists all seats.
    pub const ALL: [Self; 4] = [Self::Both, Self::Side(Side::First), Self::Side(Side::Second), Self::Watch];

    /// Returns the word under which databases keep the seat and the interface names it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::Side(Side::First) => "1",
            Self::Side(Side::Second) => "2",
            Self::Watch => "watch",
        }
    }

    /// Reads a seat's word; `None` if it is none.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|seat| seat.word() == word)
    }

    /// Returns whether its holder may play for a side.
    pub fn plays(self, side: Side) -> bool {
        self == Self::Both || self == Self::Side(side)
    }

    /// Refuses what the seat never allows, whatever stands on the board.
    pub fn check(self, event: &Event) -> Result<(), SeatError> {
        match (self, event) {
            (Self::Both, _) => Ok(()),
            (Self::Watch, _) => Err(SeatError::Watching),
            (
                Self::Side(own),
                Event::Resign { side }
                | Event::Setup { side, .. }
                | Event::Offer { side, .. }
                | Event::Decline { side }
                | Event::Abort { side }
                | Event::Protest { side, .. }
                | Event::Vacation { side, .. }
                | Event::Announce { side, .. }
                | Event::Stay { side }
                | Event::Give { side },
            ) if *side != own => Err(SeatError::OtherSide),
            (Self::Side(_), _) => Ok(()),
        }
    }

    /// Returns the seat with colours swapped.
    pub fn swapped(self) -> Self {
        match self {
            Self::Side(side) => Self::Side(!side),
            other => other,
        }
    }
}

#[cfg(feature = "openapi")]
crate::schema::describe! {
    Seat as "Seat": crate::schema::one_of(Seat::ALL.map(Seat::word))
        .description(Some("What a key lets its holder do."));
}

/// Gives the holder of a key a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grant {
    /// What is kept of the key.
    pub key: KeyHash,
    /// The seat.
    pub seat: Seat,
    /// Whether it is the key of who created the game and may replace the others before the game begins.
    pub host: bool,
    /// The account that the seat belongs to; none of a guest's.
    pub account: Option<AccountId>,
}

/// What a key opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// The game.
    pub game: GameId,
    /// The seat in it.
    pub seat: Seat,
    /// Whether it is the key of who created the game.
    pub host: bool,
    /// The key; none where a public name opens the game.
    pub key: Option<KeyHash>,
    /// The account that the seat belongs to; none of a guest's.
    pub account: Option<AccountId>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_have_words_and_play_their_sides() {
        for seat in Seat::ALL {
            assert_eq!(Seat::from_word(seat.word()), Some(seat));
            assert_eq!(seat.swapped().swapped(), seat);
        }
        assert_eq!(Seat::from_word("3"), None);
        assert!(Side::BOTH.into_iter().all(|side| Seat::Both.plays(side) && !Seat::Watch.plays(side)));
        assert!(Seat::Side(Side::First).plays(Side::First) && !Seat::Side(Side::First).plays(Side::Second));
    }
}
