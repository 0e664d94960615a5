//! Games that people wrote, in SQLite.

use async_trait::async_trait;
use entourage_record::KeyHash;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::SqliteStore;
use crate::{DefinitionStore, GalleryOrder, Shelved, Shelving, StoreError, StoredDefinition};

#[async_trait]
impl DefinitionStore for SqliteStore {
    async fn shelve(&self, definition: &StoredDefinition, most: u32) -> Result<Shelving, StoreError> {
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        let key = &definition.key[..];
        let known = sqlx::query("SELECT key FROM definitions WHERE id = ?").bind(&definition.id);
        if let Some(row) = known.fetch_optional(&mut *transaction).await? {
            let whose: Vec<u8> = row.try_get("key")?;
            return Ok(if whose == key { Shelving::Kept } else { Shelving::Taken });
        }
        let count = sqlx::query("SELECT COUNT(*) AS count FROM definitions WHERE key = ?").bind(key);
        let count: i64 = count.fetch_one(&mut *transaction).await?.try_get("count")?;
        if count >= i64::from(most) {
            return Ok(Shelving::Full);
        }
        if let Some(earlier) = &definition.earlier {
            let own = sqlx::query("SELECT 1 FROM definitions WHERE id = ? AND key = ?").bind(earlier).bind(key);
            if own.fetch_optional(&mut *transaction).await?.is_none() {
                return Ok(Shelving::Foreign);
            }
        }
        if let Some(origin) = &definition.cloned_from {
            let shown = "SELECT 1 FROM definitions WHERE id = ? AND state = 'public' AND NOT hidden";
            if sqlx::query(shown).bind(origin).fetch_optional(&mut *transaction).await?.is_none() {
                return Ok(Shelving::NoOrigin);
            }
        }
        insert(definition, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Shelving::Kept)
    }

    async fn definition(&self, id: &str) -> Result<Option<StoredDefinition>, StoreError> {
        let row = sqlx::query("SELECT * FROM definitions WHERE id = ?").bind(id);
        row.fetch_optional(&self.readers).await?.as_ref().map(read).transpose()
    }

    async fn set_shelved(
        &self,
        id: &str,
        by: KeyHash,
        state: Shelved,
        trial: Option<&str>,
    ) -> Result<(), StoreError> {
        let row = sqlx::query(
            "UPDATE definitions SET state = ?3, trial = COALESCE(?4, trial) WHERE id = ?1 AND key = ?2 AND NOT hidden",
        );
        let row = row.bind(id).bind(&by.bytes()[..]).bind(state.word()).bind(trial);
        match row.execute(&self.writer).await?.rows_affected() {
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
        let rows = sqlx::query(
            "SELECT id, x'' AS content, name, author, licence, state, hidden, key, earlier, cloned_from, trial, played, created_at
             FROM definitions WHERE earlier = ?1 AND (state = 'public' AND NOT hidden OR key = ?2)
             ORDER BY created_at DESC, id LIMIT ?3",
        );
        let rows = rows.bind(id).bind(by.map(|key| key.bytes().to_vec())).bind(most);
        rows.fetch_all(&self.readers).await?.iter().map(read).collect()
    }

    async fn gallery(
        &self,
        order: GalleryOrder,
        after: Option<&str>,
        most: u32,
    ) -> Result<Vec<StoredDefinition>, StoreError> {
        // The one named may be shown no more; it still says where its page ended.
        let rows = match order {
            GalleryOrder::New => sqlx::query(
                "SELECT d.* FROM definitions d LEFT JOIN definitions last ON last.id = ?1
                 WHERE d.state = 'public' AND NOT d.hidden AND (last.id IS NULL OR d.created_at < last.created_at
                     OR d.created_at = last.created_at AND d.id > last.id)
                 ORDER BY d.created_at DESC, d.id LIMIT ?2",
            ),
            GalleryOrder::Played => sqlx::query(
                "SELECT d.* FROM definitions d LEFT JOIN definitions last ON last.id = ?1
                 WHERE d.state = 'public' AND NOT d.hidden AND (last.id IS NULL OR d.played < last.played
                     OR d.played = last.played AND d.id > last.id)
                 ORDER BY d.played DESC, d.id LIMIT ?2",
            ),
        };
        rows.bind(after).bind(most).fetch_all(&self.readers).await?.iter().map(read).collect()
    }
}

async fn insert(definition: &StoredDefinition, connection: &mut SqliteConnection) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO definitions (id, content, name, author, licence, state, key, earlier, cloned_from, trial, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(&definition.id)
    .bind(&definition.content)
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
pub(crate) fn read(row: &SqliteRow) -> Result<StoredDefinition, StoreError> {
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
        key: key.try_into().map_err(|_| corrupt("key"))?,
        earlier: row.try_get("earlier")?,
        cloned_from: row.try_get("cloned_from")?,
        trial: row.try_get("trial")?,
        played: row.try_get("played")?,
        at: row.try_get("created_at")?,
    })
}
