//! What the database keeps of clocks: paces, who has come, and when time is up next.

use entourage_clock::Pace;
use entourage_kernel::Side;
use entourage_record::GameId;
use sqlx::sqlite::SqlitePool;
use sqlx::{Row, SqliteConnection};

use crate::StoreError;

/// Reads a pace as it is kept.
pub(super) fn pace(text: Option<String>) -> Result<Pace, StoreError> {
    match text {
        None => Ok(Pace::UNLIMITED),
        Some(text) => text.parse().map_err(|_| StoreError::Corrupt(format!("unknown pace {text}"))),
    }
}

/// Writes a pace as it is kept.
pub(super) fn pace_text(pace: Pace) -> Option<String> {
    (!pace.is_unlimited()).then(|| pace.to_string())
}

/// Reads when each side's player came.
pub(super) async fn arrivals(
    id: GameId,
    connection: &mut SqliteConnection,
) -> Result<[Option<i64>; 2], StoreError> {
    let rows = sqlx::query("SELECT side, at FROM arrivals WHERE game_id = ?").bind(id.to_string());
    let mut arrivals = [None; 2];
    for row in rows.fetch_all(connection).await? {
        let number: i64 = row.try_get("side")?;
        let side = Side::BOTH.into_iter().find(|side| side.number() as i64 == number);
        let side = side.ok_or_else(|| StoreError::Corrupt(format!("side {number} came to a game")))?;
        arrivals[side.index()] = Some(row.try_get("at")?);
    }
    Ok(arrivals)
}

/// Keeps when a side's player came, unless they have come before.
pub(super) async fn insert_arrival(
    id: GameId,
    side: Side,
    at: i64,
    connection: &mut SqliteConnection,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO arrivals (game_id, side, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
        .bind(id.to_string())
        .bind(side.number() as i64)
        .bind(at)
        .execute(connection)
        .await?;
    Ok(())
}

/// Forgets that a side's player has come, and with it when time is up.
pub(super) async fn forget_arrival(
    id: GameId,
    side: Side,
    connection: &mut SqliteConnection,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM arrivals WHERE game_id = ? AND side = ?")
        .bind(id.to_string())
        .bind(side.number() as i64)
        .execute(&mut *connection)
        .await?;
    put_deadline(id, None, connection).await
}

/// Keeps when a game's time is up, if it ever is.
pub(super) async fn put_deadline(
    id: GameId,
    deadline: Option<i64>,
    connection: &mut SqliteConnection,
) -> Result<(), StoreError> {
    let row = match deadline {
        Some(at) => {
            let row = "INSERT INTO deadlines (game_id, at) VALUES (?, ?) ON CONFLICT (game_id) DO UPDATE SET at = excluded.at";
            sqlx::query(row).bind(id.to_string()).bind(at)
        }
        None => sqlx::query("DELETE FROM deadlines WHERE game_id = ?").bind(id.to_string()),
    };
    row.execute(connection).await?;
    Ok(())
}

/// Keeps another time at which a game's time is up, if any, where one is kept that was listed.
pub(super) async fn correct_deadline(
    id: GameId,
    listed: i64,
    deadline: Option<i64>,
    connection: &mut SqliteConnection,
) -> Result<(), StoreError> {
    let row = match deadline {
        Some(at) => sqlx::query("UPDATE deadlines SET at = ?3 WHERE game_id = ?1 AND at = ?2")
            .bind(id.to_string())
            .bind(listed)
            .bind(at),
        None => {
            sqlx::query("DELETE FROM deadlines WHERE game_id = ? AND at = ?").bind(id.to_string()).bind(listed)
        }
    };
    row.execute(connection).await?;
    Ok(())
}

/// Lists at most so many games whose time is up next, the earliest first.
pub(super) async fn deadlines(readers: &SqlitePool, most: u32) -> Result<Vec<(GameId, i64)>, StoreError> {
    let rows = sqlx::query("SELECT game_id, at FROM deadlines ORDER BY at LIMIT ?").bind(most);
    let rows = rows.fetch_all(readers).await?;
    rows.iter()
        .map(|row| {
            let game: String = row.try_get("game_id")?;
            let game = game.parse().map_err(|()| StoreError::Corrupt("a deadline is of no game".into()))?;
            Ok((game, row.try_get("at")?))
        })
        .collect()
}
