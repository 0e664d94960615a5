use entourage_kernel::Adjudication;

use crate::{AnyGame, Gallery, OpenError};

/// A game that is not compiled in. A [`Registry`](crate::Registry) identifies it by the hash of its content.
pub trait Definition: Send + Sync {
    /// Returns the bytes that define the game; definitions with equal content define the same game.
    fn content(&self) -> &[u8];
    /// Opens the game under `name` with options and adjudication; pieces without artwork get pictures from `gallery`.
    ///
    /// # Errors
    /// If the options are invalid (error offsets are relative to the first option) or the game exceeds the size limits.
    fn open(
        &self,
        name: &str,
        options: &[&str],
        adjudication: Adjudication,
        gallery: &Gallery,
    ) -> Result<Box<dyn AnyGame>, OpenError>;
}

/// Why a definition cannot be added to a registry.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the field names are self-explanatory")]
pub enum DefinitionError {
    /// The game cannot be opened without options.
    #[error("the game cannot be opened: {0}")]
    Unopened(OpenError),
    /// Another game has this name.
    #[error("a game named \"{name}\" already exists")]
    Taken { name: String },
    /// The opened game's spec differs from the name under which it was added, so it could not be found again.
    #[error("the definition is for another game, named \"{spec}\"")]
    Misnamed { spec: String },
}
