//! The store on a database of either kind: the same statements for both.

mod accounts;
pub(crate) mod alone;
mod browsers;
pub(crate) mod definitions;
mod deletion;
mod finding;
mod finished;
mod holdings;
mod invitations;
mod letters;
mod log;
mod mail;
mod order;
mod people;
pub(crate) mod pool;
mod programs;
mod publications;
mod push;
pub(crate) mod query;
mod ratings;
mod retention;
pub(crate) mod row;
pub(crate) mod runs;
mod seeks;
mod soundness;
mod talk;
mod timing;
mod tournaments;
mod versions;

use async_trait::async_trait;
use entourage_kernel::{Degree, Side};
use entourage_record::{Access, Entry, Event, Game, GameId, Grant, Invitation, KeyHash, Seat};

use sqlx::AssertSqlSafe;

use self::alone::Alone;
use self::pool::{Connection, Pool};
use self::query::query;
use self::row::Row;
use self::versions::{expect_version, read_version};
use crate::{Abandoned, DatabaseAddress, FreeSide, Growth, OpenError, Room, Run, Store, StoreError};

/// Keeps games in a database: one SQLite file in a data directory that no other process uses meanwhile, or a PostgreSQL server that many
/// processes share.
#[derive(Debug)]
pub struct SqlStore {
    pub(crate) writer: Pool,
    pub(crate) readers: Pool,
    pub(crate) file: Option<Box<dyn Alone>>,
    place: String,
}

impl SqlStore {
    /// Stands on connections that write and some that read.
    pub(crate) fn new(writer: Pool, readers: Pool, file: Option<Box<dyn Alone>>, place: String) -> Self {
        Self { writer, readers, file, place }
    }

    /// Opens the store at an address, as [`open`](Self::open) or [`connect`](Self::connect) does.
    ///
    /// # Errors
    /// Those of either.
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

    /// Says that the database cannot be used.
    pub fn unusable(&self, error: StoreError) -> OpenError {
        match &self.file {
            Some(file) => OpenError::Database { path: file.path().to_owned(), error },
            None => OpenError::Server { place: self.place.clone(), error },
        }
    }

    /// Tells whether anything follows from an event beside the game: ratings, how a tournament stands, or the list of finished games.
    async fn follows(&self, id: GameId, entry: &Entry) -> Result<bool, StoreError> {
        if !tournaments::ends(entry) && !finished::concerns(entry) {
            return Ok(false);
        }
        let mut reader = self.readers.acquire().await?;
        Ok(ratings::is_rated(id, &mut reader).await?
            || tournaments::is_awaited(id, &mut reader).await?
            || finished::is_listed(id, &mut reader).await?)
    }

    /// Stores a new game, and offers a side of it to anybody if one is free.
    async fn create_offering(
        &self,
        game: &Game,
        grants: &[Grant],
        free: Option<FreeSide>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.writer.change(&game.id.to_string()).await?;
        insert_game(game, grants, &mut transaction).await?;
        match free {
            Some(free) => invitations::insert(game, free, &mut transaction).await?,
            None => show_rated(game, &mut transaction).await?,
        }
        transaction.commit().await
    }
}

/// Shows a game to everybody from its creation on, if it is rated: who plays for ratings agrees to that.
async fn show_rated(game: &Game, transaction: &mut Connection) -> Result<(), StoreError> {
    if game.rated {
        publications::list(game.id, game.created_at, transaction).await?;
    }
    Ok(())
}

/// Does what follows from an event beside the game, within the transaction that stores it.
async fn settle(id: GameId, entry: &Entry, connection: &mut Connection) -> Result<(), StoreError> {
    ratings::settle(id, entry, connection).await?;
    tournaments::settle(id, entry, connection).await?;
    finished::settle(id, entry, connection).await
}

