//! Seeks (open challenges) and challenges to accounts. A lock ensures that only one pairing happens at a time.

use entourage_clock::Pace;
use entourage_kernel::{Enforcement, Side};
use entourage_rating::{Pool, Rating};
use entourage_record::{AccountId, Game, GameId, Grant, KeyHash, Seat};
use sqlx::AssertSqlSafe;

use crate::columns::{Bind, FromRow, Stored, from_row};
use crate::database::{Connection, Row, select};
use crate::games::{among, insert_game, show_rated};
use crate::ratings::pool_of;
use crate::{Rated, Result, Store, StoreError, random, ratings, timing};

/// An open seek, or a challenge to an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seek {
    pub id: GameId,
    pub key: KeyHash,
    /// The creator's account; `None` for guests.
    pub account: Option<AccountId>,
    /// The challenged account; `None` if any player can accept.
    pub opponent: Option<AccountId>,
    pub spec: String,
    pub pace: Pace,
    pub enforcement: Enforcement,
    /// The side that the creator wants to play; `None` for either side.
    pub side: Option<Side>,
    pub rated: bool,
    /// Minimum rating of an opponent in points.
    pub lowest: Option<i64>,
    pub highest: Option<i64>,
    /// Whether the seek stays open while its creator is offline.
    pub lasts: bool,
    pub at: i64,
    pub until: i64,
}

