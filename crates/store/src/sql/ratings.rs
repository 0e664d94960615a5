//! How strong players are: computed with the end of a game, in its transaction, and never otherwise.

use std::collections::HashMap;

use async_trait::async_trait;
use entourage_kernel::Side;
use entourage_rating::{Class, Pool, Rating};
use entourage_record::{AccountId, Entry, GameId, Seat};

use super::browsers;
use super::pool::Connection;
use super::query::query;
use super::row::{Row, owner};
use super::timing;
use crate::{Ranked, Rated, RatedResult, RatingStore, SqlStore, StoreError};

/// What is locked while ratings are computed: they follow from each other in one order.
pub(super) const ORDER: &str = "ratings";

/// The columns of a result.
const RESULT: &str = "number, game_id, game, class, at, winner, account_1, account_2,
    rating_before_1, deviation_before_1, volatility_before_1, rating_after_1, deviation_after_1, volatility_after_1,
    rating_before_2, deviation_before_2, volatility_before_2, rating_after_2, deviation_after_2, volatility_after_2";

/// Returns who won by status words, if anybody, where the game has a result by them.
pub(super) fn result(status: &str) -> Option<Option<Side>> {
    result_and_cause(status).map(|(winner, _)| winner)
}

/// Returns who won by status words, if anybody, and why, where the game has a result by them.
pub(super) fn result_and_cause(status: &str) -> Option<(Option<Side>, &str)> {
    let (word, cause) = status.split_once(' ').unwrap_or((status, ""));
    match word {
        "win-1" => Some((Some(Side::First), cause)),
        "win-2" => Some((Some(Side::Second), cause)),
        "draw" => Some((None, cause)),
        _ => None,
    }
}

/// Tells whether a game has a result by an event.
pub(super) fn ends(entry: &Entry) -> bool {
    entry.status.as_deref().and_then(result).is_some()
}

/// Tells whether a game counts for ratings, if it comes to a result.
pub(super) async fn is_rated(id: GameId, connection: &mut Connection) -> Result<bool, StoreError> {
    let row = query("SELECT 1 FROM games WHERE id = $1 AND rated").bind(id.to_string());
    Ok(row.fetch_optional(connection).await?.is_some())
}

/// Computes the ratings of those who played a game that ends by an event, within the transaction that stores it. A game counts once, however
/// often it ends, and only while both players have accounts.
pub(super) async fn settle(id: GameId, entry: &Entry, connection: &mut Connection) -> Result<(), StoreError> {
    let Some(winner) = entry.status.as_deref().and_then(result) else { return Ok(()) };
    let row = query("SELECT spec, pace FROM games WHERE id = $1 AND rated").bind(id.to_string());
    let Some(row) = row.fetch_optional(connection).await? else { return Ok(()) };
    let Some(class) = Class::of(timing::pace(row.try_get("pace")?)?) else { return Ok(()) };
    let pool = Pool { game: row.try_get("spec")?, class };
    // Nobody leaves from here on, and nobody else computes.
    connection.lock(ORDER).await?;
    let [Some(first), Some(second)] = players(id, connection).await? else { return Ok(()) };
    let known = query("SELECT 1 FROM results WHERE game_id = $1").bind(id.to_string());
    if first == second || known.fetch_optional(connection).await?.is_some() {
        return Ok(());
    }
    let accounts = [first, second];
    let mut rated = [None, None];
    for (rated, account) in rated.iter_mut().zip(accounts) {
        *rated = read(account, &pool, connection).await?;
    }
    let before = rated.map(|rated| rated.map_or(Rating::NEW, |rated| rated.now(entry.at)));
    let after = Rating::after(before, winner);
    let last = query("SELECT COALESCE(MAX(number), 0) AS last FROM results").fetch_one(connection).await?;
    let number = last.try_get::<i64>("last")? + 1;
    insert(
        &RatedResult {
            number,
            game: Some(id),
            pool: pool.clone(),
            at: entry.at,
            winner,
            accounts: accounts.map(Some),
            before,
            after,
        },
        connection,
    )
    .await?;
    for ((account, rating), rated) in accounts.into_iter().zip(after).zip(rated) {
        let games = rated.map_or(0, |rated| rated.games) + 1;
        // A time never goes back.
        let at = rated.map_or(entry.at, |rated| rated.at.max(entry.at));
        put(account, &pool, Rated { rating, games, at }, connection).await?;
    }
    browsers::suspect(id, accounts, entry.at, connection).await
}

