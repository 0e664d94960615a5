mod committer;
pub(crate) mod definitions;
mod deletion;
mod founding;
mod invitations;
mod mail;
mod publications;
mod retention;
mod runs;
mod soundness;
mod talk;
mod timing;
pub(crate) mod upgrade;

use std::path::{Path, PathBuf};
use std::time::Duration;

use async_trait::async_trait;
use entourage_kernel::{Degree, Side};
use entourage_record::{Access, Entry, Event, Game, GameId, Grant, Invitation, KeyHash, Seat};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{Connection, Row, SqliteConnection};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use self::committer::Committer;
use crate::{Abandoned, DataDirectory, FreeSide, OpenError, Room, Run, Store, StoreError, replacing};

/// Keeps games in one SQLite file in a data directory that no other process uses meanwhile.
#[derive(Debug)]
pub struct SqliteStore {
    path: PathBuf,
    /// One connection: SQLite has one writer at a time, and a queue here is fairer than its busy waiting.
    pub(crate) writer: SqlitePool,
    pub(crate) readers: SqlitePool,
    committer: Committer,
    /// Copies what the log has gathered into the database, beside whoever writes.
    copier: SqlitePool,
    copying: JoinHandle<()>,
    directory: DataDirectory,
}

/// The number of connections that read while another writes.
const READERS: u32 = 4;
/// How often the log is copied into the database: the disk is busy with it for a moment, and a page that changed often is copied once.
const COPYING: Duration = Duration::from_secs(5);
/// The pages of log at which whoever writes copies them themselves, because nobody else has, and others wait.
const MOST_LOGGED: &str = "131072";
/// The bytes of a page of a new database: an event writes one, since each game's events stand on pages of their own.
const PAGE: u32 = 1024;
/// The kilobytes of the database that the writing connection keeps at hand.
const CACHED: &str = "-32000";

impl SqliteStore {
    /// The name of the database file in the data directory.
    pub const FILE: &str = DataDirectory::DATABASE;

    /// Opens the store in a data directory, which is made if need be. The database is read through whether it is whole; an older one is
    /// copied beside itself and brought up to date.
    ///
    /// # Errors
    /// The directory cannot be used or is in use; the database is damaged, newer than this program, or out of reach.
    pub async fn open(directory: &Path) -> Result<Self, OpenError> {
        let directory = DataDirectory::lock(directory)?;
        replacing::finish(directory.path())?;
        founding::found(&directory).await?;
        let path = directory.file(Self::FILE)?;
        let database = |error: sqlx::Error| OpenError::Database { path: path.clone(), error: error.into() };
        let options = SqliteConnectOptions::new()
            .filename(&path)
            .page_size(PAGE)
            .journal_mode(SqliteJournalMode::Wal)
            // WAL alone keeps the database whole; FULL makes each commit durable before it is acknowledged.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            // What is removed is overwritten: a key that was replaced leaves no trace, hash or not.
            .pragma("secure_delete", "ON")
            .busy_timeout(Duration::from_secs(5));
        // A connection to a file needs no asking whether it is still there.
        let pool = SqlitePoolOptions::new()
            .acquire_timeout(Duration::from_secs(5))
            .test_before_acquire(false)
            .before_acquire(|connection, _| Box::pin(is_usable(connection)));
        let single = pool.clone().max_connections(1);
        let writing = options.clone().pragma("wal_autocheckpoint", MOST_LOGGED).pragma("cache_size", CACHED);
        let writer = single.clone().connect_with(writing).await.map_err(database)?;
        if let Err(error) = upgrade::upgrade(&directory, &path, &writer).await {
            writer.close().await;
            return Err(error);
        }
        let readers = pool.max_connections(READERS).connect_with(options.clone()).await.map_err(database)?;
        let copier = single.connect_with(options).await.map_err(database)?;
        let (committer, copying) = (Committer::start(writer.clone()), tokio::spawn(copy_log(copier.clone())));
        Ok(Self { path, writer, readers, committer, copier, copying, directory })
    }

