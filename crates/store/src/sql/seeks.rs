//! Who looks for an opponent. Whoever comes to a seek comes alone: all that pairs people is done one after the other.

use async_trait::async_trait;
use entourage_kernel::{Degree, Side};
use entourage_rating::{Class, Pool, Rating};
use entourage_record::{AccountId, Game, GameId, Grant, KeyHash, Seat};

use super::pool::Connection;
use super::query::query;
use super::row::{Row, owner};
use super::{among, insert_game, ratings, show_rated, timing};
use crate::{
    Comer, ListedSeek, Paired, Rated, Seek, SeekStore, SqlStore, StoreError, Taking, Withdrawer, random,
};

/// What is locked while somebody is paired with somebody.
pub(super) const PAIRING: &str = "seeks";
/// The most seeks that are looked at for one that fits, those that have waited longest.
const MOST_TRIED: u32 = 100;

const SEEK: &str = "k.id, k.hash, k.account, k.opponent, k.spec, k.pace, k.degree, k.side, k.rated, k.lowest, k.highest, k.lasts,
    k.created_at, k.until";

#[async_trait]
impl SeekStore for SqlStore {
    async fn pair(&self, wish: &Seek, game: &Game, most: u32) -> Result<Paired, StoreError> {
        let mut transaction = self.writer.change(PAIRING).await?;
        if wish.opponent.is_none()
            && let Some(found) = fitting(wish, &mut transaction).await?
        {
            let comer = Comer { key: wish.key, account: wish.account };
            let side = begin(&found, comer, wish.side, game, &mut transaction).await?;
            transaction.commit().await?;
            return Ok(Paired::Game(found.id, side));
        }
        if let Some(account) = wish.account {
            let count = query("SELECT COUNT(*) AS count FROM seeks WHERE account = $1 AND until > $2");
            let count = count.bind(account.to_string()).bind(wish.at).fetch_one(&mut transaction).await?;
            if count.try_get::<u32>("count")? >= most {
                return Ok(Paired::Many);
            }
        }
        let opens = query("SELECT 1 FROM seats WHERE hash = $1").bind(&wish.key.bytes()[..]);
        if opens.fetch_optional(&mut transaction).await?.is_some() {
            return Err(StoreError::Conflict);
        }
        insert(wish, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Paired::Waits)
    }

    async fn take_seek(&self, id: GameId, comer: Comer, game: &Game, now: i64) -> Result<Taking, StoreError> {
        let mut transaction = self.writer.change(PAIRING).await?;
        let row = sqlx::AssertSqlSafe(format!("SELECT {SEEK} FROM seeks k WHERE k.id = $1 AND k.until > $2"));
        let row = query(row).bind(id.to_string()).bind(now).fetch_optional(&mut transaction).await?;
        let Some(seek) = row.as_ref().map(read).transpose()? else { return Ok(Taking::Gone) };
        if seek.key == comer.key || seek.account.is_some() && seek.account == comer.account {
            return Ok(Taking::Own);
        }
        if seek.opponent.is_some() && seek.opponent != comer.account {
            return Ok(Taking::Other);
        }
        if are_apart(seek.account, comer.account, &mut transaction).await? {
            return Ok(Taking::Blocked);
        }
        if seek.rated {
            let (Some(account), Some(pool)) = (comer.account, pool(&seek)) else { return Ok(Taking::Guest) };
            if !admits(&seek, points(account, &pool, &mut transaction).await?) {
                return Ok(Taking::Range);
            }
        }
        let side = begin(&seek, comer, None, game, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Taking::Game(side))
    }

    async fn seek(&self, id: GameId, now: i64) -> Result<Option<Seek>, StoreError> {
        let row = sqlx::AssertSqlSafe(format!("SELECT {SEEK} FROM seeks k WHERE k.id = $1 AND k.until > $2"));
        let row = query(row).bind(id.to_string()).bind(now);
        row.fetch_optional(&mut self.readers.acquire().await?).await?.as_ref().map(read).transpose()
    }

