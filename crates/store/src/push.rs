//! Push notifications.

use std::fmt::Write as _;

use entourage_kernel::{Language, Side};
use entourage_record::{AccountId, GameId, KeyHash, Seat, TokenHash};
use sha2::{Digest, Sha256};
use sqlx::AssertSqlSafe;

use crate::columns::{FromRow, from_row, kept};
use crate::database::Connection;
use crate::{Result, Store};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushDevice {
    pub endpoint: String,
    /// The browser's public key: an uncompressed point on the curve P-256.
    pub key: [u8; 65],
    /// The authentication secret shared with the server.
    pub secret: [u8; 16],
    pub language: Language,
}

from_row! { PushDevice { endpoint, key, secret, language } }

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PushLimits {
    /// Maximum number of devices per side, counting only devices that are registered through a key.
    pub seat: u32,
    pub account: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PushSubject {
    Side(Side),
    Challenge,
}

kept! {
    PushSubject, Number, i64 {
        |subject| Some(match subject {
            Self::Challenge => 0,
            Self::Side(side) => side.number() as i64,
        }),
        |raw| Some(<Side as crate::columns::Column>::read(raw).map_or(Self::Challenge, Self::Side))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DuePush {
    pub device: PushDevice,
    /// The ID of the game or challenge; a game created from a challenge has the challenge's ID.
    pub game: GameId,
    pub subject: PushSubject,
    /// The turn about which the last notification was sent, as encoded by the server; empty if none was sent.
    pub told: String,
    pub tries: u32,
    /// Number of changes to the game since the device was registered for it.
    pub news: i64,
}

from_row! { DuePush { device = row, game = "game_id", subject = "side", told, tries, news } }

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownDevice {
    pub endpoint: String,
    pub language: Language,
    /// Time of the last visit in milliseconds.
    pub seen: i64,
}

from_row! { KnownDevice { endpoint, language, seen = "seen_at" } }

impl Store {
    /// Returns the private key shared by all processes of the server; stores the random bytes `drawn` as the key if there is none.
    pub async fn push_key(&self, drawn: [u8; 32]) -> Result<[u8; 32]> {
        let mut connection = self.writer.acquire().await?;
        let key = "INSERT INTO push_keys (number, private) VALUES (1, $1) ON CONFLICT DO NOTHING";
        connection.execute(key, drawn).await?;
        connection.one("SELECT private FROM push_keys WHERE number = 1", ()).await
    }

    /// Registers a device for notifications to a session's account and about the sides to which `keys` give access.
    /// Sides registered earlier through other keys are removed. Devices in excess of the limits are dropped, least
    /// recently used first. Returns each key's game and side.
    pub async fn keep_device(
        &self,
        device: &PushDevice,
        session: Option<TokenHash>,
        keys: &[KeyHash],
        at: i64,
        limits: PushLimits,
    ) -> Result<Vec<Option<(GameId, Side)>>> {
        let PushDevice { endpoint, key, secret, language } = device;
        let id = name(endpoint);
        let mut transaction = self.writer.change(&id).await?;
        let account: Option<AccountId> =
            transaction.optional("SELECT account FROM sessions WHERE hash = $1", session).await?;
        let session = session.filter(|_| account.is_some());
        let row = "INSERT INTO push_devices (id, endpoint, key, secret, language, session, seen_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (id) DO UPDATE SET key = $3, secret = $4, language = $5, session = $6, seen_at = $7";
        transaction.execute(row, (&id, endpoint, key, secret, language, session, at)).await?;
        let mut sides = Vec::with_capacity(keys.len());
        for key in keys {
            let opened = transaction.optional("SELECT game_id, seat FROM seats WHERE hash = $1", key).await?;
            sides.push(match opened {
                Some((game, Seat::Side(side))) => Some((game, side)),
                _ => None,
            });
        }
        let had = "SELECT game_id, side FROM push_tidings WHERE device = $1 AND held";
        for (game, side) in transaction.all::<(GameId, Side)>(had, &id).await? {
            if !sides.contains(&Some((game, side))) {
                transaction.execute(REMOVE, (&id, game, side)).await?;
            }
        }
        for (game, side) in sides.iter().flatten() {
            hold(&id, *game, *side, at, limits.seat, &mut transaction).await?;
        }
        if let Some(account) = account {
            let rest = "DELETE FROM push_devices WHERE id IN (
                     SELECT d.id FROM push_devices d JOIN sessions x ON x.hash = d.session WHERE x.account = $1
                     ORDER BY CASE WHEN d.id = $2 THEN 0 ELSE 1 END, d.seen_at DESC, d.id LIMIT 1000 OFFSET $3)";
            transaction.execute(rest, (account, &id, limits.account)).await?;
        }
        transaction.commit().await?;
        Ok(sides)
    }

    /// Deletes the device with a push URL; returns whether there was one.
    pub async fn forget_device(&self, endpoint: &str) -> Result<bool> {
        Ok(self.writer.execute("DELETE FROM push_devices WHERE id = $1", name(endpoint)).await? > 0)
    }

    pub async fn forget_devices(&self, before: i64) -> Result<()> {
        self.writer.execute("DELETE FROM push_devices WHERE seen_at < $1", before).await.map(drop)
    }

    pub async fn devices_of(&self, account: AccountId) -> Result<Vec<KnownDevice>> {
        let rows =
            "SELECT d.endpoint, d.language, d.seen_at FROM push_devices d JOIN sessions x ON x.hash = d.session
             WHERE x.account = $1 ORDER BY d.seen_at DESC, d.id";
        self.readers.all(rows, account).await
    }

    /// Returns the devices that are registered for a side through a key, most recently used first.
    pub async fn devices_told_of(&self, game: GameId, side: Side) -> Result<Vec<KnownDevice>> {
        let rows = "SELECT d.endpoint, d.language, d.seen_at FROM push_tidings t JOIN push_devices d ON d.id = t.device
             WHERE t.game_id = $1 AND t.side = $2 AND t.held ORDER BY d.seen_at DESC, d.id";
        self.readers.all(rows, (game, side)).await
    }

    /// Returns the time at which the next notification may be due, or at which its lease expires if that is later.
    pub async fn next_push(&self) -> Result<Option<i64>> {
        self.next_due_of("push_tidings").await
    }

    /// Leases up to `most` notifications that may be due, earliest first. A lease ends at `until`, or earlier when
    /// [`settle_push`](Self::settle_push) is called. Deletes notifications that are no longer intended for the device's account.
    pub async fn take_push(&self, now: i64, until: i64, most: u32) -> Result<Vec<DuePush>> {
        let skip = self.writer.skip_locked();
        let sql = format!(
            "UPDATE push_tidings SET leased = $2 WHERE (device, game_id, side) IN
                 (SELECT device, game_id, side FROM push_tidings WHERE due <= $1 AND leased <= $1 ORDER BY due LIMIT $3 {skip})
             RETURNING due, device, game_id, side"
        );
        let mut connection = self.writer.acquire().await?;
        let mut rows: Vec<(i64, String, String, i64)> =
            connection.all(AssertSqlSafe(sql), (now, until, most)).await?;
        rows.sort();
        let mut taken = Vec::with_capacity(rows.len());
        for (_, device, game, side) in rows {
            let row = "SELECT d.endpoint, d.key, d.secret, d.language, t.game_id, t.side, t.told, t.tries, t.news,
                     (t.held OR EXISTS (SELECT 1 FROM sessions x JOIN seats s ON s.account = x.account
                          WHERE x.hash = d.session AND s.game_id = t.game_id AND s.seat = CASE t.side WHEN 1 THEN '1' ELSE '2' END AND t.side > 0)
                      OR EXISTS (SELECT 1 FROM sessions x JOIN seeks k ON k.opponent = x.account
                          WHERE x.hash = d.session AND k.id = t.game_id AND k.until > $4 AND t.side = 0)) AS meant
                 FROM push_tidings t JOIN push_devices d ON d.id = t.device
                 WHERE t.device = $1 AND t.game_id = $2 AND t.side = $3";
            let Some(row) = connection.row(row, (&device, &game, side, now)).await? else { continue };
            if row.get("meant")? {
                taken.push(DuePush::from_row(&row)?);
            } else {
                connection.execute(REMOVE, (device, game, side)).await?;
            }
        }
        Ok(taken)
    }

    /// Ends a lease and records the turn of the last notification. Unless the game has changed since the lease began, also sets the next
    /// due time and the number of attempts.
    pub async fn settle_push(&self, push: &DuePush, told: &str, next: Option<i64>, tries: u32) -> Result<()> {
        let settle =
            "UPDATE push_tidings SET told = $4, leased = 0, tries = CASE WHEN news = $5 THEN $7 ELSE tries END,
                 due = CASE WHEN news = $5 THEN $6 ELSE due END
             WHERE device = $1 AND game_id = $2 AND side = $3";
        let device = name(&push.device.endpoint);
        let values = (device, push.game, push.subject, told, push.news, next, tries);
        self.writer.execute(settle, values).await.map(drop)
    }

    pub async fn end_push(&self, push: &DuePush) -> Result<()> {
        let device = name(&push.device.endpoint);
        self.writer.execute(REMOVE, (device, push.game, push.subject)).await.map(drop)
    }
}

const REMOVE: &str = "DELETE FROM push_tidings WHERE device = $1 AND game_id = $2 AND side = $3";

/// Deletes all notifications for a side; called when its player loses the seat.
pub(crate) async fn forget(id: GameId, side: Side, connection: &mut Connection) -> Result<()> {
    connection.execute("DELETE FROM push_tidings WHERE game_id = $1 AND side = $2", (id, side)).await.map(drop)
}

/// Registers a device for a side, and drops the least recently used devices in excess of `most`.
async fn hold(
    device: &str,
    game: GameId,
    side: Side,
    at: i64,
    most: u32,
    connection: &mut Connection,
) -> Result<()> {
    let hold = "INSERT INTO push_tidings (device, game_id, side, held, due) VALUES ($1, $2, $3, TRUE, $4)
         ON CONFLICT (device, game_id, side) DO UPDATE SET held = TRUE";
    connection.execute(hold, (device, game, side, at)).await?;
    let rest = "DELETE FROM push_tidings WHERE game_id = $1 AND side = $2 AND device IN (
             SELECT t.device FROM push_tidings t JOIN push_devices d ON d.id = t.device
             WHERE t.game_id = $1 AND t.side = $2 AND t.held
             ORDER BY CASE WHEN t.device = $3 THEN 0 ELSE 1 END, d.seen_at DESC, d.id LIMIT 1000 OFFSET $4)";
    connection.execute(rest, (game, side, device, most)).await.map(drop)
}

/// Returns the ID of a device: the hash of its push URL.
fn name(endpoint: &str) -> String {
    Sha256::digest(endpoint).iter().fold(String::with_capacity(64), |mut name, byte| {
        let _ = write!(name, "{byte:02x}");
        name
    })
}
