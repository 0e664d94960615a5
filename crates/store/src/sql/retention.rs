//! Games that the database keeps no longer.

use entourage_record::GameId;

use sqlx::AssertSqlSafe;

use super::pool::{Connection, Pool};
use super::query::query;
use super::{finished, ratings, tournaments};
use crate::{Abandoned, StoreError};

/// Tells of a game `g` whether it was given up before it began, nothing having happened in it since `?1`: its clocks do not run, nobody is
/// shown it by its players' own word, it did not end but by being aborted, and fewer than two moves were made in it. What it was created with has its time.
const ABANDONED: &str = "g.created_at < $1
    AND NOT EXISTS (SELECT 1 FROM deadlines d WHERE d.game_id = g.id)
    AND NOT EXISTS (SELECT 1 FROM publications p WHERE p.game_id = g.id AND p.listed = 0)
    AND NOT EXISTS (SELECT 1 FROM events e WHERE e.game_id = g.id AND e.created_at >= $1)
    AND NOT EXISTS (SELECT 1 FROM chat c WHERE c.game_id = g.id AND c.created_at >= $1)
    AND NOT EXISTS (SELECT 1 FROM papers p WHERE p.game_id = g.id AND p.at >= $1)
    AND NOT EXISTS (SELECT 1 FROM mail m WHERE m.game_id = g.id AND m.created_at >= $1)
    AND (SELECT COUNT(*) FROM events e
        WHERE e.game_id = g.id AND e.kind IN ('move', 'turn') AND e.created_at > g.created_at) < 2
    AND NOT EXISTS (SELECT 1 FROM (
        SELECT COALESCE((SELECT status FROM events e WHERE e.game_id = g.id ORDER BY seq DESC LIMIT 1),
            g.start_status) AS status) AS last WHERE status LIKE 'win-%' OR status LIKE 'draw%')";

/// Looks at some games, in the order of their names, after one, and lists those that were given up before they began.
pub(super) async fn abandoned(
    readers: &Pool,
    after: Option<GameId>,
    before: i64,
    most: u32,
) -> Result<Abandoned, StoreError> {
    let rows = query(AssertSqlSafe(format!(
        "SELECT g.id, {ABANDONED} AS abandoned FROM games g WHERE g.id > $2 ORDER BY g.id LIMIT $3"
    )));
    let after = after.map(|game| game.to_string()).unwrap_or_default();
    let rows = rows.bind(before).bind(after).bind(most).fetch_all(&mut readers.acquire().await?).await?;
    let corrupt = |()| StoreError::Corrupt("a game has an unknown name".into());
    let (mut games, mut last) = (Vec::new(), None);
    for row in &rows {
        let id = row.try_get::<String>("id")?.parse().map_err(corrupt)?;
        if row.try_get("abandoned")? {
            games.push(id);
        }
        last = Some(id);
    }
    Ok(Abandoned { games, last: last.filter(|_| rows.len() == most as usize) })
}

/// Forgets a game with all that belongs to it if it is still abandoned, within a transaction that writes; returns whether it was.
pub(super) async fn forget_abandoned(
    id: GameId,
    before: i64,
    connection: &mut Connection,
) -> Result<bool, StoreError> {
    let row = query(AssertSqlSafe(format!("SELECT 1 FROM games g WHERE g.id = $2 AND {ABANDONED}")));
    let abandoned = row.bind(before).bind(id.to_string()).fetch_optional(connection).await?.is_some();
    if abandoned {
        forget(id, connection).await?;
    }
    Ok(abandoned)
}

/// Forgets a game with all that belongs to it, within a transaction.
pub(super) async fn forget(id: GameId, connection: &mut Connection) -> Result<(), StoreError> {
    ratings::forget_game(id, connection).await?;
    tournaments::forget_game(id, connection).await?;
    finished::forget(id, connection).await?;
    for table in [
        "DELETE FROM events WHERE game_id = $1",
        "DELETE FROM seats WHERE game_id = $1",
        "DELETE FROM invitations WHERE game_id = $1",
        "DELETE FROM chat WHERE game_id = $1",
        "DELETE FROM papers WHERE game_id = $1",
        "DELETE FROM arrivals WHERE game_id = $1",
        "DELETE FROM deadlines WHERE game_id = $1",
        "DELETE FROM publications WHERE game_id = $1",
        "DELETE FROM mail WHERE game_id = $1",
        "DELETE FROM push_tidings WHERE game_id = $1",
        "DELETE FROM deletions WHERE game_id = $1",
        "DELETE FROM games WHERE id = $1",
    ] {
        query(table).bind(id.to_string()).execute(connection).await?;
    }
    Ok(())
}
