//! Games that the database keeps no longer.

use entourage_record::GameId;
use sqlx::sqlite::SqlitePool;
use sqlx::{Row, SqliteConnection};

use crate::StoreError;

/// Lists games that were given up before they began.
pub(super) async fn abandoned(
    readers: &SqlitePool,
    from: i64,
    before: i64,
    most: u32,
) -> Result<Vec<GameId>, StoreError> {
    let rows = sqlx::query(
        "SELECT g.id FROM games g
         WHERE g.created_at >= ?1 AND g.created_at < ?2
             AND NOT EXISTS (SELECT 1 FROM deadlines d WHERE d.game_id = g.id)
             AND NOT EXISTS (SELECT 1 FROM publications p WHERE p.game_id = g.id)
             AND NOT EXISTS (SELECT 1 FROM events e WHERE e.game_id = g.id AND e.created_at >= ?2)
             AND NOT EXISTS (SELECT 1 FROM chat c WHERE c.game_id = g.id AND c.created_at >= ?2)
             AND (SELECT COUNT(*) FROM events e WHERE e.game_id = g.id AND e.kind IN ('move', 'turn')) < 2
         ORDER BY g.created_at LIMIT ?3",
    );
    let rows = rows.bind(from).bind(before).bind(most).fetch_all(readers).await?;
    let corrupt = |()| StoreError::Corrupt("a game has an unknown name".into());
    rows.iter().map(|row| row.try_get::<String, _>("id")?.parse().map_err(corrupt)).collect()
}

/// Forgets a game with all that belongs to it, within a transaction.
pub(super) async fn forget(id: GameId, connection: &mut SqliteConnection) -> Result<(), StoreError> {
    for table in [
        "DELETE FROM events WHERE game_id = ?",
        "DELETE FROM seats WHERE game_id = ?",
        "DELETE FROM invitations WHERE game_id = ?",
        "DELETE FROM chat WHERE game_id = ?",
        "DELETE FROM papers WHERE game_id = ?",
        "DELETE FROM arrivals WHERE game_id = ?",
        "DELETE FROM deadlines WHERE game_id = ?",
        "DELETE FROM publications WHERE game_id = ?",
        "DELETE FROM mail WHERE game_id = ?",
        "DELETE FROM deletions WHERE game_id = ?",
        "DELETE FROM games WHERE id = ?",
    ] {
        sqlx::query(table).bind(id.to_string()).execute(&mut *connection).await?;
    }
    Ok(())
}
