//! Ratings, which are computed in the transaction that ends a game.

use std::collections::HashMap;

use entourage_clock::Pace;
use entourage_kernel::Side;
use entourage_rating::{Class, Pool, Rating};
use entourage_record::{AccountId, Entry, GameId, Seat};
use sqlx::AssertSqlSafe;

use crate::columns::{Bind, FromRow, from_row};
use crate::database::{Connection, Row, placeholders};
use crate::{Result, Store};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rated {
    pub rating: Rating,
    pub games: u32,
    pub at: i64,
}

impl Rated {
    /// Returns the rating at time `now`; the deviation grows with the time since the last rated game.
    pub fn now(&self, now: i64) -> Rating {
        self.rating.rested(now - self.at)
    }
}

/// The effect of a game on its players' ratings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedResult {
    /// Sequence number; results are numbered in the order in which they were computed.
    pub number: i64,
    /// The game; `None` if it was deleted.
    pub game: Option<GameId>,
    pub pool: Pool,
    pub at: i64,
    pub winner: Option<Side>,
    /// The players' accounts; `None` if deleted.
    pub accounts: [Option<AccountId>; 2],
    pub before: [Rating; 2],
    pub after: [Rating; 2],
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    pub account: AccountId,
    pub name: String,
    pub bot: bool,
    pub rated: Rated,
}

/// The lock that must be held to compute ratings, because each result depends on earlier ones.
pub(crate) const ORDER: &str = "ratings";

const RESULT: &str = "number, game_id, game, class, at, winner, account_1, account_2,
    rating_before_1, deviation_before_1, volatility_before_1, rating_after_1, deviation_after_1, volatility_after_1,
    rating_before_2, deviation_before_2, volatility_before_2, rating_after_2, deviation_after_2, volatility_after_2";

fn result_of_game() -> AssertSqlSafe<String> {
    AssertSqlSafe(format!("SELECT {RESULT} FROM results WHERE game_id = $1"))
}

from_row! { Rating { rating, deviation, volatility } }
from_row! { Rated { rating = row, games, at } }
from_row! { Pool { game, class } }
from_row! { Ranked { account, name, bot, rated = row } }

impl FromRow for RatedResult {
    fn from_row(row: &Row) -> Result<Self> {
        let rating = |ending: &str| -> Result<Rating> {
            let figure = |name: &str| row.get(&format!("{name}_{ending}"));
            let (rating, deviation) = (figure("rating")?, figure("deviation")?);
            Ok(Rating { rating, deviation, volatility: figure("volatility")? })
        };
        Ok(Self {
            number: row.get("number")?,
            game: row.get("game_id")?,
            pool: Pool::from_row(row)?,
            at: row.get("at")?,
            winner: row.get("winner")?,
            accounts: [row.get("account_1")?, row.get("account_2")?],
            before: [rating("before_1")?, rating("before_2")?],
            after: [rating("after_1")?, rating("after_2")?],
        })
    }
}

impl Store {
    /// Returns the rating of an account in a pool; `None` if the account has no games in the pool.
    pub async fn rating(&self, account: AccountId, pool: &Pool) -> Result<Option<Rated>> {
        read(account, pool, &mut self.readers.acquire().await?).await
    }

    /// Returns the ratings of an account in all pools.
    pub async fn ratings_of(&self, account: AccountId) -> Result<Vec<(Pool, Rated)>> {
        let rows =
            "SELECT game, class, rating, deviation, volatility, games, at FROM ratings WHERE account = $1
             ORDER BY games DESC, game, class";
        let rows = self.readers.rows(rows, account).await?;
        rows.iter().map(|row| Ok((Pool::from_row(row)?, Rated::from_row(row)?))).collect()
    }

    /// Returns the effect of a game on ratings; `None` if the game has not been rated.
    pub async fn result_of(&self, game: GameId) -> Result<Option<RatedResult>> {
        self.readers.optional(result_of_game(), game).await
    }

