//! Identifiers and secrets of 128 random bits, and the hashes under which secrets are stored.

use entourage_kernel::Side;
use sha2::{Digest, Sha256};

use crate::bits::{Bits, written_as_bits};

/// Identifies an account within the server and its database; it is not a secret.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct AccountId(Bits);

/// Identifies a game within the server and its database; access requires a [`Key`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GameId(Bits);

/// Identifies a tournament in its URL and in the database; the ID gives access only as a spectator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TournamentId(Bits);

/// The secret key to a seat in a game. Only its hash is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key(Bits);

/// The secret of a session, recovery code or passkey challenge. Only its hash is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Token(Bits);

/// The secret in a link sent by e-mail; the link can only confirm or unsubscribe the e-mail address.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MailToken(Bits);

/// The SHA-256 hash under which a key is stored; keys are random, so the hash cannot be reversed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KeyHash([u8; 32]);

/// The SHA-256 hash under which a token is stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TokenHash([u8; 32]);

written_as_bits!(AccountId, GameId, TournamentId, Key, Token, MailToken);

macro_rules! kept_as_bytes {
    ($($name:ident)*) => {$(
        impl $name {
            /// Creates a hash from the stored bytes.
            pub const fn from_bytes(bytes: [u8; 32]) -> Self {
                Self(bytes)
            }

            /// Returns the bytes to store.
            pub fn bytes(&self) -> &[u8; 32] {
                &self.0
            }
        }
    )*};
}

kept_as_bytes!(KeyHash TokenHash);

impl AccountId {
    /// Returns the 128 bits of the identifier.
    pub const fn bits(self) -> [u8; 16] {
        self.0.0
    }
}

impl TokenHash {
    /// Returns the public ID of a session or API token, which gives no access.
    pub fn id(&self) -> String {
        self.0[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl TournamentId {
    /// Returns the 128 bits of the identifier.
    pub const fn bits(self) -> [u8; 16] {
        self.0.0
    }
}

impl GameId {
    /// Returns the challenger's side in a challenge in which sides are random: programs want to know it in advance.
    pub const fn drawn_side(self) -> Side {
        if self.0.0[0] & 1 == 0 { Side::First } else { Side::Second }
    }

    /// Returns the ID of the game's rematch. It is derived from this ID, so a game has at most one rematch.
    pub fn next(self) -> Self {
        Self(self.0.derive(b"rematch of "))
    }
}

impl Key {
    /// Returns the hash under which the key is stored.
    pub fn hash(&self) -> KeyHash {
        KeyHash(Sha256::digest(self.0.0).into())
    }

    /// Returns the key to the same player's seat in the rematch; only the holder of this key can derive it.
    pub fn next(&self) -> Self {
        Self(self.0.derive(b"rematch by "))
    }
}

impl TokenHash {
    /// Returns the hash under which the network of a sign-in is stored.
    pub fn of_network(network: &str) -> Self {
        Self(Sha256::new().chain_update(b"network ").chain_update(network).finalize().into())
    }
}

impl Token {
    /// Returns the hash under which the token is stored.
    pub fn hash(&self) -> TokenHash {
        // The prefix makes hashes of tokens differ from hashes of keys.
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
    fn debug_output_hides_keys_and_tokens() {
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
