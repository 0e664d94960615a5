//! Searches finished games. A database index yields candidates in order, up to a limit; the search filters them during the scan.

use entourage_record::{AccountId, GameId, Seat};
use sqlx::AssertSqlSafe;

use crate::columns::{Bind, FromRow, Value, from_row};
use crate::database::{Connection, Row};
use crate::finished::name_of;
use crate::games::among;
use crate::ratings::pool_of;
use crate::{
    Continuation, Continuations, Found, FoundOrder, FoundPage, FoundPlace, GameFilter, Result, ResultFilter,
    Seated, Store, ratings,
};

/// Maximum number of candidates examined for one request.
const MAX_SCANNED: u32 = 10_000;
/// Maximum number of candidates if each must be looked up in another index, or sorted.
const MAX_READ: u32 = 1_000;

#[derive(Default)]
struct Parameters(Vec<Value>);

impl Parameters {
    /// Adds a parameter value and returns its SQL placeholder.
    fn add(&mut self, value: impl Bind) -> String {
        self.0.push(value.value());
        format!("${}", self.0.len())
    }
}

/// SQL expression for the rating of a game's stronger player. Must equal the expression in the database indices.
const STRENGTH: &str =
    "COALESCE(CASE WHEN rating_2 IS NULL OR rating_1 >= rating_2 THEN rating_1 ELSE rating_2 END, 0)";

/// The index scans that yield the candidates of a search, with their filters.
struct Scan {
    /// The scanned table and the condition that selects the index range. The games of a player need one scan for each side.
    ranges: Vec<(&'static str, String)>,
    /// The table that is read for each candidate.
    joined: &'static str,
    /// The table whose columns `at` and `game_id` order the candidates.
    by: char,
    order: FoundOrder,
    filters: Vec<String>,
    limit: u32,
}

impl Scan {
    fn of(sought: &GameFilter, parameters: &mut Parameters) -> Self {
        let GameFilter { game, player, opponent, position, order, .. } = sought;
        let key = position.map(|key| parameters.add(key));
        let mut filters = filters(sought, parameters);
        let (mut joined, mut by) = ("", 'f');
        // Other tables are joined by time: entries of consecutive games are adjacent in an index by time. An index by game is not used for
        // an expression.
        let ranges = match (player.or(*opponent), &key, game) {
            (Some(player), ..) => {
                if let Some(key) = &key {
                    joined = "CROSS JOIN positions p";
                    filters.push(format!("p.key = {key} AND p.at = f.at AND p.game_id || '' = f.game_id"));
                }
                let player = parameters.add(player);
                let other =
                    format!("f.account_2 = {player} AND (f.account_1 IS NULL OR f.account_1 <> {player})");
                vec![("finished f", format!("f.account_1 = {player}")), ("finished f", other)]
            }
            (None, Some(key), _) => {
                (joined, by) = ("CROSS JOIN finished f", 'p');
                filters.push("f.at = p.at AND f.game_id || '' = p.game_id".to_owned());
                vec![("positions p", format!("p.key = {key}"))]
            }
            (None, None, Some(game)) => {
                vec![("finished f", format!("f.game = {}", parameters.add(name_of(game))))]
            }
            (None, None, None) => vec![("finished f", "1 = 1".to_owned())],
        };
        // No index orders the games of a player or position by strength; only the newest ones are read and then sorted.
        let is_sorted = by == 'f' && ranges.len() == 1;
        let order = if is_sorted { *order } else { FoundOrder::Newest };
        let limit = if key.is_some() || order != sought.order { MAX_READ } else { MAX_SCANNED };
        Self { ranges, joined, by, order, filters, limit }
    }

