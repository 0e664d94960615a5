//! Games that are shown to everybody, in SQLite.

use entourage_record::GameId;
use sqlx::sqlite::SqlitePool;

use crate::StoreError;

/// Shows a game to everybody from a time on, or to nobody any more.
pub(super) async fn publish(writer: &SqlitePool, id: GameId, since: Option<i64>) -> Result<(), StoreError> {
    let id = id.to_string();
    let Some(at) = since else {
        sqlx::query("DELETE FROM publications WHERE game_id = ?").bind(id).execute(writer).await?;
        return Ok(());
    };
    let row = "INSERT INTO publications (game_id, created_at) VALUES (?, ?) ON CONFLICT (game_id) DO NOTHING";
    sqlx::query(row).bind(id).bind(at).execute(writer).await?;
    Ok(())
}

/// Tells whether a game is shown to everybody.
pub(super) async fn is_published(readers: &SqlitePool, id: GameId) -> Result<bool, StoreError> {
    let row = sqlx::query("SELECT 1 FROM publications WHERE game_id = ?").bind(id.to_string());
    Ok(row.fetch_optional(readers).await?.is_some())
}
