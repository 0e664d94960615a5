use std::fmt;

use entourage_kernel::Adjudication;

use crate::{AnyGame, Gallery, OpenError};

/// Defines a game that is not compiled in; a [`Registry`](crate::Registry) knows it by the hash of its content.
pub trait Definition: Send + Sync {
    /// Returns what defines the game, and nothing else: the same content is the same game.
    fn content(&self) -> &[u8];
    /// Opens the game, whose metadata call it by the name given, under its own options and those of adjudication.
    ///
    /// What it does not draw itself it may take from the gallery.
    ///
    /// # Errors
    /// Options that the game refuses, whose offset counts from the first option, or a game that does not fit.
    fn open(
        &self,
        name: &str,
        options: &[&str],
        adjudication: Adjudication,
        gallery: &Gallery,
    ) -> Result<Box<dyn AnyGame>, OpenError>;
}

/// Why a registry takes no definition.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are named for what they hold")]
pub enum DefinitionError {
    /// Its game does not open without options.
    Unopened(OpenError),
    /// Another game has the name under which it is to be offered.
    Taken { name: String },
    /// Its game calls itself otherwise than it is asked for, so that nobody would find it again.
    Misnamed { spec: String },
}

impl fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unopened(error) => write!(f, "the game does not open: {error}"),
            Self::Taken { name } => write!(f, "a game is called \"{name}\" already"),
            Self::Misnamed { spec } => write!(f, "the game calls itself \"{spec}\""),
        }
    }
}

impl std::error::Error for DefinitionError {}