    /// Returns a condition for the candidates before (`<`) or from (`>=`) a place in an order; games are found in descending order.
    fn compare(&self, order: FoundOrder, sign: &str, place: FoundPlace, parameters: &mut Parameters) -> String {
        let (by, at, game) = (self.by, parameters.add(place.at), parameters.add(place.game));
        let place_in_time = format!("({by}.at, {by}.game_id) {sign} ({at}, {game})");
        match (order, place.strength) {
            (FoundOrder::Strongest, Some(strength)) => {
                // The first condition can use the index; the second compares games of the same strength.
                let (strength, strict) = (parameters.add(strength), &sign[..1]);
                format!(
                    "{STRENGTH} {strict}= {strength} AND ({STRENGTH} {strict} {strength} OR {place_in_time})"
                )
            }
            _ => place_in_time,
        }
    }

    /// Returns a query for the matching candidates in all ranges; `rest` follows the conditions for each range.
    fn query(&self, columns: &str, rest: &str) -> String {
        let Self { ranges, joined, filters, .. } = self;
        let filters = filters.join(" AND ");
        let range = |(table, range): &(&str, String)| {
            format!(
                "SELECT * FROM (SELECT {columns} FROM {table} {joined} WHERE {range} AND {filters} {rest}) s"
            )
        };
        ranges.iter().map(range).collect::<Vec<_>>().join(" UNION ALL ")
    }

    fn order(&self, order: FoundOrder) -> String {
        let by = self.by;
        match order {
            FoundOrder::Newest => format!("{by}.at DESC, {by}.game_id DESC"),
            FoundOrder::Strongest => format!("{STRENGTH} DESC, {by}.at DESC, {by}.game_id DESC"),
        }
    }

