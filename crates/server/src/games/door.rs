use entourage_record::{AccountId, GameId, Key, Seat, TokenHash};

/// Opens a game to one of those who have a seat in it.
#[derive(Clone, Copy)]
pub(crate) enum Pass {
    /// A key to it.
    Key(Key),
    /// A session of the account whose the seat is.
    Session {
        /// What is kept of the session.
        hash: TokenHash,
        /// The game.
        game: GameId,
        /// The seat, where the account has several.
        seat: Option<Seat>,
    },
    /// The account whose the seat is, for a program that acts for it.
    Account {
        /// The account.
        account: AccountId,
        /// The game.
        game: GameId,
    },
}

/// Tells how somebody comes to a game.
#[derive(Clone, Copy)]
pub(crate) enum Door {
    /// As one of those who have a seat in it.
    Pass(Pass),
    /// By its name, which opens looking on while its players show the game to everybody.
    Name(GameId),
}

impl Pass {
    /// Writes what stands in place of a key for whoever is signed in.
    pub fn written(game: GameId, seat: Seat) -> String {
        format!("@{game}.{}", seat.word())
    }

    /// Reads what [`written`](Self::written) wrote, for a session; `None` if it is none.
    pub fn read(text: &str, hash: TokenHash) -> Option<Self> {
        let rest = text.strip_prefix('@')?;
        let (game, seat) = match rest.split_once('.') {
            Some((game, seat)) => (game, Some(Seat::from_word(seat)?)),
            None => (rest, None),
        };
        Some(Self::Session { hash, game: game.parse().ok()?, seat })
    }

    /// Returns the key, if it is one.
    pub fn key(self) -> Option<Key> {
        match self {
            Self::Key(key) => Some(key),
            Self::Session { .. } | Self::Account { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use entourage_record::Token;

    use super::*;

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let (game, hash) = (GameId::from_bits([7; 16]), Token::from_bits([8; 16]).hash());
        for seat in Seat::ALL {
            let Some(Pass::Session { hash: read, game: of, seat: known }) =
                Pass::read(&Pass::written(game, seat), hash)
            else {
                panic!("it is read")
            };
            assert!(read == hash && of == game && known == Some(seat));
        }
        assert!(matches!(Pass::read(&format!("@{game}"), hash), Some(Pass::Session { seat: None, .. })));
        for none in ["", "@", "@x", "@x.1", &game.to_string(), &format!("@{game}."), &format!("@{game}.3")] {
            assert!(Pass::read(none, hash).is_none(), "{none}");
        }
    }
}
