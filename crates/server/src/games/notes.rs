use entourage_record::{Access, Paper, Version};
use entourage_store::{Condition, Written};

use super::Games;
use super::door::Pass;
use super::report::failed;
use super::writing;
use crate::domain::Error;

const MOST_CHARACTERS: usize = 10_000;

impl Games {
    pub async fn read_notes(&self, pass: Pass) -> Result<String, Error> {
        let Access { game, seat, .. } = self.player(pass).await?;
        Ok(self.store.paper(game, seat, Paper::Notes).await.map_err(failed)?.unwrap_or_default())
    }

    /// Stores notes; fails if others were stored since the version `read`.
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