    /// Returns a query for the last candidate to examine; the query has a result only if the limit is reached.
    fn last(mut self, after: Option<FoundPlace>, parameters: &mut Parameters) -> String {
        (self.joined, self.filters) = ("", vec!["1 = 1".to_owned()]);
        if let Some(after) = after {
            self.filters.push(self.compare(self.order, "<", after, parameters));
        }
        let by = self.by;
        let strength = if self.order == FoundOrder::Strongest { STRENGTH } else { "CAST(NULL AS BIGINT)" };
        let columns = format!("{strength} AS strength, {by}.at, {by}.game_id");
        let rest = format!("ORDER BY {} LIMIT 1 OFFSET {}", self.order(self.order), self.limit - 1);
        let last = self.query(&columns, &rest);
        format!("SELECT * FROM ({last}) f ORDER BY strength DESC, at DESC, game_id DESC LIMIT 1")
    }
}

/// Returns the conditions other than the position, about the row `f` of a game.
fn filters(sought: &GameFilter, parameters: &mut Parameters) -> Vec<String> {
    let GameFilter { game, player, opponent, result, class, rated, position: _, order: _ } = sought;
    // Games whose definition has been hidden by moderators are only shown to their players.
    let mut all = vec!["f.game NOT IN (SELECT id FROM definitions WHERE hidden)".to_owned()];
    let mut played_by = |one: Option<String>, other: Option<String>| {
        let is = |side: u8, who: &Option<String>| match who {
            Some(who) => format!("f.account_{side} = {who}"),
            None => "1 = 1".to_owned(),
        };
        all.push(format!("({} AND {} OR {} AND {})", is(1, &one), is(2, &other), is(2, &one), is(1, &other)));
    };
    let own = player.map(|player| parameters.add(player));
    let other = opponent.map(|opponent| parameters.add(opponent));
    if own.is_some() || other.is_some() {
        played_by(own.clone(), other);
    }
    if let Some(game) = game {
        let column = if game.contains(':') { "spec" } else { "game" };
        all.push(format!("f.{column} = {}", parameters.add(game)));
    }
    if let Some(class) = class {
        all.push(format!("f.class = {}", parameters.add(class)));
    }
    if let Some(rated) = rated {
        all.push(if *rated { "f.rated".to_owned() } else { "NOT f.rated".to_owned() });
    }
    match (result, own) {
        (None, _) => {}
        (Some(ResultFilter::Draw), _) => all.push("COALESCE(f.winner, 0) = 0".to_owned()),
        (Some(ResultFilter::Side(side)), _) => all.push(format!("f.winner = {}", side.number())),
        (Some(ResultFilter::Won), Some(own)) => {
            all.push(format!("(f.winner = 1 AND f.account_1 = {own} OR f.winner = 2 AND f.account_2 = {own})"));
        }
        (Some(ResultFilter::Lost), Some(own)) => {
            all.push(format!("(f.winner = 2 AND f.account_1 = {own} OR f.winner = 1 AND f.account_2 = {own})"));
        }
        // Without a player in the filter, `Won` and `Lost` match no games.
        (Some(ResultFilter::Won | ResultFilter::Lost), None) => all.push("1 = 0".to_owned()),
    }
    all
}

from_row! { FoundPlace { strength, at, game = "game_id" } }

impl FromRow for Continuation {
    fn from_row(row: &Row) -> Result<Self> {
        let (points, known): (i64, i64) = (row.get("points")?, row.get("known")?);
        Ok(Self {
            next: row.get("next_move")?,
            games: row.get("games")?,
            won: [row.get("won_1")?, row.get("won_2")?],
            rating: (known > 0).then(|| (points + known / 2) / known),
        })
    }
}

/// Returns the last candidate to examine; `None` if all candidates can be examined.
async fn last_candidate(
    sought: &GameFilter,
    after: Option<FoundPlace>,
    snapshot: &mut Connection,
) -> Result<Option<FoundPlace>> {
    let mut parameters = Parameters::default();
    let sql = Scan::of(sought, &mut parameters).last(after, &mut parameters);
    snapshot.optional(AssertSqlSafe(sql), parameters.0).await
}

/// Returns the query for a page of games, of which at most `most + 1` are read.
fn page(
    sought: &GameFilter,
    after: Option<FoundPlace>,
    last: Option<FoundPlace>,
    most: u32,
    parameters: &mut Parameters,
) -> String {
    let mut scan = Scan::of(sought, parameters);
    if let Some(after) = after {
        scan.filters.push(scan.compare(sought.order, "<", after, parameters));
    }
    if let Some(last) = last {
        scan.filters.push(scan.compare(scan.order, ">=", last, parameters));
    }
    let rest = format!("ORDER BY {} LIMIT {}", scan.order(sought.order), most + 1);
    scan.query("f.game_id", &rest)
}

/// Adds up the games of a query by the next move, the most frequent moves first.
async fn count(source: &str, parameters: Parameters, snapshot: &mut Connection) -> Result<Vec<Continuation>> {
    let won = |side: u8| {
        format!("CAST(SUM(CASE WHEN winner = {side} THEN games ELSE 0 END) AS BIGINT) AS won_{side}")
    };
    let [games, points, known] =
        ["games", "points", "known"].map(|sum| format!("CAST(SUM({sum}) AS BIGINT) AS {sum}"));
    let sql = format!(
        "SELECT NULLIF(next_move, '') AS next_move, {games}, {}, {}, {points}, {known} FROM ({source}) f
         GROUP BY f.next_move HAVING SUM(games) > 0 ORDER BY SUM(games) DESC, f.next_move",
        won(1),
        won(2)
    );
    snapshot.all(AssertSqlSafe(sql), parameters.0).await
}

impl Store {
    /// Returns a page of finished games; games whose definition has been hidden by moderators are left out.
    pub async fn find(&self, sought: &GameFilter, after: Option<FoundPlace>, most: u32) -> Result<FoundPage> {
        // Both queries must see the same games.
        let mut snapshot = self.readers.snapshot().await?;
        // A cursor that was created for another order is ignored.
        let after = after.filter(|place| place.strength.is_some() == (sought.order == FoundOrder::Strongest));
        let mut parameters = Parameters::default();
        let is_sorted = Scan::of(sought, &mut Parameters::default()).order == sought.order;
        let last = last_candidate(sought, after.filter(|_| is_sorted), &mut snapshot).await?;
        let page = page(sought, after, last, most, &mut parameters);
        let order = match sought.order {
            FoundOrder::Newest => "f.at DESC, f.game_id DESC".to_owned(),
            FoundOrder::Strongest => format!("{STRENGTH} DESC, f.at DESC, f.game_id DESC"),
        };
        let sql = format!(
            "SELECT f.*, g.degree, g.pace, one.name AS name_1, other.name AS name_2,
                 EXISTS (SELECT 1 FROM bots b WHERE b.account = f.account_1) AS bot_1,
                 EXISTS (SELECT 1 FROM bots b WHERE b.account = f.account_2) AS bot_2
             FROM ({page}) page CROSS JOIN finished f
             JOIN games g ON g.id = f.game_id LEFT JOIN accounts one ON one.id = f.account_1
                 LEFT JOIN accounts other ON other.id = f.account_2
             WHERE f.game_id = page.game_id ORDER BY {order} LIMIT {}",
            most + 1
        );
        let mut games: Vec<Found> = snapshot.all(AssertSqlSafe(sql), parameters.0).await?;
        let mut next = last.filter(|_| is_sorted);
        if games.len() > most as usize {
            games.truncate(most as usize);
            next = games.last().map(|found| found.finished.place(sought.order));
        }
        Ok(FoundPage { games, next })
    }

