//! Game definitions, stored by the hash of their content.

use entourage_record::{AccountId, KeyHash};
use sqlx::AssertSqlSafe;

use crate::columns::{from_row, words};
use crate::error::some;
use crate::{Result, Store};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredDefinition {
    /// The spec name, which is derived from the hash of the content.
    pub id: String,
    pub content: Vec<u8>,
    pub name: String,
    pub author: String,
    /// The author's account, if the author was signed in.
    pub account: Option<AccountId>,
    pub licence: String,
    pub state: Visibility,
    /// Whether a moderator has hidden the definition; this overrides the visibility chosen by the author.
    pub hidden: bool,
    /// Whether moderators have approved the definition for rated games.
    pub listed: bool,
    /// The SHA-256 hash of the author's key.
    pub key: [u8; 32],
    pub earlier: Option<String>,
    pub cloned_from: Option<String>,
    /// Results of random test games: their number, plies in the longest, games ended by the rules, milliseconds taken.
    pub trial: Option<String>,
    pub played: u32,
    pub at: i64,
}

from_row! {
    StoredDefinition in "definitions" {
        id, content, name, author, account, licence, state, hidden, listed, key, earlier, cloned_from, trial, played,
        at = "created_at",
    }
}

words! {
    pub enum Visibility {
        /// Visible only to users who know the definition's ID.
        Private = "private",
        Public = "public",
        /// No new games can be created from the definition.
        Withdrawn = "withdrawn",
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SubmitOutcome {
    /// The definition has been stored for this author, now or by an earlier submission.
    Kept,
    Taken,
    /// The author already has the maximum number of definitions.
    Full,
    Foreign,
    NoOrigin,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GalleryOrder {
    New,
    Played,
    /// Most played first; only definitions approved for rated games.
    Rated,
}

impl Store {
    /// Stores a definition unless its author already has `most` definitions. If the definition is already stored, nothing changes.
    pub async fn add_definition(&self, definition: &StoredDefinition, most: u32) -> Result<SubmitOutcome> {
        let StoredDefinition { id, key, earlier, cloned_from, .. } = definition;
        let mut transaction = self.writer.change("definitions").await?;
        let known = transaction.optional::<[u8; 32]>("SELECT key FROM definitions WHERE id = $1", id).await?;
        if let Some(known) = known {
            return Ok(if known == *key { SubmitOutcome::Kept } else { SubmitOutcome::Taken });
        }
        if transaction.one::<i64>("SELECT COUNT(*) FROM definitions WHERE key = $1", key).await? >= most.into()
        {
            return Ok(SubmitOutcome::Full);
        }
        let own = "SELECT 1 FROM definitions WHERE id = $1 AND key = $2";
        if earlier.is_some() && !transaction.exists(own, (earlier, key)).await? {
            return Ok(SubmitOutcome::Foreign);
        }
        let shown = "SELECT 1 FROM definitions WHERE id = $1 AND state = 'public' AND NOT hidden";
        if cloned_from.is_some() && !transaction.exists(shown, cloned_from).await? {
            return Ok(SubmitOutcome::NoOrigin);
        }
        let new = StoredDefinition { hidden: false, listed: false, played: 0, ..definition.clone() };
        transaction.insert(&new).await?;
        transaction.commit().await?;
        Ok(SubmitOutcome::Kept)
    }

    pub async fn definition(&self, id: &str) -> Result<Option<StoredDefinition>> {
        self.readers.optional("SELECT * FROM definitions WHERE id = $1", id).await
    }

    /// Sets a definition's visibility and, if specified, the results of its test games. Fails with `Missing` if the author has no such
    /// definition, or a moderator has hidden it.
    pub async fn set_visibility(
        &self,
        id: &str,
        by: KeyHash,
        state: Visibility,
        trial: Option<&str>,
    ) -> Result<()> {
        let set = "UPDATE definitions SET state = $3, trial = COALESCE($4, trial) WHERE id = $1 AND key = $2 AND NOT hidden";
        some(self.writer.execute(set, (id, by, state, trial)).await? > 0)
    }

    /// Returns later versions of a definition, newest first and without content: public ones, and those whose author has the key `by`.
    pub async fn later(&self, id: &str, by: Option<KeyHash>, most: u32) -> Result<Vec<StoredDefinition>> {
        let rows = "SELECT id, substr(content, 1, 0) AS content, name, author, account, licence, state, hidden, listed, key, earlier, cloned_from, trial, played, created_at
             FROM definitions WHERE earlier = $1 AND (state = 'public' AND NOT hidden OR key = $2)
             ORDER BY created_at DESC, id LIMIT $3";
        self.readers.all(rows, (id, by, most)).await
    }

    /// Returns a page of public definitions.
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
        // The cursor stays valid even if its definition is no longer public.
        let sql = format!(
            "SELECT d.* FROM definitions d LEFT JOIN definitions last ON last.id = $1
             WHERE {which} AND d.state = 'public' AND NOT d.hidden AND (last.id IS NULL OR d.{by} < last.{by}
                 OR d.{by} = last.{by} AND d.id > last.id)
             ORDER BY d.{by} DESC, d.id LIMIT $2"
        );
        self.readers.all(AssertSqlSafe(sql), (after, most)).await
    }
}
