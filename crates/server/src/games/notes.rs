use std::sync::Arc;

use entourage_record::{Access, Paper, Version};
use entourage_store::{Condition, Store, Written};

use super::door::Pass;
use super::hub::Hub;
use super::report::failed;
use super::seats::Seats;
use super::writing;
use crate::domain::game_error::GameError;
use crate::domain::writing_error::WritingError;

/// The most characters of notes.
const MOST_CHARACTERS: usize = 10_000;

/// Keeps what whoever plays notes for themselves.
pub(crate) struct Notes {
    pub(super) store: Arc<Store>,
    pub(super) seats: Arc<Seats>,
    pub(super) hub: Arc<Hub>,
}

impl Notes {
    /// Reads the notes of a key's seat.
    pub async fn read(&self, pass: Pass) -> Result<String, GameError> {
        let Access { game, seat, .. } = self.seats.player(pass).await?;
        Ok(self.store.paper(game, seat, Paper::Notes).await.map_err(failed)?.unwrap_or_default())
    }

    /// Keeps notes for a key's seat instead of those before, of which a version was read if one is named, and returns their version.
    pub async fn write(&self, pass: Pass, text: &str, read: Option<Version>) -> Result<Version, GameError> {
        let Access { game, seat, key: by, .. } = self.seats.player(pass).await?;
        if !text.is_empty() {
            writing::check(text, MOST_CHARACTERS, true)?;
        }
        let condition = Condition { by, version: read, game: None };
        match self.store.keep(game, seat, Paper::Notes, text, condition).await.map_err(failed)? {
            Written::Kept => {
                self.hub.doubt(game);
                Ok(Version::of(text))
            }
            Written::Stale(text) => Err(WritingError::Stale { version: Version::of(&text), text }.into()),
        }
    }
}
