//! Searches finished games. One database index yields candidates in order, up to a limit; the remaining conditions filter the candidates.

use entourage_record::{AccountId, GameId, Seat};
use sqlx::AssertSqlSafe;

use crate::columns::{Bind, FromRow, Value};
use crate::database::Row;
use crate::finished::name_of;
use crate::games::among;
use crate::ratings::pool_of;
use crate::{
    Continuation, Continuations, Finished, Found, FoundOrder, FoundPage, FoundPlace, GameFilter, Result,
    ResultFilter, Seated, Store, ratings,
};

/// Maximum number of candidates examined for one request.
const MAX_SCANNED: u32 = 10_000;
const COLUMNS: &str = "f.game_id, f.game, f.spec, f.class, f.at, f.winner, f.cause, f.plies, f.rated, f.account_1, f.account_2, f.rating_1,
    f.rating_2, f.played, f.position";

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

/// The order in which candidates are examined, and the candidate after which to begin.
struct Scan {
    order: FoundOrder,
    /// SQL placeholders for the cursor's strength, time and game; `None` for the first page.
    after: Option<[String; 3]>,
}

impl Scan {
    /// Creates a scan; ignores a cursor that was created for another sort order.
    fn of(sought: &GameFilter, after: Option<FoundPlace>, parameters: &mut Parameters) -> Self {
        let order = sought.order;
        let after = after.filter(|place| place.strength.is_some() == (order == FoundOrder::Strongest));
        let after = after.map(|place| {
            let strength = place.strength.map(|strength| parameters.add(strength)).unwrap_or_default();
            [strength, parameters.add(place.at), parameters.add(place.game)]
        });
        Self { order, after }
    }

    /// Returns the SQL condition for games after the cursor.
    fn after_cursor(&self, of: &str) -> String {
        match (&self.after, self.order) {
            (None, _) => "1 = 1".to_owned(),
            (Some([_, at, game]), FoundOrder::Newest) => format!("({of}.at, {of}.game_id) < ({at}, {game})"),
            (Some([strength, at, game]), FoundOrder::Strongest) => {
                // The first condition can use the index; the second excludes games of the same strength up to the cursor.
                format!(
                    "{STRENGTH} <= {strength} AND ({STRENGTH} < {strength} OR ({of}.at, {of}.game_id) < ({at}, {game}))"
                )
            }
        }
    }

    fn order(&self) -> String {
        match self.order {
            FoundOrder::Newest => "at DESC, game_id DESC".to_owned(),
            FoundOrder::Strongest => format!("{STRENGTH} DESC, at DESC, game_id DESC"),
        }
    }
}

/// Returns whether an index yields candidates in the requested order. No index orders the games of a player or position by strength; in
/// that case only the newest games are fetched and then sorted.
fn is_in_order(sought: &GameFilter) -> bool {
    sought.order == FoundOrder::Newest || sought.player.is_none() && sought.position.is_none()
}

/// Returns the query for candidates, which uses the most selective index.
fn candidates(sought: &GameFilter, scan: &Scan, parameters: &mut Parameters) -> String {
    let limit = parameters.add(MAX_SCANNED);
    let newest = format!("ORDER BY at DESC, game_id DESC LIMIT {limit}");
    let (order, after) = match is_in_order(sought) {
        true => (format!("ORDER BY {} LIMIT {limit}", scan.order()), scan.after_cursor("f")),
        false => (newest.clone(), "1 = 1".to_owned()),
    };
    if let Some(key) = sought.position {
        let key = parameters.add(key);
        let after = if is_in_order(sought) { scan.after_cursor("p") } else { after };
        // The subquery sorts by columns of `positions`, so that it can use the index.
        return format!(
            "SELECT {COLUMNS}, p.next_move FROM
                 (SELECT game_id, next_move, at FROM positions p WHERE p.key = {key} AND {after} {newest}) p
             JOIN finished f ON f.game_id = p.game_id"
        );
    }
    let some = |which: &str| {
        format!(
            "SELECT {COLUMNS}, CAST(NULL AS TEXT) AS next_move FROM finished f WHERE {which} AND {after} {order}"
        )
    };
    if let Some(player) = sought.player {
        let player = parameters.add(player);
        let one = some(&format!("f.account_1 = {player}"));
        let two = some(&format!("f.account_2 = {player} AND (f.account_1 IS NULL OR f.account_1 <> {player})"));
        return format!(
            "SELECT * FROM (SELECT * FROM ({one}) one UNION ALL SELECT * FROM ({two}) other) f {order}"
        );
    }
    match &sought.game {
        Some(game) => some(&format!("f.game = {}", parameters.add(name_of(game)))),
        None => some("1 = 1"),
    }
}

fn filters(sought: &GameFilter, parameters: &mut Parameters) -> String {
    let GameFilter { game, player, opponent, result, class, rated, position: _, order: _ } = sought;
    // Games whose definition has been hidden by moderators are only shown to their players.
    let mut all = vec!["NOT EXISTS (SELECT 1 FROM definitions d WHERE d.id = f.game AND d.hidden)".to_owned()];
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
        (Some(ResultFilter::Draw), _) => all.push("f.winner IS NULL".to_owned()),
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
    all.join(" AND ")
}

