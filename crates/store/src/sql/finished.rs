//! Finished games that everybody may find: how they come into the list with their end, are looked through, and go.

use entourage_kernel::Side;
use entourage_rating::{Class, Pool};
use entourage_record::{AccountId, Entry, Event, GameId, Ledger, Seat};

use super::pool::Connection;
use super::query::query;
use super::row::{Row, owner};
use super::{ratings, read_game};
use crate::{Finished, LastLook, Looked, Passed, StoreError};

/// The most positions that are stored by one statement.
const AT_ONCE: usize = 100;

/// Returns the name of a game among specs: what stands before its options.
pub(super) fn name_of(spec: &str) -> &str {
    spec.split_once(':').map_or(spec, |(name, _)| name)
}

/// Tells whether an event may change whether a game has ended, or is to be found.
pub(super) fn concerns(entry: &Entry) -> bool {
    ratings::ends(entry) || goes_back(entry)
}

/// Tells whether an event may have a game go on that had ended.
fn goes_back(entry: &Entry) -> bool {
    matches!(entry.event, Event::Takeback { .. } | Event::Protest { .. })
}

/// Tells whether both players agreed to show a game before it began, and nobody has taken that back.
pub(super) async fn is_listed(id: GameId, connection: &mut Connection) -> Result<bool, StoreError> {
    let row = query("SELECT 1 FROM publications WHERE game_id = $1 AND listed <> 0").bind(id.to_string());
    Ok(row.fetch_optional(connection).await?.is_some())
}

/// Puts a game that ends by an event into the list, or takes one out that goes on, within the transaction that stores the event.
pub(super) async fn settle(id: GameId, entry: &Entry, connection: &mut Connection) -> Result<(), StoreError> {
    match ratings::ends(entry) {
        true => put(id, connection).await,
        false if goes_back(entry) => forget(id, connection).await,
        false => Ok(()),
    }
}

/// Puts a game into the list if it belongs there and does not stand in it.
pub(super) async fn put(id: GameId, connection: &mut Connection) -> Result<(), StoreError> {
    // Nobody leaves from here on.
    connection.lock(ratings::ORDER).await?;
    let Some(Finished { spec, class, at, winner, cause, plies, rated, accounts, ratings, .. }) =
        reckon(id, connection).await?
    else {
        return Ok(());
    };
    let [first, second] = accounts.map(|account| account.map(|account| account.to_string()));
    query(
        "INSERT INTO finished (game_id, game, spec, class, at, winner, cause, plies, rated, account_1, account_2, rating_1, rating_2)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (game_id) DO NOTHING",
    )
    .bind(id.to_string())
    .bind(name_of(&spec))
    .bind(&spec)
    .bind(class.map(Class::word))
    .bind(at)
    .bind(winner.map(|side| side.number() as i64))
    .bind(cause)
    .bind(plies)
    .bind(rated)
    .bind(first)
    .bind(second)
    .bind(ratings[0])
    .bind(ratings[1])
    .execute(connection)
    .await?;
    Ok(())
}