    /// Returns statistics on the moves played in the filter's position. If the position occurred in many games, the stored counts are
    /// used, or, with a player or if there are none, the newest matching games.
    pub async fn continuations(&self, sought: &GameFilter) -> Result<Continuations> {
        let mut snapshot = self.readers.snapshot().await?;
        // The order does not affect the counts.
        let sought = &GameFilter { order: FoundOrder::Newest, ..sought.clone() };
        let last = last_candidate(sought, None, &mut snapshot).await?;
        let is_counted = sought.player.or(sought.opponent).is_none()
            && sought.game.as_ref().is_none_or(|game| !game.contains(':'));
        if let (Some(_), true, Some(key)) = (last, is_counted, sought.position) {
            let mut parameters = Parameters::default();
            let filters = filters(sought, &mut parameters).join(" AND ");
            let counted = "SELECT 1 FROM openings WHERE key = $1 GROUP BY key HAVING SUM(games) >= $2";
            if snapshot.exists(counted, (key, MAX_READ)).await? {
                let key = parameters.add(key);
                let source = format!("SELECT * FROM openings f WHERE key = {key} AND {filters}");
                return Ok(Continuations {
                    moves: count(&source, parameters, &mut snapshot).await?,
                    more: false,
                });
            }
        }
        let mut parameters = Parameters::default();
        let mut scan = Scan::of(sought, &mut parameters);
        if let Some(last) = last {
            scan.filters.push(scan.compare(scan.order, ">=", last, &mut parameters));
        }
        let next = if sought.position.is_some() { "COALESCE(p.next_move, '')" } else { "''" };
        let columns = format!(
            "{next} AS next_move, f.winner, 1 AS games, COALESCE(f.rating_1, 0) + COALESCE(f.rating_2, 0) AS points,
                 (CASE WHEN f.rating_1 IS NULL THEN 0 ELSE 1 END) + (CASE WHEN f.rating_2 IS NULL THEN 0 ELSE 1 END) AS known"
        );
        let moves = count(&scan.query(&columns, ""), parameters, &mut snapshot).await?;
        Ok(Continuations { moves, more: last.is_some() })
    }

