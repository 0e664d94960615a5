//! Games that are shown to everybody, in SQLite.

use entourage_record::{GameId, KeyHash};
use sqlx::sqlite::SqlitePool;
use sqlx::{Row, SqliteConnection};

use super::expect_key;
use crate::StoreError;

/// Shows a game to everybody from a time on, or to nobody any more; returns whether that changes anything.
pub(super) async fn publish(
    writer: &SqlitePool,
    id: GameId,
    since: Option<i64>,
    by: Option<KeyHash>,
) -> Result<bool, StoreError> {
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
    let changed = query.execute(&mut *transaction).await?.rows_affected() > 0;
    transaction.commit().await?;
    Ok(changed)
}

/// Tells whether a game is shown to everybody.
pub(super) async fn is_published(readers: &SqlitePool, id: GameId) -> Result<bool, StoreError> {
    let row = sqlx::query("SELECT 1 FROM publications WHERE game_id = ?").bind(id.to_string());
    Ok(row.fetch_optional(readers).await?.is_some())
}

/// What `listed` holds of a game that stood in the list: it stands there no more, and was not shown by a player's own word either.
const OVER: i64 = 2;

/// Shows a game to everybody from a time on, and lists it among those that are watched, within a transaction.
pub(super) async fn list(id: GameId, since: i64, connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let shown = "INSERT INTO publications (game_id, created_at, listed) VALUES (?, ?, 1) ON CONFLICT (game_id) DO UPDATE SET listed = 1";
    sqlx::query(shown).bind(id.to_string()).bind(since).execute(connection).await?;
    Ok(())
}

/// Lists at most so many games that are watched, shown since a time at most, in which something has happened lately.
pub(super) async fn watched(
    readers: &SqlitePool,
    since: i64,
    lately: i64,
    longest: u32,
    most: u32,
) -> Result<Vec<GameId>, StoreError> {
    let rows = sqlx::query(
        "SELECT p.game_id FROM publications p JOIN games g ON g.id = p.game_id JOIN events last ON last.game_id = p.game_id
             AND last.seq = (SELECT MAX(seq) FROM events e WHERE e.game_id = p.game_id)
         WHERE p.listed AND p.listed <> ?4 AND p.created_at >= ?1 AND last.created_at >= ?2 AND last.created_at > g.created_at
             AND last.seq < ?5
             AND COALESCE(last.status, '') NOT LIKE 'win-%' AND COALESCE(last.status, '') NOT LIKE 'draw%'
             AND COALESCE(last.status, '') <> 'aborted'
         ORDER BY last.created_at DESC, p.game_id LIMIT ?3",
    );
    let rows = rows.bind(since).bind(lately).bind(most).bind(OVER).bind(longest).fetch_all(readers).await?;
    let corrupt = |()| StoreError::Corrupt("a game has an unknown name".into());
    rows.iter().map(|row| row.try_get::<String, _>("game_id")?.parse().map_err(corrupt)).collect()
}

/// Lists a game no more.
pub(super) async fn watch_no_more(writer: &SqlitePool, id: GameId) -> Result<(), StoreError> {
    let row = sqlx::query("UPDATE publications SET listed = ?2 WHERE game_id = ?1 AND listed AND listed <> ?2");
    row.bind(id.to_string()).bind(OVER).execute(writer).await?;
    Ok(())
}