    pub async fn players_of(&self, game: GameId) -> Result<[Option<AccountId>; 2]> {
        players(game, &mut self.readers.acquire().await?).await
    }

    /// Returns the rating pools with the number of players in each, largest first.
    pub async fn pools(&self, most: u32) -> Result<Vec<(Pool, u32)>> {
        let rows = "SELECT game, class, COUNT(*) AS count FROM ratings GROUP BY game, class ORDER BY count DESC, game, class LIMIT $1";
        let rows = self.readers.rows(rows, most).await?;
        rows.iter().map(|row| Ok((Pool::from_row(row)?, row.get("count")?))).collect()
    }

    /// Returns a page of a leaderboard: players with games since a time, strongest first, from index `from` on.
    pub async fn leaders(&self, pool: &Pool, since: i64, from: u32, most: u32) -> Result<Vec<Ranked>> {
        let rows = "SELECT r.account, a.name, b.account IS NOT NULL AS bot, r.rating, r.deviation, r.volatility, r.games, r.at
             FROM ratings r JOIN accounts a ON a.id = r.account LEFT JOIN bots b ON b.account = r.account
             WHERE r.game = $1 AND r.class = $2 AND r.at >= $3 ORDER BY r.rating DESC, r.account LIMIT $4 OFFSET $5";
        self.readers.all(rows, (&pool.game, pool.class, since, most, from)).await
    }

    /// Recomputes all ratings from the stored results, and checks the results against the games' records; returns the differences found.
    pub async fn rating_inconsistencies(&self) -> Result<Vec<String>> {
        let mut snapshot = self.readers.snapshot().await?;
        let mut faults = Vec::new();
        let mut computed: HashMap<(AccountId, Pool), Rated> = HashMap::new();
        let mut last = 0;
        loop {
            let sql = format!("SELECT {RESULT} FROM results WHERE number > $1 ORDER BY number LIMIT 256");
            let results: Vec<RatedResult> = snapshot.all(AssertSqlSafe(sql), last).await?;
            if results.is_empty() {
                break;
            }
            for rated in results {
                last = rated.number;
                if let Some(game) = rated.game {
                    let first = "SELECT status FROM events WHERE game_id = $1 AND (status LIKE 'win-%' OR status LIKE 'draw%')
                         ORDER BY seq LIMIT 1";
                    let first: Option<String> = snapshot.optional(first, game).await?;
                    if first.as_deref().and_then(result) != Some(rated.winner) {
                        faults.push(format!("{game}: the rated result differs from the game's record"));
                    }
                }
                compute(&rated, &mut computed, &mut faults);
            }
        }
        let rows = "SELECT account, game, class, rating, deviation, volatility, games, at FROM ratings";
        for row in &snapshot.rows(rows, ()).await? {
            let (account, pool) = (row.get("account")?, Pool::from_row(row)?);
            if computed.remove(&(account, pool)) != Some(Rated::from_row(row)?) {
                faults.push(format!("account {account}: a rating does not match the account's games"));
            }
        }
        let lost = |(account, _): (AccountId, Pool)| format!("account {account}: a rating is missing");
        faults.extend(computed.into_keys().map(lost));
        Ok(faults)
    }
}

/// Checks a result against the ratings computed from earlier results; ratings of deleted accounts are not checked.
fn compute(result: &RatedResult, computed: &mut HashMap<(AccountId, Pool), Rated>, faults: &mut Vec<String>) {
    let RatedResult { number, pool, at, winner, accounts, before, after, .. } = result;
    if Rating::after(*before, *winner) != *after {
        faults.push(format!("result {number}: the new ratings do not match the old ratings and the result"));
    }
    for (side, account) in accounts.iter().enumerate() {
        let Some(account) = account else { continue };
        let key = (*account, pool.clone());
        let earlier = computed.get(&key).copied();
        if earlier.map_or(Rating::NEW, |earlier| earlier.now(*at)) != before[side] {
            faults.push(format!("result {number}: the old rating of side {} is wrong", side + 1));
        }
        computed.insert(key, next(earlier, after[side], *at));
    }
}

