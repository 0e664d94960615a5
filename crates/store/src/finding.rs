//! How finished games are found: by an index that finds them in order, so many at most, of which those are taken that are sought.

use entourage_record::{AccountId, GameId, Seat};
use sqlx::AssertSqlSafe;

use crate::columns::{Bind, FromRow, Value};
use crate::database::Row;
use crate::finished::name_of;
use crate::games::among;
use crate::ratings::pool_of;
use crate::{
    Continuation, Continuations, Finished, Found, FoundOrder, FoundPage, FoundPlace, Result, Seated, Sought,
    SoughtResult, Store, ratings,
};

/// The most games that are looked at for one answer.
const SCANNED: u32 = 10_000;
/// What is known of a game that is looked at.
const COLUMNS: &str = "f.game_id, f.game, f.spec, f.class, f.at, f.winner, f.cause, f.plies, f.rated, f.account_1, f.account_2, f.rating_1,
    f.rating_2, f.played, f.position";

/// The values of a statement.
#[derive(Default)]
struct Given(Vec<Value>);

impl Given {
    /// Takes a value in, and returns its placeholder.
    fn take(&mut self, value: impl Bind) -> String {
        self.0.push(value.value());
        format!("${}", self.0.len())
    }
}

/// How strong the stronger player of a game was, in the words of the indices that know it.
const STRENGTH: &str =
    "COALESCE(CASE WHEN rating_2 IS NULL OR rating_1 >= rating_2 THEN rating_1 ELSE rating_2 END, 0)";

/// In which order games are looked at, and after which place.
struct Way {
    order: FoundOrder,
    /// The place, as the statement calls what it is given.
    after: Option<[String; 3]>,
}

impl Way {
    /// Reads what is sought; a place of another order is none.
    fn of(sought: &Sought, after: Option<FoundPlace>, given: &mut Given) -> Self {
        let order = sought.order;
        let after = after.filter(|place| place.strength.is_some() == (order == FoundOrder::Strongest));
        let after = after.map(|place| {
            let strength = place.strength.map(|strength| given.take(strength)).unwrap_or_default();
            [strength, given.take(place.at), given.take(place.game)]
        });
        Self { order, after }
    }

    /// Returns the condition that a game comes after the place.
    fn behind(&self, of: &str) -> String {
        match (&self.after, self.order) {
            (None, _) => "1 = 1".to_owned(),
            (Some([_, at, game]), FoundOrder::Newest) => format!("({of}.at, {of}.game_id) < ({at}, {game})"),
            (Some([strength, at, game]), FoundOrder::Strongest) => {
                // The first bound leads into the index, the second leaves out what stands as high.
                format!(
                    "{STRENGTH} <= {strength} AND ({STRENGTH} < {strength} OR ({of}.at, {of}.game_id) < ({at}, {game}))"
                )
            }
        }
    }

    fn first(&self) -> String {
        match self.order {
            FoundOrder::Newest => "at DESC, game_id DESC".to_owned(),
            FoundOrder::Strongest => format!("{STRENGTH} DESC, at DESC, game_id DESC"),
        }
    }
}

/// Returns whether games are looked at in their order by an index: those of a player, or of a position, are not known by strength, and so many
/// of the newest are put in order.
fn is_in_order(sought: &Sought) -> bool {
    sought.order == FoundOrder::Newest || sought.player.is_none() && sought.position.is_none()
}

/// Writes the statement that looks at games, by the index that finds fewest, those first that come first after a place.
fn scan(sought: &Sought, way: &Way, given: &mut Given) -> String {
    let most = given.take(SCANNED);
    let newest = format!("ORDER BY at DESC, game_id DESC LIMIT {most}");
    let (first, behind) = match is_in_order(sought) {
        true => (format!("ORDER BY {} LIMIT {most}", way.first()), way.behind("f")),
        false => (newest.clone(), "1 = 1".to_owned()),
    };
    if let Some(key) = sought.position {
        let key = given.take(key);
        let behind = if is_in_order(sought) { way.behind("p") } else { behind };
        // The order of its own columns is that of the index.
        return format!(
            "SELECT {COLUMNS}, p.next_move FROM
                 (SELECT game_id, next_move, at FROM positions p WHERE p.key = {key} AND {behind} {newest}) p
             JOIN finished f ON f.game_id = p.game_id"
        );
    }
    let some = |which: &str| {
        format!(
            "SELECT {COLUMNS}, CAST(NULL AS TEXT) AS next_move FROM finished f WHERE {which} AND {behind} {first}"
        )
    };
    if let Some(player) = sought.player {
        let player = given.take(player);
        let one = some(&format!("f.account_1 = {player}"));
        let two = some(&format!("f.account_2 = {player} AND (f.account_1 IS NULL OR f.account_1 <> {player})"));
        return format!(
            "SELECT * FROM (SELECT * FROM ({one}) one UNION ALL SELECT * FROM ({two}) other) f {first}"
        );
    }
    match &sought.game {
        Some(game) => some(&format!("f.game = {}", given.take(name_of(game)))),
        None => some("1 = 1"),
    }
}

