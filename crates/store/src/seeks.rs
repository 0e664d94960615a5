//! Open challenges and challenges between accounts. All that pairs players is done one after the other.

use entourage_clock::Pace;
use entourage_kernel::{Degree, Side};
use entourage_rating::{Pool, Rating};
use entourage_record::{AccountId, Game, GameId, Grant, KeyHash, Seat};
use sqlx::AssertSqlSafe;

use crate::columns::{Bind, FromRow, Stored, from_row};
use crate::database::{Connection, Row, select};
use crate::games::{among, insert_game, show_rated};
use crate::ratings::pool_of;
use crate::{Rated, Result, Store, StoreError, random, ratings};

/// A player's wish to play a game: whom, and what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seek {
    /// The name that the game will have.
    pub id: GameId,
    pub key: KeyHash,
    /// The maker's account; none of a guest's.
    pub account: Option<AccountId>,
    /// The account that is challenged; none where anyone may take it.
    pub opponent: Option<AccountId>,
    pub spec: String,
    pub pace: Pace,
    pub degree: Degree,
    /// The side that the maker wishes, if they do.
    pub side: Option<Side>,
    pub rated: bool,
    /// The lowest rating that an opponent may have, in points.
    pub lowest: Option<i64>,
    pub highest: Option<i64>,
    /// Whether it stays while its maker is away.
    pub lasts: bool,
    pub at: i64,
    pub until: i64,
}

