//! [`Store`]: opening a database, and creating, reading and extending games.

use std::path::Path;

use entourage_record::{Access, Entry, Game, GameId, Grant, KeyHash, Seat};
use sqlx::AssertSqlSafe;

use crate::committer::Committer;
use crate::database::Pool;
use crate::events::insert_grant;
use crate::events::{append_entry, expect_game};
use crate::games::{commit, has_seat, insert_game, name_or_least, read_game, read_version, settle, show_rated};
use crate::growths::Growths;
use crate::sqlite::SqliteFile;
use crate::{
    DatabaseAddress, DiskSpace, FreeSide, OpenError, Result, StoreError, chat, deletion, finished, mail, push,
    ratings, seats, timing, tournaments,
};

/// A game database: a SQLite file in a data directory locked by this process, or a PostgreSQL database that several processes can share.
/// Acknowledged changes survive a crash of the process, and a power failure if the disk honours flushes.
///
/// # Errors
/// All methods fail with `Unavailable` if the database is busy, full or unreachable, and with `Corrupt` if its data is invalid; `Conflict`
/// and `Missing` are documented where they occur. A failed operation changes nothing, except as documented on [`append`](Self::append).
#[derive(Debug)]
pub struct Store {
    pub(crate) writer: Pool,
    pub(crate) readers: Pool,
    pub(crate) file: Option<Box<SqliteFile>>,
    pub(crate) committer: Committer,
    pub(crate) growths: Growths,
    pub(crate) place: String,
}

/// A game's version, and the events from a specified sequence number on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEvents {
    pub version: i64,
    pub entries: Vec<Entry>,
}

impl Store {
    pub(crate) fn of(writer: Pool, readers: Pool, file: Option<Box<SqliteFile>>, place: String) -> Self {
        let (committer, growths) = (Committer::start(writer.clone()), Growths::start(readers.clone()));
        Self { writer, readers, file, committer, growths, place }
    }

    /// Opens the store in a data directory, which is created if necessary.
    pub async fn open(directory: &Path) -> Result<Self, OpenError> {
        let (writer, readers, file) = SqliteFile::open(directory).await?;
        let place = file.path().display().to_string();
        Ok(Self::of(writer, readers, Some(Box::new(file)), place))
    }

    /// Opens the store at an address, by calling [`open`](Self::open) or [`connect`](Self::connect).
    pub async fn at(address: &DatabaseAddress) -> Result<Self, OpenError> {
        match address {
            DatabaseAddress::Sqlite(directory) => Self::open(directory).await,
            DatabaseAddress::Postgres(address) => Self::connect(address).await,
        }
    }

