//! The index of public finished games, which is updated when games end or are resumed.

use entourage_clock::Pace;
use entourage_kernel::{Enforcement, Side};
use entourage_rating::Class;
use entourage_record::{AccountId, Entry, Event, Game, GameId, Ledger, Player, Seat, TournamentId};
use sqlx::AssertSqlSafe;

use crate::columns::{Bind, FromRow, from_row};
use crate::database::{Connection, Row};
use crate::games::{name_or_least, read_game};
use crate::ratings::pool_of;
use crate::{Result, Store, TournamentGame, ratings, tournaments};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    pub game: GameId,
    pub spec: String,
    /// The time control class, such as blitz; `None` for games without clocks.
    pub class: Option<Class>,
    pub at: i64,
    pub winner: Option<Side>,
    /// The cause of the result, as in status codes: for example, `resignation`.
    pub cause: String,
    /// Number of moves, not counting those that were taken back.
    pub plies: u32,
    pub rated: bool,
    pub accounts: [Option<AccountId>; 2],
    pub ratings: [Option<i64>; 2],
}

impl Finished {
    /// Returns the rating of the stronger player in points, or 0 if none is known.
    pub fn strength(&self) -> i64 {
        self.ratings.into_iter().flatten().max().unwrap_or(0)
    }

    pub fn place(&self, order: FoundOrder) -> FoundPlace {
        let strength = (order == FoundOrder::Strongest).then(|| self.strength());
        FoundPlace { strength, at: self.at, game: self.game }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub finished: Finished,
    pub names: [Option<String>; 2],
    pub bots: [bool; 2],
    pub enforcement: Enforcement,
    pub pace: Pace,
    /// The final position, once the game has been indexed.
    pub last: Option<FinalPosition>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinalPosition {
    pub spec: String,
    pub position: String,
}

/// A filter for finished games; the default matches all of them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GameFilter {
    /// A game spec; a spec without options matches games with any options.
    pub game: Option<String>,
    pub player: Option<AccountId>,
    pub opponent: Option<AccountId>,
    pub result: Option<ResultFilter>,
    pub class: Option<Class>,
    pub rated: Option<bool>,
    /// The key of a position that occurred in the game.
    pub position: Option<i64>,
    pub order: FoundOrder,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum FoundOrder {
    #[default]
    Newest,
    /// By the stronger player's rating at the time of the game, then most recently finished first. With a player or
    /// position filter, only a limited number of the newest games is considered.
    Strongest,
}

/// The result of a game: `Side` is the winner; `Won` and `Lost` refer to the filter's `player`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultFilter {
    Side(Side),
    Draw,
    Won,
    Lost,
}

/// A cursor in the list of finished games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoundPlace {
    /// The rating of the stronger player in points, 0 if unknown; `None` if the list is sorted by time.
    pub strength: Option<i64>,
    pub at: i64,
    pub game: GameId,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPage {
    pub games: Vec<Found>,
    /// The cursor for the next page; `None` if there is no next page. If few games match, a page can be short or even empty, because only
    /// a limited number of games is examined per page.
    pub next: Option<FoundPlace>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Continuation {
    /// The move in machine notation; `None` if the game ended in the position.
    pub next: Option<String>,
    pub games: u32,
    /// Number of wins by side; the other games were drawn.
    pub won: [u32; 2],
    /// Average rating of the players in points, if any rating is known.
    pub rating: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Continuations {
    /// Most frequent first.
    pub moves: Vec<Continuation>,
    /// Whether the position occurred in more games than were counted; only the newest are counted.
    pub more: bool,
}

/// A position of a game and the move that followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndexedPosition {
    pub key: i64,
    /// Number of moves before the position.
    pub ply: u32,
    /// The move that was played in the position; `None` if the game ended there.
    pub next: Option<String>,
}

from_row! { IndexedPosition { key, ply, next = "next_move" } }

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndexedGame {
    /// Version of the indexer that created the entries, from 1. The same position can have different keys in different versions.
    pub reading: u32,
    /// The final position; `None` if the game cannot be replayed.
    pub last: Option<FinalPosition>,
    /// The game's record, without what can change later: names of accounts, ratings and the tournament.
    pub record: Option<String>,
    pub passed: Vec<IndexedPosition>,
}

/// What an export needs about a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredRecord {
    pub game: GameId,
    pub players: [Player; 2],
    /// As in [`IndexedGame`]; `None` until the game has been indexed.
    pub record: Option<String>,
    pub tournament: Option<TournamentGame>,
}

/// The result of searching a page of public games for finished games that are missing from the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unlisted {
    /// Finished games that are not listed because they ended before the list was introduced.
    pub games: Vec<GameId>,
    /// The last game examined; `None` if no games remain.
    pub last: Option<GameId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seated {
    pub game: GameId,
    pub side: Side,
    pub name: String,
    pub bot: bool,
    pub rating: Option<i64>,
}

from_row! {
    Finished {
        game = "game_id", spec, class, at, winner, cause, plies, rated, accounts = ["account_1", "account_2"],
        ratings = ["rating_1", "rating_2"],
    }
}
from_row! {
    StoredRecord { game = "game_id", players, record, tournament = row }
}
from_row! {
    Found {
        finished = row, names = ["name_1", "name_2"], bots = ["bot_1", "bot_2"], enforcement = "degree", pace, last = row,
    }
}

impl FromRow for Option<TournamentGame> {
    fn from_row(row: &Row) -> Result<Self> {
        row.get::<Option<TournamentId>>("tournament")?.map(|_| FromRow::from_row(row)).transpose()
    }
}

impl FromRow for Option<FinalPosition> {
    fn from_row(row: &Row) -> Result<Self> {
        let (spec, position): (Option<String>, Option<String>) = (row.get("played")?, row.get("position")?);
        Ok(spec.zip(position).map(|(spec, position)| FinalPosition { spec, position }))
    }
}

/// Number of positions inserted by one statement.
const BATCH: usize = 100;

/// A game is added to the list in the transaction that ends the game ([`append`](Self::append) and similar methods), if both players
/// agreed before the game to make it public. A game that is no longer public is removed from the list.
impl Store {
    /// Leases at most `most` games that version `reading` of the indexer has not processed, oldest first; the leases expire at `until`.
    pub async fn lease_unindexed(&self, reading: u32, now: i64, until: i64, most: u32) -> Result<Vec<GameId>> {
        let skip = self.writer.skip_locked();
        let sql = format!(
            "UPDATE finished SET leased = $3 WHERE game_id IN
                 (SELECT game_id FROM finished WHERE looked < $1 AND leased <= $2 ORDER BY looked, at LIMIT $4 {skip})
             RETURNING game_id"
        );
        self.writer.all(AssertSqlSafe(sql), (reading, now, until, most)).await
    }