/// Says what is to be kept of a game by its record; `None` if it has not ended, or not everybody may find it.
pub(super) async fn reckon(id: GameId, connection: &mut Connection) -> Result<Option<Finished>, StoreError> {
    if !is_listed(id, connection).await? {
        return Ok(None);
    }
    let Some(game) = read_game(id, connection).await? else { return Ok(None) };
    // What is said after the end has its words, too.
    let after = game.entries.iter().rposition(|entry| !ratings::ends(entry)).map_or(0, |last| last + 1);
    let Some(end) = game.entries.get(after) else { return Ok(None) };
    let Some((winner, cause)) = end.status.as_deref().and_then(ratings::result_and_cause) else {
        return Ok(None);
    };
    // What makes no sense is told by whoever reads the game itself.
    let plies = Ledger::of(game.entries.iter().map(|entry| &entry.event)).map_or(0, |told| told.moves().len());
    let class = Class::of(game.pace);
    let accounts = ratings::players(id, connection).await?;
    let counted = ratings::before(id, connection).await?;
    let mut points = counted.unwrap_or_default();
    if counted.is_none()
        && let Some(class) = class
    {
        let pool = Pool { game: game.spec.clone(), class };
        for (points, account) in points.iter_mut().zip(accounts) {
            let Some(account) = account else { continue };
            // A rating that another game has changed since is not that of then.
            let rated = ratings::read(account, &pool, connection).await?.filter(|rated| rated.at <= end.at);
            *points = rated.map(|rated| rated.now(end.at).points());
        }
    }
    Ok(Some(Finished {
        game: id,
        class,
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

/// Takes a game out of the list.
pub(super) async fn forget(id: GameId, connection: &mut Connection) -> Result<(), StoreError> {
    for row in ["DELETE FROM positions WHERE game_id = $1", "DELETE FROM finished WHERE game_id = $1"] {
        query(row).bind(id.to_string()).execute(connection).await?;
    }
    Ok(())
}

/// Names an account no more that goes.
pub(super) async fn forget_account(account: AccountId, connection: &mut Connection) -> Result<(), StoreError> {
    for row in [
        "UPDATE finished SET account_1 = NULL WHERE account_1 = $1",
        "UPDATE finished SET account_2 = NULL WHERE account_2 = $1",
    ] {
        query(row).bind(account.to_string()).execute(connection).await?;
    }
    Ok(())
}

/// Names the account whose a seat of a finished game is by now.
pub(super) async fn claim(
    id: GameId,
    seat: Seat,
    account: AccountId,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    let row = match seat {
        Seat::Side(Side::First) => "UPDATE finished SET account_1 = $2 WHERE game_id = $1",
        Seat::Side(Side::Second) => "UPDATE finished SET account_2 = $2 WHERE game_id = $1",
        Seat::Both | Seat::Watch => return Ok(()),
    };
    query(row).bind(id.to_string()).bind(account.to_string()).execute(connection).await?;
    Ok(())
}

/// Stores what a game that ended at a time comes to, within a transaction.
pub(super) async fn keep_looked(
    id: GameId,
    at: i64,
    looked: &Looked,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    let Looked { reading, last, passed } = looked;
    let row = query(
        "UPDATE finished SET looked = $3, unreadable = $4, played = $5, position = $6 WHERE game_id = $1 AND at = $2",
    );
    let row = row.bind(id.to_string()).bind(at).bind(*reading).bind(last.is_none());
    let row = row.bind(last.as_ref().map(|last| last.spec.as_str()));
    let row = row.bind(last.as_ref().map(|last| last.position.as_str()));
    if row.execute(connection).await? == 0 {
        return Ok(());
    }
    query("DELETE FROM positions WHERE game_id = $1").bind(id.to_string()).execute(connection).await?;
    for some in passed.chunks(AT_ONCE) {
        let places: Vec<String> = (0..some.len())
            .map(|row| 3 * row + 3)
            .map(|n| format!("(${n}, $2, $1, ${}, ${})", n + 1, n + 2))
            .collect();
        let insert =
            format!("INSERT INTO positions (key, at, game_id, ply, next_move) VALUES {}", places.join(", "));
        let insert = query(sqlx::AssertSqlSafe(insert)).bind(id.to_string()).bind(at);
        let insert = some
            .iter()
            .fold(insert, |insert, passed| insert.bind(passed.key).bind(passed.ply).bind(&passed.next));
        insert.execute(connection).await?;
    }
    Ok(())
}

/// Reads what is kept of a game.
pub(super) async fn kept(
    id: GameId,
    connection: &mut Connection,
) -> Result<Option<(Finished, Looked)>, StoreError> {
    let row = query("SELECT * FROM finished WHERE game_id = $1").bind(id.to_string());
    let Some(row) = row.fetch_optional(connection).await? else { return Ok(None) };
    let passed = query("SELECT key, ply, next_move FROM positions WHERE game_id = $1 ORDER BY ply");
    let passed = passed.bind(id.to_string()).fetch_all(connection).await?;
    let passed = passed.iter().map(|row| {
        Ok(Passed { key: row.try_get("key")?, ply: row.try_get("ply")?, next: row.try_get("next_move")? })
    });
    let looked = Looked {
        reading: row.try_get("looked")?,
        last: last_look(&row)?,
        passed: passed.collect::<Result<_, StoreError>>()?,
    };
    Ok(Some((finished(&row)?, looked)))
}

/// Reads what a game looked like last.
pub(super) fn last_look(row: &Row) -> Result<Option<LastLook>, StoreError> {
    let (spec, position): (Option<String>, Option<String>) = (row.try_get("played")?, row.try_get("position")?);
    Ok(spec.zip(position).map(|(spec, position)| LastLook { spec, position }))
}

/// Reads the row of a finished game.
pub(super) fn finished(row: &Row) -> Result<Finished, StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt(format!("a finished game has no {what}"));
    let (class, winner): (Option<String>, Option<i64>) = (row.try_get("class")?, row.try_get("winner")?);
    let class = class.map(|word| Class::from_word(&word).ok_or_else(|| corrupt("class")));
    let side = |number: i64| Side::BOTH.into_iter().find(|side| side.number() as i64 == number);
    let account = |column: &str| -> Result<Option<AccountId>, StoreError> {
        row.try_get::<Option<String>>(column)?.map(|_| owner(row, column)).transpose()
    };
    Ok(Finished {
        game: row.try_get::<String>("game_id")?.parse().map_err(|()| corrupt("name"))?,
        spec: row.try_get("spec")?,
        class: class.transpose()?,
        at: row.try_get("at")?,
        winner: winner.map(|winner| side(winner).ok_or_else(|| corrupt("winner"))).transpose()?,
        cause: row.try_get("cause")?,
        plies: row.try_get("plies")?,
        rated: row.try_get("rated")?,
        accounts: [account("account_1")?, account("account_2")?],
        ratings: [row.try_get("rating_1")?, row.try_get("rating_2")?],
    })
}
