//! Finished games that everyone may find: how they come into the list with their end, are looked through, and go.

use entourage_clock::Pace;
use entourage_kernel::{Degree, Side};
use entourage_rating::Class;
use entourage_record::{AccountId, Entry, Event, GameId, Ledger, Seat};
use sqlx::AssertSqlSafe;

use crate::columns::{Bind, FromRow, from_row};
use crate::database::{Connection, Row};
use crate::games::{name_or_least, read_game};
use crate::ratings::pool_of;
use crate::{Result, Store, ratings};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    pub game: GameId,
    /// The spec by which it was created.
    pub spec: String,
    /// The class of its time control; none without clocks.
    pub class: Option<Class>,
    pub at: i64,
    pub winner: Option<Side>,
    /// Why it ended, in the word of the rules or of the record.
    pub cause: String,
    /// The number of moves that stood.
    pub plies: u32,
    pub rated: bool,
    /// The players, unless they had no account or it was deleted.
    pub accounts: [Option<AccountId>; 2],
    pub ratings: [Option<i64>; 2],
}

impl Finished {
    /// Returns the rating of the stronger player, in points; 0 where none is known.
    pub fn strength(&self) -> i64 {
        self.ratings.into_iter().flatten().max().unwrap_or(0)
    }

    /// Returns its place in a list of an order.
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
    pub degree: Degree,
    pub pace: Pace,
    /// The final position, once it was looked through.
    pub last: Option<LastLook>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastLook {
    /// The spec by which it was played, the players' choices in it.
    pub spec: String,
    pub position: String,
}

/// Which finished games are sought; by default all of them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Sought {
    /// Those of a game: by a spec with options just by this, by one without whatever its options.
    pub game: Option<String>,
    /// Those of an account, on either side.
    pub player: Option<AccountId>,
    /// Those of another, on the other side.
    pub opponent: Option<AccountId>,
    pub result: Option<SoughtResult>,
    pub class: Option<Class>,
    pub rated: Option<bool>,
    /// Those that came to a position, by its key.
    pub position: Option<i64>,
    pub order: FoundOrder,
}

/// Which finished games come first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum FoundOrder {
    /// Those that ended last.
    #[default]
    Newest,
    /// Those of the strongest, by the stronger of the two as they were then; of those as strong the ones that ended last. Of a player's games,
    /// and of those that came to a position, so many of the newest are looked at.
    Strongest,
}

/// How a game that is sought ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SoughtResult {
    Side(Side),
    Draw,
    Won,
    Lost,
}

/// A place in the list of finished games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoundPlace {
    /// The rating of the game's stronger player then, in points, 0 where unknown; `None` where the newest come first.
    pub strength: Option<i64>,
    pub at: i64,
    pub game: GameId,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPage {
    pub games: Vec<Found>,
    /// The place after which the search goes on, if there may be more. The number of games that are looked at for a page is limited, so it may
    /// be short, or empty, where few are what is sought.
    pub next: Option<FoundPlace>,
}

/// What came of a move that followed a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Continuation {
    /// The move as programs write it; none where the game ended there.
    pub next: Option<String>,
    pub games: u32,
    /// How many of these each side won; the others were drawn.
    pub won: [u32; 2],
    /// The mean rating of these games' players, in points, where any is known.
    pub rating: Option<i64>,
}

/// The moves that followed a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Continuations {
    /// Those that were played most come first.
    pub moves: Vec<Continuation>,
    /// Whether the position occurred in more games than were counted: the newest are.
    pub more: bool,
}

/// A position that a game came to, and what was played then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passed {
    pub key: i64,
    /// The number of moves before it.
    pub ply: u32,
    /// The move that followed; none where the game ended.
    pub next: Option<String>,
}

from_row! { Passed { key, ply, next = "next_move" } }

/// What a finished game comes to when it is looked through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Looked {
    /// The number of the reading, from 1: another program may find other keys.
    pub reading: u32,
    /// The final position; none where it cannot be replayed.
    pub last: Option<LastLook>,
    /// The positions, each once.
    pub passed: Vec<Passed>,
}

