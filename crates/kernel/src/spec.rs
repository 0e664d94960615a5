use std::fmt;

use crate::{Adjudication, Text, TextError};

/// A game's spec, `id` or `id:option,option,…`: its identifier, its own options and the adjudication options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSpec {
    /// The game's identifier.
    pub id: String,
    /// The game's own options as written, in order.
    pub options: Vec<String>,
    /// The adjudication options.
    pub adjudication: Adjudication,
    /// Where the game's own options stand in the text it was read from; empty if it was read from none.
    offsets: Vec<usize>,
}

/// Names an error in a game's spec.
pub type SpecError = TextError;

impl GameSpec {
    /// Makes a spec of its parts.
    pub const fn new(id: String, options: Vec<String>, adjudication: Adjudication) -> Self {
        Self { id, options, adjudication, offsets: Vec::new() }
    }

    /// Reads a spec; whether the game and its own options exist is for the registry to say.
    ///
    /// # Errors
    /// An empty identifier or option, or an adjudication option that is repeated or out of range.
    pub fn read(text: &str) -> Result<Self, SpecError> {
        let (id, list) = match text.split_once(':') {
            Some((id, list)) => (id, Some(list)),
            None => (text, None),
        };
        if id.is_empty() {
            return Err(TextError::new(
                "",
                0,
                Text::new("a game's name is missing", "il manque le nom d'un jeu"),
            ));
        }
        let mut spec = Self::new(id.to_owned(), Vec::new(), Adjudication::NONE);
        let mut at = id.len() + 1;
        for option in list.into_iter().flat_map(|list| list.split(',')) {
            if option.is_empty() {
                return Err(TextError::new(
                    "",
                    at,
                    Text::new("an option is missing here", "il manque une option ici"),
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

    /// Moves an error about the game's own options, whose offset counts from the first of them as if they alone were
    /// joined by commas, to where it lies in the text that this spec was read from.
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
    fn errors_of_a_game_lie_where_its_option_stands() {
        let spec = GameSpec::read("game:repetition=3,ab,quiet-limit=9,cd").unwrap();
        for (at, found) in [(0, 18), (1, 19), (3, 35), (4, 36)] {
            assert_eq!(spec.located(TextError::new("", at, "")).at, found);
        }
    }

    #[test]
    fn bad_specs_say_where() {
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
