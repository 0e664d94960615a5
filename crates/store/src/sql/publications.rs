//! Games that are shown to everybody, in SQLite.

use entourage_record::{GameId, KeyHash};

use super::pool::{Connection, Pool};
use super::query::query;
use super::{commit, expect_key, finished};
use crate::StoreError;

/// Shows a game to everybody from a time on, or to nobody any more; returns whether that changes anything.
pub(super) async fn publish(
    writer: &Pool,
    id: GameId,
    since: Option<i64>,
    by: Option<KeyHash>,
) -> Result<bool, StoreError> {
    let mut transaction = writer.change(&id.to_string()).await?;
    expect_key(id, by, &mut transaction).await?;
    if since.is_none() {
        finished::forget(id, &mut transaction).await?;
    }
    let query = match since {
        None => query("DELETE FROM publications WHERE game_id = $1").bind(id.to_string()),
        Some(at) => query(
            "INSERT INTO publications (game_id, created_at) VALUES ($1, $2) ON CONFLICT (game_id) DO NOTHING",
        )
        .bind(id.to_string())
        .bind(at),
    };
    let changed = query.execute(&mut transaction).await? > 0;
    commit(id, transaction).await?;
    Ok(changed)
}

/// Tells whether a game is shown to everybody.
pub(super) async fn is_published(readers: &Pool, id: GameId) -> Result<bool, StoreError> {
    let row = query("SELECT 1 FROM publications WHERE game_id = $1").bind(id.to_string());
    Ok(row.fetch_optional(&mut readers.acquire().await?).await?.is_some())
}

/// What `listed` holds of a game that stood in the list: it stands there no more, and was not shown by a player's own word either.
const OVER: i64 = 2;

/// Shows a game to everybody from a time on, and lists it among those that are watched, within a transaction.
pub(super) async fn list(id: GameId, since: i64, connection: &mut Connection) -> Result<(), StoreError> {
    let shown = "INSERT INTO publications (game_id, created_at, listed) VALUES ($1, $2, 1) ON CONFLICT (game_id) DO UPDATE SET listed = 1";
    query(shown).bind(id.to_string()).bind(since).execute(connection).await?;
    Ok(())
}

/// Lists at most so many games that are watched, shown since a time at most, in which something has happened lately.
pub(super) async fn watched(
    readers: &Pool,
    since: i64,
    lately: i64,
    longest: u32,
    most: u32,
) -> Result<Vec<GameId>, StoreError> {
    let rows = query(
        "SELECT p.game_id FROM publications p JOIN games g ON g.id = p.game_id JOIN events last ON last.game_id = p.game_id
             AND last.seq = (SELECT MAX(seq) FROM events e WHERE e.game_id = p.game_id)
         WHERE p.listed <> 0 AND p.listed <> $4 AND p.created_at >= $1 AND last.created_at >= $2 AND last.created_at > g.created_at
             AND last.seq < $5
             AND COALESCE(last.status, '') NOT LIKE 'win-%' AND COALESCE(last.status, '') NOT LIKE 'draw%'
             AND COALESCE(last.status, '') <> 'aborted'
         ORDER BY last.created_at DESC, p.game_id LIMIT $3",
    );
    let rows = rows
        .bind(since)
        .bind(lately)
        .bind(most)
        .bind(OVER)
        .bind(longest)
        .fetch_all(&mut readers.acquire().await?)
        .await?;
    let corrupt = |()| StoreError::Corrupt("a game has an unknown name".into());
    rows.iter().map(|row| row.try_get::<String>("game_id")?.parse().map_err(corrupt)).collect()
}

/// Lists a game no more.
pub(super) async fn watch_no_more(writer: &Pool, id: GameId) -> Result<(), StoreError> {
    let row = query("UPDATE publications SET listed = $2 WHERE game_id = $1 AND listed <> 0 AND listed <> $2");
    row.bind(id.to_string()).bind(OVER).execute(&mut writer.acquire().await?).await?;
    Ok(())
}