fn next(earlier: Option<Rated>, rating: Rating, at: i64) -> Rated {
    let games = earlier.map_or(0, |earlier| earlier.games) + 1;
    // A rating is never dated earlier than the previous one.
    Rated { rating, games, at: earlier.map_or(at, |earlier| earlier.at.max(at)) }
}

/// Parses a status code: the inner option is the winner, or `None` for a draw; the outer is `None` if the game has no result.
pub(crate) fn result(status: &str) -> Option<Option<Side>> {
    result_and_cause(status).map(|(winner, _)| winner)
}

/// Like [`result`], but also returns the cause of the result.
pub(crate) fn result_and_cause(status: &str) -> Option<(Option<Side>, &str)> {
    let (word, cause) = status.split_once(' ').unwrap_or((status, ""));
    match word {
        "win-1" => Some((Some(Side::First), cause)),
        "win-2" => Some((Some(Side::Second), cause)),
        "draw" => Some((None, cause)),
        _ => None,
    }
}

/// Returns whether an event ends a game with a result.
pub(crate) fn ends(entry: &Entry) -> bool {
    entry.status.as_deref().and_then(result).is_some()
}

/// Returns the rating pool for a spec and time control; `None` if such games cannot be rated.
pub(crate) fn pool_of(spec: &str, pace: Pace) -> Option<Pool> {
    Class::of(pace).map(|class| Pool { game: spec.to_owned(), class })
}

pub(crate) async fn is_rated(id: GameId, connection: &mut Connection) -> Result<bool> {
    connection.exists("SELECT 1 FROM games WHERE id = $1 AND rated", id).await
}

/// Updates ratings if an event ends a rated game; `connection` is the event's transaction. A game counts only once, and only if both
/// players have accounts.
pub(crate) async fn settle(id: GameId, entry: &Entry, connection: &mut Connection) -> Result<()> {
    let Some(winner) = entry.status.as_deref().and_then(result) else { return Ok(()) };
    let game = "SELECT spec, pace FROM games WHERE id = $1 AND rated";
    let Some((spec, pace)) = connection.optional::<(String, Pace)>(game, id).await? else { return Ok(()) };
    let Some(pool) = pool_of(&spec, pace) else { return Ok(()) };
    // This lock prevents accounts from being deleted and other games from being rated until the transaction ends.
    connection.lock(ORDER).await?;
    let [Some(first), Some(second)] = players(id, connection).await? else { return Ok(()) };
    if first == second || connection.exists("SELECT 1 FROM results WHERE game_id = $1", id).await? {
        return Ok(());
    }
    let accounts = [first, second];
    let mut rated = [None, None];
    for (rated, account) in rated.iter_mut().zip(accounts) {
        *rated = read(account, &pool, connection).await?;
    }
    let before = rated.map(|rated| rated.map_or(Rating::NEW, |rated: Rated| rated.now(entry.at)));
    let after = Rating::after(before, winner);
    let number: i64 = connection.one("SELECT COALESCE(MAX(number), 0) + 1 FROM results", ()).await?;
    let sql = format!("INSERT INTO results ({RESULT}) VALUES ({})", placeholders(1, 20));
    let winner = winner.map(|side| side.number() as i64);
    let mut values = vec![number.value(), id.value(), spec.value(), pool.class.value(), entry.at.value()];
    values.extend([winner.value(), first.value(), second.value()]);
    for Rating { rating, deviation, volatility } in [before[0], after[0], before[1], after[1]] {
        values.extend([rating, deviation, volatility].map(|figure| figure.value()));
    }
    connection.execute(AssertSqlSafe(sql), values).await?;
    for ((account, rating), rated) in accounts.into_iter().zip(after).zip(rated) {
        put(account, &pool, next(rated, rating, entry.at), connection).await?;
    }
    suspect(id, accounts, entry.at, connection).await
}