/// Finished games that are in no list, of some that were looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unlisted {
    /// Those that ended before there was a list.
    pub games: Vec<GameId>,
    /// The last that was looked at; `None` if there are none after it.
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
    Found {
        finished = row, names = ["name_1", "name_2"], bots = ["bot_1", "bot_2"], degree, pace, last = row,
    }
}

impl FromRow for Option<LastLook> {
    fn from_row(row: &Row) -> Result<Self> {
        let (spec, position): (Option<String>, Option<String>) = (row.get("played")?, row.get("position")?);
        Ok(spec.zip(position).map(|(spec, position)| LastLook { spec, position }))
    }
}

/// The most positions that are stored by one statement.
const AT_ONCE: usize = 100;

/// Finished games come into the list by [`append`](Self::append) and its likes, in the transaction that stores their end, if both players
/// agreed to show them before they began; they leave it with what shows them.
impl Store {
    /// Takes at most so many games that were not looked through by a reading of a number yet, the oldest first. No other process takes them
    /// before a time.
    pub async fn take_unlooked(&self, reading: u32, now: i64, until: i64, most: u32) -> Result<Vec<GameId>> {
        let skip = self.writer.skip_locked();
        let sql = format!(
            "UPDATE finished SET leased = $3 WHERE game_id IN
                 (SELECT game_id FROM finished WHERE looked < $1 AND leased <= $2 ORDER BY looked, at LIMIT $4 {skip})
             RETURNING game_id"
        );
        self.writer.all(AssertSqlSafe(sql), (reading, now, until, most)).await
    }

    /// Stores what a game that ended at a time comes to, in place of what was known of its positions; nothing, if it is found no more or has
    /// ended otherwise since.
    pub async fn keep_looked(&self, id: GameId, at: i64, looked: &Looked) -> Result<()> {
        let Looked { reading, last, passed } = looked;
        let mut transaction = self.writer.change(id).await?;
        let row = "UPDATE finished SET looked = $3, unreadable = $4, played = $5, position = $6 WHERE game_id = $1 AND at = $2";
        let (spec, position) = last.as_ref().map(|last| (&last.spec, &last.position)).unzip();
        if transaction.execute(row, (id, at, reading, last.is_none(), spec, position)).await? == 0 {
            return Ok(());
        }
        transaction.execute("DELETE FROM positions WHERE game_id = $1", id).await?;
        for some in passed.chunks(AT_ONCE) {
            let rows: Vec<String> = (0..some.len())
                .map(|row| 3 * row + 3)
                .map(|n| format!("(${n}, $2, $1, ${}, ${})", n + 1, n + 2))
                .collect();
            let sql =
                format!("INSERT INTO positions (key, at, game_id, ply, next_move) VALUES {}", rows.join(", "));
            let mut values = vec![id.value(), at.value()];
            let passed =
                some.iter().flat_map(|Passed { key, ply, next }| [key.value(), ply.value(), next.value()]);
            values.extend(passed);
            transaction.execute(AssertSqlSafe(sql), values).await?;
        }
        transaction.commit().await
    }

    /// Looks at so many games that are shown, by name, after one if it is named, and lists those that have ended and are in no list.
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

    /// Reads what is kept of a finished game, and what should be kept by the record of the game.
    pub async fn finished(&self, game: GameId) -> Result<(Option<(Finished, Looked)>, Option<Finished>)> {
        let mut snapshot = self.readers.snapshot().await?;
        let kept = match snapshot.row("SELECT * FROM finished WHERE game_id = $1", game).await? {
            None => None,
            Some(row) => {
                let passed = "SELECT key, ply, next_move FROM positions WHERE game_id = $1 ORDER BY ply";
                let passed = snapshot.all(passed, game).await?;
                let looked = Looked { reading: row.get("looked")?, last: FromRow::from_row(&row)?, passed };
                Some((Finished::from_row(&row)?, looked))
            }
        };
        Ok((kept, reckon(game, &mut snapshot).await?))
    }
}

