//! Games that people wrote, in SQLite.

use async_trait::async_trait;
use entourage_record::KeyHash;

use super::pool::Connection;
use super::query::query;
use super::row::Row;
use crate::{DefinitionStore, GalleryOrder, Shelved, Shelving, SqlStore, StoreError, StoredDefinition};

#[async_trait]
impl DefinitionStore for SqlStore {
    async fn shelve(&self, definition: &StoredDefinition, most: u32) -> Result<Shelving, StoreError> {
        let mut transaction = self.writer.change("definitions").await?;
        let key = &definition.key[..];
        let known = query("SELECT key FROM definitions WHERE id = $1").bind(&definition.id);
        if let Some(row) = known.fetch_optional(&mut transaction).await? {
            let whose: Vec<u8> = row.try_get("key")?;
            return Ok(if whose == key { Shelving::Kept } else { Shelving::Taken });
        }
        let count = query("SELECT COUNT(*) AS count FROM definitions WHERE key = $1").bind(key);
        let count: i64 = count.fetch_one(&mut transaction).await?.try_get("count")?;
        if count >= i64::from(most) {
            return Ok(Shelving::Full);
        }
        if let Some(earlier) = &definition.earlier {
            let own = query("SELECT 1 FROM definitions WHERE id = $1 AND key = $2").bind(earlier).bind(key);
            if own.fetch_optional(&mut transaction).await?.is_none() {
                return Ok(Shelving::Foreign);
            }
        }
        if let Some(origin) = &definition.cloned_from {
            let shown = "SELECT 1 FROM definitions WHERE id = $1 AND state = 'public' AND NOT hidden";
            if query(shown).bind(origin).fetch_optional(&mut transaction).await?.is_none() {
                return Ok(Shelving::NoOrigin);
            }
        }
        insert(definition, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Shelving::Kept)
    }

    async fn definition(&self, id: &str) -> Result<Option<StoredDefinition>, StoreError> {
        let row = query("SELECT * FROM definitions WHERE id = $1").bind(id);
        row.fetch_optional(&mut self.readers.acquire().await?).await?.as_ref().map(read).transpose()
    }

    async fn set_shelved(
        &self,
        id: &str,
        by: KeyHash,
        state: Shelved,
        trial: Option<&str>,
    ) -> Result<(), StoreError> {
        let row = query(
            "UPDATE definitions SET state = $3, trial = COALESCE($4, trial) WHERE id = $1 AND key = $2 AND NOT hidden",
        );
        let row = row.bind(id).bind(&by.bytes()[..]).bind(state.word()).bind(trial);
        match row.execute(&mut self.writer.acquire().await?).await? {
            0 => Err(StoreError::Missing),
            _ => Ok(()),
        }
    }

    async fn later(
        &self,
        id: &str,
        by: Option<KeyHash>,
        most: u32,
    ) -> Result<Vec<StoredDefinition>, StoreError> {
        let rows = query(
            "SELECT id, substr(content, 1, 0) AS content, name, author, licence, state, hidden, listed, key, earlier, cloned_from, trial, played, created_at
             FROM definitions WHERE earlier = $1 AND (state = 'public' AND NOT hidden OR key = $2)
             ORDER BY created_at DESC, id LIMIT $3",
        );
        let rows = rows.bind(id).bind(by.map(|key| key.bytes().to_vec())).bind(most);
        rows.fetch_all(&mut self.readers.acquire().await?).await?.iter().map(read).collect()
    }

    async fn gallery(
        &self,
        order: GalleryOrder,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<StoredDefinition>, StoreError> {
        // The one named may be shown no more; it still says where its page ended.
        let rows = match order {
            GalleryOrder::New => query(
                "SELECT d.* FROM definitions d LEFT JOIN definitions last ON last.id = $1
                 WHERE d.state = 'public' AND NOT d.hidden AND (last.id IS NULL OR d.created_at < last.created_at
                     OR d.created_at = last.created_at AND d.id > last.id)
                 ORDER BY d.created_at DESC, d.id LIMIT $2",
            ),
            GalleryOrder::Played => query(
                "SELECT d.* FROM definitions d LEFT JOIN definitions last ON last.id = $1
                 WHERE d.state = 'public' AND NOT d.hidden AND (last.id IS NULL OR d.played < last.played
                     OR d.played = last.played AND d.id > last.id)
                 ORDER BY d.played DESC, d.id LIMIT $2",
            ),
            GalleryOrder::Rated => query(
                "SELECT d.* FROM definitions d LEFT JOIN definitions last ON last.id = $1
                 WHERE d.listed AND d.state = 'public' AND NOT d.hidden AND (last.id IS NULL OR d.played < last.played
                     OR d.played = last.played AND d.id > last.id)
                 ORDER BY d.played DESC, d.id LIMIT $2",
            ),
        };
        rows.bind(after)
            .bind(most)
            .fetch_all(&mut self.readers.acquire().await?)
            .await?
            .iter()
            .map(read)
            .collect()
    }
}

async fn insert(definition: &StoredDefinition, connection: &mut Connection) -> Result<(), StoreError> {
    query(
        "INSERT INTO definitions (id, content, name, author, licence, state, key, earlier, cloned_from, trial, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind(&definition.id)
    .bind(&definition.content[..])
    .bind(&definition.name)
    .bind(&definition.author)
    .bind(&definition.licence)
    .bind(definition.state.word())
    .bind(&definition.key[..])
    .bind(&definition.earlier)
    .bind(&definition.cloned_from)
    .bind(&definition.trial)
    .bind(definition.at)
    .execute(connection)
    .await?;
    Ok(())
}

/// Reads the row of a definition.
pub(crate) fn read(row: &Row) -> Result<StoredDefinition, StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt(format!("a definition has no {what}"));
    let (state, key): (String, Vec<u8>) = (row.try_get("state")?, row.try_get("key")?);
    Ok(StoredDefinition {
        id: row.try_get("id")?,
        content: row.try_get("content")?,
        name: row.try_get("name")?,
        author: row.try_get("author")?,
        licence: row.try_get("licence")?,
        state: Shelved::from_word(&state).ok_or_else(|| corrupt("state"))?,
        hidden: row.try_get("hidden")?,
        listed: row.try_get("listed")?,
        key: key.try_into().map_err(|_| corrupt("key"))?,
        earlier: row.try_get("earlier")?,
        cloned_from: row.try_get("cloned_from")?,
        trial: row.try_get("trial")?,
        played: row.try_get("played")?,
        at: row.try_get("created_at")?,
    })
}