    /// Returns the path of the database file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Stores a new game, and offers a side of it to anybody if one is free.
    async fn create_offering(
        &self,
        game: &Game,
        grants: &[Grant],
        free: Option<FreeSide>,
    ) -> Result<(), StoreError> {
        let id = game.id.to_string();
        let corrupt = |error: serde_json::Error| StoreError::Corrupt(error.to_string());
        let players = serde_json::to_string(&game.players).map_err(corrupt)?;
        let setup = game.setup.as_ref().map(serde_json::to_string).transpose().map_err(corrupt)?;
        // Taking the write lock at once avoids finding the database changed under a read begun earlier.
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        sqlx::query(
            "INSERT INTO games (id, spec, rules_version, start, start_status, setup, degree, pace, players, created_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&id)
        .bind(&game.spec)
        .bind(&game.rules_version)
        .bind(&game.start)
        .bind(&game.start_status)
        .bind(setup)
        .bind((game.degree != Degree::Enforced).then(|| game.degree.word()))
        .bind(timing::pace_text(game.pace))
        .bind(players)
        .bind(game.created_at)
        .execute(&mut *transaction)
        .await?;
        for (seq, entry) in game.entries.iter().enumerate() {
            let (kind, payload) = entry.event.columns();
            sqlx::query(
                "INSERT INTO events (game_id, seq, kind, payload, status, created_at, deadline) VALUES (?, ?, ?, ?, ?, ?, ?)",
            )
            .bind(&id)
            .bind(seq as i64)
            .bind(kind)
            .bind(payload)
            .bind(&entry.status)
            .bind(entry.at)
            .bind(entry.deadline)
            .execute(&mut *transaction)
            .await?;
        }
        for grant in grants {
            insert_grant(game.id, grant, &mut transaction).await?;
        }
        for side in Side::BOTH {
            if let Some(at) = game.arrivals[side.index()] {
                timing::insert_arrival(game.id, side, at, &mut transaction).await?;
            }
        }
        if let Some(free) = free {
            invitations::insert(game, free, &mut transaction).await?;
        }
        Ok(transaction.commit().await?)
    }
}

/// Tells whether a connection stands outside any transaction, so that it can begin one; it is thrown away otherwise.
///
/// SQLite itself rolls some failures back, such as a full disk, after which rolling back once more fails: the connection would be
/// taken to be inside that transaction for ever.
async fn is_usable(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    if connection.is_in_transaction() {
        // A transaction that was given up is rolled back by now, if it can be.
        connection.ping().await?;
    }
    Ok(!connection.is_in_transaction())
}

/// Copies what the log has gathered into the database, again and again, so that those who write never do. What is copied while others
/// write is durable in the log as well; whoever writes next after all is copied begins the log anew.
async fn copy_log(copier: SqlitePool) {
    let mut clock = interval(COPYING);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        clock.tick().await;
        // Where it fails, the writer copies.
        let _ = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&copier).await;
    }
}