    /// Returns the path of the database file, or the server's address without the password.
    pub fn place(&self) -> String {
        self.place.clone()
    }

    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|file| file.path())
    }

    pub fn unusable(&self, error: StoreError) -> OpenError {
        match self.path() {
            Some(path) => OpenError::Database { path: path.to_owned(), error },
            None => OpenError::Server { place: self.place.clone(), error },
        }
    }

    /// Returns whether other processes can change the database.
    pub fn is_shared(&self) -> bool {
        self.file.is_none()
    }

    pub fn disk_space(&self) -> DiskSpace {
        self.file.as_ref().map_or(DiskSpace::UNKNOWN, |file| file.disk_space())
    }

    /// Flushes and closes the database; later calls fail with `Unavailable`.
    pub async fn close(&self) {
        match &self.file {
            Some(file) => file.close(&self.writer, &self.readers).await,
            None => self.writer.close().await,
        }
    }

    /// Stores a new game with its events and keys in one transaction. Fails with `Conflict` if its ID or one of the keys is already in use.
    pub async fn create(&self, game: &Game, grants: &[Grant]) -> Result<()> {
        let mut transaction = self.writer.change(game.id).await?;
        insert_game(game, grants, &mut transaction).await?;
        show_rated(game, &mut transaction).await?;
        transaction.commit().await
    }

    /// Like [`create`](Self::create), but leaves one side open for any player to take.
    pub async fn create_open(&self, game: &Game, grants: &[Grant], free: FreeSide) -> Result<()> {
        let mut transaction = self.writer.change(game.id).await?;
        insert_game(game, grants, &mut transaction).await?;
        let offer = "INSERT INTO invitations (game_id, side, watched, created_at) VALUES ($1, $2, $3, $4)";
        transaction.execute(offer, (game.id, free.side, free.watched, game.created_at)).await?;
        transaction.commit().await
    }

    pub async fn access(&self, key: KeyHash) -> Result<Option<Access>> {
        seats::opened(key, &mut self.readers.acquire().await?).await
    }

    /// Gives a key access to a seat that is free or belongs to the same account. Idempotent. Fails with `Conflict` if
    /// the seat belongs to another player or the key to another seat, and with `Missing` if there is no such game.
    pub async fn admit(&self, id: GameId, grant: &Grant) -> Result<()> {
        let mut transaction = self.writer.change(id).await?;
        expect_game(id, &mut transaction).await?;
        if has_seat(id, grant, &mut transaction).await? {
            return Ok(());
        }
        // The seat's key may have been replaced by another key.
        let taken = "SELECT 1 FROM seats WHERE game_id = $1 AND seat = $2";
        if transaction.exists(taken, (id, grant.seat)).await? {
            // An account can have several keys to its seat, one on each device.
            match grant.account {
                Some(account) if seats::holds(account, id, grant.seat, &mut transaction).await? => {}
                _ => return Err(StoreError::Conflict),
            }
        }
        insert_grant(id, grant, &mut transaction).await?;
        commit(id, transaction).await
    }

    /// Replaces all keys to a seat with a new one, at the host's request, in a game in which no event has happened since its creation.
    /// Deletes the previous player's notifications, private texts and deletion request; the clocks do not start until the new player
    /// arrives.
    ///
    /// Fails with `Conflict` if an event has happened or the new key is already in use, and with `Missing` if there is no such game, or the
    /// host's key is no longer valid.
    pub async fn replace(&self, id: GameId, grant: &Grant, by: KeyHash) -> Result<()> {
        let mut transaction = self.writer.change(id).await?;
        // The host's key may have been replaced since the request was authorized.
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
            // The new key takes the side, which is then no longer open to other players.
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
        chat::forget(id, grant.seat, &mut transaction).await?;
        deletion::forget(id, grant.seat, &mut transaction).await?;
        commit(id, transaction).await
    }

    pub async fn read(&self, id: GameId) -> Result<Option<Game>> {
        read_game(id, &mut self.readers.snapshot().await?).await
    }

    pub async fn games(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>> {
        let games = "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2";
        self.readers.all(games, (name_or_least(after), most)).await
    }

    /// Returns the version of a game, which every visible change increments.
    pub async fn version(&self, id: GameId) -> Result<Option<i64>> {
        read_version(id, &mut self.readers.acquire().await?).await
    }

    /// Returns the versions of games; games that do not exist are left out.
    pub async fn versions(&self, games: &[GameId]) -> Result<Vec<(GameId, i64)>> {
        let names: Vec<String> = games.iter().map(GameId::to_string).collect();
        // The IDs are a single parameter, so the statement is the same for any number of games.
        let sql = format!("SELECT id, version FROM games WHERE id {}", self.readers.listed());
        self.readers.all(AssertSqlSafe(sql), names.join(",")).await
    }

    /// Returns a game's version and its events from a sequence number on, in one snapshot. If the version has grown by exactly the number
    /// of these events, nothing else has changed, except that conditional moves may have been used up.
    pub async fn growth(&self, id: GameId, from: u32) -> Result<Option<NewEvents>> {
        self.growths.read(id, from).await
    }

    /// Appends an event. `seq` must be the next sequence number (the first is 0), and `version`, if specified, the game's current version,
    /// which the event increments. If the event ends the game, ratings, the game's tournament and the list of finished games are updated
    /// in the same transaction.
    ///
    /// Fails with `Conflict` if the sequence number or version is not the expected one, and with `Missing` if there is no such game. After
    /// `Unavailable` the event may or may not have been stored.
    pub async fn append(&self, id: GameId, seq: u32, entry: &Entry, version: Option<i64>) -> Result<()> {
        if !self.has_consequences(id, entry).await? {
            return self.committer.append(id, seq, entry, version).await;
        }
        let mut transaction = self.writer.change(id).await?;
        append_entry(id, seq, entry, version, &mut transaction).await?;
        settle(id, entry, &mut transaction).await?;
        transaction.commit().await
    }

    /// Returns whether an event affects ratings, a tournament or the list of finished games.
    async fn has_consequences(&self, id: GameId, entry: &Entry) -> Result<bool> {
        if !tournaments::ends(entry) && !finished::concerns(entry) {
            return Ok(false);
        }
        let mut reader = self.readers.acquire().await?;
        Ok(ratings::is_rated(id, &mut reader).await?
            || tournaments::is_awaited(id, &mut reader).await?
            || finished::is_listed(id, &mut reader).await?)
    }
}