/// Returns a query for the last candidate that was examined; the query has a result only if the limit was reached.
fn last_candidate(sought: &GameFilter, after: Option<FoundPlace>) -> (AssertSqlSafe<String>, Vec<Value>) {
    let mut parameters = Parameters::default();
    let scan = Scan::of(sought, after, &mut parameters);
    let candidates = candidates(sought, &scan, &mut parameters);
    let (order, offset) = (scan.order(), parameters.add(MAX_SCANNED - 1));
    let sql = format!("SELECT f.* FROM ({candidates}) f ORDER BY {order} LIMIT 1 OFFSET {offset}");
    (AssertSqlSafe(sql), parameters.0)
}

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

impl Store {
    /// Returns a page of finished games; games whose definition has been hidden by moderators are left out.
    pub async fn find(&self, sought: &GameFilter, after: Option<FoundPlace>, most: u32) -> Result<FoundPage> {
        // Both queries must see the same games.
        let mut snapshot = self.readers.snapshot().await?;
        let mut parameters = Parameters::default();
        let scan = Scan::of(sought, after, &mut parameters);
        let candidates = candidates(sought, &scan, &mut parameters);
        let mut filters = filters(sought, &mut parameters);
        if !is_in_order(sought) {
            filters = format!("{filters} AND {}", scan.after_cursor("f"));
        }
        let (order, limit) = (scan.order(), parameters.add(most + 1));
        let sql = format!(
            "SELECT f.*, g.degree, g.pace, one.name AS name_1, other.name AS name_2,
                 EXISTS (SELECT 1 FROM bots b WHERE b.account = f.account_1) AS bot_1,
                 EXISTS (SELECT 1 FROM bots b WHERE b.account = f.account_2) AS bot_2
             FROM ({candidates}) f
             JOIN games g ON g.id = f.game_id LEFT JOIN accounts one ON one.id = f.account_1
                 LEFT JOIN accounts other ON other.id = f.account_2
             WHERE {filters} ORDER BY {order} LIMIT {limit}"
        );
        let mut games: Vec<Found> = snapshot.all(AssertSqlSafe(sql), parameters.0).await?;
        if games.len() > most as usize {
            games.truncate(most as usize);
            let next = games.last().map(|found| found.finished.place(sought.order));
            return Ok(FoundPage { games, next });
        }
        if !is_in_order(sought) {
            return Ok(FoundPage { games, next: None });
        }
        let (sql, values) = last_candidate(sought, after);
        let last: Option<Finished> = snapshot.optional(sql, values).await?;
        Ok(FoundPage { games, next: last.map(|last| last.place(sought.order)) })
    }

    /// Returns statistics on the moves played in the filter's position, in the newest matching games.
    pub async fn continuations(&self, sought: &GameFilter) -> Result<Continuations> {
        let mut snapshot = self.readers.snapshot().await?;
        let mut parameters = Parameters::default();
        // The order does not affect the counts.
        let sought = &GameFilter { order: FoundOrder::Newest, ..sought.clone() };
        let scan = Scan::of(sought, None, &mut parameters);
        let candidates = candidates(sought, &scan, &mut parameters);
        let filters = filters(sought, &mut parameters);
        let sql = format!(
            "SELECT f.next_move, COUNT(*) AS games, COUNT(CASE WHEN f.winner = 1 THEN 1 END) AS won_1,
                 COUNT(CASE WHEN f.winner = 2 THEN 1 END) AS won_2,
                 CAST(SUM(COALESCE(f.rating_1, 0) + COALESCE(f.rating_2, 0)) AS BIGINT) AS points,
                 COUNT(f.rating_1) + COUNT(f.rating_2) AS known
             FROM ({candidates}) f WHERE {filters} GROUP BY f.next_move ORDER BY COUNT(*) DESC, f.next_move"
        );
        let moves = snapshot.all(AssertSqlSafe(sql), parameters.0).await?;
        let (sql, values) = last_candidate(sought, None);
        Ok(Continuations { moves, more: snapshot.exists(sql, values).await? })
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
            let mut parameters = Parameters::default();
            let scan = Scan::of(&sought, Some(place(sought.order)), &mut parameters);
            let statement = candidates(&sought, &scan, &mut parameters);
            let plan = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
            let plan = store.readers.rows(plan, parameters.0).await.unwrap();
            let plan: Vec<String> = plan.iter().map(|row| row.get("detail").unwrap()).collect();
            let plan = plan.join("\n").replace("(at,game_id)<(?,?)", "at<?");
            for index in indices {
                assert!(plan.contains(index), "{index}: {plan}");
            }
            let sorted = plan.contains("TEMP B-TREE");
            assert_eq!(sorted, sought.player.is_some(), "only games of a player are merged: {plan}");
        }
        store.close().await;
    }
}
