use std::fmt;

use crate::{Adjudication, TextError};

/// The specification of a game, `id` or `id:option,option,…`: identifier, the game's own options, and adjudication options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSpec {
    /// The game's identifier.
    pub id: String,
    /// The game's own options as written, in order; not validated here.
    pub options: Vec<String>,
    /// The adjudication options.
    pub adjudication: Adjudication,
    /// The byte offset of each of the game's own options in the text; empty if the spec was not parsed.
    offsets: Vec<usize>,
}

/// An error in a game's spec.
pub type SpecError = TextError;

impl GameSpec {
    /// Creates a spec without checking the options; [`located`](Self::located) then returns errors unchanged.
    pub const fn new(id: String, options: Vec<String>, adjudication: Adjudication) -> Self {
        Self { id, options, adjudication, offsets: Vec::new() }
    }

    /// Parses a spec; the registry checks whether the game and its options exist. Fails on an empty identifier or
    /// option, or an adjudication option that is repeated or out of range.
    pub fn read(text: &str) -> Result<Self, SpecError> {
        let (id, list) = match text.split_once(':') {
            Some((id, list)) => (id, Some(list)),
            None => (text, None),
        };
        if id.is_empty() {
            return Err(TextError::bilingual("", 0, "the game's name is missing", "il manque le nom du jeu"));
        }
        let mut spec = Self::new(id.to_owned(), Vec::new(), Adjudication::NONE);
        let mut at = id.len() + 1;
        for option in list.into_iter().flat_map(|list| list.split(',')) {
            if option.is_empty() {
                return Err(TextError::bilingual(
                    "",
                    at,
                    "expected an option after the colon or comma",
                    "attendu\u{a0}: une option après le deux-points ou la virgule",
                ));
            }
            if !spec.adjudication.read_option(option).map_err(|error| error.shifted(at))? {
                spec.options.push(option.to_owned());
                spec.offsets.push(at);
            }
            at += option.len() + 1;
        }
        Ok(spec)
    }

    /// Converts an error about the game's own options: `error.at` is an offset in the options joined by commas, and the
    /// result's `at` is the offset in the text from which this spec was parsed.
    pub fn located(&self, error: TextError) -> TextError {
        let mut begins = 0;
        for (option, offset) in self.options.iter().zip(&self.offsets) {
            if error.at <= begins + option.len() {
                let within = error.at - begins;
                return TextError { at: offset + within, ..error };
            }
            begins += option.len() + 1;
        }
        error
    }
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)?;
        for (i, option) in self.options.iter().cloned().chain(self.adjudication.options()).enumerate() {
            write!(f, "{}{option}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_round_trip() {
        for text in ["game", "game:a,b=c", "game:repetition=3", "game:a,repetition=3,quiet-limit=100"] {
            assert_eq!(GameSpec::read(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn game_errors_are_located_at_the_option() {
        let spec = GameSpec::read("game:repetition=3,ab,quiet-limit=9,cd").unwrap();
        for (at, found) in [(0, 18), (1, 19), (3, 35), (4, 36)] {
            assert_eq!(spec.located(TextError::new("", at, "")).at, found);
        }
    }

    #[test]
    fn invalid_specs_are_located() {
        for (text, token, at) in [
            ("", "", 0),
            ("game:", "", 5),
            ("game:a,,b", "", 7),
            ("game:a,repetition=x", "x", 18),
            ("game:repetition=1", "1", 16),
            ("game:quiet-limit=0", "0", 17),
            ("game:repetition=3,repetition=3", "repetition=3", 18),
        ] {
            let error = GameSpec::read(text).unwrap_err();
            assert_eq!((error.token.as_str(), error.at), (token, at), "{text}: {error}");
        }
    }
}