async fn insert_grant(id: GameId, grant: &Grant, connection: &mut SqliteConnection) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO seats (hash, game_id, seat, host) VALUES (?, ?, ?, ?)")
        .bind(&grant.key.bytes()[..])
        .bind(id.to_string())
        .bind(grant.seat.word())
        .bind(grant.host)
        .execute(connection)
        .await?;
    Ok(())
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        self.copying.abort();
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn create(&self, game: &Game, grants: &[Grant]) -> Result<(), StoreError> {
        self.create_offering(game, grants, None).await
    }

    async fn create_open(&self, game: &Game, grants: &[Grant], free: FreeSide) -> Result<(), StoreError> {
        self.create_offering(game, grants, Some(free)).await
    }

    async fn access(&self, key: KeyHash) -> Result<Option<Access>, StoreError> {
        let row = sqlx::query("SELECT game_id, seat, host FROM seats WHERE hash = ?")
            .bind(&key.bytes()[..])
            .fetch_optional(&self.readers)
            .await?;
        row.map(|row| {
            let (game, seat): (String, String) = (row.try_get("game_id")?, row.try_get("seat")?);
            let game = game.parse().map_err(|()| StoreError::Corrupt("a seat is in no game".into()))?;
            let seat = Seat::from_word(&seat)
                .ok_or_else(|| StoreError::Corrupt(format!("there is no seat {seat}")))?;
            Ok(Access { game, seat, host: row.try_get("host")?, key: Some(key) })
        })
        .transpose()
    }

    async fn admit(&self, id: GameId, grant: &Grant) -> Result<(), StoreError> {
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        expect_game(id, &mut transaction).await?;
        if has_seat(id, grant, &mut transaction).await? {
            return Ok(());
        }
        // Another key may have been put in place of this one.
        let taken = sqlx::query("SELECT 1 FROM seats WHERE game_id = ? AND seat = ?")
            .bind(id.to_string())
            .bind(grant.seat.word());
        if taken.fetch_optional(&mut *transaction).await?.is_some() {
            return Err(StoreError::Conflict);
        }
        insert_grant(id, grant, &mut transaction).await?;
        Ok(transaction.commit().await?)
    }

    async fn replace(&self, id: GameId, grant: &Grant, by: KeyHash) -> Result<(), StoreError> {
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        // The key that asks may have been replaced itself since it was let in.
        let host = sqlx::query("SELECT 1 FROM seats WHERE hash = ? AND game_id = ? AND host = 1")
            .bind(&by.bytes()[..])
            .bind(id.to_string());
        if host.fetch_optional(&mut *transaction).await?.is_none() {
            return Err(StoreError::Missing);
        }
        let event = sqlx::query(
            "SELECT 1 FROM events e JOIN games g ON g.id = e.game_id WHERE g.id = ? AND e.created_at > g.created_at LIMIT 1",
        );
        let event = event.bind(id.to_string());
        if event.fetch_optional(&mut *transaction).await?.is_some() {
            return Err(StoreError::Conflict);
        }
        sqlx::query("DELETE FROM seats WHERE game_id = ? AND seat = ?")
            .bind(id.to_string())
            .bind(grant.seat.word())
            .execute(&mut *transaction)
            .await?;
        // A side that is offered to anybody has no key yet; now it has one, and is free no more.
        sqlx::query("DELETE FROM invitations WHERE game_id = ? AND CAST(side AS TEXT) = ?")
            .bind(id.to_string())
            .bind(grant.seat.word())
            .execute(&mut *transaction)
            .await?;
        insert_grant(id, grant, &mut transaction).await?;
        if let Seat::Side(side) = grant.seat {
            timing::forget_arrival(id, side, &mut transaction).await?;
            mail::forget(id, side, &mut transaction).await?;
        }
        talk::forget(id, grant.seat, &mut transaction).await?;
        deletion::forget(id, grant.seat, &mut transaction).await?;
        Ok(transaction.commit().await?)
    }

    async fn invitations(
        &self,
        since: i64,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<Invitation>, StoreError> {
        invitations::list(&self.readers, since, after, most).await
    }

    async fn offered(&self, games: &[GameId], since: i64) -> Result<Vec<GameId>, StoreError> {
        invitations::offered(&self.readers, games, since).await
    }

    async fn join(&self, id: GameId, grant: &Grant) -> Result<(), StoreError> {
        invitations::join(&self.writer, id, grant).await
    }

    async fn withdraw(&self, id: GameId) -> Result<(), StoreError> {
        invitations::withdraw(&self.writer, id).await
    }

    async fn publish(&self, id: GameId, since: Option<i64>, by: Option<KeyHash>) -> Result<bool, StoreError> {
        publications::publish(&self.writer, id, since, by).await
    }

    async fn is_published(&self, id: GameId) -> Result<bool, StoreError> {
        publications::is_published(&self.readers, id).await
    }

    async fn watched(
        &self,
        since: i64,
        lately: i64,
        longest: u32,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        publications::watched(&self.readers, since, lately, longest, most).await
    }

    async fn watch_no_more(&self, id: GameId) -> Result<(), StoreError> {
        publications::watch_no_more(&self.writer, id).await
    }

    async fn read(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        read_game(id, &mut *self.readers.begin().await?).await
    }

    async fn games(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query("SELECT id FROM games WHERE id > ? ORDER BY id LIMIT ?");
        let after = after.map(|game| game.to_string()).unwrap_or_default();
        let rows = rows.bind(after).bind(most).fetch_all(&self.readers).await?;
        let corrupt = |()| StoreError::Corrupt("a game has an unknown name".into());
        rows.iter().map(|row| row.try_get::<String, _>("id")?.parse().map_err(corrupt)).collect()
    }

    async fn abandoned(&self, after: Option<GameId>, before: i64, most: u32) -> Result<Abandoned, StoreError> {
        retention::abandoned(&self.readers, after, before, most).await
    }

    async fn forget_abandoned(&self, id: GameId, before: i64) -> Result<bool, StoreError> {
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        let gone = retention::forget_abandoned(id, before, &mut transaction).await?;
        transaction.commit().await?;
        Ok(gone)
    }

    async fn append(&self, id: GameId, seq: u32, entry: &Entry) -> Result<(), StoreError> {
        self.committer.append(id, seq, entry).await
    }

    async fn arrive(&self, id: GameId, side: Side, at: i64, deadline: Option<i64>) -> Result<(), StoreError> {
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        timing::insert_arrival(id, side, at, &mut transaction).await?;
        timing::put_deadline(id, deadline, &mut transaction).await?;
        Ok(transaction.commit().await?)
    }

    async fn correct_deadline(&self, id: GameId, listed: i64, deadline: Option<i64>) -> Result<(), StoreError> {
        timing::correct_deadline(id, listed, deadline, &mut *self.writer.acquire().await?).await
    }

    async fn deadlines(&self, most: u32) -> Result<Vec<(GameId, i64)>, StoreError> {
        timing::deadlines(&self.readers, most).await
    }

    async fn begin_run(&self, date: i64) -> Result<Vec<Run>, StoreError> {
        runs::begin(&self.writer, date).await
    }

    async fn set_date(&self, at: i64, date: i64) -> Result<(), StoreError> {
        runs::set_date(&self.writer, at, date).await
    }

    async fn beat(&self, at: i64) -> Result<(), StoreError> {
        self.committer.beat(at).await?;
        // What is acknowledged can be read, or it stands in a transaction that never ends.
        match runs::alive(&self.readers).await? {
            alive if alive >= at => Ok(()),
            _ => Err(StoreError::Unavailable("what was written cannot be read".into())),
        }
    }

    fn room(&self) -> Room {
        self.directory.room()
    }

    async fn close(&self) {
        self.copying.abort();
        self.copier.close().await;
        self.readers.close().await;
        // A refused checkpoint loses nothing: the next start reads the write-ahead log.
        let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&self.writer).await;
        self.writer.close().await;
    }
}