    async fn seeks(&self, now: i64, after: Option<GameId>, most: u32) -> Result<Vec<ListedSeek>, StoreError> {
        let mut snapshot = self.readers.snapshot().await?;
        let rows = sqlx::AssertSqlSafe(format!(
            "SELECT {SEEK}, a.name, NULL AS challenged, NULL AS bot, NULL AS bot_challenged FROM seeks k LEFT JOIN accounts a ON a.id = k.account
                 LEFT JOIN seeks last ON last.id = $2
             WHERE k.opponent IS NULL AND k.until > $1 AND (last.id IS NULL OR k.created_at < last.created_at
                 OR k.created_at = last.created_at AND k.id > last.id)
             ORDER BY k.created_at DESC, k.id LIMIT $3"
        ));
        let rows = query(rows).bind(now).bind(after.map(|seek| seek.to_string())).bind(most);
        let rows = rows.fetch_all(&mut snapshot).await?;
        listed(&rows, &mut snapshot).await
    }

    async fn challenges(&self, account: AccountId, now: i64, most: u32) -> Result<Vec<ListedSeek>, StoreError> {
        let mut snapshot = self.readers.snapshot().await?;
        let rows = sqlx::AssertSqlSafe(format!(
            "SELECT {SEEK}, a.name, o.name AS challenged, b.account AS bot, c.account AS bot_challenged
             FROM seeks k LEFT JOIN accounts a ON a.id = k.account JOIN accounts o ON o.id = k.opponent
                 LEFT JOIN bots b ON b.account = k.account LEFT JOIN bots c ON c.account = k.opponent
             WHERE (k.opponent = $1 OR k.account = $1) AND k.until > $2 ORDER BY k.created_at DESC, k.id LIMIT $3"
        ));
        let rows = query(rows).bind(account.to_string()).bind(now).bind(most);
        let rows = rows.fetch_all(&mut snapshot).await?;
        listed(&rows, &mut snapshot).await
    }

    async fn sought(&self, games: &[GameId], now: i64) -> Result<Vec<GameId>, StoreError> {
        let rows = among("SELECT id FROM seeks WHERE until > $1 AND id IN", 2, games);
        let rows = games.iter().fold(rows.bind(now), |rows, game| rows.bind(game.to_string()));
        let rows = rows.fetch_all(&mut self.readers.acquire().await?).await?;
        rows.iter().map(|row| row.try_get::<String>("id")?.parse().map_err(|()| corrupt("name"))).collect()
    }

    async fn hold_seek(&self, key: KeyHash, now: i64, since: i64, until: i64) -> Result<(), StoreError> {
        let held = query(
            "UPDATE seeks SET until = $4 WHERE hash = $1 AND NOT lasts AND until > $2 AND created_at >= $3",
        );
        let held = held.bind(&key.bytes()[..]).bind(now).bind(since).bind(until);
        held.execute(&mut self.writer.acquire().await?).await?;
        Ok(())
    }

    async fn drop_seek(&self, key: KeyHash) -> Result<bool, StoreError> {
        let row = query("DELETE FROM seeks WHERE hash = $1 AND NOT lasts").bind(&key.bytes()[..]);
        Ok(row.execute(&mut self.writer.acquire().await?).await? > 0)
    }

    async fn withdraw_seek(&self, id: GameId, by: Withdrawer) -> Result<bool, StoreError> {
        let row = match by {
            Withdrawer::Key(key) => {
                let row = query("DELETE FROM seeks WHERE id = $1 AND hash = $2");
                row.bind(id.to_string()).bind(&key.bytes()[..])
            }
            Withdrawer::Account(account) => {
                let row = query("DELETE FROM seeks WHERE id = $1 AND (account = $2 OR opponent = $2)");
                row.bind(id.to_string()).bind(account.to_string())
            }
        };
        Ok(row.execute(&mut self.writer.acquire().await?).await? > 0)
    }

    async fn forget_seeks(&self, now: i64) -> Result<u64, StoreError> {
        query("DELETE FROM seeks WHERE until <= $1").bind(now).execute(&mut self.writer.acquire().await?).await
    }
}

