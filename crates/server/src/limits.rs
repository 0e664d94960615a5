use std::str::FromStr;

use entourage_kernel::{Text, TextError};

macro_rules! limits {
    ($($(#[$doc:meta])* $name:ident: $default:literal,)*) => {
        /// Limits per address: requests per minute, and open sockets and connections. 0 means unlimited.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Limits {
            $($(#[$doc])* pub $name: u32,)*
        }

        /// The defaults suffice for several people who share an address; one person needs a tenth of them.
        impl Default for Limits {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Limits {
            pub const NONE: Self = Self { $($name: 0,)* };

            fn figure(&mut self, name: &str) -> Option<&mut u32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

limits! {
    requests: 1800,
    changes: 600,
    games: 30,
    pictures: 300,
    connects: 120,
    sockets: 200,
    /// Open connections, including idle ones.
    connections: 256,
    /// CPU time in milliseconds.
    effort: 10_000,
    invitations: 5,
    /// E-mails to addresses that have not been confirmed.
    mails: 10,
    definitions: 20,
    attempts: 30,
    accounts: 10,
}

/// Parses `off` (no limits) or changes to the defaults, such as `games=5,sockets=off`.
impl FromStr for Limits {
    type Err = TextError;
    fn from_str(text: &str) -> Result<Self, TextError> {
        if text == "off" {
            return Ok(Self::NONE);
        }
        let (mut limits, mut at) = (Self::default(), 0);
        for token in text.split(',') {
            let wrong = |en, fr| TextError::new(token, at, Text::new(en, fr));
            let (name, number) = token
                .split_once('=')
                .ok_or_else(|| wrong("expected \"off\" or NAME=NUMBER", "attendu : « off » ou NOM=NOMBRE"))?;
            let figure = limits.figure(name).ok_or_else(|| {
                wrong(
                    "expected requests, changes, games, pictures, connects, sockets, connections, effort, invitations, mails, definitions, attempts or accounts",
                    "nom attendu : requests, changes, games, pictures, connects, sockets, connections, effort, invitations, mails, definitions, attempts ou accounts",
                )
            })?;
            *figure = match number {
                "off" => 0,
                number => number.parse().ok().filter(|number| *number > 0).ok_or_else(|| {
                    wrong("expected a positive number or \"off\"", "attendu : un nombre positif ou « off »")
                })?,
            };
            at += token.len() + 1;
        }
        Ok(limits)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn errors_name_a_token_and_its_offset(text in "((games|sockets|é|)(=|)(off|[0-9]{0,12}|-1|x)(,|)){0,3}") {
            if let Err(error) = text.parse::<Limits>() {
                prop_assert!(text[error.at..].starts_with(&error.token), "{error:?}");
            }
        }
    }

    #[test]
    fn unnamed_limits_keep_their_defaults() {
        assert_eq!("off".parse(), Ok(Limits::NONE));
        let read = "games=5,sockets=off".parse();
        assert_eq!(read, Ok(Limits { games: 5, sockets: 0, ..Limits::default() }));
    }

    #[test]
    fn invalid_limits_are_refused() {
        for (text, token, at) in [
            ("", "", 0),
            ("on", "on", 0),
            ("games", "games", 0),
            ("games=0", "games=0", 0),
            ("games=-1", "games=-1", 0),
            ("games=5,", "", 8),
            ("games=5,moves=1", "moves=1", 8),
            ("games=99999999999", "games=99999999999", 0),
            ("Games=1", "Games=1", 0),
        ] {
            let error = text.parse::<Limits>().unwrap_err();
            assert_eq!((error.token.as_str(), error.at), (token, at), "{text}");
        }
    }
}