/// Writes what a game that was looked at must be.
fn wanted(sought: &Sought, given: &mut Given) -> String {
    let Sought { game, player, opponent, result, class, rated, position: _, order: _ } = sought;
    // Rules that moderators have hidden are shown to their players only.
    let mut all = vec!["NOT EXISTS (SELECT 1 FROM definitions d WHERE d.id = f.game AND d.hidden)".to_owned()];
    let mut played_by = |one: Option<String>, other: Option<String>| {
        let is = |side: u8, who: &Option<String>| match who {
            Some(who) => format!("f.account_{side} = {who}"),
            None => "1 = 1".to_owned(),
        };
        all.push(format!("({} AND {} OR {} AND {})", is(1, &one), is(2, &other), is(2, &one), is(1, &other)));
    };
    let own = player.map(|player| given.take(player));
    let other = opponent.map(|opponent| given.take(opponent));
    if own.is_some() || other.is_some() {
        played_by(own.clone(), other);
    }
    if let Some(game) = game {
        let column = if game.contains(':') { "spec" } else { "game" };
        all.push(format!("f.{column} = {}", given.take(game)));
    }
    if let Some(class) = class {
        all.push(format!("f.class = {}", given.take(class)));
    }
    if let Some(rated) = rated {
        all.push(if *rated { "f.rated".to_owned() } else { "NOT f.rated".to_owned() });
    }
    match (result, own) {
        (None, _) => {}
        (Some(SoughtResult::Draw), _) => all.push("f.winner IS NULL".to_owned()),
        (Some(SoughtResult::Side(side)), _) => all.push(format!("f.winner = {}", side.number())),
        (Some(SoughtResult::Won), Some(own)) => {
            all.push(format!("(f.winner = 1 AND f.account_1 = {own} OR f.winner = 2 AND f.account_2 = {own})"));
        }
        (Some(SoughtResult::Lost), Some(own)) => {
            all.push(format!("(f.winner = 2 AND f.account_1 = {own} OR f.winner = 1 AND f.account_2 = {own})"));
        }
        // No player is sought who could have won.
        (Some(SoughtResult::Won | SoughtResult::Lost), None) => all.push("1 = 0".to_owned()),
    }
    all.join(" AND ")
}