    /// Stores the index entries of a game that ended at time `at`, replacing earlier ones. Does nothing if the game is no longer listed or
    /// has since ended at another time.
    pub async fn set_index(&self, id: GameId, at: i64, looked: &IndexedGame) -> Result<()> {
        let IndexedGame { reading, last, record, passed } = looked;
        let mut transaction = self.writer.change(id).await?;
        let row = "UPDATE finished SET looked = $3, unreadable = $4, played = $5, position = $6, record = $7
             WHERE game_id = $1 AND at = $2";
        let (spec, position) = last.as_ref().map(|last| (&last.spec, &last.position)).unzip();
        if transaction.execute(row, (id, at, reading, last.is_none(), spec, position, record)).await? == 0 {
            return Ok(());
        }
        transaction.execute("DELETE FROM positions WHERE game_id = $1", id).await?;
        for some in passed.chunks(BATCH) {
            let rows: Vec<String> = (0..some.len())
                .map(|row| 3 * row + 3)
                .map(|n| format!("(${n}, $2, $1, ${}, ${})", n + 1, n + 2))
                .collect();
            let sql =
                format!("INSERT INTO positions (key, at, game_id, ply, next_move) VALUES {}", rows.join(", "));
            let mut values = vec![id.value(), at.value()];
            let passed = some
                .iter()
                .flat_map(|IndexedPosition { key, ply, next }| [key.value(), ply.value(), next.value()]);
            values.extend(passed);
            transaction.execute(AssertSqlSafe(sql), values).await?;
        }
        transaction.commit().await
    }

