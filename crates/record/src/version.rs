use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Length of a version in bytes; enough to avoid accidental collisions among the versions of one text.
const BYTES: usize = 8;

/// The version of a stored text: 16 hexadecimal digits of the text's SHA-256 hash. Clients send the version that they last read, so that
/// the server detects concurrent changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(type = "string"))]
pub struct Version([u8; BYTES]);

/// The error for a string that is not a valid version.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected 16 hexadecimal digits")]
pub struct InvalidVersion;

impl Version {
    /// Returns the version of a text; if no text is stored, pass the empty string.
    pub fn of(text: &str) -> Self {
        let hash: [u8; 32] = Sha256::digest(text).into();
        let mut version = [0; BYTES];
        version.copy_from_slice(&hash[..BYTES]);
        Self(version)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&data_encoding::HEXLOWER.encode(&self.0))
    }
}

impl FromStr for Version {
    type Err = InvalidVersion;

    fn from_str(text: &str) -> Result<Self, InvalidVersion> {
        let bytes = data_encoding::HEXLOWER.decode(text.as_bytes()).map_err(|_| InvalidVersion)?;
        bytes.try_into().map(Self).map_err(|_| InvalidVersion)
    }
}

impl From<Version> for String {
    fn from(version: Version) -> Self {
        version.to_string()
    }
}

impl TryFrom<String> for Version {
    type Error = InvalidVersion;

    fn try_from(text: String) -> Result<Self, InvalidVersion> {
        text.parse()
    }
}

#[cfg(feature = "schema")]
crate::schema::describe! {
    Version as "Version": crate::schema::text("^[0-9a-f]{16}$")
        .description(Some("The version of a stored text, which changes whenever the text does."));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_distinguish_texts_and_are_parsed_strictly() {
        let version = Version::of("Watch e5.");
        assert_eq!(version, Version::of("Watch e5."));
        assert_ne!(version, Version::of("Watch e5"));
        // echo -n | sha256sum
        assert_eq!(Version::of("").to_string(), "e3b0c44298fc1c14");
        assert_eq!(version.to_string().parse(), Ok(version));
        for bad in [
            "",
            "e3b0c44298fc1c1",
            "e3b0c44298fc1c145",
            "E3B0C44298FC1C14",
            "e3b0c44298fc1c1g",
            "é3b0c44298fc1c1",
        ] {
            assert_eq!(bad.parse::<Version>(), Err(InvalidVersion), "{bad}");
        }
        let written = serde_json::to_string(&version).unwrap();
        assert_eq!(serde_json::from_str::<Version>(&written).unwrap(), version);
        assert!(serde_json::from_str::<Version>("\"x\"").is_err());
    }
}