/// Returns how strong those were who played a game that counted, just before it ended, in points.
pub(super) async fn before(
    id: GameId,
    connection: &mut Connection,
) -> Result<Option<[Option<i64>; 2]>, StoreError> {
    let row = query(sqlx::AssertSqlSafe(format!("SELECT {RESULT} FROM results WHERE game_id = $1")));
    let row = row.bind(id.to_string()).fetch_optional(connection).await?;
    let result = row.as_ref().map(rated_result).transpose()?;
    Ok(result.map(|result| result.before.map(|rating| Some(rating.points()))))
}

/// Forgets how strong an account is that goes. What it did to the ratings of others stays, without it.
pub(super) async fn forget_account(account: AccountId, connection: &mut Connection) -> Result<(), StoreError> {
    connection.lock(ORDER).await?;
    for change in [
        "DELETE FROM ratings WHERE account = $1",
        "UPDATE results SET account_1 = NULL WHERE account_1 = $1",
        "UPDATE results SET account_2 = NULL WHERE account_2 = $1",
    ] {
        query(change).bind(account.to_string()).execute(connection).await?;
    }
    Ok(())
}

/// Forgets which game a result is of.
pub(super) async fn forget_game(id: GameId, connection: &mut Connection) -> Result<(), StoreError> {
    query("UPDATE results SET game_id = NULL WHERE game_id = $1")
        .bind(id.to_string())
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the accounts that have the sides of a game.
pub(super) async fn players(
    id: GameId,
    connection: &mut Connection,
) -> Result<[Option<AccountId>; 2], StoreError> {
    let rows = query("SELECT DISTINCT seat, account FROM seats WHERE game_id = $1 AND account IS NOT NULL");
    let mut accounts = [None, None];
    for row in rows.bind(id.to_string()).fetch_all(connection).await? {
        let seat: String = row.try_get("seat")?;
        if let Some(Seat::Side(side)) = Seat::from_word(&seat) {
            accounts[side.index()] = Some(owner(&row, "account")?);
        }
    }
    Ok(accounts)
}

pub(super) async fn read(
    account: AccountId,
    pool: &Pool,
    connection: &mut Connection,
) -> Result<Option<Rated>, StoreError> {
    let row = query(
        "SELECT rating, deviation, volatility, games, at FROM ratings WHERE account = $1 AND game = $2 AND class = $3",
    );
    let row = row.bind(account.to_string()).bind(&pool.game).bind(pool.class.word());
    row.fetch_optional(connection).await?.as_ref().map(rated).transpose()
}

async fn put(
    account: AccountId,
    pool: &Pool,
    rated: Rated,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    let Rated { rating: Rating { rating, deviation, volatility }, games, at } = rated;
    query(
        "INSERT INTO ratings (account, game, class, rating, deviation, volatility, games, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (account, game, class) DO UPDATE SET rating = $4, deviation = $5, volatility = $6, games = $7, at = $8",
    )
    .bind(account.to_string())
    .bind(&pool.game)
    .bind(pool.class.word())
    .bind(rating)
    .bind(deviation)
    .bind(volatility)
    .bind(games)
    .bind(at)
    .execute(connection)
    .await?;
    Ok(())
}

async fn insert(result: &RatedResult, connection: &mut Connection) -> Result<(), StoreError> {
    let places: Vec<String> = (1..=20).map(|place| format!("${place}")).collect();
    let insert = sqlx::AssertSqlSafe(format!("INSERT INTO results ({RESULT}) VALUES ({})", places.join(", ")));
    let account = |account: Option<AccountId>| account.map(|account| account.to_string());
    let row = query(insert)
        .bind(result.number)
        .bind(result.game.map(|game| game.to_string()))
        .bind(&result.pool.game)
        .bind(result.pool.class.word())
        .bind(result.at)
        .bind(result.winner.map(|side| side.number() as i64))
        .bind(account(result.accounts[0]))
        .bind(account(result.accounts[1]));
    let ratings = [0, 1].map(|side| [result.before[side], result.after[side]]).concat();
    let row = ratings.into_iter().fold(row, |row, Rating { rating, deviation, volatility }| {
        row.bind(rating).bind(deviation).bind(volatility)
    });
    row.execute(connection).await?;
    Ok(())
}

#[async_trait]
impl RatingStore for SqlStore {
    async fn rating(&self, account: AccountId, pool: &Pool) -> Result<Option<Rated>, StoreError> {
        read(account, pool, &mut self.readers.acquire().await?).await
    }

    async fn ratings_of(&self, account: AccountId) -> Result<Vec<(Pool, Rated)>, StoreError> {
        let rows = query(
            "SELECT game, class, rating, deviation, volatility, games, at FROM ratings WHERE account = $1
             ORDER BY games DESC, game, class",
        );
        let rows = rows.bind(account.to_string()).fetch_all(&mut self.readers.acquire().await?).await?;
        rows.iter().map(|row| Ok((pool(row)?, rated(row)?))).collect()
    }

    async fn result_of(&self, game: GameId) -> Result<Option<RatedResult>, StoreError> {
        let row = query(sqlx::AssertSqlSafe(format!("SELECT {RESULT} FROM results WHERE game_id = $1")));
        let row = row.bind(game.to_string()).fetch_optional(&mut self.readers.acquire().await?).await?;
        row.as_ref().map(rated_result).transpose()
    }

    async fn players_of(&self, game: GameId) -> Result<[Option<AccountId>; 2], StoreError> {
        players(game, &mut self.readers.acquire().await?).await
    }

    async fn pools(&self, most: u32) -> Result<Vec<(Pool, u32)>, StoreError> {
        let rows = query(
            "SELECT game, class, COUNT(*) AS count FROM ratings GROUP BY game, class ORDER BY count DESC, game, class LIMIT $1",
        );
        let rows = rows.bind(most).fetch_all(&mut self.readers.acquire().await?).await?;
        rows.iter().map(|row| Ok((pool(row)?, row.try_get("count")?))).collect()
    }

    async fn leaders(&self, pool: &Pool, since: i64, from: u32, most: u32) -> Result<Vec<Ranked>, StoreError> {
        let rows = query(
            "SELECT r.account, a.name, b.account AS bot, r.rating, r.deviation, r.volatility, r.games, r.at
             FROM ratings r JOIN accounts a ON a.id = r.account LEFT JOIN bots b ON b.account = r.account
             WHERE r.game = $1 AND r.class = $2 AND r.at >= $3 ORDER BY r.rating DESC, r.account LIMIT $4 OFFSET $5",
        );
        let rows = rows.bind(&pool.game).bind(pool.class.word()).bind(since).bind(most).bind(from);
        let rows = rows.fetch_all(&mut self.readers.acquire().await?).await?;
        let ranked = |row: &Row| {
            let bot = row.try_get::<Option<String>>("bot")?.is_some();
            Ok(Ranked { account: owner(row, "account")?, name: row.try_get("name")?, bot, rated: rated(row)? })
        };
        rows.iter().map(ranked).collect()
    }

    async fn misrated(&self) -> Result<Vec<String>, StoreError> {
        let mut snapshot = self.readers.snapshot().await?;
        let mut faults = Vec::new();
        let mut told: HashMap<(AccountId, Pool), Rated> = HashMap::new();
        let mut last = 0;
        loop {
            let rows = sqlx::AssertSqlSafe(format!(
                "SELECT {RESULT} FROM results WHERE number > $1 ORDER BY number LIMIT 256"
            ));
            let rows = query(rows).bind(last).fetch_all(&mut snapshot).await?;
            if rows.is_empty() {
                break;
            }
            for row in &rows {
                let result = rated_result(row)?;
                last = result.number;
                if let Some(game) = result.game
                    && first_result(game, &mut snapshot).await? != Some(result.winner)
                {
                    faults.push(format!("{game}: it was rated by another result than it has"));
                }
                retell(&result, &mut told, &mut faults);
            }
        }
        let rows = query("SELECT account, game, class, rating, deviation, volatility, games, at FROM ratings");
        for row in &rows.fetch_all(&mut snapshot).await? {
            let (account, pool) = (owner(row, "account")?, pool(row)?);
            let kept = rated(row)?;
            if told.remove(&(account, pool)).as_ref() != Some(&kept) {
                faults.push(format!("account {account}: its rating does not follow from its games"));
            }
        }
        faults.extend(told.into_keys().map(|(account, _)| format!("account {account}: it has lost a rating")));
        Ok(faults)
    }
}

/// Computes what a result did, after those before it, and says what differs. Of who has left only that is known which stands there.
fn retell(result: &RatedResult, told: &mut HashMap<(AccountId, Pool), Rated>, faults: &mut Vec<String>) {
    let RatedResult { number, pool, at, winner, accounts, before, after, .. } = result;
    if Rating::after(*before, *winner) != *after {
        faults.push(format!("result {number}: other ratings follow from it"));
    }
    for (side, account) in accounts.iter().enumerate() {
        let Some(account) = account else { continue };
        let key = (*account, pool.clone());
        let earlier = told.get(&key).copied();
        if earlier.map_or(Rating::NEW, |earlier| earlier.now(*at)) != before[side] {
            faults.push(format!("result {number}: side {} had another rating before it", side + 1));
        }
        let games = earlier.map_or(0, |earlier| earlier.games) + 1;
        let at = earlier.map_or(*at, |earlier| earlier.at.max(*at));
        told.insert(key, Rated { rating: after[side], games, at });
    }
}

/// Returns the first result that a game came to; `None` if it came to none.
async fn first_result(id: GameId, connection: &mut Connection) -> Result<Option<Option<Side>>, StoreError> {
    let row = query(
        "SELECT status FROM events WHERE game_id = $1 AND (status LIKE 'win-%' OR status LIKE 'draw%') ORDER BY seq LIMIT 1",
    );
    let row = row.bind(id.to_string()).fetch_optional(connection).await?;
    Ok(row.map(|row| row.try_get::<String>("status")).transpose()?.as_deref().and_then(result))
}

fn pool(row: &Row) -> Result<Pool, StoreError> {
    let class: String = row.try_get("class")?;
    let class = Class::from_word(&class).ok_or_else(|| StoreError::Corrupt(format!("unknown class {class}")));
    Ok(Pool { game: row.try_get("game")?, class: class? })
}

fn rated(row: &Row) -> Result<Rated, StoreError> {
    let rating = Rating {
        rating: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
    };
    Ok(Rated { rating, games: row.try_get("games")?, at: row.try_get("at")? })
}

fn rated_result(row: &Row) -> Result<RatedResult, StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt(format!("a result has no {what}"));
    let game: Option<String> = row.try_get("game_id")?;
    let winner: Option<i64> = row.try_get("winner")?;
    let side = |number: i64| Side::BOTH.into_iter().find(|side| side.number() as i64 == number);
    let account = |column: &str| -> Result<Option<AccountId>, StoreError> {
        row.try_get::<Option<String>>(column)?.map(|_| owner(row, column)).transpose()
    };
    let rating = |when: &str, side: usize| -> Result<Rating, StoreError> {
        let figure = |name: &str| row.try_get(&format!("{name}_{when}_{side}"));
        Ok(Rating {
            rating: figure("rating")?,
            deviation: figure("deviation")?,
            volatility: figure("volatility")?,
        })
    };
    Ok(RatedResult {
        number: row.try_get("number")?,
        game: game.map(|game| game.parse().map_err(|()| corrupt("game"))).transpose()?,
        pool: pool(row)?,
        at: row.try_get("at")?,
        winner: winner.map(|winner| side(winner).ok_or_else(|| corrupt("winner"))).transpose()?,
        accounts: [account("account_1")?, account("account_2")?],
        before: [rating("before", 1)?, rating("before", 2)?],
        after: [rating("after", 1)?, rating("after", 2)?],
    })
}
