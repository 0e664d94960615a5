//! Games that are shown to everybody, in SQLite.

use entourage_record::{GameId, KeyHash};
use sqlx::sqlite::SqlitePool;

use super::expect_key;
use crate::StoreError;

/// Shows a game to everybody from a time on, or to nobody any more.
pub(super) async fn publish(
    writer: &SqlitePool,
    id: GameId,
    since: Option<i64>,
    by: Option<KeyHash>,
) -> Result<(), StoreError> {
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    expect_key(id, by, &mut transaction).await?;
    let query = match since {
        None => sqlx::query("DELETE FROM publications WHERE game_id = ?").bind(id.to_string()),
        Some(at) => sqlx::query(
            "INSERT INTO publications (game_id, created_at) VALUES (?, ?) ON CONFLICT (game_id) DO NOTHING",
        )
        .bind(id.to_string())
        .bind(at),
    };
    query.execute(&mut *transaction).await?;
    Ok(transaction.commit().await?)
}

/// Tells whether a game is shown to everybody.
pub(super) async fn is_published(readers: &SqlitePool, id: GameId) -> Result<bool, StoreError> {
    let row = sqlx::query("SELECT 1 FROM publications WHERE game_id = ?").bind(id.to_string());
    Ok(row.fetch_optional(readers).await?.is_some())
}
