use std::fmt;
use std::str::FromStr;

use data_encoding::HEXLOWER;
use entourage_kernel::Side;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::GameId;

/// 256 random bits that are hashed with a setup choice to keep the choice secret; written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(type = "string"))]
pub struct Salt([u8; 32]);

/// A side's commitment to a hidden setup choice: a SHA-256 hash, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(type = "string"))]
pub struct Commitment([u8; 32]);

impl Salt {
    /// Creates a salt from bits, which must come from the operating system's random number generator.
    pub const fn from_bits(bits: [u8; 32]) -> Self {
        Self(bits)
    }
}

impl Commitment {
    /// Returns a side's commitment to a choice in canonical notation: the SHA-256 hash of five lines of text, ending with the salt.
    pub fn to(game: GameId, side: Side, choice: &str, salt: &Salt) -> Self {
        let lines = format!("entourage setup 1\n{game}\n{}\n{choice}\n{salt}\n", side.number());
        Self(Sha256::digest(lines).into())
    }
}

/// Hides the bits, so that they do not appear in logs.
impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Salt(…)")
    }
}

macro_rules! written_as_hex {
    ($($name:ident)*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&HEXLOWER.encode(&self.0))
            }
        }

        impl FromStr for $name {
            type Err = ();
            fn from_str(text: &str) -> Result<Self, ()> {
                HEXLOWER.decode(text.as_bytes()).map_err(|_| ())?.try_into().map(Self).map_err(|_| ())
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(|()| serde::de::Error::custom("expected 64 lower-case hexadecimal digits"))
            }
        }
    )*};
}

written_as_hex!(Salt Commitment);

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests the example in docs/SERVER.md; `printf 'entourage setup 1\n…' | sha256sum` gives the same hash.
    #[test]
    fn a_commitment_is_the_sha_256_of_five_lines() {
        let game: GameId = "a".repeat(26).parse().unwrap();
        let salt: Salt = "00112233445566778899aabbccddeeff".repeat(2).parse().unwrap();
        let commitment = Commitment::to(game, Side::Second, "reaper@G+jolt@Y/KBGRY", &salt);
        assert_eq!(commitment.to_string(), "a20935c68f4df8ecf07e74c117f389969fe1f2e5cb4daa800853146c9d87aa31");
        assert_ne!(commitment, Commitment::to(game, Side::First, "reaper@G+jolt@Y/KBGRY", &salt));
        assert_ne!(commitment, Commitment::to(game.next(), Side::Second, "reaper@G+jolt@Y/KBGRY", &salt));
        assert_ne!(commitment, Commitment::to(game, Side::Second, "reaper@G+jolt@Y/KBGYR", &salt));
    }

    #[test]
    fn salts_round_trip_and_stay_out_of_logs() {
        let salt = Salt::from_bits([0xa7; 32]);
        assert_eq!(salt.to_string().parse(), Ok(salt));
        assert_eq!(format!("{salt:?}"), "Salt(…)");
        let good = "0".repeat(64);
        for bad in ["", "0", &good[1..], &format!("{good}0"), &good.replace('0', "A"), "é"] {
            assert!(bad.parse::<Salt>().is_err() && bad.parse::<Commitment>().is_err(), "{bad}");
        }
    }
}
