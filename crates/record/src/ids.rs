//! Names and secrets of 128 random bits, and the hashes under which secrets are kept.

use sha2::{Digest, Sha256};

use crate::bits::{Bits, written_as_bits};

/// Names an account by 128 random bits, inside the server and its database. It opens nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct AccountId(Bits);

/// Names a game by 128 random bits, inside the server and its database. It opens nothing: a [`Key`] does.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GameId(Bits);

/// Names a tournament by 128 random bits, in its address and in the database. It opens nothing but watching.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TournamentId(Bits);

/// Opens a game: 128 random bits that no one can guess. Who holds a key has its seat, and only its hash is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key(Bits);

/// 128 random bits that no one can guess: what a browser keeps of a session, a recovery code, or the name of a ceremony in progress.
/// Only its hash is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Token(Bits);

/// 128 random bits in the links of e-mails to an address, which confirm it or stop the e-mails, and open nothing else.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MailToken(Bits);

/// Recognises a key without telling it: its SHA-256. As the key is random whole, nothing shorter than guessing all of it leads back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KeyHash([u8; 32]);

/// Recognises a token without telling it: its SHA-256.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TokenHash([u8; 32]);

written_as_bits!(AccountId, GameId, TournamentId, Key, Token, MailToken);

macro_rules! kept_as_bytes {
    ($($name:ident)*) => {$(
        impl $name {
            /// Reads what a database keeps.
            pub const fn from_bytes(bytes: [u8; 32]) -> Self {
                Self(bytes)
            }

            /// Returns its bytes, under which databases keep it.
            pub fn bytes(&self) -> &[u8; 32] {
                &self.0
            }
        }
    )*};
}

kept_as_bytes!(KeyHash TokenHash);

impl AccountId {
    /// Returns the bits.
    pub const fn bits(self) -> [u8; 16] {
        self.0.0
    }
}

impl TournamentId {
    /// Returns the bits.
    pub const fn bits(self) -> [u8; 16] {
        self.0.0
    }
}

impl GameId {
    /// Returns the id of the game's rematch, always the same one, so that a game has one rematch at most.
    pub fn next(self) -> Self {
        Self(self.0.derive(b"rematch of "))
    }
}

impl Key {
    /// Returns what is kept of the key.
    pub fn hash(&self) -> KeyHash {
        KeyHash(Sha256::digest(self.0.0).into())
    }

    /// Returns the key to the rematch of the key's game: who holds one has the other, and no one else.
    pub fn next(&self) -> Self {
        Self(self.0.derive(b"rematch by "))
    }
}

impl Token {
    /// Returns what is kept of the token.
    pub fn hash(&self) -> TokenHash {
        // A key to a game is recognised by the same hash: the prefix keeps the two apart.
        TokenHash(Sha256::new().chain_update(b"token ").chain_update(self.0.0).finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_stay_out_of_logs_and_have_one_rematch() {
        let id = GameId::from_bits([7; 16]);
        assert_eq!(format!("{id:?}"), "GameId(…)");
        assert_eq!(id.to_string().parse(), Ok(id));
        assert!(id.next() == id.next() && id.next() != id && id.next().next() != id);
    }

    #[test]
    fn keys_and_tokens_tell_nothing_of_themselves_unasked() {
        let (key, token) = (Key::from_bits([7; 16]), Token::from_bits([7; 16]));
        assert_eq!((format!("{key:?}"), format!("{token:?}")), ("Key(…)".to_owned(), "Token(…)".to_owned()));
        assert_eq!((key.to_string().parse(), token.to_string().parse()), (Ok(key), Ok(token)));
        assert!(key.hash() == key.hash() && key.hash() != Key::from_bits([8; 16]).hash());
        assert!(key.next() == key.next() && key.next() != key && key.next().hash() != key.hash());
        assert!(token.hash() == token.hash() && token.hash() != Token::from_bits([8; 16]).hash());
        assert_eq!(TokenHash::from_bytes(*token.hash().bytes()), token.hash());
        assert_ne!(token.hash().bytes(), key.hash().bytes());
    }

    #[test]
    fn the_hash_is_the_sha_256_of_the_bits() {
        let key: Key = "a".repeat(26).parse().unwrap();
        // echo -n (16 zero bytes) | sha256sum
        assert_eq!(
            data_encoding::HEXLOWER.encode(key.hash().bytes()),
            "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb"
        );
    }
}