/// Stores a new game with the keys to it, within a transaction.
async fn insert_game(game: &Game, grants: &[Grant], transaction: &mut Connection) -> Result<(), StoreError> {
    let id = game.id.to_string();
    let corrupt = |error: serde_json::Error| StoreError::Corrupt(error.to_string());
    let players = serde_json::to_string(&game.players).map_err(corrupt)?;
    let setup = game.setup.as_ref().map(serde_json::to_string).transpose().map_err(corrupt)?;
    query(
            "INSERT INTO games (id, spec, rules_version, start, start_status, setup, degree, pace, players, rated, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
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
        .bind(game.rated)
        .bind(game.created_at)
        .execute(transaction)
        .await?;
    for (seq, entry) in game.entries.iter().enumerate() {
        let (kind, payload) = entry.event.columns();
        query(
                "INSERT INTO events (game_id, seq, kind, payload, status, created_at, deadline) VALUES ($1, $2, $3, $4, $5, $6, $7)",
            )
            .bind(&id)
            .bind(seq as i64)
            .bind(kind)
            .bind(payload)
            .bind(&entry.status)
            .bind(entry.at)
            .bind(entry.deadline)
            .execute(transaction)
            .await?;
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

pub(crate) async fn insert_grant(
    id: GameId,
    grant: &Grant,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    query("INSERT INTO seats (hash, game_id, seat, host, account) VALUES ($1, $2, $3, $4, $5)")
        .bind(&grant.key.bytes()[..])
        .bind(id.to_string())
        .bind(grant.seat.word())
        .bind(grant.host)
        .bind(grant.account.map(|account| account.to_string()))
        .execute(connection)
        .await?;
    Ok(())
}

#[async_trait]
impl Store for SqlStore {
    async fn create(&self, game: &Game, grants: &[Grant]) -> Result<(), StoreError> {
        self.create_offering(game, grants, None).await
    }

    async fn create_open(&self, game: &Game, grants: &[Grant], free: FreeSide) -> Result<(), StoreError> {
        self.create_offering(game, grants, Some(free)).await
    }

    async fn access(&self, key: KeyHash) -> Result<Option<Access>, StoreError> {
        holdings::opened(key, &mut self.readers.acquire().await?).await
    }

    async fn admit(&self, id: GameId, grant: &Grant) -> Result<(), StoreError> {
        let mut transaction = self.writer.change(&id.to_string()).await?;
        expect_game(id, &mut transaction).await?;
        if has_seat(id, grant, &mut transaction).await? {
            return Ok(());
        }
        // Another key may have been put in place of this one.
        let taken = query("SELECT 1 FROM seats WHERE game_id = $1 AND seat = $2")
            .bind(id.to_string())
            .bind(grant.seat.word());
        if taken.fetch_optional(&mut transaction).await?.is_some() {
            // Whose the seat is comes to it by as many keys as they have devices.
            match grant.account {
                Some(account) if holdings::holds(account, id, grant.seat, &mut transaction).await? => {}
                _ => return Err(StoreError::Conflict),
            }
        }
        insert_grant(id, grant, &mut transaction).await?;
        Ok(commit(id, transaction).await?)
    }

    async fn replace(&self, id: GameId, grant: &Grant, by: KeyHash) -> Result<(), StoreError> {
        let mut transaction = self.writer.change(&id.to_string()).await?;
        // The key that asks may have been replaced itself since it was let in.
        let host = query("SELECT 1 FROM seats WHERE hash = $1 AND game_id = $2 AND host")
            .bind(&by.bytes()[..])
            .bind(id.to_string());
        if host.fetch_optional(&mut transaction).await?.is_none() {
            return Err(StoreError::Missing);
        }
        let event = query(
            "SELECT 1 FROM events e JOIN games g ON g.id = e.game_id WHERE g.id = $1 AND e.created_at > g.created_at LIMIT 1",
        );
        let event = event.bind(id.to_string());
        if event.fetch_optional(&mut transaction).await?.is_some() {
            return Err(StoreError::Conflict);
        }
        query("DELETE FROM seats WHERE game_id = $1 AND seat = $2")
            .bind(id.to_string())
            .bind(grant.seat.word())
            .execute(&mut transaction)
            .await?;
        // A side that is offered to anybody has no key yet; now it has one, and is free no more.
        query("DELETE FROM invitations WHERE game_id = $1 AND CAST(side AS TEXT) = $2")
            .bind(id.to_string())
            .bind(grant.seat.word())
            .execute(&mut transaction)
            .await?;
        insert_grant(id, grant, &mut transaction).await?;
        if let Seat::Side(side) = grant.seat {
            timing::forget_arrival(id, side, &mut transaction).await?;
            mail::forget(id, side, &mut transaction).await?;
            push::forget(id, side, &mut transaction).await?;
        }
        talk::forget(id, grant.seat, &mut transaction).await?;
        deletion::forget(id, grant.seat, &mut transaction).await?;
        Ok(commit(id, transaction).await?)
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
        read_game(id, &mut self.readers.snapshot().await?).await
    }

    async fn games(&self, after: Option<GameId>, most: u32) -> Result<Vec<GameId>, StoreError> {
        let rows = query("SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2");
        let after = after.map(|game| game.to_string()).unwrap_or_default();
        let rows = rows.bind(after).bind(most).fetch_all(&mut self.readers.acquire().await?).await?;
        let corrupt = |()| StoreError::Corrupt("a game has an unknown name".into());
        rows.iter().map(|row| row.try_get::<String>("id")?.parse().map_err(corrupt)).collect()
    }

    async fn abandoned(&self, after: Option<GameId>, before: i64, most: u32) -> Result<Abandoned, StoreError> {
        retention::abandoned(&self.readers, after, before, most).await
    }

    async fn forget_abandoned(&self, id: GameId, before: i64) -> Result<bool, StoreError> {
        let mut transaction = self.writer.change(&id.to_string()).await?;
        let gone = retention::forget_abandoned(id, before, &mut transaction).await?;
        transaction.commit().await?;
        Ok(gone)
    }

    async fn version(&self, id: GameId) -> Result<Option<i64>, StoreError> {
        read_version(id, &mut self.readers.acquire().await?).await
    }

    async fn versions(&self, games: &[GameId]) -> Result<Vec<(GameId, i64)>, StoreError> {
        versions::of_all(&self.readers, games).await
    }

    async fn growth(&self, id: GameId, from: u32) -> Result<Option<Growth>, StoreError> {
        versions::growth(&self.readers, id, from).await
    }

    fn is_shared(&self) -> bool {
        self.file.is_none()
    }

    async fn append(
        &self,
        id: GameId,
        seq: u32,
        entry: &Entry,
        version: Option<i64>,
    ) -> Result<(), StoreError> {
        if let Some(file) = &self.file
            && !self.follows(id, entry).await?
        {
            return file.append(id, seq, entry, version).await;
        }
        let mut transaction = self.writer.change(&id.to_string()).await?;
        append_entry(id, seq, entry, version, &mut transaction).await?;
        settle(id, entry, &mut transaction).await?;
        transaction.commit().await
    }

    async fn arrive(
        &self,
        id: GameId,
        side: Side,
        at: i64,
        deadline: Option<i64>,
        version: Option<i64>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.writer.change(&id.to_string()).await?;
        expect_version(id, version, &mut transaction).await?;
        timing::insert_arrival(id, side, at, &mut transaction).await?;
        timing::put_deadline(id, deadline, &mut transaction).await?;
        Ok(commit(id, transaction).await?)
    }

    async fn correct_deadline(&self, id: GameId, listed: i64, deadline: Option<i64>) -> Result<(), StoreError> {
        timing::correct_deadline(id, listed, deadline, &mut self.writer.acquire().await?).await
    }

    async fn next_deadline(&self) -> Result<Option<i64>, StoreError> {
        timing::next(&self.readers).await
    }

    async fn take_deadlines(&self, now: i64, until: i64, most: u32) -> Result<Vec<(GameId, i64)>, StoreError> {
        timing::take(&self.writer, now, until, most).await
    }

    async fn begin_run(&self, date: i64) -> Result<(Vec<Run>, i64), StoreError> {
        runs::begin(&self.writer, date).await
    }

    async fn clock(&self) -> Result<Option<(Run, i64)>, StoreError> {
        runs::clock(&self.readers).await
    }

    async fn set_date(&self, at: i64, date: i64) -> Result<(), StoreError> {
        runs::set_date(&self.writer, at, date).await
    }

    async fn beat(&self, at: i64) -> Result<(), StoreError> {
        match &self.file {
            Some(file) => file.beat(at).await?,
            None => runs::keep_alive(at, &mut self.writer.acquire().await?).await?,
        }
        // What is acknowledged can be read, or it stands in a transaction that never ends.
        match runs::alive(&self.readers).await? {
            alive if alive >= at => Ok(()),
            _ => Err(StoreError::Unavailable("what was written cannot be read".into())),
        }
    }

    fn room(&self) -> Room {
        self.file.as_ref().map_or(Room::UNKNOWN, |file| file.room())
    }

    async fn close(&self) {
        match &self.file {
            Some(file) => file.close(&self.writer, &self.readers).await,
            None => self.writer.close().await,
        }
    }
}

/// Commits a change of a game, whose version it raises; events raise it themselves.
async fn commit(id: GameId, mut transaction: Connection) -> Result<(), StoreError> {
    let raise = query("UPDATE games SET version = version + 1 WHERE id = $1").bind(id.to_string());
    raise.execute(&mut transaction).await?;
    transaction.commit().await
}

/// Asks for what is among some games: their names follow the statement, from a number of what it is given on.
fn among(statement: &str, from: usize, games: &[GameId]) -> query::Query {
    let names: String = (from..from + games.len()).map(|at| format!(", ${at}")).collect();
    query(AssertSqlSafe(format!("{statement} (NULL{names})")))
}

/// Adds an event's row where it makes no gap.
pub(crate) async fn append_entry(
    id: GameId,
    seq: u32,
    entry: &Entry,
    version: Option<i64>,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    let key = id.to_string();
    let (kind, payload) = entry.event.columns();
    // One statement, hence one transaction even where there is no other: it adds the row only where it makes no gap,
    // and the primary key lets no second one in.
    let added = query(
        "INSERT INTO events (game_id, seq, kind, payload, status, created_at, deadline)
         SELECT $1, $2, $3, $4, $5, $6, $7
         WHERE (SELECT COALESCE(MAX(seq) + 1, 0) FROM events WHERE game_id = $1) = $2
             AND ($8 IS NULL OR (SELECT version FROM games WHERE id = $1) = $8)",
    )
    .bind(&key)
    .bind(i64::from(seq))
    .bind(kind)
    .bind(payload)
    .bind(&entry.status)
    .bind(entry.at)
    .bind(entry.deadline)
    .bind(version)
    .execute(connection)
    .await?;
    if added == 1 {
        return Ok(());
    }
    expect_game(id, connection).await?;
    Err(StoreError::Conflict)
}

/// Reads a game; all of it is of one state of the database where the connection is in a transaction.
pub(crate) async fn read_game(id: GameId, connection: &mut Connection) -> Result<Option<Game>, StoreError> {
    let key = id.to_string();
    let row = query(
        "SELECT spec, rules_version, start, start_status, setup, degree, pace, players, rated, created_at FROM games WHERE id = $1",
    )
    .bind(&key)
    .fetch_optional(connection)
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
    let rows = query(
        "SELECT seq, kind, payload, status, created_at, deadline FROM events WHERE game_id = $1 ORDER BY seq",
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
        rated: row.try_get("rated")?,
        created_at: row.try_get("created_at")?,
        entries,
    }))
}

/// Tells whether a key has just that seat.
async fn has_seat(id: GameId, grant: &Grant, connection: &mut Connection) -> Result<bool, StoreError> {
    let same = query("SELECT 1 FROM seats WHERE hash = $1 AND game_id = $2 AND seat = $3")
        .bind(&grant.key.bytes()[..])
        .bind(id.to_string())
        .bind(grant.seat.word());
    Ok(same.fetch_optional(connection).await?.is_some())
}

/// Checks that a game exists.
async fn expect_game(id: GameId, connection: &mut Connection) -> Result<(), StoreError> {
    let game = query("SELECT 1 FROM games WHERE id = $1").bind(id.to_string());
    game.fetch_optional(connection).await?.map(|_| ()).ok_or(StoreError::Missing)
}

/// Checks that a key, if one is given, still opens a game: it may have been replaced since it was let in.
async fn expect_key(id: GameId, key: Option<KeyHash>, connection: &mut Connection) -> Result<(), StoreError> {
    let Some(key) = key else { return Ok(()) };
    let seat = query("SELECT 1 FROM seats WHERE hash = $1 AND game_id = $2").bind(&key.bytes()[..]);
    seat.bind(id.to_string()).fetch_optional(connection).await?.map(|_| ()).ok_or(StoreError::Missing)
}

/// Reads the row of an event, which must have the next sequence number.
fn entry(seq: usize, row: &Row) -> Result<Entry, StoreError> {
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
