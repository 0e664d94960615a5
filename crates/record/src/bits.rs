use std::fmt;
use std::str::FromStr;

use data_encoding::BASE32_NOPAD;
use sha2::{Digest, Sha256};

/// 128 random bits, written as 26 lower-case letters and digits (RFC 4648 base32), which are safe in URLs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Bits(pub [u8; 16]);

impl Bits {
    /// Hashes these bits with a purpose string and returns the result, from which the original bits cannot be recovered.
    pub fn derive(&self, purpose: &[u8]) -> Self {
        let hash: [u8; 32] = Sha256::new().chain_update(purpose).chain_update(self.0).finalize().into();
        let mut half = [0; 16];
        half.copy_from_slice(&hash[..16]);
        Self(half)
    }
}

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&BASE32_NOPAD.encode(&self.0).to_ascii_lowercase())
    }
}

impl FromStr for Bits {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        let bytes = BASE32_NOPAD.decode(text.to_ascii_uppercase().as_bytes()).map_err(|_| ())?;
        bytes.try_into().map(Self).map_err(|_| ())
    }
}

/// Implements construction, parsing and formatting for newtypes of [`Bits`], and a `Debug` that hides the bits from logs.
macro_rules! written_as_bits {
    ($($name:ident),*) => {$(
        impl $name {
            /// Creates a value from bits, which must come from the operating system's random number generator to be unguessable.
            pub const fn from_bits(bits: [u8; 16]) -> Self {
                Self(crate::bits::Bits(bits))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($name), "(…)"))
            }
        }

        impl std::str::FromStr for $name {
            type Err = ();
            fn from_str(text: &str) -> Result<Self, ()> {
                text.parse().map(Self)
            }
        }
    )*};
}

pub(crate) use written_as_bits;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bits_round_trip(bits in any::<[u8; 16]>()) {
            let bits = Bits(bits);
            let text = bits.to_string();
            prop_assert!(text.len() == 26 && text.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{text}");
            prop_assert!(text.parse() == Ok(bits) && text.to_ascii_uppercase().parse() == Ok(bits), "{text}");
        }
    }

    #[test]
    fn invalid_texts_are_rejected() {
        let good = Bits([0; 16]).to_string();
        for bad in [
            "",
            "a",
            &good[1..],
            &format!("{good}a"),
            &good.replace('a', "1"),
            "bbbbbbbbbbbbbbbbbbbbbbbbbb",
            "é",
        ] {
            assert!(bad.parse::<Bits>().is_err(), "{bad}");
        }
    }
}