/// Adds an event's row where it makes no gap.
pub(crate) async fn append_entry(
    id: GameId,
    seq: u32,
    entry: &Entry,
    connection: &mut SqliteConnection,
) -> Result<(), StoreError> {
    let key = id.to_string();
    let (kind, payload) = entry.event.columns();
    // One statement, hence one transaction even where there is no other: it adds the row only where it makes no gap,
    // and the primary key lets no second one in.
    let added = sqlx::query(
        "INSERT INTO events (game_id, seq, kind, payload, status, created_at, deadline)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
         WHERE (SELECT COALESCE(MAX(seq) + 1, 0) FROM events WHERE game_id = ?1) = ?2",
    )
    .bind(&key)
    .bind(i64::from(seq))
    .bind(kind)
    .bind(payload)
    .bind(&entry.status)
    .bind(entry.at)
    .bind(entry.deadline)
    .execute(&mut *connection)
    .await?;
    if added.rows_affected() == 1 {
        return Ok(());
    }
    expect_game(id, connection).await?;
    Err(StoreError::Conflict)
}

/// Reads a game; all of it is of one state of the database where the connection is in a transaction.
pub(crate) async fn read_game(
    id: GameId,
    connection: &mut SqliteConnection,
) -> Result<Option<Game>, StoreError> {
    let key = id.to_string();
    let row = sqlx::query(
        "SELECT spec, rules_version, start, start_status, setup, degree, pace, players, created_at FROM games WHERE id = ?",
    )
    .bind(&key)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let players: String = row.try_get("players")?;
    let pace = timing::pace(row.try_get("pace")?)?;
    let degree: Option<String> = row.try_get("degree")?;
    let degree =
        degree.map(|word| word.parse().map_err(|()| StoreError::Corrupt(format!("unknown degree {word}"))));
    let arrivals = match pace.is_unlimited() {
        true => [None; 2],
        false => timing::arrivals(id, connection).await?,
    };
    let setup: Option<String> = row.try_get("setup")?;
    let setup = setup.map(|text| {
        serde_json::from_str(&text).map_err(|_| StoreError::Corrupt(format!("unknown setup {text}")))
    });
    let rows = sqlx::query(
        "SELECT seq, kind, payload, status, created_at, deadline FROM events WHERE game_id = ? ORDER BY seq",
    )
    .bind(&key)
    .fetch_all(connection)
    .await?;
    let entries = rows.iter().enumerate().map(|(seq, row)| entry(seq, row)).collect::<Result<_, _>>()?;
    Ok(Some(Game {
        id,
        spec: row.try_get("spec")?,
        rules_version: row.try_get("rules_version")?,
        start: row.try_get("start")?,
        start_status: row.try_get("start_status")?,
        setup: setup.transpose()?,
        degree: degree.transpose()?.unwrap_or_default(),
        pace,
        arrivals,
        players: serde_json::from_str(&players)
            .map_err(|_| StoreError::Corrupt(format!("unknown players {players}")))?,
        created_at: row.try_get("created_at")?,
        entries,
    }))
}

