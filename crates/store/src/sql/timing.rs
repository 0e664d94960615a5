//! What the database keeps of clocks: paces, who has come, and when time is up next.

use entourage_clock::Pace;
use entourage_kernel::Side;
use entourage_record::GameId;
use sqlx::AssertSqlSafe;

use super::pool::{Connection, Pool};
use super::query::query;
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
pub(super) async fn arrivals(id: GameId, connection: &mut Connection) -> Result<[Option<i64>; 2], StoreError> {
    let rows = query("SELECT side, at FROM arrivals WHERE game_id = $1").bind(id.to_string());
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
    connection: &mut Connection,
) -> Result<(), StoreError> {
    query("INSERT INTO arrivals (game_id, side, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
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
    connection: &mut Connection,
) -> Result<(), StoreError> {
    query("DELETE FROM arrivals WHERE game_id = $1 AND side = $2")
        .bind(id.to_string())
        .bind(side.number() as i64)
        .execute(connection)
        .await?;
    put_deadline(id, None, connection).await
}

/// Keeps when a game's time is up, if it ever is.
pub(super) async fn put_deadline(
    id: GameId,
    deadline: Option<i64>,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    let row = match deadline {
        Some(at) => {
            let row = "INSERT INTO deadlines (game_id, at) VALUES ($1, $2) ON CONFLICT (game_id) DO UPDATE SET at = excluded.at, leased = 0";
            query(row).bind(id.to_string()).bind(at)
        }
        None => query("DELETE FROM deadlines WHERE game_id = $1").bind(id.to_string()),
    };
    row.execute(connection).await?;
    Ok(())
}

/// Keeps another time at which a game's time is up, if any, where one is kept that was listed.
pub(super) async fn correct_deadline(
    id: GameId,
    listed: i64,
    deadline: Option<i64>,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    let row = match deadline {
        Some(at) => query("UPDATE deadlines SET at = $3, leased = 0 WHERE game_id = $1 AND at = $2")
            .bind(id.to_string())
            .bind(listed)
            .bind(at),
        None => query("DELETE FROM deadlines WHERE game_id = $1 AND at = $2").bind(id.to_string()).bind(listed),
    };
    row.execute(connection).await?;
    Ok(())
}

/// Returns when the time of a game is up next that nobody looks after by then.
pub(super) async fn next(readers: &Pool) -> Result<Option<i64>, StoreError> {
    let row = query("SELECT MIN(CASE WHEN at < leased THEN leased ELSE at END) AS next FROM deadlines");
    row.fetch_one(&mut readers.acquire().await?).await?.try_get("next")
}

/// Takes at most so many games whose time is up, the earliest first.
pub(super) async fn take(
    writer: &Pool,
    now: i64,
    until: i64,
    most: u32,
) -> Result<Vec<(GameId, i64)>, StoreError> {
    let skip = writer.skip_locked();
    let rows = query(AssertSqlSafe(format!(
        "UPDATE deadlines SET leased = $2 WHERE game_id IN
             (SELECT game_id FROM deadlines WHERE at <= $1 AND leased <= $1 ORDER BY at LIMIT $3 {skip})
         RETURNING game_id, at"
    )));
    let rows = rows.bind(now).bind(until).bind(most).fetch_all(&mut writer.acquire().await?).await?;
    let taken = rows.iter().map(|row| {
        let game = row.try_get::<String>("game_id")?.parse();
        let game = game.map_err(|()| StoreError::Corrupt("a deadline is of no game".into()))?;
        Ok((game, row.try_get("at")?))
    });
    let mut taken: Vec<(GameId, i64)> = taken.collect::<Result<_, StoreError>>()?;
    taken.sort_by_key(|(_, at)| *at);
    Ok(taken)
}
