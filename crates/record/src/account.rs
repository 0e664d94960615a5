use sha2::{Digest, Sha256};

use crate::bits::{Bits, written_as_bits};

/// Names an account by 128 random bits, inside the server and its database. It opens nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct AccountId(Bits);

written_as_bits!(AccountId);

impl AccountId {
    /// Returns the bits.
    pub const fn bits(self) -> [u8; 16] {
        self.0.0
    }
}

/// Holds 128 random bits that nobody can guess: what a browser keeps of a session, a recovery code, or the name of a ceremony under way.
/// Nothing but its hash is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Token(Bits);

/// Recognises a token without telling it: its SHA-256.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TokenHash([u8; 32]);

impl Token {
    /// Returns what is kept of the token.
    pub fn hash(&self) -> TokenHash {
        // A key to a game is recognised by the same hash: what stands before keeps the two apart.
        TokenHash(Sha256::new().chain_update(b"token ").chain_update(self.0.0).finalize().into())
    }
}

impl TokenHash {
    /// Reads what a database keeps.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns its bytes, under which databases keep it.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

written_as_bits!(Token);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Key;

    #[test]
    fn tokens_tell_nothing_of_themselves_unasked() {
        let token = Token::from_bits([7; 16]);
        assert_eq!(format!("{token:?}"), "Token(…)");
        assert_eq!(token.to_string().parse(), Ok(token));
        assert!(token.hash() == token.hash() && token.hash() != Token::from_bits([8; 16]).hash());
        assert_eq!(TokenHash::from_bytes(*token.hash().bytes()), token.hash());
        assert_ne!(token.hash().bytes(), Key::from_bits([7; 16]).hash().bytes());
    }
}