/// Forgets the seeks of an account that goes, and the challenges to it.
pub(super) async fn forget_account(account: AccountId, connection: &mut Connection) -> Result<(), StoreError> {
    let rows = query("DELETE FROM seeks WHERE account = $1 OR opponent = $1").bind(account.to_string());
    rows.execute(connection).await?;
    Ok(())
}

/// Finds the seek that fits a wish best: the terms are the same, both get the side that they want, and each suits the other.
async fn fitting(wish: &Seek, connection: &mut Connection) -> Result<Option<Seek>, StoreError> {
    let rows = sqlx::AssertSqlSafe(format!(
        "SELECT {SEEK} FROM seeks k
         WHERE k.opponent IS NULL AND k.until > $1 AND k.spec = $2 AND COALESCE(k.pace, '') = $3 AND COALESCE(k.degree, '') = $4
             AND k.rated = $5 AND k.hash <> $6 AND (k.account IS NULL OR k.account <> $7)
             AND (k.side IS NULL OR k.side <> $8)
             AND NOT EXISTS (SELECT 1 FROM ties t WHERE t.kind = 'block'
                 AND (t.account = k.account AND t.other = $7 OR t.account = $7 AND t.other = k.account))
         ORDER BY k.created_at, k.id LIMIT $9"
    ));
    let rows = query(rows)
        .bind(wish.at)
        .bind(&wish.spec)
        .bind(timing::pace_text(wish.pace).unwrap_or_default())
        .bind(degree_text(wish.degree).unwrap_or_default())
        .bind(wish.rated)
        .bind(&wish.key.bytes()[..])
        .bind(wish.account.map(|account| account.to_string()).unwrap_or_default())
        .bind(wish.side.map_or(0, |side| side.number() as i64))
        .bind(MOST_TRIED)
        .fetch_all(connection)
        .await?;
    let mut seeks = rows.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let (true, Some(account), Some(pool)) = (wish.rated, wish.account, pool(wish)) else {
        return Ok(if seeks.is_empty() { None } else { Some(seeks.swap_remove(0)) });
    };
    let own = points(account, &pool, connection).await?;
    let mut best: Option<(i64, Seek)> = None;
    for seek in seeks {
        let Some(maker) = seek.account else { continue };
        let theirs = points(maker, &pool, connection).await?;
        let apart = (theirs - own).abs();
        let suits = admits(&seek, own) && admits(wish, theirs);
        if suits && best.as_ref().is_none_or(|(nearest, _)| apart < *nearest) {
            best = Some((apart, seek));
        }
    }
    Ok(best.map(|(_, seek)| seek))
}

/// Tells whether either of two accounts blocks the other.
async fn are_apart(
    one: Option<AccountId>,
    other: Option<AccountId>,
    connection: &mut Connection,
) -> Result<bool, StoreError> {
    let Some((one, other)) = one.zip(other) else { return Ok(false) };
    let row = query(
        "SELECT 1 FROM ties WHERE kind = 'block' AND (account = $1 AND other = $2 OR account = $2 AND other = $1)",
    );
    let row = row.bind(one.to_string()).bind(other.to_string());
    Ok(row.fetch_optional(connection).await?.is_some())
}

/// Begins the game of a seek with whoever comes to it, who may wish a side; returns the side that they get.
async fn begin(
    seek: &Seek,
    comer: Comer,
    wished: Option<Side>,
    game: &Game,
    connection: &mut Connection,
) -> Result<Side, StoreError> {
    query("DELETE FROM seeks WHERE id = $1").bind(seek.id.to_string()).execute(connection).await?;
    // Where neither wishes a side the lot decides.
    let [lot] = random().map_err(|error| StoreError::Unavailable(error.to_string()))?;
    let lot = if lot & 1 == 0 { Side::First } else { Side::Second };
    let maker = seek.side.or_else(|| wished.map(|side| !side)).unwrap_or(lot);
    let grants = [
        Grant { key: seek.key, seat: Seat::Side(maker), host: true, account: seek.account },
        Grant { key: comer.key, seat: Seat::Side(!maker), host: false, account: comer.account },
    ];
    let game = Game { id: seek.id, ..game.clone() };
    insert_game(&game, &grants, connection).await?;
    show_rated(&game, connection).await?;
    Ok(!maker)
}