    /// Examines a page of public games in order of their IDs, and returns those that have ended and are not listed.
    pub async fn unlisted(&self, after: Option<GameId>, most: u32) -> Result<Unlisted> {
        let rows = "SELECT p.game_id, f.game_id IS NULL AND (COALESCE(last.status, '') LIKE 'win-%' OR COALESCE(last.status, '') LIKE 'draw%')
             FROM (SELECT game_id FROM publications WHERE listed <> 0 AND game_id > $1 ORDER BY game_id LIMIT $2) p
                 LEFT JOIN finished f ON f.game_id = p.game_id
                 LEFT JOIN events last ON last.game_id = p.game_id
                     AND last.seq = (SELECT MAX(seq) FROM events e WHERE e.game_id = p.game_id)
             ORDER BY p.game_id";
        let rows: Vec<(GameId, bool)> = self.readers.all(rows, (name_or_least(after), most)).await?;
        let last = rows.last().map(|(game, _)| *game).filter(|_| rows.len() == most as usize);
        Ok(Unlisted {
            games: rows.into_iter().filter(|(_, missing)| *missing).map(|(game, _)| game).collect(),
            last,
        })
    }

    pub async fn list_finished(&self, game: GameId) -> Result<()> {
        let mut transaction = self.writer.change(game).await?;
        put(game, &mut transaction).await?;
        transaction.commit().await
    }

    /// Returns a finished game's entry in the list.
    pub async fn finished(&self, game: GameId) -> Result<Option<(Finished, IndexedGame)>> {
        let mut snapshot = self.readers.snapshot().await?;
        Ok(match snapshot.row("SELECT * FROM finished WHERE game_id = $1", game).await? {
            None => None,
            Some(row) => {
                let passed = "SELECT key, ply, next_move FROM positions WHERE game_id = $1 ORDER BY ply";
                let passed = snapshot.all(passed, game).await?;
                let (reading, last, record) =
                    (row.get("looked")?, FromRow::from_row(&row)?, row.get("record")?);
                let looked = IndexedGame { reading, last, record, passed };
                Some((Finished::from_row(&row)?, looked))
            }
        })
    }

    /// Returns the stored records of finished games; games that are no longer listed are left out.
    pub async fn records(&self, games: &[GameId]) -> Result<Vec<StoredRecord>> {
        let names: Vec<String> = games.iter().map(GameId::to_string).collect();
        let sql = format!(
            "SELECT f.game_id, g.players, f.record, p.tournament, t.name, {} AS round
             FROM finished f JOIN games g ON g.id = f.game_id
                 LEFT JOIN pairings p ON p.game = f.game_id LEFT JOIN tournaments t ON t.id = p.tournament
             WHERE f.game_id {}",
            tournaments::ROUND,
            self.readers.listed()
        );
        self.readers.all(AssertSqlSafe(sql), names.join(",")).await
    }

