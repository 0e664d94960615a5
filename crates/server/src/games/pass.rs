use entourage_record::TokenHash;

use crate::games::prelude::*;

/// Authorises access to one seat of a game.
#[derive(Clone, Copy)]
pub(crate) enum Pass {
    Key(Key),
    /// A session of the seat's account; `seat` can be `None` if the account has only one seat in the game.
    Session {
        hash: TokenHash,
        game: GameId,
        seat: Option<Seat>,
    },
    /// The account of the API token that a bot or tool sent.
    Account {
        account: AccountId,
        game: GameId,
    },
}

/// How a client gets access to a game.
#[derive(Clone, Copy)]
pub(crate) enum EntryPoint {
    Pass(Pass),
    /// The game's public name, which allows watching while the game is public.
    Name(GameId),
}

impl Pass {
    /// Formats the pass that signed-in users send instead of a key.
    pub fn written(game: GameId, seat: Seat) -> String {
        format!("@{game}.{}", seat.word())
    }

    pub fn read(text: &str, hash: TokenHash) -> Option<Self> {
        let rest = text.strip_prefix('@')?;
        let (game, seat) = match rest.split_once('.') {
            Some((game, seat)) => (game, Some(Seat::from_word(seat)?)),
            None => (rest, None),
        };
        Some(Self::Session { hash, game: game.parse().ok()?, seat })
    }

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
    fn only_written_passes_are_parsed() {
        let (game, hash) = (GameId::from_bits([7; 16]), Token::from_bits([8; 16]).hash());
        for seat in Seat::ALL {
            let Some(Pass::Session { hash: read, game: of, seat: known }) =
                Pass::read(&Pass::written(game, seat), hash)
            else {
                panic!("not parsed")
            };
            assert!(read == hash && of == game && known == Some(seat));
        }
        assert!(matches!(Pass::read(&format!("@{game}"), hash), Some(Pass::Session { seat: None, .. })));
        for none in ["", "@", "@x", "@x.1", &game.to_string(), &format!("@{game}."), &format!("@{game}.3")] {
            assert!(Pass::read(none, hash).is_none(), "{none}");
        }
    }
}
