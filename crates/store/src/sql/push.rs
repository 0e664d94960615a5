//! Which browsers are told what happens while nobody looks.

use std::fmt::Write as _;

use async_trait::async_trait;
use entourage_kernel::{Language, Side};
use entourage_record::{AccountId, GameId, KeyHash, Seat, TokenHash};
use sha2::{Digest, Sha256};
use sqlx::AssertSqlSafe;

use super::pool::Connection;
use super::query::query;
use super::row::Row;
use crate::{DuePush, KnownDevice, PushDevice, PushLimits, PushStore, PushSubject, SqlStore, StoreError};

#[async_trait]
impl PushStore for SqlStore {
    async fn push_key(&self, drawn: [u8; 32]) -> Result<[u8; 32], StoreError> {
        let mut connection = self.writer.acquire().await?;
        query("INSERT INTO push_keys (number, private) VALUES (1, $1) ON CONFLICT DO NOTHING")
            .bind(&drawn[..])
            .execute(&mut connection)
            .await?;
        let row = query("SELECT private FROM push_keys WHERE number = 1").fetch_one(&mut connection).await?;
        bytes(&row, "private")
    }

    async fn keep_device(
        &self,
        device: &PushDevice,
        session: Option<TokenHash>,
        keys: &[KeyHash],
        at: i64,
        limits: PushLimits,
    ) -> Result<Vec<Option<(GameId, Side)>>, StoreError> {
        let id = name(&device.endpoint);
        let mut transaction = self.writer.change(&id).await?;
        let account = account_of(session, &mut transaction).await?;
        let session = session.filter(|_| account.is_some());
        query(
            "INSERT INTO push_devices (id, endpoint, key, secret, language, session, seen_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (id) DO UPDATE SET key = $3, secret = $4, language = $5, session = $6, seen_at = $7",
        )
        .bind(&id)
        .bind(&device.endpoint)
        .bind(&device.key[..])
        .bind(&device.secret[..])
        .bind(device.language.code())
        .bind(session.map(|session| session.bytes().to_vec()))
        .bind(at)
        .execute(&mut transaction)
        .await?;
        let mut sides = Vec::with_capacity(keys.len());
        for key in keys {
            sides.push(side_of(*key, &mut transaction).await?);
        }
        let had = query("SELECT game_id, side FROM push_tidings WHERE device = $1 AND held").bind(&id);
        for row in had.fetch_all(&mut transaction).await? {
            let (game, side): (String, i64) = (row.try_get("game_id")?, row.try_get("side")?);
            let kept =
                sides.iter().flatten().any(|(kept, of)| kept.to_string() == game && of.number() as i64 == side);
            if !kept {
                let gone = query("DELETE FROM push_tidings WHERE device = $1 AND game_id = $2 AND side = $3");
                gone.bind(&id).bind(game).bind(side).execute(&mut transaction).await?;
            }
        }
        for (game, side) in sides.iter().flatten() {
            hold(&id, *game, *side, at, limits.seat, &mut transaction).await?;
        }
        if let Some(account) = account {
            let rest = query(
                "DELETE FROM push_devices WHERE id IN (
                     SELECT d.id FROM push_devices d JOIN sessions x ON x.hash = d.session WHERE x.account = $1
                     ORDER BY CASE WHEN d.id = $2 THEN 0 ELSE 1 END, d.seen_at DESC, d.id LIMIT 1000 OFFSET $3)",
            );
            rest.bind(account).bind(&id).bind(limits.account).execute(&mut transaction).await?;
        }
        transaction.commit().await?;
        Ok(sides)
    }

    async fn forget_device(&self, endpoint: &str) -> Result<bool, StoreError> {
        let row = query("DELETE FROM push_devices WHERE id = $1").bind(name(endpoint));
        Ok(row.execute(&mut self.writer.acquire().await?).await? > 0)
    }

    async fn forget_devices(&self, before: i64) -> Result<(), StoreError> {
        let rows = query("DELETE FROM push_devices WHERE seen_at < $1").bind(before);
        rows.execute(&mut self.writer.acquire().await?).await?;
        Ok(())
    }

    async fn devices_of(&self, account: AccountId) -> Result<Vec<KnownDevice>, StoreError> {
        let rows = query(
            "SELECT d.endpoint, d.language, d.seen_at FROM push_devices d JOIN sessions x ON x.hash = d.session
             WHERE x.account = $1 ORDER BY d.seen_at DESC, d.id",
        );
        let rows = rows.bind(account.to_string()).fetch_all(&mut self.readers.acquire().await?).await?;
        rows.iter().map(known).collect()
    }

    async fn devices_told_of(&self, game: GameId, side: Side) -> Result<Vec<KnownDevice>, StoreError> {
        let rows = query(
            "SELECT d.endpoint, d.language, d.seen_at FROM push_tidings t JOIN push_devices d ON d.id = t.device
             WHERE t.game_id = $1 AND t.side = $2 AND t.held ORDER BY d.seen_at DESC, d.id",
        );
        let rows = rows.bind(game.to_string()).bind(side.number() as i64);
        rows.fetch_all(&mut self.readers.acquire().await?).await?.iter().map(known).collect()
    }

    async fn next_push(&self) -> Result<Option<i64>, StoreError> {
        let row = query(
            "SELECT MIN(CASE WHEN due < leased THEN leased ELSE due END) AS next FROM push_tidings WHERE due IS NOT NULL",
        );
        row.fetch_one(&mut self.readers.acquire().await?).await?.try_get("next")
    }

    async fn take_push(&self, now: i64, until: i64, most: u32) -> Result<Vec<DuePush>, StoreError> {
        let skip = self.writer.skip_locked();
        let rows = query(AssertSqlSafe(format!(
            "UPDATE push_tidings SET leased = $2 WHERE (device, game_id, side) IN
                 (SELECT device, game_id, side FROM push_tidings WHERE due <= $1 AND leased <= $1 ORDER BY due LIMIT $3 {skip})
             RETURNING device, game_id, side, due"
        )));
        let mut connection = self.writer.acquire().await?;
        let mut rows = rows
            .bind(now)
            .bind(until)
            .bind(most)
            .fetch_all(&mut connection)
            .await?
            .iter()
            .map(|row| {
                Ok((row.try_get("due")?, row.try_get("device")?, row.try_get("game_id")?, row.try_get("side")?))
            })
            .collect::<Result<Vec<(i64, String, String, i64)>, StoreError>>()?;
        rows.sort();
        let mut taken = Vec::with_capacity(rows.len());
        for (_, device, game, side) in rows {
            let row = query(
                "SELECT d.endpoint, d.key, d.secret, d.language, t.game_id, t.side, t.told, t.tries, t.news,
                     (t.held OR EXISTS (SELECT 1 FROM sessions x JOIN seats s ON s.account = x.account
                          WHERE x.hash = d.session AND s.game_id = t.game_id AND s.seat = CASE t.side WHEN 1 THEN '1' ELSE '2' END AND t.side > 0)
                      OR EXISTS (SELECT 1 FROM sessions x JOIN seeks k ON k.opponent = x.account
                          WHERE x.hash = d.session AND k.id = t.game_id AND k.until > $4 AND t.side = 0)) AS meant
                 FROM push_tidings t JOIN push_devices d ON d.id = t.device
                 WHERE t.device = $1 AND t.game_id = $2 AND t.side = $3",
            );
            let row =
                row.bind(&device).bind(&game).bind(side).bind(now).fetch_optional(&mut connection).await?;
            let Some(row) = row else { continue };
            if row.try_get("meant")? {
                taken.push(due(&row)?);
            } else {
                remove(&device, &game, side, &mut connection).await?;
            }
        }
        Ok(taken)
    }

    async fn settle_push(
        &self,
        push: &DuePush,
        told: &str,
        next: Option<i64>,
        tries: u32,
    ) -> Result<(), StoreError> {
        query(
            "UPDATE push_tidings SET told = $4, leased = 0, tries = CASE WHEN news = $5 THEN $7 ELSE tries END,
                 due = CASE WHEN news = $5 THEN $6 ELSE due END
             WHERE device = $1 AND game_id = $2 AND side = $3",
        )
        .bind(name(&push.device.endpoint))
        .bind(push.game.to_string())
        .bind(number(push.subject))
        .bind(told)
        .bind(push.news)
        .bind(next)
        .bind(tries)
        .execute(&mut self.writer.acquire().await?)
        .await?;
        Ok(())
    }

    async fn end_push(&self, push: &DuePush) -> Result<(), StoreError> {
        let (device, game) = (name(&push.device.endpoint), push.game.to_string());
        remove(&device, &game, number(push.subject), &mut self.writer.acquire().await?).await
    }
}

