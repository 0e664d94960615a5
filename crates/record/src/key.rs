use sha2::{Digest, Sha256};

use crate::bits::{Bits, written_as_bits};

/// Opens a game: 128 random bits that nobody can guess. Who holds a key has its seat, and nothing but its hash is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key(Bits);

/// Recognises a key without telling it: its SHA-256. The key being random whole, nothing shorter than guessing all of
/// it leads back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KeyHash([u8; 32]);

impl KeyHash {
    /// Reads what a database keeps.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns its bytes, under which databases keep it.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl Key {
    /// Returns what is kept of the key.
    pub fn hash(&self) -> KeyHash {
        KeyHash(Sha256::digest(self.0.0).into())
    }

    /// Returns the key to the rematch of the key's game: who holds one has the other, and nobody else.
    pub fn next(&self) -> Self {
        Self(self.0.derive(b"rematch by "))
    }
}

written_as_bits!(Key);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_tell_nothing_of_themselves_unasked() {
        let key = Key::from_bits([7; 16]);
        assert_eq!(format!("{key:?}"), "Key(…)");
        assert_eq!(key.to_string().parse(), Ok(key));
        assert!(key.hash() == key.hash() && key.hash() != Key::from_bits([8; 16]).hash());
        assert!(key.next() == key.next() && key.next() != key && key.next().hash() != key.hash());
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
