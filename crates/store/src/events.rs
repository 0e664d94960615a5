//! Inserts rows of events and seats.

use entourage_record::{Entry, GameId, Grant};

use crate::database::Connection;
use crate::error::some;
use crate::{Result, StoreError};

/// Appends an event if its sequence number is the next one.
pub(crate) async fn append_entry(
    id: GameId,
    seq: u32,
    entry: &Entry,
    version: Option<i64>,
    connection: &mut Connection,
) -> Result<()> {
    let (kind, payload) = entry.event.columns();
    let Entry { mover, status, at, deadline, .. } = entry;
    // A single statement is atomic even outside a transaction. The statement checks for gaps; the primary key prevents duplicates.
    let row = "INSERT INTO events (game_id, seq, kind, payload, mover, status, created_at, deadline)
         SELECT $1, $2, $3, $4, $9, $5, $6, $7
         WHERE (SELECT COALESCE(MAX(seq) + 1, 0) FROM events WHERE game_id = $1) = $2
             AND ($8 IS NULL OR (SELECT version FROM games WHERE id = $1) = $8)";
    if connection.execute(row, (id, seq, kind, payload, status, at, deadline, version, mover)).await? == 1 {
        return Ok(());
    }
    expect_game(id, connection).await?;
    Err(StoreError::Conflict)
}

pub(crate) async fn expect_game(id: GameId, connection: &mut Connection) -> Result<()> {
    some(connection.exists("SELECT 1 FROM games WHERE id = $1", id).await?)
}

/// Updates the time of the last heartbeat in the current server run.
pub(crate) async fn keep_alive(at: i64, writer: &mut Connection) -> Result<()> {
    // `execute` reports a failed commit; a query that returns a row would not.
    let alive = "UPDATE runs SET alive = CASE WHEN alive < $1 THEN $1 ELSE alive END WHERE began = (SELECT MAX(began) FROM runs)";
    match writer.execute(alive, at).await? {
        0 => Err(StoreError::Corrupt("no server run is recorded".into())),
        _ => Ok(()),
    }
}

pub(crate) async fn insert_grant(id: GameId, grant: &Grant, connection: &mut Connection) -> Result<()> {
    let Grant { key, seat, host, account } = grant;
    let row = "INSERT INTO seats (hash, game_id, seat, host, account) VALUES ($1, $2, $3, $4, $5)";
    connection.execute(row, (key, id, seat, host, account)).await.map(drop)
}
