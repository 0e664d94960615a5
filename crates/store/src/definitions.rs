//! Game definitions: kept by the hash of their content.

use entourage_record::KeyHash;
use sqlx::AssertSqlSafe;

use crate::columns::{from_row, words};
use crate::error::some;
use crate::{Result, Store};

/// A game definition, with all that is kept of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredDefinition {
    /// The name: the hash of the content, as specs write it.
    pub id: String,
    /// What defines the game, and nothing else.
    pub content: Vec<u8>,
    pub name: String,
    pub author: String,
    pub licence: String,
    /// Who can see it, by the author's word.
    pub state: Shelved,
    /// Whether a moderator has hidden it, whatever its author says.
    pub hidden: bool,
    /// Whether moderators have listed it for ratings.
    pub listed: bool,
    /// The SHA-256 of the author's key.
    pub key: [u8; 32],
    /// The version that it follows.
    pub earlier: Option<String>,
    /// The game from which it was made.
    pub cloned_from: Option<String>,
    /// What playing it at random showed.
    pub trial: Option<String>,
    pub played: u32,
    pub at: i64,
}

from_row! {
    StoredDefinition {
        id, content, name, author, licence, state, hidden, listed, key, earlier, cloned_from, trial, played,
        at = "created_at",
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shelved {
    /// Those who know its name can see it.
    Private,
    Public,
    /// No game of it begins any more.
    Withdrawn,
}

words! { Shelved { Private = "private", Public = "public", Withdrawn = "withdrawn" } }

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
    /// The game from which it was made is not public.
    NoOrigin,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GalleryOrder {
    New,
    /// Those of which most games were begun first.
    Played,
    /// Only those that are listed for ratings, those of which most games were begun first.
    Rated,
}

impl Store {
    /// Stores a definition, of which its author may have so many; the same content of the same author twice is once, and nothing of it changes.
    pub async fn shelve(&self, definition: &StoredDefinition, most: u32) -> Result<Shelving> {
        let StoredDefinition {
            id,
            content,
            name,
            author,
            licence,
            state,
            key,
            earlier,
            cloned_from,
            trial,
            at,
            ..
        } = definition;
        let mut transaction = self.writer.change("definitions").await?;
        let known = transaction.optional::<[u8; 32]>("SELECT key FROM definitions WHERE id = $1", id).await?;
        if let Some(known) = known {
            return Ok(if known == *key { Shelving::Kept } else { Shelving::Taken });
        }
        if transaction.one::<i64>("SELECT COUNT(*) FROM definitions WHERE key = $1", key).await? >= most.into()
        {
            return Ok(Shelving::Full);
        }
        let own = "SELECT 1 FROM definitions WHERE id = $1 AND key = $2";
        if earlier.is_some() && !transaction.exists(own, (earlier, key)).await? {
            return Ok(Shelving::Foreign);
        }
        let shown = "SELECT 1 FROM definitions WHERE id = $1 AND state = 'public' AND NOT hidden";
        if cloned_from.is_some() && !transaction.exists(shown, cloned_from).await? {
            return Ok(Shelving::NoOrigin);
        }
        let row = "INSERT INTO definitions (id, content, name, author, licence, state, key, earlier, cloned_from, trial, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
        let values = (id, content, name, author, licence, state, key, earlier, cloned_from, trial, at);
        transaction.execute(row, values).await?;
        transaction.commit().await?;
        Ok(Shelving::Kept)
    }

    pub async fn definition(&self, id: &str) -> Result<Option<StoredDefinition>> {
        self.readers.optional("SELECT * FROM definitions WHERE id = $1", id).await
    }

    /// Sets the visibility of a definition, and keeps what playing it at random showed where that is given. Fails with `Missing` if no such
    /// definition is this author's, or a moderator has hidden it.
    pub async fn set_shelved(&self, id: &str, by: KeyHash, state: Shelved, trial: Option<&str>) -> Result<()> {
        let set = "UPDATE definitions SET state = $3, trial = COALESCE($4, trial) WHERE id = $1 AND key = $2 AND NOT hidden";
        some(self.writer.execute(set, (id, by, state, trial)).await? > 0)
    }

    /// Lists at most so many versions that follow a definition, the newest first, without their content: those that are public, and those of
    /// an author.
    pub async fn later(&self, id: &str, by: Option<KeyHash>, most: u32) -> Result<Vec<StoredDefinition>> {
        let rows = "SELECT id, substr(content, 1, 0) AS content, name, author, licence, state, hidden, listed, key, earlier, cloned_from, trial, played, created_at
             FROM definitions WHERE earlier = $1 AND (state = 'public' AND NOT hidden OR key = $2)
             ORDER BY created_at DESC, id LIMIT $3";
        self.readers.all(rows, (id, by, most)).await
    }

    /// Lists at most so many public definitions, after one if it is given.
    pub async fn gallery(
        &self,
        order: GalleryOrder,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<StoredDefinition>> {
        let (which, by) = match order {
            GalleryOrder::New => ("TRUE", "created_at"),
            GalleryOrder::Played => ("TRUE", "played"),
            GalleryOrder::Rated => ("d.listed", "played"),
        };
        // The one named may not be public any more; its page still ends there.
        let sql = format!(
            "SELECT d.* FROM definitions d LEFT JOIN definitions last ON last.id = $1
             WHERE {which} AND d.state = 'public' AND NOT d.hidden AND (last.id IS NULL OR d.{by} < last.{by}
                 OR d.{by} = last.{by} AND d.id > last.id)
             ORDER BY d.{by} DESC, d.id LIMIT $2"
        );
        self.readers.all(AssertSqlSafe(sql), (after, most)).await
    }
}