/// Selects the last game that was looked at, if as many were as may be.
fn last_scanned(sought: &Sought, after: Option<FoundPlace>) -> (AssertSqlSafe<String>, Vec<Value>) {
    let mut given = Given::default();
    let way = Way::of(sought, after, &mut given);
    let scanned = scan(sought, &way, &mut given);
    let (first, behind) = (way.first(), given.take(SCANNED - 1));
    let sql = format!("SELECT f.* FROM ({scanned}) f ORDER BY {first} LIMIT 1 OFFSET {behind}");
    (AssertSqlSafe(sql), given.0)
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
    /// Finds at most so many games, after a place of the same order if one is named. Those by rules that moderators have hidden are left out.
    pub async fn find(&self, sought: &Sought, after: Option<FoundPlace>, most: u32) -> Result<FoundPage> {
        // Both statements look at the same games.
        let mut snapshot = self.readers.snapshot().await?;
        let mut given = Given::default();
        let way = Way::of(sought, after, &mut given);
        let (scanned, mut wanted) = (scan(sought, &way, &mut given), wanted(sought, &mut given));
        if !is_in_order(sought) {
            wanted = format!("{wanted} AND {}", way.behind("f"));
        }
        let (first, limit) = (way.first(), given.take(most + 1));
        let sql = format!(
            "SELECT f.*, g.degree, g.pace, one.name AS name_1, other.name AS name_2,
                 EXISTS (SELECT 1 FROM bots b WHERE b.account = f.account_1) AS bot_1,
                 EXISTS (SELECT 1 FROM bots b WHERE b.account = f.account_2) AS bot_2
             FROM ({scanned}) f
             JOIN games g ON g.id = f.game_id LEFT JOIN accounts one ON one.id = f.account_1
                 LEFT JOIN accounts other ON other.id = f.account_2
             WHERE {wanted} ORDER BY {first} LIMIT {limit}"
        );
        let mut games: Vec<Found> = snapshot.all(AssertSqlSafe(sql), given.0).await?;
        if games.len() > most as usize {
            games.truncate(most as usize);
            let next = games.last().map(|found| found.finished.place(sought.order));
            return Ok(FoundPage { games, next });
        }
        if !is_in_order(sought) {
            return Ok(FoundPage { games, next: None });
        }
        let (sql, values) = last_scanned(sought, after);
        let last: Option<Finished> = snapshot.optional(sql, values).await?;
        Ok(FoundPage { games, next: last.map(|last| last.place(sought.order)) })
    }

    /// Counts the moves that followed the position which is sought, in the newest games that are.
    pub async fn continuations(&self, sought: &Sought) -> Result<Continuations> {
        let mut snapshot = self.readers.snapshot().await?;
        let mut given = Given::default();
        // What is counted does not depend on which come first: the newest are.
        let sought = &Sought { order: FoundOrder::Newest, ..sought.clone() };
        let way = Way::of(sought, None, &mut given);
        let (scanned, wanted) = (scan(sought, &way, &mut given), wanted(sought, &mut given));
        let sql = format!(
            "SELECT f.next_move, COUNT(*) AS games, COUNT(CASE WHEN f.winner = 1 THEN 1 END) AS won_1,
                 COUNT(CASE WHEN f.winner = 2 THEN 1 END) AS won_2,
                 CAST(SUM(COALESCE(f.rating_1, 0) + COALESCE(f.rating_2, 0)) AS BIGINT) AS points,
                 COUNT(f.rating_1) + COUNT(f.rating_2) AS known
             FROM ({scanned}) f WHERE {wanted} GROUP BY f.next_move ORDER BY COUNT(*) DESC, f.next_move"
        );
        let moves = snapshot.all(AssertSqlSafe(sql), given.0).await?;
        let (sql, values) = last_scanned(sought, None);
        Ok(Continuations { moves, more: snapshot.exists(sql, values).await? })
    }

    /// Lists the players with accounts of some games.
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

    /// Makes more games than are looked at for one answer, of which the oldest was won.
    async fn many(store: &Store) {
        let mut writer = store.writer.acquire().await.unwrap();
        let names = (0..=SCANNED).map(|_| GameId::from_bits(crate::random().unwrap()).to_string());
        let names = serde_json::to_string(&names.collect::<Vec<_>>()).unwrap();
        for made in [
            "INSERT INTO games (id, spec, rules_version, start, players, created_at)
             SELECT value, 'game:a', '1', '', '[]', 0 FROM json_each($1)",
            "INSERT INTO finished (game_id, game, spec, at, winner, cause, plies, rated)
             SELECT value, 'game', 'game:a', key, CASE WHEN key = 0 THEN 1 END, '', 0, FALSE FROM json_each($1)",
        ] {
            writer.execute(made, &names).await.unwrap();
        }
    }

    #[tokio::test]
    async fn what_is_rare_is_found_page_after_page() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(directory.path()).await.unwrap();
        many(&store).await;
        let won =
            Sought { result: Some(SoughtResult::Side(entourage_kernel::Side::First)), ..Sought::default() };
        let page = store.find(&won, None, 9).await.unwrap();
        assert_eq!(
            (page.games.len(), page.next.map(|place| place.at)),
            (0, Some(1)),
            "it is not looked for so far"
        );
        let page = store.find(&won, page.next, 9).await.unwrap();
        assert_eq!((page.games.len(), page.next), (1, None));
        store.close().await;
    }

    #[tokio::test]
    async fn every_way_of_finding_has_its_index() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(directory.path()).await.unwrap();
        let player = AccountId::from_bits(crate::random().unwrap());
        let place = |order: FoundOrder| {
            let strength = (order == FoundOrder::Strongest).then_some(1500);
            FoundPlace { strength, at: 5, game: GameId::from_bits(crate::random().unwrap()) }
        };
        let strongest = Sought { order: FoundOrder::Strongest, ..Sought::default() };
        for (sought, indices) in [
            (Sought::default(), &["finished_by_time (at<?)"][..]),
            (
                Sought { game: Some("game:x".into()), ..Sought::default() },
                &["finished_of_game (game=? AND at<?)"],
            ),
            (
                Sought { player: Some(player), game: Some("game".into()), ..Sought::default() },
                &[
                    "finished_of_account_1 (account_1=? AND at<?)",
                    "finished_of_account_2 (account_2=? AND at<?)",
                ],
            ),
            (Sought { position: Some(1), ..Sought::default() }, &["PRIMARY KEY (key=? AND at<?)"]),
            (strongest.clone(), &["finished_by_strength (<expr><?)"]),
            (
                Sought { game: Some("game:x".into()), ..strongest.clone() },
                &["finished_of_game_by_strength (game=? AND <expr><?)"],
            ),
            (
                Sought { player: Some(player), ..strongest.clone() },
                &["finished_of_account_1 (account_1=?)", "finished_of_account_2 (account_2=?)"],
            ),
            (Sought { position: Some(1), ..strongest }, &["PRIMARY KEY (key=?)"]),
        ] {
            let mut given = Given::default();
            let way = Way::of(&sought, Some(place(sought.order)), &mut given);
            let statement = scan(&sought, &way, &mut given);
            let plan = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
            let plan = store.readers.rows(plan, given.0).await.unwrap();
            let plan: Vec<String> = plan.iter().map(|row| row.get("detail").unwrap()).collect();
            let plan = plan.join("\n").replace("(at,game_id)<(?,?)", "at<?");
            for index in indices {
                assert!(plan.contains(index), "{index}: {plan}");
            }
            let sorted = plan.contains("TEMP B-TREE");
            assert_eq!(sorted, sought.player.is_some(), "only two sides are put together: {plan}");
        }
        store.close().await;
    }
}