/// Tells whether a key has just that seat.
async fn has_seat(id: GameId, grant: &Grant, connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    let same = sqlx::query("SELECT 1 FROM seats WHERE hash = ? AND game_id = ? AND seat = ?")
        .bind(&grant.key.bytes()[..])
        .bind(id.to_string())
        .bind(grant.seat.word());
    Ok(same.fetch_optional(connection).await?.is_some())
}

/// Checks that a game exists.
async fn expect_game(id: GameId, connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let game = sqlx::query("SELECT 1 FROM games WHERE id = ?").bind(id.to_string());
    game.fetch_optional(connection).await?.map(|_| ()).ok_or(StoreError::Missing)
}

/// Checks that a key, if one is given, still opens a game: it may have been replaced since it was let in.
async fn expect_key(
    id: GameId,
    key: Option<KeyHash>,
    connection: &mut SqliteConnection,
) -> Result<(), StoreError> {
    let Some(key) = key else { return Ok(()) };
    let seat = sqlx::query("SELECT 1 FROM seats WHERE hash = ? AND game_id = ?").bind(&key.bytes()[..]);
    seat.bind(id.to_string()).fetch_optional(connection).await?.map(|_| ()).ok_or(StoreError::Missing)
}

/// Reads the row of an event, which must have the next sequence number.
fn entry(seq: usize, row: &SqliteRow) -> Result<Entry, StoreError> {
    let stored: i64 = row.try_get("seq")?;
    if usize::try_from(stored) != Ok(seq) {
        return Err(StoreError::Corrupt(format!("event {stored} stands where event {seq} should")));
    }
    let kind: String = row.try_get("kind")?;
    let payload: String = row.try_get("payload")?;
    let event = Event::from_columns(&kind, &payload)
        .ok_or_else(|| StoreError::Corrupt(format!("event {seq} is of unknown kind {kind}")))?;
    let (status, deadline) = (row.try_get("status")?, row.try_get("deadline")?);
    Ok(Entry { event, status, at: row.try_get("created_at")?, deadline })
}
