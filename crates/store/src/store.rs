//! The store on a database of either kind, and its games: the same statements for both.

use std::path::Path;

use entourage_kernel::Side;
use entourage_record::{Access, AccountId, Entry, Event, Game, GameId, Grant, KeyHash, Seat};
use sqlx::AssertSqlSafe;

use crate::columns::{Bind, Value};
use crate::database::{Connection, Pool, Row};
use crate::sqlite::SqliteFile;
use crate::{
    DatabaseAddress, FreeSide, OpenError, Result, Room, StoreError, deletion, finished, holdings, mail, offers,
    push, ratings, talk, timing, tournaments,
};

/// Keeps games in a database: one SQLite file in a data directory that no other process uses meanwhile, or a PostgreSQL server that many
/// processes share. What a store has acknowledged survives the sudden death of the process, and of the machine as far as its disk keeps
/// promises.
///
/// # Errors
/// All methods fail with `Unavailable` where the database does, and with `Corrupt` where what it holds makes no sense; `Conflict` and
/// `Missing` are named where they can occur. After any error but one of [`append`](Self::append) and its likes nothing has changed.
#[derive(Debug)]
pub struct Store {
    pub(crate) writer: Pool,
    pub(crate) readers: Pool,
    pub(crate) file: Option<Box<SqliteFile>>,
    pub(crate) place: String,
}

/// What has been added to a game that is known up to an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Growth {
    pub version: i64,
    /// The events after those that are known.
    pub entries: Vec<Entry>,
}

impl Store {
    /// Opens the store at an address, as [`open`](Self::open) or [`connect`](Self::connect) does.
    pub async fn at(address: &DatabaseAddress) -> Result<Self, OpenError> {
        match address {
            DatabaseAddress::Sqlite(directory) => Self::open(directory).await,
            DatabaseAddress::Postgres(address) => Self::connect(address).await,
        }
    }

