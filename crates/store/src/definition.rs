//! Games that people wrote: kept by the hash of what defines them.

use async_trait::async_trait;
use entourage_record::KeyHash;

use crate::StoreError;

/// Holds a game that somebody wrote, with all that is kept of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredDefinition {
    /// The name: the hash of the content, as specs write it.
    pub id: String,
    /// What defines the game, and nothing else.
    pub content: Vec<u8>,
    /// How the game calls itself.
    pub name: String,
    /// Who wrote it.
    pub author: String,
    /// What others may do with it.
    pub licence: String,
    /// Whom its author shows it.
    pub state: Shelved,
    /// Whether a moderator has hidden it, whatever its author says.
    pub hidden: bool,
    /// Whether those who keep order have listed it for ratings.
    pub listed: bool,
    /// The SHA-256 of the author's key.
    pub key: [u8; 32],
    /// The version that it follows.
    pub earlier: Option<String>,
    /// The game from which it was made.
    pub cloned_from: Option<String>,
    /// What playing it at random showed.
    pub trial: Option<String>,
    /// The number of games begun.
    pub played: u32,
    /// When it was stored, in milliseconds since 1970 (UTC).
    pub at: i64,
}

/// Says whom an author shows a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shelved {
    /// Whoever knows its name.
    Private,
    /// Everybody.
    Public,
    /// Nobody new: no game of it begins any more.
    Withdrawn,
}

impl Shelved {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Private, Self::Public, Self::Withdrawn];

    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Public => "public",
            Self::Withdrawn => "withdrawn",
        }
    }

    /// Finds it by its word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}

/// Says what came of storing a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shelving {
    /// It is stored, now or before, by this author.
    Kept,
    /// Another author has stored it before.
    Taken,
    /// The author has stored as many as one may.
    Full,
    /// The version that it is to follow is none of this author's.
    Foreign,
    /// The game from which it was made is not shown to everybody.
    NoOrigin,
}

/// Orders the games that are shown to everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GalleryOrder {
    /// The newest first.
    New,
    /// Those of which most games were begun first.
    Played,
    /// Those alone that are listed for ratings, those of which most games were begun first.
    Rated,
}

/// Keeps games that people wrote.
#[async_trait]
pub trait DefinitionStore: Send + Sync {
    /// Stores a definition, of which its author may have so many; the same content of the same author twice is once, and nothing of it changes.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn shelve(&self, definition: &StoredDefinition, most: u32) -> Result<Shelving, StoreError>;

    /// Reads a definition by its name; `None` if there is none.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no definition; `Unavailable`.
    async fn definition(&self, id: &str) -> Result<Option<StoredDefinition>, StoreError>;

    /// Says whom a definition is shown, and keeps what playing it at random showed where that is given.
    ///
    /// # Errors
    /// `Missing` if no such definition is this author's, or a moderator has hidden it; `Unavailable`.
    async fn set_shelved(
        &self,
        id: &str,
        by: KeyHash,
        state: Shelved,
        trial: Option<&str>,
    ) -> Result<(), StoreError>;

    /// Lists at most so many versions that follow a definition, the newest first, without their content: those shown to everybody, and
    /// those of an author.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no definition; `Unavailable`.
    async fn later(
        &self,
        id: &str,
        by: Option<KeyHash>,
        most: u32,
    ) -> Result<Vec<StoredDefinition>, StoreError>;

    /// Lists at most so many definitions that are shown to everybody, after one if it is given.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no definition; `Unavailable`.
    async fn gallery(
        &self,
        order: GalleryOrder,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<StoredDefinition>, StoreError>;
}