from_row! {
    Seek in "seeks" {
        id, key = "hash", account, opponent, spec, pace, enforcement = "degree", side, rated, lowest, highest, lasts,
        at = "created_at", until,
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedSeek {
    pub seek: Seek,
    /// The creator's name, if they have an account.
    pub name: Option<String>,
    pub opponent: Option<String>,
    /// Whether the creator and the challenged account are bots.
    pub bots: [bool; 2],
    pub rated: Option<Rated>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairOutcome {
    /// A matching seek was found and its game created; contains the side of the player who requested the pairing.
    Game(GameId, Side),
    Waits,
    /// The player already has the maximum number of open seeks.
    Many,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AcceptOutcome {
    /// The game was created; contains the side of the accepting player.
    Game(Side),
    /// The seek has expired, was withdrawn, or was accepted by another player.
    Gone,
    Other,
    Own,
    /// Only players with accounts can accept the seek.
    Guest,
    Blocked,
    Range,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Joiner {
    pub key: KeyHash,
    /// The player's account; `None` for guests.
    pub account: Option<AccountId>,
}

/// The player who withdraws or declines a seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WithdrawnBy {
    /// The holder of the creator's key.
    Key(KeyHash),
    /// The creator's account or the challenged account.
    Account(AccountId),
}

/// The lock that must be held to pair players.
pub(crate) const PAIRING: &str = "seeks";
/// Maximum number of seeks that are considered as matches; the oldest are considered first.
const MAX_CANDIDATES: u32 = 100;

impl Store {
    /// Pairs a player with the best matching seek: the closest in rating if the game is rated, otherwise the oldest. If no seek matches,
    /// stores the player's own seek, unless the player already has `most` open seeks. `game` is the game to create; its ID is replaced by
    /// the ID of the matching seek. Fails with `Conflict` if the key is already in use.
    pub async fn pair(&self, wish: &Seek, game: &Game, most: u32) -> Result<PairOutcome> {
        let mut transaction = self.writer.change(PAIRING).await?;
        if wish.opponent.is_none()
            && let Some(found) = fitting(wish, &mut transaction).await?
        {
            let comer = Joiner { key: wish.key, account: wish.account };
            let side = begin(&found, comer, wish.side, game, &mut transaction).await?;
            transaction.commit().await?;
            return Ok(PairOutcome::Game(found.id, side));
        }
        let count = "SELECT COUNT(*) FROM seeks WHERE account = $1 AND until > $2";
        if wish.account.is_some() && transaction.one::<u32>(count, (wish.account, wish.at)).await? >= most {
            return Ok(PairOutcome::Many);
        }
        if transaction.exists("SELECT 1 FROM seats WHERE hash = $1", wish.key).await? {
            return Err(StoreError::Conflict);
        }
        transaction.insert(wish).await?;
        transaction.commit().await?;
        Ok(PairOutcome::Waits)
    }

    /// Accepts a seek; `game` is the game to create, under the seek's ID. Fails with `Conflict` if the key is already in use.
    pub async fn take_seek(&self, id: GameId, comer: Joiner, game: &Game, now: i64) -> Result<AcceptOutcome> {
        let mut transaction = self.writer.change(PAIRING).await?;
        let seek = transaction.optional(select::<Seek>("WHERE id = $1 AND until > $2"), (id, now)).await?;
        let Some(seek): Option<Seek> = seek else { return Ok(AcceptOutcome::Gone) };
        if seek.key == comer.key || seek.account.is_some() && seek.account == comer.account {
            return Ok(AcceptOutcome::Own);
        }
        if seek.opponent.is_some() && seek.opponent != comer.account {
            return Ok(AcceptOutcome::Other);
        }
        let blocked = "SELECT 1 FROM ties WHERE kind = 'block' AND (account = $1 AND other = $2 OR account = $2 AND other = $1)";
        if transaction.exists(blocked, (seek.account, comer.account)).await? {
            return Ok(AcceptOutcome::Blocked);
        }
        if seek.rated {
            let pool = pool_of(&seek.spec, seek.pace);
            let (Some(account), Some(pool)) = (comer.account, pool) else { return Ok(AcceptOutcome::Guest) };
            if !admits(&seek, points(account, &pool, &mut transaction).await?) {
                return Ok(AcceptOutcome::Range);
            }
        }
        let side = begin(&seek, comer, None, game, &mut transaction).await?;
        transaction.commit().await?;
        Ok(AcceptOutcome::Game(side))
    }

    /// Returns a seek if it is open at time `now`.
    pub async fn seek(&self, id: GameId, now: i64) -> Result<Option<Seek>> {
        self.readers.optional(select::<Seek>("WHERE id = $1 AND until > $2"), (id, now)).await
    }

    /// Returns a page of open seeks that any player can accept, newest first.
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

    /// Returns the open challenges made or received by an account, newest first.
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

    /// Returns the number of open challenges of all accounts, and the creation time of the newest.
    pub async fn open_challenges(&self, now: i64) -> Result<(i64, Option<i64>)> {
        let sql = "SELECT COUNT(*), MAX(created_at) FROM seeks WHERE opponent IS NOT NULL AND until > $1";
        self.readers.one(sql, now).await
    }

    /// Returns which of `games` are IDs of open seeks.
    pub async fn sought(&self, games: &[GameId], now: i64) -> Result<Vec<GameId>> {
        let (sql, values) = among("SELECT id FROM seeks WHERE until > $1 AND id IN", vec![now.value()], games);
        self.readers.all(sql, values).await
    }

    /// Extends a seek to time `until`, if the seek expires when its creator goes offline and was made at `since` or later.
    pub async fn hold_seek(&self, key: KeyHash, now: i64, since: i64, until: i64) -> Result<()> {
        let hold =
            "UPDATE seeks SET until = $4 WHERE hash = $1 AND NOT lasts AND until > $2 AND created_at >= $3";
        self.writer.execute(hold, (key, now, since, until)).await.map(drop)
    }

    /// Withdraws a seek whose creator has gone offline, unless it is marked to stay open; returns whether it was withdrawn.
    pub async fn drop_seek(&self, key: KeyHash) -> Result<bool> {
        Ok(self.writer.execute("DELETE FROM seeks WHERE hash = $1 AND NOT lasts", key).await? > 0)
    }

    /// Withdraws or declines a seek; returns whether the seek existed and the player was allowed to do so.
    pub async fn withdraw_seek(&self, id: GameId, by: WithdrawnBy) -> Result<bool> {
        let own = "DELETE FROM seeks WHERE id = $1 AND hash = $2";
        let accounts = "DELETE FROM seeks WHERE id = $1 AND (account = $2 OR opponent = $2)";
        let gone = match by {
            WithdrawnBy::Key(key) => self.writer.execute(own, (id, key)).await?,
            WithdrawnBy::Account(account) => self.writer.execute(accounts, (id, account)).await?,
        };
        Ok(gone > 0)
    }

    pub async fn forget_seeks(&self, now: i64) -> Result<u64> {
        self.writer.execute("DELETE FROM seeks WHERE until <= $1", now).await
    }
}

/// Deletes the seeks of a deleted account and the challenges to it.
pub(crate) async fn forget_account(account: AccountId, connection: &mut Connection) -> Result<()> {
    connection.execute("DELETE FROM seeks WHERE account = $1 OR opponent = $1", account).await.map(drop)
}

fn columns() -> String {
    format!("k.{}", Seek::COLUMNS.join(", k."))
}

/// Finds the best match for a seek: identical terms, compatible sides, ratings within both ranges, and no block between the players.
async fn fitting(wish: &Seek, connection: &mut Connection) -> Result<Option<Seek>> {
    let rest = "AS k
         WHERE k.opponent IS NULL AND k.until > $1 AND k.spec = $2 AND COALESCE(k.pace, '') = COALESCE($3, '')
             AND COALESCE(k.degree, '') = COALESCE($4, '')
             AND k.rated = $5 AND k.hash <> $6 AND (k.account IS NULL OR k.account <> $7)
             AND (k.side IS NULL OR k.side <> $8)
             AND NOT EXISTS (SELECT 1 FROM ties t WHERE t.kind = 'block'
                 AND (t.account = k.account AND t.other = $7 OR t.account = $7 AND t.other = k.account))
         ORDER BY k.created_at, k.id LIMIT $9";
    let Seek { key, account, spec, pace, enforcement, rated, at, .. } = wish;
    let own = account.map(|account| account.to_string()).unwrap_or_default();
    let side = wish.side.map_or(0, |side| side.number() as i64);
    let values = (at, spec, pace, enforcement, rated, key, own, side, MAX_CANDIDATES);
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

/// Creates the game of a seek; returns the side of the player who accepted the seek.
async fn begin(
    seek: &Seek,
    comer: Joiner,
    wished: Option<Side>,
    game: &Game,
    connection: &mut Connection,
) -> Result<Side> {
    connection.execute("DELETE FROM seeks WHERE id = $1", seek.id).await?;
    // If neither player asked for a side, the sides are assigned at random.
    let [random] = random()?;
    let random = if random & 1 == 0 { Side::First } else { Side::Second };
    let random = if seek.opponent.is_some() { seek.id.drawn_side() } else { random };
    let maker = seek.side.or_else(|| wished.map(|side| !side)).unwrap_or(random);
    let grants = [
        Grant { key: seek.key, seat: Seat::Side(maker), host: true, account: seek.account },
        Grant { key: comer.key, seat: Seat::Side(!maker), host: false, account: comer.account },
    ];
    let game = Game { id: seek.id, ..game.clone() };
    insert_game(&game, &grants, connection).await?;
    timing::put_deadline(game.id, game.begin_by(), connection).await?;
    show_rated(&game, connection).await?;
    Ok(!maker)
}

fn admits(seek: &Seek, points: i64) -> bool {
    seek.lowest.is_none_or(|lowest| points >= lowest) && seek.highest.is_none_or(|highest| points <= highest)
}

/// Returns an account's rating in points, or the initial rating of new players if the account has none.
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
