//! Games whose free side anybody may take, in SQLite.

use entourage_kernel::Side;
use entourage_record::{Game, GameId, Grant, Invitation, Seat};
use sqlx::sqlite::SqlitePool;
use sqlx::{Row, SqliteConnection};

use super::{has_seat, insert_grant, publications, timing};
use crate::{FreeSide, StoreError};

/// Offers a side of a new game to anybody, within a transaction.
pub(super) async fn insert(
    game: &Game,
    free: FreeSide,
    connection: &mut SqliteConnection,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO invitations (game_id, side, watched, created_at) VALUES (?, ?, ?, ?)")
        .bind(game.id.to_string())
        .bind(free.side.number() as i64)
        .bind(free.watched)
        .bind(game.created_at)
        .execute(connection)
        .await?;
    Ok(())
}

/// Lists at most so many made since a time, the newest first, after that to a game if one is named.
pub(super) async fn list(
    readers: &SqlitePool,
    since: i64,
    after: Option<GameId>,
    most: u32,
) -> Result<Vec<Invitation>, StoreError> {
    // The game named may be taken by now; when it was created, its invitation was made.
    let rows = sqlx::query(
        "SELECT i.game_id, i.side, i.watched, i.created_at, g.spec, g.start, g.rules_version, g.pace
         FROM invitations i JOIN games g ON g.id = i.game_id LEFT JOIN games last ON last.id = ?2
         WHERE i.created_at >= ?1 AND (last.id IS NULL OR i.created_at < last.created_at
             OR i.created_at = last.created_at AND i.game_id > last.id)
         ORDER BY i.created_at DESC, i.game_id LIMIT ?3",
    )
    .bind(since)
    .bind(after.map(|game| game.to_string()))
    .bind(most)
    .fetch_all(readers)
    .await?;
    let corrupt = || StoreError::Corrupt("an invitation makes no sense".into());
    rows.iter()
        .map(|row| {
            let (game, side): (String, i64) = (row.try_get("game_id")?, row.try_get("side")?);
            Ok(Invitation {
                game: game.parse().map_err(|()| corrupt())?,
                side: Side::BOTH.into_iter().find(|known| known.number() as i64 == side).ok_or_else(corrupt)?,
                spec: row.try_get("spec")?,
                start: row.try_get("start")?,
                rules_version: row.try_get("rules_version")?,
                pace: timing::pace(row.try_get("pace")?)?,
                watched: row.try_get("watched")?,
                at: row.try_get("created_at")?,
            })
        })
        .collect()
}

/// Returns which of some games have a free side offered since a time.
pub(super) async fn offered(
    readers: &SqlitePool,
    games: &[GameId],
    since: i64,
) -> Result<Vec<GameId>, StoreError> {
    let names: Vec<String> = games.iter().map(GameId::to_string).collect();
    let names = serde_json::to_string(&names).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    let rows = sqlx::query(
        "SELECT game_id FROM invitations WHERE game_id IN (SELECT value FROM json_each(?)) AND created_at >= ?",
    );
    let rows = rows.bind(names).bind(since).fetch_all(readers).await?;
    let corrupt = |()| StoreError::Corrupt("an invitation is to no game".into());
    rows.iter().map(|row| row.try_get::<String, _>("game_id")?.parse().map_err(corrupt)).collect()
}

/// Gives a key the side that is offered, and shows the game to everybody if it was offered so.
pub(super) async fn join(writer: &SqlitePool, id: GameId, grant: &Grant) -> Result<(), StoreError> {
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    if has_seat(id, grant, &mut transaction).await? {
        return Ok(());
    }
    let side = match grant.seat {
        Seat::Side(side) => side.number() as i64,
        Seat::Both | Seat::Watch => return Err(StoreError::Conflict),
    };
    let offered =
        sqlx::query("DELETE FROM invitations WHERE game_id = ? AND side = ? RETURNING watched, created_at");
    let offered = offered.bind(id.to_string()).bind(side).fetch_optional(&mut *transaction).await?;
    let offered = offered.ok_or(StoreError::Conflict)?;
    if offered.try_get("watched")? {
        publications::list(id, offered.try_get("created_at")?, &mut transaction).await?;
    }
    insert_grant(id, grant, &mut transaction).await?;
    Ok(transaction.commit().await?)
}

/// Offers nothing of a game any more.
pub(super) async fn withdraw(writer: &SqlitePool, id: GameId) -> Result<(), StoreError> {
    let row = sqlx::query("DELETE FROM invitations WHERE game_id = ?").bind(id.to_string());
    row.execute(writer).await?;
    Ok(())
}