async fn insert(seek: &Seek, connection: &mut Connection) -> Result<(), StoreError> {
    let account = |account: Option<AccountId>| account.map(|account| account.to_string());
    query(
        "INSERT INTO seeks (id, hash, account, opponent, spec, pace, degree, side, rated, lowest, highest, lasts, created_at, until)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
    )
    .bind(seek.id.to_string())
    .bind(&seek.key.bytes()[..])
    .bind(account(seek.account))
    .bind(account(seek.opponent))
    .bind(&seek.spec)
    .bind(timing::pace_text(seek.pace))
    .bind(degree_text(seek.degree))
    .bind(seek.side.map(|side| side.number() as i64))
    .bind(seek.rated)
    .bind(seek.lowest)
    .bind(seek.highest)
    .bind(seek.lasts)
    .bind(seek.at)
    .bind(seek.until)
    .execute(connection)
    .await?;
    Ok(())
}

fn degree_text(degree: Degree) -> Option<&'static str> {
    (degree != Degree::Enforced).then(|| degree.word())
}

/// Returns what the game of a seek counts for.
fn pool(seek: &Seek) -> Option<Pool> {
    Class::of(seek.pace).map(|class| Pool { game: seek.spec.clone(), class })
}

/// Tells whether a seek is for somebody of so many points.
fn admits(seek: &Seek, points: i64) -> bool {
    seek.lowest.is_none_or(|lowest| points >= lowest) && seek.highest.is_none_or(|highest| points <= highest)
}

pub(super) async fn points(
    account: AccountId,
    pool: &Pool,
    connection: &mut Connection,
) -> Result<i64, StoreError> {
    let rated = ratings::read(account, pool, connection).await?;
    Ok(rated.map_or(Rating::NEW, |rated| rated.rating).points())
}

async fn listed(rows: &[Row], connection: &mut Connection) -> Result<Vec<ListedSeek>, StoreError> {
    let mut seeks = Vec::new();
    for row in rows {
        let seek = read(row)?;
        let bot = |column: &str| row.try_get::<Option<String>>(column).map(|bot| bot.is_some());
        let mut rated: Option<Rated> = None;
        if let (Some(account), Some(pool)) = (seek.account, pool(&seek)) {
            rated = ratings::read(account, &pool, connection).await?;
        }
        seeks.push(ListedSeek {
            seek,
            name: row.try_get("name")?,
            opponent: row.try_get("challenged")?,
            bots: [bot("bot")?, bot("bot_challenged")?],
            rated,
        });
    }
    Ok(seeks)
}

fn corrupt(what: &str) -> StoreError {
    StoreError::Corrupt(format!("a seek has no {what}"))
}

fn read(row: &Row) -> Result<Seek, StoreError> {
    let hash: Vec<u8> = row.try_get("hash")?;
    let account = |column: &str| -> Result<Option<AccountId>, StoreError> {
        row.try_get::<Option<String>>(column)?.map(|_| owner(row, column)).transpose()
    };
    let degree: Option<String> = row.try_get("degree")?;
    let degree = degree.map(|word| word.parse().map_err(|()| corrupt("degree"))).transpose()?;
    let side: Option<i64> = row.try_get("side")?;
    let known = |number: i64| Side::BOTH.into_iter().find(|side| side.number() as i64 == number);
    Ok(Seek {
        id: row.try_get::<String>("id")?.parse().map_err(|()| corrupt("name"))?,
        key: KeyHash::from_bytes(hash.try_into().map_err(|_| corrupt("key"))?),
        account: account("account")?,
        opponent: account("opponent")?,
        spec: row.try_get("spec")?,
        pace: timing::pace(row.try_get("pace")?)?,
        degree: degree.unwrap_or_default(),
        side: side.map(|side| known(side).ok_or_else(|| corrupt("side"))).transpose()?,
        rated: row.try_get("rated")?,
        lowest: row.try_get("lowest")?,
        highest: row.try_get("highest")?,
        lasts: row.try_get("lasts")?,
        at: row.try_get("created_at")?,
        until: row.try_get("until")?,
    })
}
