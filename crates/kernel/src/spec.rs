use std::fmt;

use crate::{Adjudication, TextError};

/// Holds a game's spec: its identifier, the game's own options, and the adjudication options.
///
/// Written `id` or `id:option,option,…`, for example `id:summary,repetition=3,quiet-limit=100`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSpec {
    /// The game's identifier.
    pub id: String,
    /// The game's own options as written, in order.
    pub options: Vec<String>,
    /// The adjudication options.
    pub adjudication: Adjudication,
    /// Where the options begin in the text, for error messages.
    pub options_at: usize,
}

/// Names an error in a game's spec.
pub type SpecError = TextError;

impl GameSpec {
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
            return Err(TextError::new("", 0, "a game's name is missing"));
        }
        let options_at = id.len() + 1;
        let mut spec =
            Self { id: id.to_owned(), options: Vec::new(), adjudication: Adjudication::NONE, options_at };
        let mut at = options_at;
        for option in list.into_iter().flat_map(|list| list.split(',')) {
            if option.is_empty() {
                return Err(TextError::new("", at, "an option is missing here"));
            }
            if !spec.adjudication.read_option(option).map_err(|error| error.shifted(at))? {
                spec.options.push(option.to_owned());
            }
            at += option.len() + 1;
        }
        Ok(spec)
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