/// Reports a rated game between two accounts that have signed in from the same browser, unless such a report is still open.
async fn suspect(
    game: GameId,
    [first, second]: [AccountId; 2],
    at: i64,
    connection: &mut Connection,
) -> Result<()> {
    let shared = "SELECT 1 FROM browsers one JOIN browsers other ON other.hash = one.hash
         WHERE one.account = $1 AND other.account = $2 LIMIT 1";
    if !connection.exists(shared, (first, second)).await? {
        return Ok(());
    }
    // The report is about the newer account.
    let accounts = "SELECT id, name FROM accounts WHERE id = $1 OR id = $2 ORDER BY created_at, id";
    let accounts: Vec<(String, String)> = connection.all(accounts, (first, second)).await?;
    let [(_, elder), (younger, name)] = &accounts[..] else { return Ok(()) };
    // Open reports are recognised by this text, so the text must not change.
    let text = format!(
        "{elder} and {name} played a rated game, and sign in from one device.\n\
         {elder} et {name} ont joué une partie classée, et se connectent depuis un même appareil."
    );
    connection.lock("complaints").await?;
    let open =
        "SELECT 1 FROM complaints WHERE subject = $1 AND text = $2 AND author IS NULL AND closed_at IS NULL";
    if connection.exists(open, (younger, &text)).await? {
        return Ok(());
    }
    let row = "INSERT INTO complaints (seq, kind, subject, game, text, created_at)
         SELECT COALESCE(MAX(seq) + 1, 1), 'person', $1, $2, $3, $4 FROM complaints";
    connection.execute(row, (younger, game, text, at)).await.map(drop)
}

/// Returns the players' ratings before a game, in points; `None` if the game was not rated.
pub(crate) async fn before(id: GameId, connection: &mut Connection) -> Result<Option<[Option<i64>; 2]>> {
    let result: Option<RatedResult> = connection.optional(result_of_game(), id).await?;
    Ok(result.map(|result| result.before.map(|rating| Some(rating.points()))))
}

/// Deletes an account's ratings; the account's effect on other players' ratings remains.
pub(crate) async fn forget_account(account: AccountId, connection: &mut Connection) -> Result<()> {
    connection.lock(ORDER).await?;
    for change in [
        "DELETE FROM ratings WHERE account = $1",
        "UPDATE results SET account_1 = NULL WHERE account_1 = $1",
        "UPDATE results SET account_2 = NULL WHERE account_2 = $1",
    ] {
        connection.execute(change, account).await?;
    }
    Ok(())
}

pub(crate) async fn forget_game(id: GameId, connection: &mut Connection) -> Result<()> {
    connection.execute("UPDATE results SET game_id = NULL WHERE game_id = $1", id).await.map(drop)
}

pub(crate) async fn players(id: GameId, connection: &mut Connection) -> Result<[Option<AccountId>; 2]> {
    let rows = "SELECT DISTINCT seat, account FROM seats WHERE game_id = $1 AND account IS NOT NULL";
    let mut accounts = [None, None];
    for (seat, account) in connection.all::<(Seat, AccountId)>(rows, id).await? {
        if let Seat::Side(side) = seat {
            accounts[side.index()] = Some(account);
        }
    }
    Ok(accounts)
}

pub(crate) async fn read(
    account: AccountId,
    pool: &Pool,
    connection: &mut Connection,
) -> Result<Option<Rated>> {
    let row = "SELECT rating, deviation, volatility, games, at FROM ratings WHERE account = $1 AND game = $2 AND class = $3";
    connection.optional(row, (account, &pool.game, pool.class)).await
}

async fn put(account: AccountId, pool: &Pool, rated: Rated, connection: &mut Connection) -> Result<()> {
    let Rated { rating: Rating { rating, deviation, volatility }, games, at } = rated;
    let row = "INSERT INTO ratings (account, game, class, rating, deviation, volatility, games, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (account, game, class) DO UPDATE SET rating = $4, deviation = $5, volatility = $6, games = $7, at = $8";
    let values = (account, &pool.game, pool.class, rating, deviation, volatility, games, at);
    connection.execute(row, values).await.map(drop)
}