    /// Returns the players of the specified games who have accounts.
    pub async fn seated_in(&self, games: &[GameId]) -> Result<Vec<Seated>> {
        let mut snapshot = self.readers.snapshot().await?;
        let seats = "SELECT DISTINCT s.game_id, s.seat, s.account, a.name, g.spec, g.pace,
                 EXISTS (SELECT 1 FROM bots b WHERE b.account = s.account) AS bot
             FROM seats s JOIN games g ON g.id = s.game_id JOIN accounts a ON a.id = s.account WHERE s.seat IN ('1', '2') AND s.game_id IN";
        let (sql, values) = among(seats, Vec::new(), games);
        let mut seated = Vec::new();
        for row in snapshot.rows(sql, values).await? {
            let Seat::Side(side) = row.get("seat")? else { continue };
            let (account, spec): (AccountId, String) = (row.get("account")?, row.get("spec")?);
            let rated = match pool_of(&spec, row.get("pace")?) {
                Some(pool) => ratings::read(account, &pool, &mut snapshot).await?,
                None => None,
            };
            let rating = rated.map(|rated| rated.rating.points());
            let (game, name, bot) = (row.get("game_id")?, row.get("name")?, row.get("bot")?);
            seated.push(Seated { game, side, name, bot, rating });
        }
        Ok(seated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates more games than are examined for one page; only the oldest game has a winner.
    async fn create_games(store: &Store) {
        let mut writer = store.writer.acquire().await.unwrap();
        let names = (0..=MAX_SCANNED).map(|_| GameId::from_bits(crate::random().unwrap()).to_string());
        let names = serde_json::to_string(&names.collect::<Vec<_>>()).unwrap();
        for insert in [
            "INSERT INTO games (id, spec, rules_version, start, players, created_at)
             SELECT value, 'game:a', '1', '', '[]', 0 FROM json_each($1)",
            "INSERT INTO finished (game_id, game, spec, at, winner, cause, plies, rated)
             SELECT value, 'game', 'game:a', key, CASE WHEN key = 0 THEN 1 END, '', 0, FALSE FROM json_each($1)",
        ] {
            writer.execute(insert, &names).await.unwrap();
        }
    }

    #[tokio::test]
    async fn rare_games_are_found_on_later_pages() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(directory.path()).await.unwrap();
        create_games(&store).await;
        let won = GameFilter {
            result: Some(ResultFilter::Side(entourage_kernel::Side::First)),
            ..GameFilter::default()
        };
        let page = store.find(&won, None, 9).await.unwrap();
        assert_eq!((page.games.len(), page.next.map(|place| place.at)), (0, Some(1)), "the limit was reached");
        let page = store.find(&won, page.next, 9).await.unwrap();
        assert_eq!((page.games.len(), page.next), (1, None));
        store.close().await;
    }

    #[tokio::test]
    async fn popular_positions_are_counted_in_all_games() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(directory.path()).await.unwrap();
        create_games(&store).await;
        let mut writer = store.writer.acquire().await.unwrap();
        for (key, ply) in [(1_i64, 0_i64), (2, 23), (3, 24)] {
            let insert = "INSERT INTO positions (key, at, game_id, ply, next_move)
                 SELECT $1, at, game_id, $2, CASE WHEN winner = 1 THEN 'b' ELSE 'a' END FROM finished WHERE at < 6000";
            writer.execute(insert, (key, ply)).await.unwrap();
        }
        let counts = async |sought: GameFilter| {
            let told = store.continuations(&sought).await.unwrap();
            (told.moves.iter().map(|one| (one.games, one.won[0])).collect::<Vec<_>>(), told.more)
        };
        let position = |key| GameFilter { position: Some(key), ..GameFilter::default() };
        assert_eq!(counts(position(1)).await, (vec![(5999, 0), (1, 1)], false));
        assert_eq!(counts(position(2)).await, (vec![(5999, 0), (1, 1)], false));
        assert_eq!(
            counts(position(3)).await,
            (vec![(MAX_READ, 0)], true),
            "not counted; only the newest are read"
        );
        let rated = GameFilter { rated: Some(true), ..position(1) };
        assert_eq!(counts(rated).await, (vec![], false));
        let drawn = GameFilter { result: Some(ResultFilter::Draw), ..position(1) };
        assert_eq!(counts(drawn).await, (vec![(5999, 0)], false));
        let spec = GameFilter { game: Some("game:a".into()), ..position(1) };
        assert_eq!(counts(spec).await, (vec![(MAX_READ, 0)], true), "options are not part of the counts");
        // Moderators hide games without an update of the counts.
        let hide =
            "INSERT INTO definitions (id, name, author, licence, content, key, state, hidden, created_at)
             VALUES ('game', '', '', '', x'', x'', 'public', TRUE, 0)";
        writer.execute(hide, ()).await.unwrap();
        assert_eq!(counts(position(1)).await, (vec![], false));
        writer.execute("DELETE FROM definitions", ()).await.unwrap();
        writer.execute("DELETE FROM positions WHERE at = 5", ()).await.unwrap();
        assert_eq!(counts(position(1)).await.0, [(5998, 0), (1, 1)]);
        drop(writer);
        store.close().await;
    }