/// Forgets which browsers are told of a side by its keys: whoever had the seat has it no more.
pub(super) async fn forget(id: GameId, side: Side, connection: &mut Connection) -> Result<(), StoreError> {
    let rows = query("DELETE FROM push_tidings WHERE game_id = $1 AND side = $2").bind(id.to_string());
    rows.bind(side.number() as i64).execute(connection).await?;
    Ok(())
}

/// Has a browser be told of a side by its key, instead of those that were there longest ago where there are too many.
async fn hold(
    device: &str,
    game: GameId,
    side: Side,
    at: i64,
    most: u32,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO push_tidings (device, game_id, side, held, due) VALUES ($1, $2, $3, TRUE, $4)
         ON CONFLICT (device, game_id, side) DO UPDATE SET held = TRUE",
    )
    .bind(device)
    .bind(game.to_string())
    .bind(side.number() as i64)
    .bind(at)
    .execute(connection)
    .await?;
    query(
        "DELETE FROM push_tidings WHERE game_id = $1 AND side = $2 AND device IN (
             SELECT t.device FROM push_tidings t JOIN push_devices d ON d.id = t.device
             WHERE t.game_id = $1 AND t.side = $2 AND t.held
             ORDER BY CASE WHEN t.device = $3 THEN 0 ELSE 1 END, d.seen_at DESC, d.id LIMIT 1000 OFFSET $4)",
    )
    .bind(game.to_string())
    .bind(side.number() as i64)
    .bind(device)
    .bind(most)
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns whose a session is, if it is one.
async fn account_of(
    session: Option<TokenHash>,
    connection: &mut Connection,
) -> Result<Option<String>, StoreError> {
    let Some(session) = session else { return Ok(None) };
    let row = query("SELECT account FROM sessions WHERE hash = $1").bind(&session.bytes()[..]);
    row.fetch_optional(connection).await?.map(|row| row.try_get("account")).transpose()
}

