use std::fmt;

use sha2::{Digest, Sha256};

/// The hash of a definition's content, written in specs as `@sha256-` and 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ContentHash([u8; 32]);

impl ContentHash {
    pub(crate) const SIGN: char = '@';
    const PREFIX: &str = "@sha256-";

    /// Computes the hash of `content`.
    pub fn of(content: &[u8]) -> Self {
        Self(Sha256::digest(content).into())
    }

    /// Parses the hash at the start of a spec, ignoring options; `None` if there is none.
    pub fn of_spec(spec: &str) -> Option<Self> {
        let end = spec.find(':').unwrap_or(spec.len());
        Self::read(&spec[..end])
    }

    /// Parses a hash; `None` unless it is in canonical form.
    pub fn read(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(Self::PREFIX)?.as_bytes();
        if digits.len() != 64 {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = value(pair[0])? << 4 | value(pair[1])?;
        }
        Some(Self(bytes))
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::PREFIX)?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

fn value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_sha256_and_round_trip() {
        let hash = ContentHash::of(b"abc");
        let text = "@sha256-ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash.to_string(), text);
        assert_eq!(ContentHash::read(text), Some(hash));
        let upper = text.replace("ba78", "BA78");
        let longer = format!("{text}0");
        for bad in ["", "@", "@sha256-", &text[1..], &text[..71], &longer, &upper, &text.replace("ba", "ä")] {
            assert_eq!(ContentHash::read(bad), None, "{bad}");
        }
    }
}
