//! Which seats are whose.

use entourage_kernel::Side;
use entourage_record::{Access, AccountId, GameId, KeyHash, Seat, TokenHash};

use super::pool::{Connection, Pool};
use super::query::query;
use super::row::{Row, owner};
use super::{commit, finished, timing};
use crate::StoreError;
use crate::account::{Claim, Expiry, HeldGame};

/// Reads the row of a seat.
pub(super) fn access(row: &Row) -> Result<Access, StoreError> {
    let (game, seat): (String, String) = (row.try_get("game_id")?, row.try_get("seat")?);
    let (hash, account): (Vec<u8>, Option<String>) = (row.try_get("hash")?, row.try_get("account")?);
    let corrupt = |what: &str| StoreError::Corrupt(format!("a seat has no {what}"));
    Ok(Access {
        game: game.parse().map_err(|()| corrupt("game"))?,
        seat: Seat::from_word(&seat).ok_or_else(|| StoreError::Corrupt(format!("there is no seat {seat}")))?,
        host: row.try_get("host")?,
        key: Some(KeyHash::from_bytes(hash.try_into().map_err(|_| corrupt("key"))?)),
        account: account.map(|_| owner(row, "account")).transpose()?,
    })
}

/// Finds what a key opens; `None` if it opens nothing.
pub(super) async fn opened(key: KeyHash, connection: &mut Connection) -> Result<Option<Access>, StoreError> {
    let row = query("SELECT hash, game_id, seat, host, account FROM seats WHERE hash = $1");
    row.bind(&key.bytes()[..]).fetch_optional(connection).await?.as_ref().map(access).transpose()
}

/// Tells whether a seat belongs to an account already.
pub(super) async fn holds(
    account: AccountId,
    game: GameId,
    seat: Seat,
    connection: &mut Connection,
) -> Result<bool, StoreError> {
    let row = query("SELECT 1 FROM seats WHERE game_id = $1 AND seat = $2 AND account = $3");
    let row = row.bind(game.to_string()).bind(seat.word()).bind(account.to_string());
    Ok(row.fetch_optional(connection).await?.is_some())
}

/// Gives the seat of a key to an account, if it is nobody's.
pub(super) async fn claim(writer: &Pool, account: AccountId, key: KeyHash) -> Result<Claim, StoreError> {
    let mut transaction = writer.change(&account.to_string()).await?;
    let Some(Access { game, .. }) = opened(key, &mut transaction).await? else { return Ok(Claim::Unknown) };
    transaction.lock(&game.to_string()).await?;
    // The key may have been replaced meanwhile.
    let Some(mut access) = opened(key, &mut transaction).await? else { return Ok(Claim::Unknown) };
    if access.seat == Seat::Watch {
        return Ok(Claim::Watching);
    }
    // A seat has one holder, by whatever key they came.
    let holder = query("SELECT account FROM seats WHERE game_id = $1 AND seat = $2 AND account IS NOT NULL");
    let holder = holder.bind(access.game.to_string()).bind(access.seat.word());
    if let Some(row) = holder.fetch_optional(&mut transaction).await?
        && owner(&row, "account")? != account
    {
        return Ok(Claim::Taken);
    }
    let claimed = query("UPDATE seats SET account = $2 WHERE hash = $1 AND account IS NULL");
    let claimed = claimed.bind(&key.bytes()[..]).bind(account.to_string());
    let changed = claimed.execute(&mut transaction).await? > 0;
    access.account = Some(account);
    if changed {
        finished::claim(access.game, access.seat, account, &mut transaction).await?;
        commit(access.game, transaction).await?;
    }
    Ok(Claim::Held(access))
}

/// Finds what a session opens in a game.
pub(super) async fn access_by_session(
    readers: &Pool,
    hash: TokenHash,
    expiry: Expiry,
    game: GameId,
    seat: Option<Seat>,
) -> Result<Option<Access>, StoreError> {
    let row = query(
        "SELECT s.hash, s.game_id, s.seat, s.host, s.account FROM sessions t JOIN seats s ON s.account = t.account
         WHERE t.hash = $1 AND t.seen_at > $2 AND t.created_at > $3 AND s.game_id = $4 AND ($5 IS NULL OR s.seat = $5)
         ORDER BY s.seat, s.hash LIMIT 1",
    );
    let row = row.bind(&hash.bytes()[..]).bind(expiry.seen).bind(expiry.began).bind(game.to_string());
    let row = row.bind(seat.map(Seat::word)).fetch_optional(&mut readers.acquire().await?).await?;
    row.as_ref().map(access).transpose()
}

