use entourage_record::{Access, Paper, Version};
use entourage_store::{Condition, Written};

use super::Games;
use super::door::Pass;
use super::report::failed;
use super::writing;
use crate::domain::Error;

/// The most characters of notes.
const MOST_CHARACTERS: usize = 10_000;

impl Games {
    /// Reads the notes of a key's seat.
    pub async fn read_notes(&self, pass: Pass) -> Result<String, Error> {
        let Access { game, seat, .. } = self.player(pass).await?;
        Ok(self.store.paper(game, seat, Paper::Notes).await.map_err(failed)?.unwrap_or_default())
    }

    /// Keeps notes for a key's seat instead of those before, of which a version was read if one is named, and returns their version.
    pub async fn write_notes(&self, pass: Pass, text: &str, read: Option<Version>) -> Result<Version, Error> {
        let Access { game, seat, key: by, .. } = self.player(pass).await?;
        if !text.is_empty() {
            writing::check(text, MOST_CHARACTERS, true)?;
        }
        let condition = Condition { by, version: read, game: None };
        match self.store.keep(game, seat, Paper::Notes, text, condition).await.map_err(failed)? {
            Written::Kept => {
                self.hub.doubt(game);
                Ok(Version::of(text))
            }
            Written::Stale(text) => {
                let version = Version::of(&text);
                Err(Error::Stale(text, version))
            }
        }
    }
}