/// Returns the game and the side that a key opens, if it does.
async fn side_of(key: KeyHash, connection: &mut Connection) -> Result<Option<(GameId, Side)>, StoreError> {
    let row = query("SELECT game_id, seat FROM seats WHERE hash = $1").bind(&key.bytes()[..]);
    let Some(row) = row.fetch_optional(connection).await? else { return Ok(None) };
    let (game, seat): (String, String) = (row.try_get("game_id")?, row.try_get("seat")?);
    let game = game.parse().map_err(|()| corrupt())?;
    Ok(match Seat::from_word(&seat).ok_or_else(corrupt)? {
        Seat::Side(side) => Some((game, side)),
        _ => None,
    })
}

async fn remove(device: &str, game: &str, side: i64, connection: &mut Connection) -> Result<(), StoreError> {
    let row = query("DELETE FROM push_tidings WHERE device = $1 AND game_id = $2 AND side = $3");
    row.bind(device).bind(game).bind(side).execute(connection).await?;
    Ok(())
}

/// Names a browser by where its messages are handed over.
fn name(endpoint: &str) -> String {
    Sha256::digest(endpoint).iter().fold(String::with_capacity(64), |mut name, byte| {
        let _ = write!(name, "{byte:02x}");
        name
    })
}

fn number(subject: PushSubject) -> i64 {
    match subject {
        PushSubject::Challenge => 0,
        PushSubject::Side(side) => side.number() as i64,
    }
}

/// Reads a row.
fn due(row: &Row) -> Result<DuePush, StoreError> {
    let side: i64 = row.try_get("side")?;
    let side = Side::BOTH.into_iter().find(|known| known.number() as i64 == side);
    Ok(DuePush {
        device: PushDevice {
            endpoint: row.try_get("endpoint")?,
            key: bytes(row, "key")?,
            secret: bytes(row, "secret")?,
            language: language(row)?,
        },
        game: row.try_get::<String>("game_id")?.parse().map_err(|()| corrupt())?,
        subject: side.map_or(PushSubject::Challenge, PushSubject::Side),
        told: row.try_get("told")?,
        tries: row.try_get("tries")?,
        news: row.try_get("news")?,
    })
}

/// Reads what is known of a browser.
fn known(row: &Row) -> Result<KnownDevice, StoreError> {
    Ok(KnownDevice {
        endpoint: row.try_get("endpoint")?,
        language: language(row)?,
        seen: row.try_get("seen_at")?,
    })
}

fn language(row: &Row) -> Result<Language, StoreError> {
    row.try_get::<String>("language")?.parse().map_err(|()| corrupt())
}

fn bytes<const LENGTH: usize>(row: &Row, column: &str) -> Result<[u8; LENGTH], StoreError> {
    row.try_get::<Vec<u8>>(column)?.try_into().map_err(|_| corrupt())
}

fn corrupt() -> StoreError {
    StoreError::Corrupt("which browser is told what makes no sense".into())
}