    /// Returns the database file, or the address of the server without the password.
    pub fn place(&self) -> String {
        self.place.clone()
    }

    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|file| file.path())
    }

    /// Returns the error that the database cannot be used.
    pub fn unusable(&self, error: StoreError) -> OpenError {
        match self.path() {
            Some(path) => OpenError::Database { path: path.to_owned(), error },
            None => OpenError::Server { place: self.place.clone(), error },
        }
    }

    /// Returns whether other processes change what is kept, too.
    pub fn is_shared(&self) -> bool {
        self.file.is_none()
    }

    pub fn room(&self) -> Room {
        self.file.as_ref().map_or(Room::UNKNOWN, |file| file.room())
    }

    /// Writes everything back and closes; later calls fail with `Unavailable`.
    pub async fn close(&self) {
        match &self.file {
            Some(file) => file.close(&self.writer, &self.readers).await,
            None => self.writer.close().await,
        }
    }

    /// Stores a new game with the events it already has and the keys to it, all or nothing. Fails with `Conflict` if its id or a key is
    /// taken.
    pub async fn create(&self, game: &Game, grants: &[Grant]) -> Result<()> {
        let mut transaction = self.writer.change(game.id).await?;
        insert_game(game, grants, &mut transaction).await?;
        show_rated(game, &mut transaction).await?;
        transaction.commit().await
    }

    /// Stores a new game as [`create`](Self::create) does, and offers a side of it to anyone from its creation on.
    pub async fn create_open(&self, game: &Game, grants: &[Grant], free: FreeSide) -> Result<()> {
        let mut transaction = self.writer.change(game.id).await?;
        insert_game(game, grants, &mut transaction).await?;
        let offer = "INSERT INTO invitations (game_id, side, watched, created_at) VALUES ($1, $2, $3, $4)";
        transaction.execute(offer, (game.id, free.side, free.watched, game.created_at)).await?;
        transaction.commit().await
    }

    pub async fn access(&self, key: KeyHash) -> Result<Option<Access>> {
        holdings::opened(key, &mut self.readers.acquire().await?).await
    }

    /// Gives a key a seat that no other key has, or that belongs to its account already; one that has just that seat keeps it. Fails with
    /// `Conflict` if another key has the seat, or the key opens something else, and with `Missing` if there is no such game.
    pub async fn admit(&self, id: GameId, grant: &Grant) -> Result<()> {
        let mut transaction = self.writer.change(id).await?;
        expect_game(id, &mut transaction).await?;
        if has_seat(id, grant, &mut transaction).await? {
            return Ok(());
        }
        // Another key may have been put in place of this one.
        let taken = "SELECT 1 FROM seats WHERE game_id = $1 AND seat = $2";
        if transaction.exists(taken, (id, grant.seat)).await? {
            // An account comes to its seat by as many keys as it has devices.
            match grant.account {
                Some(account) if holdings::holds(account, id, grant.seat, &mut transaction).await? => {}
                _ => return Err(StoreError::Conflict),
            }
        }
        insert_grant(id, grant, &mut transaction).await?;
        commit(id, transaction).await
    }

    /// Gives a seat to a key instead of all keys that have it, in a game in which nothing has happened since it was created, in the name of
    /// the host's key. For the game, the former player never came: there are no e-mails, notes or conditional moves of theirs, and no time
    /// runs until the new one comes.
    ///
    /// Fails with `Conflict` if something has happened in the game, or the key opens something, and with `Missing` if there is no such game,
    /// or the host's key is not its any more.
    pub async fn replace(&self, id: GameId, grant: &Grant, by: KeyHash) -> Result<()> {
        let mut transaction = self.writer.change(id).await?;
        // The key that asks may have been replaced itself since it was let in.
        if !transaction
            .exists("SELECT 1 FROM seats WHERE hash = $1 AND game_id = $2 AND host", (by, id))
            .await?
        {
            return Err(StoreError::Missing);
        }
        let event = "SELECT 1 FROM events e JOIN games g ON g.id = e.game_id WHERE g.id = $1 AND e.created_at > g.created_at LIMIT 1";
        if transaction.exists(event, id).await? {
            return Err(StoreError::Conflict);
        }
        for row in [
            "DELETE FROM seats WHERE game_id = $1 AND seat = $2",
            // A side that is offered to anyone has no key yet; now it has one, and is free no more.
            "DELETE FROM invitations WHERE game_id = $1 AND CAST(side AS TEXT) = $2",
        ] {
            transaction.execute(row, (id, grant.seat)).await?;
        }
        insert_grant(id, grant, &mut transaction).await?;
        if let Seat::Side(side) = grant.seat {
            timing::forget_arrival(id, side, &mut transaction).await?;
            mail::forget(id, side, &mut transaction).await?;
            push::forget(id, side, &mut transaction).await?;
        }
        talk::forget(id, grant.seat, &mut transaction).await?;
        deletion::forget(id, grant.seat, &mut transaction).await?;
        commit(id, transaction).await
    }

    pub async fn read(&self, id: GameId) -> Result<Option<Game>> {
        read_game(id, &mut self.readers.snapshot().await?).await
    }

    /// Lists at most so many games by name, after one if it is given.
    pub async fn games(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>> {
        let games = "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2";
        self.readers.all(games, (name_or_least(after), most)).await
    }

    /// Returns the version of a game, which every change raises that a follower may be shown.
    pub async fn version(&self, id: GameId) -> Result<Option<i64>> {
        read_version(id, &mut self.readers.acquire().await?).await
    }

    /// Returns the versions of some games; those that are gone are left out.
    pub async fn versions(&self, games: &[GameId]) -> Result<Vec<(GameId, i64)>> {
        let names: Vec<String> = games.iter().map(GameId::to_string).collect();
        // One statement that is the same for any number of games.
        let sql = format!("SELECT id, version FROM games WHERE id {}", self.readers.listed());
        self.readers.all(AssertSqlSafe(sql), names.join(",")).await
    }

    /// Returns the version of a game with its events from the number `from` on, both as they were at one moment. Where the version has grown
    /// by as much as there are events, nothing else was changed but conditional moves that were carried out.
    pub async fn growth(&self, id: GameId, from: u32) -> Result<Option<Growth>> {
        // One statement, hence one moment.
        let sql = "SELECT g.version, e.seq, e.kind, e.payload, e.status, e.created_at, e.deadline
             FROM games g LEFT JOIN events e ON e.game_id = g.id AND e.seq >= $2 WHERE g.id = $1 ORDER BY e.seq";
        let rows = self.readers.rows(sql, (id, from)).await?;
        let Some(first) = rows.first() else { return Ok(None) };
        let version = first.get("version")?;
        let added = if first.get::<Option<i64>>("seq")?.is_some() { &rows[..] } else { &[] };
        let entries = added.iter().zip(from as usize..).map(|(row, seq)| entry(seq, row));
        Ok(Some(Growth { version, entries: entries.collect::<Result<_, _>>()? }))
    }

    /// Stores the event number `seq` (the first is 0) of a game, which must have exactly `seq` events, and the version if one is given. The
    /// event raises it by one. Where it ends a game, ratings, tournament and the list of finished games follow in the same transaction.
    ///
    /// Fails with `Conflict` if the game has more or fewer events, or another version, and with `Missing` if there is no such game. After
    /// `Unavailable` the event may have been stored or not.
    pub async fn append(&self, id: GameId, seq: u32, entry: &Entry, version: Option<i64>) -> Result<()> {
        if let Some(file) = &self.file
            && !self.follows(id, entry).await?
        {
            return file.committer.append(id, seq, entry, version).await;
        }
        let mut transaction = self.writer.change(id).await?;
        append_entry(id, seq, entry, version, &mut transaction).await?;
        settle(id, entry, &mut transaction).await?;
        transaction.commit().await
    }

    /// Returns whether anything follows from an event beside the game: ratings, the state of a tournament, or the list of finished games.
    async fn follows(&self, id: GameId, entry: &Entry) -> Result<bool> {
        if !tournaments::ends(entry) && !finished::concerns(entry) {
            return Ok(false);
        }
        let mut reader = self.readers.acquire().await?;
        Ok(ratings::is_rated(id, &mut reader).await?
            || tournaments::is_awaited(id, &mut reader).await?
            || finished::is_listed(id, &mut reader).await?)
    }
}

