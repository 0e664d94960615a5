use entourage_kernel::{Language, Misfit, Problem, Text, TextError};

use crate::ContentHash;

/// Why a spec cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", TextError::from(self.clone()).message(Language::English))]
#[allow(missing_docs, reason = "the field names are self-explanatory")]
pub enum OpenError {
    /// The spec cannot be parsed.
    Spec(TextError),
    /// No game has this name.
    UnknownGame { id: String, known: Vec<&'static str>, near: Vec<String> },
    /// The name begins like a content hash but is malformed.
    MalformedHash { id: String },
    /// No definition with this content has been added, or it has been removed.
    NoDefinition { hash: ContentHash },
    /// The options are invalid.
    Options(TextError),
    /// The game exceeds the size limits.
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
            OpenError::UnknownGame { id, near, .. } if !near.is_empty() => {
                let near = |or: &str| near.join(or);
                let problem = Problem::new(
                    format!("unknown game; did you mean {}?", near(" or ")),
                    format!("jeu inconnu\u{a0}; vouliez-vous dire {}\u{a0}?", near(" ou ")),
                );
                Self::new(id, 0, problem)
            }
            OpenError::UnknownGame { id, known, .. } => {
                let known = known.join(", ");
                let problem = Problem::new(
                    format!("unknown game; known games: {known}"),
                    format!("jeu inconnu\u{a0}; jeux connus\u{a0}: {known}"),
                );
                Self::new(id, 0, problem)
            }
            OpenError::MalformedHash { id } => {
                let problem = Text::new(
                    "expected @sha256- followed by 64 hexadecimal digits",
                    "attendu : @sha256- suivi de 64 chiffres hexadécimaux",
                );
                Self::new(id, 0, problem)
            }
            OpenError::NoDefinition { hash } => {
                let problem = Text::new(
                    "no game definition with this hash has been added",
                    "aucune des définitions de jeu ajoutées n'a cette empreinte",
                );
                Self::new(hash.to_string(), 0, problem)
            }
        }
    }
}
