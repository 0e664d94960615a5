use entourage_kernel::Side;

use crate::{AccountId, Event, GameId, KeyHash, SeatError};

/// What a key allows in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// The key plays both sides; it is the only kind of key in games on one screen and against the computer.
    Both,
    /// The key plays one side.
    Side(Side),
    /// The key only allows watching.
    Watch,
}

impl Seat {
    /// All seats that a game can have.
    pub const ALL: [Self; 4] = [Self::Both, Self::Side(Side::First), Self::Side(Side::Second), Self::Watch];

    /// Returns the word for the seat in the database and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::Side(Side::First) => "1",
            Self::Side(Side::Second) => "2",
            Self::Watch => "watch",
        }
    }

    /// Parses the word for a seat; `None` if the word is unknown.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|seat| seat.word() == word)
    }

    /// Returns whether the holder of the seat plays `side`, possibly along with the other side.
    pub fn plays(self, side: Side) -> bool {
        self == Self::Both || self == Self::Side(side)
    }

    /// Checks whether the holder of the seat can ever cause `event`, regardless of the state of the game.
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

    /// Returns the seat with the sides swapped.
    pub fn swapped(self) -> Self {
        match self {
            Self::Side(side) => Self::Side(!side),
            other => other,
        }
    }
}

#[cfg(feature = "schema")]
crate::schema::describe! {
    Seat as "Seat": crate::schema::one_of(Seat::ALL.map(Seat::word))
        .description(Some("What a key allows: to play both sides (`both`), one side (`1` or `2`), or to watch (`watch`)."));
}

/// A key and the seat that it gives access to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grant {
    /// The hash of the key; the key itself is not stored.
    pub key: KeyHash,
    /// The seat that the key gives access to.
    pub seat: Seat,
    /// Whether the key belongs to the game's creator, who can replace the other keys before the game begins.
    pub host: bool,
    /// The account that owns the seat; `None` for guests.
    pub account: Option<AccountId>,
}

/// Access to a game, obtained with a key, an account or (for spectators) the game's public name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// The ID of the game.
    pub game: GameId,
    /// The seat in the game.
    pub seat: Seat,
    /// Whether the key belongs to the game's creator.
    pub host: bool,
    /// The hash of the key; `None` if access was not gained with a key.
    pub key: Option<KeyHash>,
    /// The account that owns the seat; `None` for guests.
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
        assert_eq!(
            ["1", "2", "3"].map(Seat::from_word),
            [Some(Seat::Side(Side::First)), Some(Seat::Side(Side::Second)), None]
        );
        assert!(Side::BOTH.into_iter().all(|side| Seat::Both.plays(side) && !Seat::Watch.plays(side)));
        assert!(Seat::Side(Side::First).plays(Side::First) && !Seat::Side(Side::First).plays(Side::Second));
    }
}
