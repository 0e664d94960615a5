//! Ratings, which are computed in the transaction that ends a game.

use std::collections::HashMap;
use std::ops::Range;

use entourage_clock::Pace;
use entourage_kernel::Side;
use entourage_rating::{Class, DEVIATION_PER_VOLATILITY, PERIOD, Pool, Rating, SURE_DEVIATION};
use entourage_record::{AccountId, Entry, Event, Game, GameId, Seat};
use sqlx::AssertSqlSafe;

use crate::columns::{Bind, FromRow, from_row};
use crate::database::{Connection, Row, placeholders, select};
use crate::games::read_ended;
use crate::{Result, Store, finished};

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

    /// Returns the effects of an account's newest rated games, newest first.
    pub async fn results_of(&self, account: AccountId, most: u32) -> Result<Vec<RatedResult>> {
        let rows = AssertSqlSafe(format!(
            "SELECT {RESULT} FROM results WHERE account_1 = $1 OR account_2 = $1 ORDER BY number DESC LIMIT $2"
        ));
        self.readers.all(rows, (account, most)).await
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

    /// Returns a page of a leaderboard, strongest first, from index `from` on: players with games in a period whose rating is not
    /// provisional at its end.
    pub async fn leaders(&self, pool: &Pool, period: Range<i64>, from: u32, most: u32) -> Result<Vec<Ranked>> {
        // The deviation at the end of the period, squared, as in `Rating::rested`.
        let rows = format!(
            "SELECT r.account, a.name, b.account IS NOT NULL AS bot, r.rating, r.deviation, r.volatility, r.games, r.at
             FROM ratings r JOIN accounts a ON a.id = r.account LEFT JOIN bots b ON b.account = r.account
             WHERE r.game = $1 AND r.class = $2 AND r.at >= $3
                 AND 1.0 * r.deviation * r.deviation + ($6 - r.at) / {PERIOD}
                     * ({DEVIATION_PER_VOLATILITY} * r.volatility) * ({DEVIATION_PER_VOLATILITY} * r.volatility)
                     <= 1.0 * {SURE_DEVIATION} * {SURE_DEVIATION}
             ORDER BY r.rating DESC, r.account LIMIT $4 OFFSET $5"
        );
        let values = (&pool.game, pool.class, period.start, most, from, period.end);
        self.readers.all(AssertSqlSafe(rows), values).await
    }

    /// Recomputes all ratings from the stored results, and checks the results against the games' records; returns the differences found.
    pub async fn rating_inconsistencies(&self) -> Result<Vec<String>> {
        let mut snapshot = self.readers.snapshot().await?;
        let (mut computed, mut faults, _) = recompute(false, &mut snapshot).await?;
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

    /// Deletes results that should not have counted, and recomputes all ratings without them. Returns a description of each such result.
    pub async fn repair_ratings(&self) -> Result<Vec<String>> {
        let mut transaction = self.writer.change(ORDER).await?;
        let (computed, faults, changed) = recompute(true, &mut transaction).await?;
        transaction.execute("DELETE FROM ratings", ()).await?;
        for ((account, pool), rated) in computed {
            put(account, &pool, rated, &mut transaction).await?;
        }
        for game in changed {
            finished::refresh(game, &mut transaction).await?;
        }
        transaction.commit().await?;
        Ok(faults)
    }
}

type Computed = HashMap<(AccountId, Pool), Rated>;

/// Recomputes all ratings from the stored results, and returns them with the faults found. With `repair`, deletes results that should not
/// have counted, corrects later ones, and also returns the changed games.
async fn recompute(repair: bool, connection: &mut Connection) -> Result<(Computed, Vec<String>, Vec<GameId>)> {
    let (mut computed, mut faults, mut changed, mut last) = (Computed::new(), Vec::new(), Vec::new(), 0);
    loop {
        let sql = format!("SELECT {RESULT} FROM results WHERE number > $1 ORDER BY number LIMIT 256");
        let results: Vec<RatedResult> = connection.all(AssertSqlSafe(sql), last).await?;
        if results.is_empty() {
            return Ok((computed, faults, changed));
        }
        for rated in results {
            last = rated.number;
            if let Some(problem) = objection(&rated, connection).await? {
                faults.push(problem);
                if repair {
                    connection.execute("DELETE FROM results WHERE number = $1", last).await?;
                    changed.extend(rated.game);
                    continue;
                }
            }
            let right = follow(&rated, &computed);
            if right != rated && !repair {
                faults.push(format!("result {last}: the ratings do not follow from earlier results"));
            } else if right != rated {
                // The result keeps its number, so that it stays in order.
                connection.execute("DELETE FROM results WHERE number = $1", last).await?;
                insert_result(&right, connection).await?;
                changed.extend(rated.game);
            }
            let after = if repair { right.after } else { rated.after };
            for (account, after) in rated.accounts.into_iter().zip(after) {
                let Some(account) = account else { continue };
                let key = (account, rated.pool.clone());
                let earlier = computed.get(&key).copied();
                computed.insert(key, next(earlier, after, rated.at));
            }
        }
    }
}

/// Returns why a result should not have counted, if so.
async fn objection(rated: &RatedResult, connection: &mut Connection) -> Result<Option<String>> {
    let Some(game) = rated.game else { return Ok(None) };
    let record = read_ended(game, connection).await?;
    let status = record.as_ref().and_then(|game| game.recorded_status());
    Ok(match record.as_ref().is_some_and(Game::is_played) {
        _ if status.and_then(result) != Some(rated.winner) => {
            Some(format!("{game}: the rated result differs from the game's record"))
        }
        false => Some(format!("{game}: the game was rated, but not played")),
        true => None,
    })
}

/// Returns a result with the ratings that follow from earlier results. Ratings of deleted accounts are taken as they are.
fn follow(rated: &RatedResult, computed: &Computed) -> RatedResult {
    let mut before = rated.before;
    for (before, account) in before.iter_mut().zip(rated.accounts) {
        let Some(account) = account else { continue };
        *before =
            computed.get(&(account, rated.pool.clone())).map_or(Rating::NEW, |earlier| earlier.now(rated.at));
    }
    RatedResult { before, after: Rating::after(before, rated.winner), ..rated.clone() }
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

/// Maximum number of games between two accounts that are rated within a day and a pool. A long match counts as a whole, but two friends or
/// two accounts of one person cannot raise a rating further by playing only each other.
pub const MAX_PAIR_GAMES: u32 = 10;
const DAY: i64 = 24 * 60 * 60 * 1000;
/// Number of wins within a day, against new accounts that have played no one else, from which games are held back.
const MAX_NEWCOMERS: u32 = 5;
/// Number of consecutive instant resignations of an account, within a day, from which games are held back.
const MAX_RESIGNATIONS: u32 = 3;
/// A resignation is instant if fewer moves than this were made.
const INSTANT: usize = 10;

/// Subquery for the last rated games of account `$1`, including those held back: game, opponent, winner, own side and time.
const RECENT: &str = "
    SELECT * FROM (SELECT game_id, account_2 AS other, winner, 1 AS side, at FROM results WHERE account_1 = $1 ORDER BY number DESC LIMIT 50) one
    UNION ALL
    SELECT * FROM (SELECT game_id, account_1, winner, 2, at FROM results WHERE account_2 = $1 ORDER BY number DESC LIMIT 50) two
    UNION ALL SELECT game_id, account_2, winner, 1, at FROM held WHERE account_1 = $1
    UNION ALL SELECT game_id, account_1, winner, 2, at FROM held WHERE account_2 = $1";

/// A played game between two accounts that counts for their ratings, unless it is held back because of a report.
struct Candidate {
    game: GameId,
    /// The number of the report; 0 if there is none.
    report: u32,
    spec: String,
    class: Class,
    at: i64,
    winner: Option<Side>,
    first: AccountId,
    second: AccountId,
}

from_row! {
    Candidate in "held" {
        game = "game_id", report = "complaint", spec = "game", class, at, winner, first = "account_1", second = "account_2",
    }
}

/// Updates ratings if an event ends a rated game; `connection` is the event's transaction. A game counts only once, and only if it was
/// [played](entourage_record::Game::is_played) and both players have accounts. Suspicious games are reported and held back.
pub(crate) async fn settle(id: GameId, entry: &Entry, connection: &mut Connection) -> Result<()> {
    let Some(winner) = entry.status.as_deref().and_then(result) else { return Ok(()) };
    if !is_rated(id, connection).await? {
        return Ok(());
    }
    let Some(game) = read_ended(id, connection).await?.filter(Game::is_played) else { return Ok(()) };
    let Some(pool) = pool_of(&game.spec, game.pace) else { return Ok(()) };
    // This lock prevents accounts from being deleted and other games from being rated until the transaction ends.
    connection.lock(ORDER).await?;
    let [Some(first), Some(second)] = players(id, connection).await? else { return Ok(()) };
    let known = "SELECT 1 FROM results WHERE game_id = $1 UNION ALL SELECT 1 FROM held WHERE game_id = $1";
    if first == second || connection.exists(known, id).await? {
        return Ok(());
    }
    let Pool { game: spec, class } = pool;
    let candidate = Candidate { game: id, report: 0, spec, class, at: entry.at, winner, first, second };
    let between = "SELECT COUNT(*) FROM (
             SELECT at, game, class FROM results WHERE account_1 = $1 AND account_2 = $2
             UNION ALL SELECT at, game, class FROM results WHERE account_1 = $2 AND account_2 = $1
             UNION ALL SELECT at, game, class FROM held WHERE account_1 IN ($1, $2) AND account_2 IN ($1, $2)
         ) AS counted WHERE at > $3 AND game = $4 AND class = $5";
    let values = (first, second, entry.at - DAY, &candidate.spec, class);
    if connection.one::<u32>(between, values).await? >= MAX_PAIR_GAMES {
        return Ok(());
    }
    match suspicion(&candidate, &game, connection).await? {
        Some((subject, text)) => hold(candidate, subject, text, connection).await,
        None => rate(candidate, connection).await,
    }
}

async fn rate(candidate: Candidate, connection: &mut Connection) -> Result<()> {
    let Candidate { game, spec, class, at, winner, first, second, .. } = candidate;
    let (pool, accounts) = (Pool { game: spec, class }, [first, second]);
    let mut rated = [None, None];
    for (rated, account) in rated.iter_mut().zip(accounts) {
        *rated = read(account, &pool, connection).await?;
    }
    let before = rated.map(|rated| rated.map_or(Rating::NEW, |rated: Rated| rated.now(at)));
    let after = Rating::after(before, winner);
    let number = connection.one("SELECT COALESCE(MAX(number), 0) + 1 FROM results", ()).await?;
    let accounts = [Some(first), Some(second)];
    let row = RatedResult { number, game: Some(game), pool, at, winner, accounts, before, after };
    insert_result(&row, connection).await?;
    for ((account, rating), rated) in [first, second].into_iter().zip(after).zip(rated) {
        put(account, &row.pool, next(rated, rating, at), connection).await?;
    }
    Ok(())
}

async fn insert_result(row: &RatedResult, connection: &mut Connection) -> Result<()> {
    let RatedResult { number, game, pool, at, winner, accounts: [first, second], before, after } = row;
    let sql = format!("INSERT INTO results ({RESULT}) VALUES ({})", placeholders(1, 20));
    let mut values = vec![number.value(), game.value(), pool.game.value(), pool.class.value(), at.value()];
    values.extend([winner.value(), first.value(), second.value()]);
    for Rating { rating, deviation, volatility } in [before[0], after[0], before[1], after[1]] {
        values.extend([rating, deviation, volatility].map(|figure| figure.value()));
    }
    connection.execute(AssertSqlSafe(sql), values).await.map(drop)
}

/// Returns the account to report and the report's text if a game is suspicious. Open reports are recognised by their text, so the texts
/// must not change.
async fn suspicion(
    candidate: &Candidate,
    game: &Game,
    connection: &mut Connection,
) -> Result<Option<(AccountId, String)>> {
    let Candidate { at, winner, first, second, .. } = *candidate;
    let names = "SELECT id, name FROM accounts WHERE id = $1 OR id = $2 ORDER BY created_at, id";
    let names: Vec<(AccountId, String)> = connection.all(names, (first, second)).await?;
    let [(_, elder), (younger, name)] = &names[..] else { return Ok(None) };
    // Queries with their parameters, and the report if a query finds anything; reports about a pair are about the newer account.
    let mut rules = Vec::new();
    for (table, place, lieu) in [("browsers", "device", "appareil"), ("networks", "network", "réseau")] {
        let shared = format!(
            "SELECT 1 FROM {table} one JOIN {table} other ON other.hash = one.hash
             WHERE one.account = $1 AND other.account = $2 LIMIT 1"
        );
        let text = format!(
            "{elder} and {name} played a rated game, and sign in from one {place}.\n\
             {elder} et {name} ont joué une partie classée, et se connectent depuis un même {lieu}."
        );
        rules.push((shared, vec![first.value(), second.value()], *younger, text));
    }
    if let Some(winner) = winner {
        let (winner, loser) = if winner == Side::First { (first, second) } else { (second, first) };
        let [champion, loser_name] = if *younger == winner { [name, elder] } else { [elder, name] };
        // Accounts that are less than a day old and whose rated games were all against the winner.
        let thrown_away = "a.created_at > $2
            AND NOT EXISTS (SELECT 1 FROM results x WHERE x.account_1 = a.id AND x.account_2 <> $1)
            AND NOT EXISTS (SELECT 1 FROM results x WHERE x.account_2 = a.id AND x.account_1 <> $1)";
        let wins = format!(
            "SELECT 1 FROM accounts a WHERE a.id = $3 AND {thrown_away} AND {MAX_NEWCOMERS} <= 1 +
                 (SELECT COUNT(*) FROM ({RECENT}) r JOIN accounts a ON a.id = r.other
                  WHERE r.winner = r.side AND r.at > $2 AND {thrown_away})"
        );
        let text = format!(
            "{champion} won several rated games in a day against new accounts that played no one else.\n\
             {champion} a gagné en un jour plusieurs parties classées contre de nouveaux comptes qui n'ont joué contre personne d'autre."
        );
        rules.push((wins, vec![winner.value(), (at - DAY).value(), loser.value()], winner, text));
        let resignations = format!(
            "SELECT 1 WHERE {MAX_RESIGNATIONS} <= 1 +
                 (SELECT COUNT(*) FROM (SELECT * FROM ({RECENT}) r WHERE r.at > $2 ORDER BY r.at DESC LIMIT {MAX_RESIGNATIONS} - 1) r
                  WHERE r.winner <> r.side AND (SELECT COUNT(CASE WHEN m.kind IN ('move', 'turn') THEN 1 END) < {INSTANT}
                      AND COUNT(CASE WHEN m.kind = 'resign' THEN 1 END) > 0 FROM events m WHERE m.game_id = r.game_id))"
        );
        let text = format!(
            "{loser_name} resigned several rated games in a row after a few moves.\n\
             {loser_name} a abandonné plusieurs parties classées de suite après quelques coups."
        );
        let moves = game.entries.iter().filter(|entry| entry.event.is_move()).count();
        if moves < INSTANT && matches!(game.entries.last(), Some(Entry { event: Event::Resign { .. }, .. })) {
            rules.push((resignations, vec![loser.value(), (at - DAY).value()], loser, text));
        }
    }
    for (query, values, subject, text) in rules {
        if connection.exists(AssertSqlSafe(query), values).await? {
            return Ok(Some((subject, text)));
        }
    }
    Ok(None)
}

/// Reports a game, unless such a report is still open, and holds it back until the report is closed.
async fn hold(game: Candidate, subject: AccountId, text: String, connection: &mut Connection) -> Result<()> {
    connection.lock("complaints").await?;
    let open =
        "SELECT seq FROM complaints WHERE subject = $1 AND text = $2 AND author IS NULL AND closed_at IS NULL";
    let row = "INSERT INTO complaints (seq, kind, subject, game, text, created_at)
         SELECT COALESCE(MAX(seq) + 1, 1), 'person', $1, $2, $3, $4 FROM complaints RETURNING seq";
    let report = match connection.optional(open, (subject, &text)).await? {
        Some(open) => open,
        None => connection.one(row, (subject, game.game, text, game.at)).await?,
    };
    connection.insert(&Candidate { report, ..game }).await
}

/// Counts the games that were held back because of a report, or drops them, when the report is closed.
pub(crate) async fn release(complaint: u32, counts: bool, connection: &mut Connection) -> Result<()> {
    connection.lock(ORDER).await?;
    let held = select::<Candidate>("WHERE complaint = $1 ORDER BY at, game_id");
    let held: Vec<Candidate> = connection.all(held, complaint).await?;
    connection.execute("DELETE FROM held WHERE complaint = $1", complaint).await?;
    for candidate in held.into_iter().filter(|_| counts) {
        rate(candidate, connection).await?;
    }
    Ok(())
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
        "DELETE FROM held WHERE account_1 = $1 OR account_2 = $1",
    ] {
        connection.execute(change, account).await?;
    }
    Ok(())
}

pub(crate) async fn forget_game(id: GameId, connection: &mut Connection) -> Result<()> {
    connection.execute("DELETE FROM held WHERE game_id = $1", id).await?;
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