/// Returns the name of a game among specs: the part before its options.
pub(crate) fn name_of(spec: &str) -> &str {
    spec.split_once(':').map_or(spec, |(name, _)| name)
}

/// Returns whether an event may change whether a game has ended, or is to be found.
pub(crate) fn concerns(entry: &Entry) -> bool {
    ratings::ends(entry) || goes_back(entry)
}

/// Returns whether a game that had ended may go on by an event.
fn goes_back(entry: &Entry) -> bool {
    matches!(entry.event, Event::Takeback { .. } | Event::Protest { .. })
}

/// Returns whether both players agreed to show a game before it began, and neither has taken that back.
pub(crate) async fn is_listed(id: GameId, connection: &mut Connection) -> Result<bool> {
    connection.exists("SELECT 1 FROM publications WHERE game_id = $1 AND listed <> 0", id).await
}

/// Puts a game that ends by an event into the list, or takes one out that goes on, within the transaction that stores the event.
pub(crate) async fn settle(id: GameId, entry: &Entry, connection: &mut Connection) -> Result<()> {
    match ratings::ends(entry) {
        true => put(id, connection).await,
        false if goes_back(entry) => forget(id, connection).await,
        false => Ok(()),
    }
}

/// Puts a game into the list if it belongs there and is not in it.
async fn put(id: GameId, connection: &mut Connection) -> Result<()> {
    // No account is deleted from here on.
    connection.lock(ratings::ORDER).await?;
    let Some(finished) = reckon(id, connection).await? else { return Ok(()) };
    let Finished { spec, class, at, winner, cause, plies, rated, .. } = &finished;
    let ([first, second], [one, other]) = (finished.accounts, finished.ratings);
    let row = "INSERT INTO finished (game_id, game, spec, class, at, winner, cause, plies, rated, account_1, account_2, rating_1, rating_2)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (game_id) DO NOTHING";
    let values = (id, name_of(spec), spec, class, at, winner, cause, plies, rated, first, second, one, other);
    connection.execute(row, values).await.map(drop)
}

/// Returns what is to be kept of a game by its record; `None` if it has not ended, or not everyone may find it.
async fn reckon(id: GameId, connection: &mut Connection) -> Result<Option<Finished>> {
    if !is_listed(id, connection).await? {
        return Ok(None);
    }
    let Some(game) = read_game(id, connection).await? else { return Ok(None) };
    // Events after the end carry its words, too.
    let after = game.entries.iter().rposition(|entry| !ratings::ends(entry)).map_or(0, |last| last + 1);
    let Some(end) = game.entries.get(after) else { return Ok(None) };
    let Some((winner, cause)) = end.status.as_deref().and_then(ratings::result_and_cause) else {
        return Ok(None);
    };
    // A corrupt record is reported where the game itself is read.
    let plies = Ledger::of(game.entries.iter().map(|entry| &entry.event)).map_or(0, |told| told.moves().len());
    let accounts = ratings::players(id, connection).await?;
    let counted = ratings::before(id, connection).await?;
    let mut points = counted.unwrap_or_default();
    if counted.is_none()
        && let Some(pool) = pool_of(&game.spec, game.pace)
    {
        for (points, account) in points.iter_mut().zip(accounts) {
            let Some(account) = account else { continue };
            // A rating that another game has changed since is not that of then.
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

/// Removes an account that goes from its games.
pub(crate) async fn forget_account(account: AccountId, connection: &mut Connection) -> Result<()> {
    connection.execute("UPDATE finished SET account_1 = NULL WHERE account_1 = $1", account).await?;
    connection.execute("UPDATE finished SET account_2 = NULL WHERE account_2 = $1", account).await.map(drop)
}

/// Adds the account that has a seat of a finished game by now.
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
