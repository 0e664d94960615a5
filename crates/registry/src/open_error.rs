use std::fmt;

use entourage_kernel::{Language, Misfit, Problem, Text, TextError};

use crate::ContentHash;

/// Why a spec opens no game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are named for what they hold")]
pub enum OpenError {
    /// The text is no spec's.
    Spec(TextError),
    /// No game of the house is called so.
    UnknownGame { id: String, known: Vec<&'static str> },
    /// The name should be a content's hash and is none.
    MalformedHash { id: String },
    /// No definition of this content was added, or it was removed.
    NoDefinition { hash: ContentHash },
    /// The game refuses the options.
    Options(TextError),
    /// The game is larger than what can be played here.
    Misfit(Misfit),
}

impl From<Misfit> for OpenError {
    fn from(misfit: Misfit) -> Self {
        Self::Misfit(misfit)
    }
}

impl From<OpenError> for TextError {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Spec(error) | OpenError::Options(error) => error,
            OpenError::Misfit(misfit) => Self::new("", 0, misfit.problem()),
            OpenError::UnknownGame { id, known } => {
                let known = known.join(", ");
                let problem = Problem::new(
                    format!("no such game; there is {known}"),
                    format!("ce jeu n'existe pas\u{a0}; il y a {known}"),
                );
                Self::new(id, 0, problem)
            }
            OpenError::MalformedHash { id } => {
                let problem = Text::new(
                    "expected @sha256- and 64 hexadecimal digits",
                    "on attend @sha256- et 64 chiffres hexadécimaux",
                );
                Self::new(id, 0, problem)
            }
            OpenError::NoDefinition { hash } => {
                let problem = Text::new(
                    "no game with this content is known here",
                    "aucun jeu de ce contenu n'est connu ici",
                );
                Self::new(hash.to_string(), 0, problem)
            }
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&TextError::from(self.clone()).message(Language::English))
    }
}

impl std::error::Error for OpenError {}