/// Tells the names of those who play the sides of a game.
pub(super) async fn names(
    game: GameId,
    connection: &mut Connection,
) -> Result<[Option<String>; 2], StoreError> {
    let rows = query(
        "SELECT s.seat, a.name FROM seats s JOIN accounts a ON a.id = s.account WHERE s.game_id = $1 ORDER BY s.hash",
    );
    let mut names = [None, None];
    for row in rows.bind(game.to_string()).fetch_all(connection).await? {
        let (seat, name): (String, String) = (row.try_get("seat")?, row.try_get("name")?);
        for side in Side::BOTH {
            if Seat::from_word(&seat).is_some_and(|seat| seat.plays(side)) {
                names[side.index()] = Some(name.clone());
            }
        }
    }
    Ok(names)
}

/// Lists games in which an account plays, the newest first.
pub(super) async fn held(
    readers: &Pool,
    account: AccountId,
    after: Option<GameId>,
    most: u32,
) -> Result<Vec<HeldGame>, StoreError> {
    let mut snapshot = readers.snapshot().await?;
    let rows = query(
        "SELECT s.seat, g.id, g.spec, g.pace, g.players, g.start_status, g.created_at, e.seq, e.status, e.created_at AS last
         FROM (SELECT game_id, MIN(seat) AS seat FROM seats WHERE account = $1 GROUP BY game_id) s
             JOIN games g ON g.id = s.game_id
             LEFT JOIN events e ON e.game_id = g.id AND e.seq = (SELECT MAX(seq) FROM events WHERE game_id = g.id)
             LEFT JOIN games p ON p.id = $2
         WHERE p.id IS NULL OR g.created_at < p.created_at OR g.created_at = p.created_at AND g.id > p.id
         ORDER BY g.created_at DESC, g.id LIMIT $3",
    );
    let rows = rows.bind(account.to_string()).bind(after.map(|game| game.to_string())).bind(most);
    let mut games = Vec::new();
    for row in rows.fetch_all(&mut snapshot).await? {
        let corrupt = |what: &str| StoreError::Corrupt(format!("a game has no {what}"));
        let id: GameId = row.try_get::<String>("id")?.parse().map_err(|()| corrupt("name"))?;
        let created_at = row.try_get("created_at")?;
        let (seq, last): (Option<i64>, Option<i64>) = (row.try_get("seq")?, row.try_get("last")?);
        games.push(HeldGame {
            game: id,
            seat: Seat::from_word(&row.try_get::<String>("seat")?).ok_or_else(|| corrupt("seat"))?,
            spec: row.try_get("spec")?,
            pace: timing::pace(row.try_get("pace")?)?,
            players: serde_json::from_str(&row.try_get::<String>("players")?)
                .map_err(|_| corrupt("players"))?,
            names: names(id, &mut snapshot).await?,
            status: row.try_get(if seq.is_some() { "status" } else { "start_status" })?,
            created_at,
            at: last.unwrap_or(created_at),
        });
    }
    Ok(games)
}

/// Leaves the seats of an account to whoever has their keys, and returns the games.
pub(super) async fn release(
    account: AccountId,
    connection: &mut Connection,
) -> Result<Vec<GameId>, StoreError> {
    let id = account.to_string();
    let rows = query("SELECT DISTINCT game_id FROM seats WHERE account = $1 ORDER BY game_id").bind(&id);
    let corrupt = |()| StoreError::Corrupt("a seat is in no game".into());
    let rows = rows.fetch_all(connection).await?;
    let games = rows.iter().map(|row| row.try_get::<String>("game_id")?.parse().map_err(corrupt));
    let games = games.collect::<Result<Vec<GameId>, _>>()?;
    let raise = query(
        "UPDATE games SET version = version + 1 WHERE id IN (SELECT game_id FROM seats WHERE account = $1)",
    );
    raise.bind(&id).execute(connection).await?;
    query("UPDATE seats SET account = NULL WHERE account = $1").bind(&id).execute(connection).await?;
    Ok(games)
}
