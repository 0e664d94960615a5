//! Reads and writes rows of games, events and seats.

use entourage_kernel::Side;
use entourage_record::{AccountId, Entry, Event, Game, GameId, Grant, KeyHash};
use sqlx::AssertSqlSafe;

use crate::columns::{Bind, Value};
use crate::database::{Connection, Row};
use crate::error::some;
use crate::events::insert_grant;
use crate::{Result, Session, StoreError, finished, invitations, ratings, timing, tournaments};

/// Makes a game public if it is rated; by playing a rated game, both players agree to its publication.
pub(crate) async fn show_rated(game: &Game, transaction: &mut Connection) -> Result<()> {
    match game.rated {
        true => invitations::list(game.id, game.created_at, transaction).await,
        false => Ok(()),
    }
}

/// Updates ratings, tournaments and the list of finished games after an event. `connection` is the event's transaction.
pub(crate) async fn settle(id: GameId, entry: &Entry, connection: &mut Connection) -> Result<()> {
    ratings::settle(id, entry, connection).await?;
    tournaments::settle(id, entry, connection).await?;
    finished::settle(id, entry, connection).await
}

pub(crate) async fn insert_game(game: &Game, grants: &[Grant], transaction: &mut Connection) -> Result<()> {
    let corrupt = |error: serde_json::Error| StoreError::Corrupt(error.to_string());
    let players = serde_json::to_string(&game.players).map_err(corrupt)?;
    let setup = game.setup.as_ref().map(serde_json::to_string).transpose().map_err(corrupt)?;
    let Game {
        id, spec, rules_version, start, start_status, enforcement, pace, rated, created_at, paired, ..
    } = game;
    let values = (
        id,
        spec,
        rules_version,
        start,
        start_status,
        setup,
        enforcement,
        pace,
        players,
        rated,
        created_at,
        paired,
    );
    let row = "INSERT INTO games (id, spec, rules_version, start, start_status, setup, degree, pace, players, rated, created_at, paired)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    transaction.execute(row, values).await?;
    for (seq, Entry { event, mover, status, at, deadline }) in game.entries.iter().enumerate() {
        let (kind, payload) = event.columns();
        let row = "INSERT INTO events (game_id, seq, kind, payload, mover, status, created_at, deadline)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        transaction.execute(row, (id, seq as i64, kind, payload, mover, status, at, deadline)).await?;
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

/// Increments a game's version and commits the transaction. Not used for events, which increment the version by a database trigger.
pub(crate) async fn commit(id: GameId, mut transaction: Connection) -> Result<()> {
    transaction.execute("UPDATE games SET version = version + 1 WHERE id = $1", id).await?;
    transaction.commit().await
}

/// Returns a cursor as a string; `None` becomes the empty string, which sorts before all game IDs.
pub(crate) fn name_or_least(after: Option<GameId>) -> String {
    after.map(|game| game.to_string()).unwrap_or_default()
}

/// Appends placeholders for `games` to a statement that ends in `IN`, and the games' IDs to its parameter values.
pub(crate) fn among(
    statement: &str,
    mut values: Vec<Value>,
    games: &[GameId],
) -> (AssertSqlSafe<String>, Vec<Value>) {
    values.extend(games.iter().map(Bind::value));
    let names: String = (values.len() - games.len()..values.len()).map(|at| format!(", ${}", at + 1)).collect();
    (AssertSqlSafe(format!("{statement} (NULL{names})")), values)
}

/// Reads a game; the result is consistent only if read in a transaction.
pub(crate) async fn read_game(id: GameId, connection: &mut Connection) -> Result<Option<Game>> {
    let game = "SELECT spec, rules_version, start, start_status, setup, degree, pace, players, rated, created_at, paired FROM games WHERE id = $1";
    let Some(row) = connection.row(game, id).await? else { return Ok(None) };
    let pace: entourage_clock::Pace = row.get("pace")?;
    let arrivals = match pace.is_unlimited() {
        true => [None; 2],
        false => timing::arrivals(id, connection).await?,
    };
    let events = "SELECT seq, kind, payload, mover, status, created_at, deadline FROM events WHERE game_id = $1 ORDER BY seq";
    let events = connection.rows(events, id).await?;
    Ok(Some(Game {
        id,
        spec: row.get("spec")?,
        rules_version: row.get("rules_version")?,
        start: row.get("start")?,
        start_status: row.get("start_status")?,
        setup: row.get("setup")?,
        enforcement: row.get("degree")?,
        pace,
        paired: row.get("paired")?,
        arrivals,
        players: row.get("players")?,
        rated: row.get("rated")?,
        created_at: row.get("created_at")?,
        entries: events.iter().enumerate().map(|(seq, row)| entry(seq, row)).collect::<Result<_, _>>()?,
    }))
}

/// Reads a game up to the event that ended it first, with or without a result; `None` if it has not ended.
pub(crate) async fn read_ended(id: GameId, connection: &mut Connection) -> Result<Option<Game>> {
    let Some(mut game) = read_game(id, connection).await? else { return Ok(None) };
    let Some(end) = game.entries.iter().position(tournaments::ends) else { return Ok(None) };
    game.entries.truncate(end + 1);
    Ok(Some(game))
}

pub(crate) async fn has_seat(id: GameId, grant: &Grant, connection: &mut Connection) -> Result<bool> {
    let same = "SELECT 1 FROM seats WHERE hash = $1 AND game_id = $2 AND seat = $3";
    connection.exists(same, (grant.key, id, grant.seat)).await
}

pub(crate) async fn expect_account(id: AccountId, connection: &mut Connection) -> Result<()> {
    some(connection.exists("SELECT 1 FROM accounts WHERE id = $1", id).await?)
}

/// Checks that the session by which a change was authorised has not been ended in the meantime.
pub(crate) async fn expect_session(
    Session { hash, account, .. }: &Session,
    connection: &mut Connection,
) -> Result<()> {
    let session = "SELECT 1 FROM sessions WHERE hash = $1 AND account = $2";
    some(connection.exists(session, (hash, account)).await?)
}

/// Checks that a key, if specified, is still valid for a game; the key may have been replaced since the request was authorized.
pub(crate) async fn expect_key(id: GameId, key: Option<KeyHash>, connection: &mut Connection) -> Result<()> {
    let Some(key) = key else { return Ok(()) };
    some(connection.exists("SELECT 1 FROM seats WHERE hash = $1 AND game_id = $2", (key, id)).await?)
}

/// Parses an event's row, whose sequence number must be `seq`.
pub(crate) fn entry(seq: usize, row: &Row) -> Result<Entry> {
    let stored: i64 = row.get("seq")?;
    if usize::try_from(stored) != Ok(seq) {
        return Err(StoreError::Corrupt(format!("found event {stored} instead of event {seq}")));
    }
    let (kind, payload): (String, String) = (row.get("kind")?, row.get("payload")?);
    let event = Event::from_columns(&kind, &payload)
        .ok_or_else(|| StoreError::Corrupt(format!("event {seq} of kind {kind} is invalid")))?;
    Ok(Entry {
        event,
        mover: row.get("mover")?,
        status: row.get("status")?,
        at: row.get("created_at")?,
        deadline: row.get("deadline")?,
    })
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