    #[tokio::test]
    async fn every_search_uses_an_index() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(directory.path()).await.unwrap();
        let player = AccountId::from_bits(crate::random().unwrap());
        let place = |order: FoundOrder| {
            let strength = (order == FoundOrder::Strongest).then_some(1500);
            FoundPlace { strength, at: 5, game: GameId::from_bits(crate::random().unwrap()) }
        };
        let strongest = GameFilter { order: FoundOrder::Strongest, ..GameFilter::default() };
        for (sought, indices) in [
            (GameFilter::default(), &["finished_by_time (at<?)"][..]),
            (
                GameFilter { game: Some("game:x".into()), ..GameFilter::default() },
                &["finished_of_game (game=? AND at<?)"],
            ),
            (
                GameFilter { player: Some(player), game: Some("game".into()), ..GameFilter::default() },
                &[
                    "finished_of_account_1 (account_1=? AND at<?)",
                    "finished_of_account_2 (account_2=? AND at<?)",
                ],
            ),
            (GameFilter { position: Some(1), ..GameFilter::default() }, &["PRIMARY KEY (key=? AND at<?)"]),
            (strongest.clone(), &["finished_by_strength (<expr><?)"]),
            (
                GameFilter { game: Some("game:x".into()), ..strongest.clone() },
                &["finished_of_game_by_strength (game=? AND <expr><?)"],
            ),
            (
                GameFilter { player: Some(player), ..strongest.clone() },
                &["finished_of_account_1 (account_1=?)", "finished_of_account_2 (account_2=?)"],
            ),
            (GameFilter { position: Some(1), ..strongest }, &["PRIMARY KEY (key=?)"]),
        ] {
            let place = Some(place(sought.order));
            let is_sorted = Scan::of(&sought, &mut Parameters::default()).order == sought.order;
            for is_last in [false, true] {
                let mut parameters = Parameters::default();
                let statement = match is_last {
                    false => page(&sought, place, None, 9, &mut parameters),
                    true => {
                        Scan::of(&sought, &mut parameters).last(place.filter(|_| is_sorted), &mut parameters)
                    }
                };
                let plan = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
                let plan = store.readers.rows(plan, parameters.0).await.unwrap();
                let plan: Vec<String> = plan.iter().map(|row| row.get("detail").unwrap()).collect();
                let plan = plan.join("\n").replace("(at,game_id)<(?,?)", "at<?");
                for index in indices {
                    let used = plan.contains(index)
                        && (index.starts_with("PRIMARY") || plan.contains(&format!("COVERING INDEX {index}")));
                    assert!(used, "{sought:?}, {index}: {plan}");
                }
                // The games are sorted only if no index does; of the last candidates, there is one or two.
                assert!(is_last || plan.contains("TEMP B-TREE") != is_sorted, "{sought:?}: {plan}");
            }
        }
        store.close().await;
    }
}
