//! Which version games have, and what has been added to one that is known.

use entourage_record::{Entry, GameId};
use sqlx::AssertSqlSafe;

use super::entry;
use super::pool::{Connection, Pool};
use super::query::query;
use crate::{Growth, StoreError};

/// Reads the version of a game; `None` if there is no such game.
pub(super) async fn read_version(id: GameId, connection: &mut Connection) -> Result<Option<i64>, StoreError> {
    let row = query("SELECT version FROM games WHERE id = $1").bind(id.to_string());
    row.fetch_optional(connection).await?.map(|row| row.try_get("version")).transpose()
}

/// Checks that a game has a version, if one is given.
pub(super) async fn expect_version(
    id: GameId,
    version: Option<i64>,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    let Some(version) = version else { return Ok(()) };
    match read_version(id, connection).await? {
        None => Err(StoreError::Missing),
        Some(found) if found == version => Ok(()),
        Some(_) => Err(StoreError::Conflict),
    }
}

/// Reads the versions of some games, by one statement that is the same for however many.
pub(super) async fn of_all(readers: &Pool, games: &[GameId]) -> Result<Vec<(GameId, i64)>, StoreError> {
    let names: Vec<String> = games.iter().map(GameId::to_string).collect();
    let listed = readers.listed();
    let rows = query(AssertSqlSafe(format!("SELECT id, version FROM games WHERE id {listed}")));
    let rows = rows.bind(names.join(",")).fetch_all(&mut readers.acquire().await?).await?;
    let corrupt = |()| StoreError::Corrupt("a game has an unknown name".into());
    rows.iter()
        .map(|row| Ok((row.try_get::<String>("id")?.parse().map_err(corrupt)?, row.try_get("version")?)))
        .collect()
}

/// Reads the version of a game with its events from a number on, by one statement, hence as they stand at one moment.
pub(super) async fn growth(readers: &Pool, id: GameId, from: u32) -> Result<Option<Growth>, StoreError> {
    let rows = query(
        "SELECT g.version, e.seq, e.kind, e.payload, e.status, e.created_at, e.deadline
         FROM games g LEFT JOIN events e ON e.game_id = g.id AND e.seq >= $2 WHERE g.id = $1 ORDER BY e.seq",
    );
    let rows = rows.bind(id.to_string()).bind(from).fetch_all(&mut readers.acquire().await?).await?;
    let Some(first) = rows.first() else { return Ok(None) };
    let version = first.try_get("version")?;
    let added = rows.iter().filter_map(|row| match row.try_get::<Option<i64>>("seq") {
        Ok(None) => None,
        Ok(Some(_)) => Some(Ok(row)),
        Err(error) => Some(Err(error)),
    });
    let entries: Result<Vec<Entry>, StoreError> =
        added.zip(from as usize..).map(|(row, seq)| entry(seq, row?)).collect();
    Ok(Some(Growth { version, entries: entries? }))
}
