//! The store on a database of either kind, and its games: the same statements for both.

use std::path::Path;

use entourage_record::{Access, Entry, Game, GameId, Grant, KeyHash, Seat};
use sqlx::AssertSqlSafe;

use crate::database::Pool;
use crate::events::insert_grant;
use crate::events::{append_entry, expect_game};
use crate::games::{
    commit, entry, has_seat, insert_game, name_or_least, read_game, read_version, settle, show_rated,
};
use crate::sqlite::SqliteFile;
use crate::{
    DatabaseAddress, FreeSide, OpenError, Result, Room, StoreError, deletion, finished, holdings, mail, push,
    ratings, talk, timing, tournaments,
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
    /// Opens the store in a data directory, which is made if need be.
    pub async fn open(directory: &Path) -> Result<Self, OpenError> {
        let (writer, readers, file) = SqliteFile::open(directory).await?;
        let place = file.path().display().to_string();
        Ok(Self { writer, readers, file: Some(Box::new(file)), place })
    }

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