/// Shows a rated game to everyone from its creation on: its players agree to that.
pub(crate) async fn show_rated(game: &Game, transaction: &mut Connection) -> Result<()> {
    match game.rated {
        true => offers::list(game.id, game.created_at, transaction).await,
        false => Ok(()),
    }
}

/// Does what follows from an event beside the game, within the transaction that stores it.
pub(crate) async fn settle(id: GameId, entry: &Entry, connection: &mut Connection) -> Result<()> {
    ratings::settle(id, entry, connection).await?;
    tournaments::settle(id, entry, connection).await?;
    finished::settle(id, entry, connection).await
}

/// Stores a new game with the keys to it, within a transaction.
pub(crate) async fn insert_game(game: &Game, grants: &[Grant], transaction: &mut Connection) -> Result<()> {
    let corrupt = |error: serde_json::Error| StoreError::Corrupt(error.to_string());
    let players = serde_json::to_string(&game.players).map_err(corrupt)?;
    let setup = game.setup.as_ref().map(serde_json::to_string).transpose().map_err(corrupt)?;
    let Game { id, spec, rules_version, start, start_status, degree, pace, rated, created_at, .. } = game;
    let values =
        (id, spec, rules_version, start, start_status, setup, degree, pace, players, rated, created_at);
    let row = "INSERT INTO games (id, spec, rules_version, start, start_status, setup, degree, pace, players, rated, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    transaction.execute(row, values).await?;
    for (seq, Entry { event, status, at, deadline }) in game.entries.iter().enumerate() {
        let (kind, payload) = event.columns();
        let row = "INSERT INTO events (game_id, seq, kind, payload, status, created_at, deadline) VALUES ($1, $2, $3, $4, $5, $6, $7)";
        transaction.execute(row, (id, seq as i64, kind, payload, status, at, deadline)).await?;
    }
    for grant in grants {
        insert_grant(game.id, grant, transaction).await?;
    }
    for side in Side::BOTH {
        if let Some(at) = game.arrivals[side.index()] {
            timing::insert_arrival(game.id, side, at, transaction).await?;
        }
    }
    Ok(())
}

pub(crate) async fn insert_grant(id: GameId, grant: &Grant, connection: &mut Connection) -> Result<()> {
    let Grant { key, seat, host, account } = grant;
    let row = "INSERT INTO seats (hash, game_id, seat, host, account) VALUES ($1, $2, $3, $4, $5)";
    connection.execute(row, (key, id, seat, host, account)).await.map(drop)
}

/// Commits a change of a game, whose version it raises; events raise it themselves.
pub(crate) async fn commit(id: GameId, mut transaction: Connection) -> Result<()> {
    transaction.execute("UPDATE games SET version = version + 1 WHERE id = $1", id).await?;
    transaction.commit().await
}

/// Returns the text after which all names come that come after a game's, if one is given.
pub(crate) fn name_or_least(after: Option<GameId>) -> String {
    after.map(|game| game.to_string()).unwrap_or_default()
}

/// Completes a statement by the names of games, which follow the values that it has before.
pub(crate) fn among(
    statement: &str,
    mut values: Vec<Value>,
    games: &[GameId],
) -> (AssertSqlSafe<String>, Vec<Value>) {
    values.extend(games.iter().map(Bind::value));
    let names: String = (values.len() - games.len()..values.len()).map(|at| format!(", ${}", at + 1)).collect();
    (AssertSqlSafe(format!("{statement} (NULL{names})")), values)
}