    /// Computes the list entry of a game from its record, to compare it with the stored one.
    pub async fn computed_entry(&self, game: Game) -> Result<Option<Finished>> {
        let mut snapshot = self.readers.snapshot().await?;
        if is_listed(game.id, &mut snapshot).await? { compute(game, &mut snapshot).await } else { Ok(None) }
    }
}

/// Returns the name in a spec: the part before its options.
pub(crate) fn name_of(spec: &str) -> &str {
    spec.split_once(':').map_or(spec, |(name, _)| name)
}

/// Returns whether an event can add a game to the list of finished games or remove it from the list.
pub(crate) fn concerns(entry: &Entry) -> bool {
    ratings::ends(entry) || goes_back(entry)
}

/// Returns whether an event can resume a game that has ended.
fn goes_back(entry: &Entry) -> bool {
    matches!(entry.event, Event::Takeback { .. } | Event::Protest { .. })
}

/// Returns whether both players agreed to make a game public, and neither has withdrawn their agreement.
pub(crate) async fn is_listed(id: GameId, connection: &mut Connection) -> Result<bool> {
    connection.exists("SELECT 1 FROM publications WHERE game_id = $1 AND listed <> 0", id).await
}

/// Adds a game to the list if an event ends the game, or removes it if the event resumes the game. `connection` is the event's transaction.
pub(crate) async fn settle(id: GameId, entry: &Entry, connection: &mut Connection) -> Result<()> {
    match ratings::ends(entry) {
        true => put(id, connection).await,
        false if goes_back(entry) => forget(id, connection).await,
        false => Ok(()),
    }
}

/// Adds a game to the list if it is public and has ended.
async fn put(id: GameId, connection: &mut Connection) -> Result<()> {
    // This lock prevents accounts from being deleted until the transaction ends.
    connection.lock(ratings::ORDER).await?;
    let Some(finished) = computed(id, connection).await? else { return Ok(()) };
    let Finished { spec, class, at, winner, cause, plies, rated, .. } = &finished;
    let ([first, second], [one, other]) = (finished.accounts, finished.ratings);
    let row = "INSERT INTO finished (game_id, game, spec, class, at, winner, cause, plies, rated, account_1, account_2, rating_1, rating_2)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (game_id) DO NOTHING";
    let values = (id, name_of(spec), spec, class, at, winner, cause, plies, rated, first, second, one, other);
    connection.execute(row, values).await.map(drop)
}

/// Updates the ratings in a list entry after they were recomputed.
pub(crate) async fn refresh(id: GameId, connection: &mut Connection) -> Result<()> {
    let Some(Finished { ratings: [one, other], .. }) = computed(id, connection).await? else { return Ok(()) };
    let row = "UPDATE finished SET rating_1 = $2, rating_2 = $3 WHERE game_id = $1";
    connection.execute(row, (id, one, other)).await.map(drop)
}

/// Computes a game's list entry; `None` if the game has not ended or is not public. The events of private games are not read.
async fn computed(id: GameId, connection: &mut Connection) -> Result<Option<Finished>> {
    if !is_listed(id, connection).await? {
        return Ok(None);
    }
    let Some(game) = read_game(id, connection).await? else { return Ok(None) };
    compute(game, connection).await
}

/// Computes the list entry of a public game from its record; `None` if the game has not ended.
async fn compute(game: Game, connection: &mut Connection) -> Result<Option<Finished>> {
    let id = game.id;
    // Events after the end of the game also have the final status.
    let after = game.entries.iter().rposition(|entry| !ratings::ends(entry)).map_or(0, |last| last + 1);
    let Some(end) = game.entries.get(after) else { return Ok(None) };
    let Some((winner, cause)) = end.status.as_deref().and_then(ratings::result_and_cause) else {
        return Ok(None);
    };
    // A game with a corrupt record counts as having no moves; the error is reported when the game itself is read.
    let plies =
        Ledger::of(game.entries.iter().map(|entry| &entry.event)).map_or(0, |ledger| ledger.moves().len());
    let accounts = ratings::players(id, connection).await?;
    let counted = ratings::before(id, connection).await?;
    let mut points = counted.unwrap_or_default();
    if counted.is_none()
        && let Some(pool) = pool_of(&game.spec, game.pace)
    {
        for (points, account) in points.iter_mut().zip(accounts) {
            let Some(account) = account else { continue };
            // A rating that a later game has already changed is ignored.
            let rated = ratings::read(account, &pool, connection).await?.filter(|rated| rated.at <= end.at);
            *points = rated.map(|rated| rated.now(end.at).points());
        }
    }
    Ok(Some(Finished {
        game: id,
        class: Class::of(game.pace),
        at: end.at,
        winner,
        cause: cause.to_owned(),
        plies: plies as u32,
        rated: game.rated,
        spec: game.spec,
        accounts,
        ratings: points,
    }))
}

pub(crate) async fn forget(id: GameId, connection: &mut Connection) -> Result<()> {
    connection.execute("DELETE FROM positions WHERE game_id = $1", id).await?;
    connection.execute("DELETE FROM finished WHERE game_id = $1", id).await.map(drop)
}

pub(crate) async fn forget_account(account: AccountId, connection: &mut Connection) -> Result<()> {
    connection.execute("UPDATE finished SET account_1 = NULL WHERE account_1 = $1", account).await?;
    connection.execute("UPDATE finished SET account_2 = NULL WHERE account_2 = $1", account).await.map(drop)
}

/// Sets the account of a seat in the list entry of a finished game.
pub(crate) async fn claim(
    id: GameId,
    seat: Seat,
    account: AccountId,
    connection: &mut Connection,
) -> Result<()> {
    let row = match seat {
        Seat::Side(Side::First) => "UPDATE finished SET account_1 = $2 WHERE game_id = $1",
        Seat::Side(Side::Second) => "UPDATE finished SET account_2 = $2 WHERE game_id = $1",
        Seat::Both | Seat::Watch => return Ok(()),
    };
    connection.execute(row, (id, account)).await.map(drop)
}