from_row! {
    Seek in "seeks" {
        id, key = "hash", account, opponent, spec, pace, degree, side, rated, lowest, highest, lasts,
        at = "created_at", until,
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedSeek {
    pub seek: Seek,
    /// The name of the maker's account, if they have one.
    pub name: Option<String>,
    pub opponent: Option<String>,
    /// Whether the maker is a bot, and whether the account that is challenged is.
    pub bots: [bool; 2],
    pub rated: Option<Rated>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paired {
    /// A seek fits: the game has begun, and the side is that of the player who came.
    Game(GameId, Side),
    Waits,
    /// Its maker has as many that wait as one may.
    Many,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taking {
    /// The game has begun, and the side is that of the player who took it.
    Game(Side),
    /// Another player was faster, or it was withdrawn.
    Gone,
    Other,
    Own,
    /// Only an account can take it.
    Guest,
    Blocked,
    Range,
}

/// The player who comes to a seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comer {
    pub key: KeyHash,
    /// Their account; none of a guest's.
    pub account: Option<AccountId>,
}

/// The player who withdraws a seek, or declines it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Withdrawer {
    /// The holder of its maker's key.
    Key(KeyHash),
    /// An account that made it or is challenged by it.
    Account(AccountId),
}

/// What is locked while players are paired.
pub(crate) const PAIRING: &str = "seeks";
/// The most seeks that are looked at for one that fits, those that have waited longest.
const MOST_TRIED: u32 = 100;

impl Store {
    /// Lets a player take the seek that fits their wish best, the one whose maker is nearest in strength or has waited longest; where none
    /// fits, their wish waits, unless so many of theirs wait already. `game` is what the wish begins, under any name. Fails with `Conflict`
    /// if the key opens something else.
    pub async fn pair(&self, wish: &Seek, game: &Game, most: u32) -> Result<Paired> {
        let mut transaction = self.writer.change(PAIRING).await?;
        if wish.opponent.is_none()
            && let Some(found) = fitting(wish, &mut transaction).await?
        {
            let comer = Comer { key: wish.key, account: wish.account };
            let side = begin(&found, comer, wish.side, game, &mut transaction).await?;
            transaction.commit().await?;
            return Ok(Paired::Game(found.id, side));
        }
        let count = "SELECT COUNT(*) FROM seeks WHERE account = $1 AND until > $2";
        if wish.account.is_some() && transaction.one::<u32>(count, (wish.account, wish.at)).await? >= most {
            return Ok(Paired::Many);
        }
        if transaction.exists("SELECT 1 FROM seats WHERE hash = $1", wish.key).await? {
            return Err(StoreError::Conflict);
        }
        transaction.insert(wish).await?;
        transaction.commit().await?;
        Ok(Paired::Waits)
    }

    /// Takes a seek at a time; `game` is what it begins, under its name. Fails with `Conflict` if the key opens something else.
    pub async fn take_seek(&self, id: GameId, comer: Comer, game: &Game, now: i64) -> Result<Taking> {
        let mut transaction = self.writer.change(PAIRING).await?;
        let seek = transaction.optional(select::<Seek>("WHERE id = $1 AND until > $2"), (id, now)).await?;
        let Some(seek): Option<Seek> = seek else { return Ok(Taking::Gone) };
        if seek.key == comer.key || seek.account.is_some() && seek.account == comer.account {
            return Ok(Taking::Own);
        }
        if seek.opponent.is_some() && seek.opponent != comer.account {
            return Ok(Taking::Other);
        }
        let blocked = "SELECT 1 FROM ties WHERE kind = 'block' AND (account = $1 AND other = $2 OR account = $2 AND other = $1)";
        if transaction.exists(blocked, (seek.account, comer.account)).await? {
            return Ok(Taking::Blocked);
        }
        if seek.rated {
            let pool = pool_of(&seek.spec, seek.pace);
            let (Some(account), Some(pool)) = (comer.account, pool) else { return Ok(Taking::Guest) };
            if !admits(&seek, points(account, &pool, &mut transaction).await?) {
                return Ok(Taking::Range);
            }
        }
        let side = begin(&seek, comer, None, game, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Taking::Game(side))
    }

    /// Reads a seek that is open at a time.
    pub async fn seek(&self, id: GameId, now: i64) -> Result<Option<Seek>> {
        self.readers.optional(select::<Seek>("WHERE id = $1 AND until > $2"), (id, now)).await
    }

    /// Lists at most so many seeks that are open at a time and that anyone may take, the newest first, after one if it is named and open.
    pub async fn seeks(&self, now: i64, after: Option<GameId>, most: u32) -> Result<Vec<ListedSeek>> {
        let mut snapshot = self.readers.snapshot().await?;
        let sql = format!(
            "SELECT {}, a.name, NULL AS challenged, FALSE AS bot, FALSE AS bot_challenged FROM seeks k LEFT JOIN accounts a ON a.id = k.account
                 LEFT JOIN seeks last ON last.id = $2
             WHERE k.opponent IS NULL AND k.until > $1 AND (last.id IS NULL OR k.created_at < last.created_at
                 OR k.created_at = last.created_at AND k.id > last.id)
             ORDER BY k.created_at DESC, k.id LIMIT $3",
            columns()
        );
        let rows = snapshot.rows(AssertSqlSafe(sql), (now, after, most)).await?;
        listed(&rows, &mut snapshot).await
    }

    /// Lists at most so many challenges that are open at a time and that an account has made or is to answer, the newest first.
    pub async fn challenges(&self, account: AccountId, now: i64, most: u32) -> Result<Vec<ListedSeek>> {
        let mut snapshot = self.readers.snapshot().await?;
        let sql = format!(
            "SELECT {}, a.name, o.name AS challenged, b.account IS NOT NULL AS bot, c.account IS NOT NULL AS bot_challenged
             FROM seeks k LEFT JOIN accounts a ON a.id = k.account JOIN accounts o ON o.id = k.opponent
                 LEFT JOIN bots b ON b.account = k.account LEFT JOIN bots c ON c.account = k.opponent
             WHERE (k.opponent = $1 OR k.account = $1) AND k.until > $2 ORDER BY k.created_at DESC, k.id LIMIT $3",
            columns()
        );
        let rows = snapshot.rows(AssertSqlSafe(sql), (account, now, most)).await?;
        listed(&rows, &mut snapshot).await
    }

    /// Returns which of some games to be are open as seeks at a time.
    pub async fn sought(&self, games: &[GameId], now: i64) -> Result<Vec<GameId>> {
        let (sql, values) = among("SELECT id FROM seeks WHERE until > $1 AND id IN", vec![now.value()], games);
        self.readers.all(sql, values).await
    }

    /// Keeps seeks that go with their maker open until a time, if they are open at another and were made since a third.
    pub async fn hold_seek(&self, key: KeyHash, now: i64, since: i64, until: i64) -> Result<()> {
        let hold =
            "UPDATE seeks SET until = $4 WHERE hash = $1 AND NOT lasts AND until > $2 AND created_at >= $3";
        self.writer.execute(hold, (key, now, since, until)).await.map(drop)
    }

    /// Withdraws the seek of a key that goes with its maker, who has gone; returns whether there was one.
    pub async fn drop_seek(&self, key: KeyHash) -> Result<bool> {
        Ok(self.writer.execute("DELETE FROM seeks WHERE hash = $1 AND NOT lasts", key).await? > 0)
    }

    /// Withdraws a seek, or declines it; returns whether it was there and theirs.
    pub async fn withdraw_seek(&self, id: GameId, by: Withdrawer) -> Result<bool> {
        let own = "DELETE FROM seeks WHERE id = $1 AND hash = $2";
        let accounts = "DELETE FROM seeks WHERE id = $1 AND (account = $2 OR opponent = $2)";
        let gone = match by {
            Withdrawer::Key(key) => self.writer.execute(own, (id, key)).await?,
            Withdrawer::Account(account) => self.writer.execute(accounts, (id, account)).await?,
        };
        Ok(gone > 0)
    }

    /// Deletes seeks that are not open any more at a time; returns how many.
    pub async fn forget_seeks(&self, now: i64) -> Result<u64> {
        self.writer.execute("DELETE FROM seeks WHERE until <= $1", now).await
    }
}

/// Deletes the seeks of an account that goes, and the challenges to it.
pub(crate) async fn forget_account(account: AccountId, connection: &mut Connection) -> Result<()> {
    connection.execute("DELETE FROM seeks WHERE account = $1 OR opponent = $1", account).await.map(drop)
}

fn columns() -> String {
    format!("k.{}", Seek::COLUMNS.join(", k."))
}

/// Finds the seek that fits a wish best: the terms are the same, both get the side that they want, and each suits the other.
async fn fitting(wish: &Seek, connection: &mut Connection) -> Result<Option<Seek>> {
    let rest = "AS k
         WHERE k.opponent IS NULL AND k.until > $1 AND k.spec = $2 AND COALESCE(k.pace, '') = COALESCE($3, '')
             AND COALESCE(k.degree, '') = COALESCE($4, '')
             AND k.rated = $5 AND k.hash <> $6 AND (k.account IS NULL OR k.account <> $7)
             AND (k.side IS NULL OR k.side <> $8)
             AND NOT EXISTS (SELECT 1 FROM ties t WHERE t.kind = 'block'
                 AND (t.account = k.account AND t.other = $7 OR t.account = $7 AND t.other = k.account))
         ORDER BY k.created_at, k.id LIMIT $9";
    let Seek { key, account, spec, pace, degree, rated, at, .. } = wish;
    let own = account.map(|account| account.to_string()).unwrap_or_default();
    let side = wish.side.map_or(0, |side| side.number() as i64);
    let values = (at, spec, pace, degree, rated, key, own, side, MOST_TRIED);
    let mut seeks: Vec<Seek> = connection.all(select::<Seek>(rest), values).await?;
    let (true, Some(account), Some(pool)) = (wish.rated, wish.account, pool_of(&wish.spec, wish.pace)) else {
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

/// Begins the game of a seek with the player who comes to it, who may wish a side; returns the side that they get.
async fn begin(
    seek: &Seek,
    comer: Comer,
    wished: Option<Side>,
    game: &Game,
    connection: &mut Connection,
) -> Result<Side> {
    connection.execute("DELETE FROM seeks WHERE id = $1", seek.id).await?;
    // Where neither wishes a side, it is random.
    let [lot] = random()?;
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

/// Returns whether a seek is for a player of so many points.
fn admits(seek: &Seek, points: i64) -> bool {
    seek.lowest.is_none_or(|lowest| points >= lowest) && seek.highest.is_none_or(|highest| points <= highest)
}

/// Returns the rating of an account in points, that of a new player if it has none.
pub(crate) async fn points(account: AccountId, pool: &Pool, connection: &mut Connection) -> Result<i64> {
    let rated = ratings::read(account, pool, connection).await?;
    Ok(rated.map_or(Rating::NEW, |rated| rated.rating).points())
}

async fn listed(rows: &[Row], connection: &mut Connection) -> Result<Vec<ListedSeek>> {
    let mut seeks = Vec::new();
    for row in rows {
        let seek = Seek::from_row(row)?;
        let rated = match (seek.account, pool_of(&seek.spec, seek.pace)) {
            (Some(account), Some(pool)) => ratings::read(account, &pool, connection).await?,
            _ => None,
        };
        seeks.push(ListedSeek {
            seek,
            name: row.get("name")?,
            opponent: row.get("challenged")?,
            bots: [row.get("bot")?, row.get("bot_challenged")?],
            rated,
        });
    }
    Ok(seeks)
}