/// Adds an event's row where it makes no gap.
pub(crate) async fn append_entry(
    id: GameId,
    seq: u32,
    entry: &Entry,
    version: Option<i64>,
    connection: &mut Connection,
) -> Result<()> {
    let (kind, payload) = entry.event.columns();
    let Entry { status, at, deadline, .. } = entry;
    // One statement, hence one transaction even where there is no other: it adds the row only where it makes no gap,
    // and the primary key lets no second one in.
    let row = "INSERT INTO events (game_id, seq, kind, payload, status, created_at, deadline)
         SELECT $1, $2, $3, $4, $5, $6, $7
         WHERE (SELECT COALESCE(MAX(seq) + 1, 0) FROM events WHERE game_id = $1) = $2
             AND ($8 IS NULL OR (SELECT version FROM games WHERE id = $1) = $8)";
    if connection.execute(row, (id, seq, kind, payload, status, at, deadline, version)).await? == 1 {
        return Ok(());
    }
    expect_game(id, connection).await?;
    Err(StoreError::Conflict)
}

/// Reads a game; all of it is of one state of the database where the connection is in a transaction.
pub(crate) async fn read_game(id: GameId, connection: &mut Connection) -> Result<Option<Game>> {
    let game = "SELECT spec, rules_version, start, start_status, setup, degree, pace, players, rated, created_at FROM games WHERE id = $1";
    let Some(row) = connection.row(game, id).await? else { return Ok(None) };
    let pace: entourage_clock::Pace = row.get("pace")?;
    let arrivals = match pace.is_unlimited() {
        true => [None; 2],
        false => timing::arrivals(id, connection).await?,
    };
    let events =
        "SELECT seq, kind, payload, status, created_at, deadline FROM events WHERE game_id = $1 ORDER BY seq";
    let events = connection.rows(events, id).await?;
    Ok(Some(Game {
        id,
        spec: row.get("spec")?,
        rules_version: row.get("rules_version")?,
        start: row.get("start")?,
        start_status: row.get("start_status")?,
        setup: row.get("setup")?,
        degree: row.get("degree")?,
        pace,
        arrivals,
        players: row.get("players")?,
        rated: row.get("rated")?,
        created_at: row.get("created_at")?,
        entries: events.iter().enumerate().map(|(seq, row)| entry(seq, row)).collect::<Result<_, _>>()?,
    }))
}

pub(crate) async fn has_seat(id: GameId, grant: &Grant, connection: &mut Connection) -> Result<bool> {
    let same = "SELECT 1 FROM seats WHERE hash = $1 AND game_id = $2 AND seat = $3";
    connection.exists(same, (grant.key, id, grant.seat)).await
}

pub(crate) async fn expect_game(id: GameId, connection: &mut Connection) -> Result<()> {
    some(connection.exists("SELECT 1 FROM games WHERE id = $1", id).await?)
}

pub(crate) async fn expect_account(id: AccountId, connection: &mut Connection) -> Result<()> {
    some(connection.exists("SELECT 1 FROM accounts WHERE id = $1", id).await?)
}

/// Checks that a key, if one is given, still opens a game: it may have been replaced since it was let in.
pub(crate) async fn expect_key(id: GameId, key: Option<KeyHash>, connection: &mut Connection) -> Result<()> {
    let Some(key) = key else { return Ok(()) };
    some(connection.exists("SELECT 1 FROM seats WHERE hash = $1 AND game_id = $2", (key, id)).await?)
}

/// Checks that what was to be changed is there.
pub(crate) fn some(found: bool) -> Result<()> {
    if found { Ok(()) } else { Err(StoreError::Missing) }
}

/// Reads the row of an event, which must have the next sequence number.
fn entry(seq: usize, row: &Row) -> Result<Entry> {
    let stored: i64 = row.get("seq")?;
    if usize::try_from(stored) != Ok(seq) {
        return Err(StoreError::Corrupt(format!("event {stored} stands where event {seq} should")));
    }
    let (kind, payload): (String, String) = (row.get("kind")?, row.get("payload")?);
    let event = Event::from_columns(&kind, &payload)
        .ok_or_else(|| StoreError::Corrupt(format!("event {seq} is of unknown kind {kind}")))?;
    Ok(Entry { event, status: row.get("status")?, at: row.get("created_at")?, deadline: row.get("deadline")? })
}

pub(crate) async fn read_version(id: GameId, connection: &mut Connection) -> Result<Option<i64>> {
    connection.optional("SELECT version FROM games WHERE id = $1", id).await
}

pub(crate) async fn expect_version(
    id: GameId,
    version: Option<i64>,
    connection: &mut Connection,
) -> Result<()> {
    let Some(version) = version else { return Ok(()) };
    match read_version(id, connection).await? {
        None => Err(StoreError::Missing),
        Some(found) if found == version => Ok(()),
        Some(_) => Err(StoreError::Conflict),
    }
}
