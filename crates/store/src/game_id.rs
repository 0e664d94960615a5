use std::fmt;
use std::str::FromStr;

use data_encoding::BASE32_NOPAD;

/// Names a game by 128 random bits: nobody can guess it, and who holds it may play.
///
/// Written as 26 lower-case letters and digits (RFC 4648 base32), which survive links, chats and double clicks whole.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GameId([u8; 16]);

impl GameId {
    /// Draws a new id from the operating system's randomness.
    ///
    /// # Errors
    /// The operating system has no randomness to give.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes))
    }
}

/// Writes the id whole; it is a secret of those who play the game.
impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&BASE32_NOPAD.encode(&self.0).to_ascii_lowercase())
    }
}

/// Hides the id, so that it does not reach logs.
impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GameId(…)")
    }
}

/// Reads 26 letters and digits in either case.
impl FromStr for GameId {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        let bytes = BASE32_NOPAD.decode(text.to_ascii_uppercase().as_bytes()).map_err(|_| ())?;
        bytes.try_into().map(Self).map_err(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_round_trip_and_differ() {
        let ids: HashSet<GameId> = (0..1000).map(|_| GameId::random().unwrap()).collect();
        assert_eq!(ids.len(), 1000);
        for id in ids {
            let text = id.to_string();
            assert!(text.len() == 26 && text.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{text}");
            assert_eq!(text.parse(), Ok(id));
            assert_eq!(text.to_ascii_uppercase().parse(), Ok(id));
        }
    }

    #[test]
    fn other_texts_are_no_ids() {
        let good = GameId([0; 16]).to_string();
        for bad in [
            "",
            "a",
            &good[1..],
            &format!("{good}a"),
            &good.replace('a', "1"),
            "bbbbbbbbbbbbbbbbbbbbbbbbbb",
            "é",
        ] {
            assert_eq!(bad.parse::<GameId>(), Err(()), "{bad}");
        }
        assert_eq!(format!("{:?}", GameId([7; 16])), "GameId(…)");
    }
}
