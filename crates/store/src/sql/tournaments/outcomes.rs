//! What comes of the games of tournaments.

use entourage_kernel::Side;
use entourage_record::{Entry, Event, GameId};

use super::super::pool::Connection;
use super::super::query::query;
use super::super::ratings;
use super::raise;
use super::rows::{corrupt, named};
use crate::StoreError;
use crate::tournament::Outcome;

/// Tells whether a game is over by an event, with a result or without.
pub(in crate::sql) fn ends(entry: &Entry) -> bool {
    entry.status.as_deref().is_some_and(|status| status == "aborted") || ratings::ends(entry)
}

/// Tells whether a tournament waits for the end of a game.
pub(in crate::sql) async fn is_awaited(game: GameId, connection: &mut Connection) -> Result<bool, StoreError> {
    let row = query("SELECT 1 FROM pairings WHERE game = $1 AND outcome IS NULL").bind(game.to_string());
    Ok(row.fetch_optional(connection).await?.is_some())
}

/// Tells a tournament what came of a game of its that ends by an event, within the transaction that stores it. What counts is the first end.
pub(in crate::sql) async fn settle(
    game: GameId,
    entry: &Entry,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    if !ends(entry) || !is_awaited(game, connection).await? {
        return Ok(());
    }
    if let Some(outcome) = recorded(game, connection).await? {
        end(game, outcome, entry.at, connection).await?;
    }
    Ok(())
}

/// Forgets a game; one that was not over counts for nobody.
pub(in crate::sql) async fn forget_game(game: GameId, connection: &mut Connection) -> Result<(), StoreError> {
    let row = query("SELECT created_at FROM games WHERE id = $1").bind(game.to_string());
    let row = row.fetch_optional(connection).await?;
    let at = row.map_or(Ok(0), |row| row.try_get("created_at"))?;
    end(game, Outcome::Neither, at, connection).await?;
    let row = query("UPDATE pairings SET game = NULL WHERE game = $1").bind(game.to_string());
    row.execute(connection).await.map(drop)
}

/// Keeps what came of a game, if nothing did yet; returns whether that changes anything.
pub(super) async fn end(
    game: GameId,
    outcome: Outcome,
    at: i64,
    connection: &mut Connection,
) -> Result<bool, StoreError> {
    let row = query("SELECT tournament FROM pairings WHERE game = $1 AND outcome IS NULL");
    let Some(row) = row.bind(game.to_string()).fetch_optional(connection).await? else { return Ok(false) };
    let id = named(&row, "tournament")?;
    connection.lock(&id.to_string()).await?;
    let row = query("UPDATE pairings SET outcome = $2, ended_at = $3 WHERE game = $1 AND outcome IS NULL");
    let ended = row.bind(game.to_string()).bind(outcome.word()).bind(at).execute(connection).await? > 0;
    if ended {
        raise(id, true, connection).await?;
    }
    Ok(ended)
}

/// Finds what came of a game first, by its events.
pub(super) async fn recorded(game: GameId, connection: &mut Connection) -> Result<Option<Outcome>, StoreError> {
    let row = query(
        "SELECT e.kind, e.payload, e.status,
             (SELECT COUNT(*) FROM events m WHERE m.game_id = $1 AND m.seq <= e.seq AND m.kind IN ('move', 'turn')) AS moves
         FROM events e
         WHERE e.game_id = $1 AND (e.status LIKE 'win-%' OR e.status LIKE 'draw%' OR e.status = 'aborted')
         ORDER BY e.seq LIMIT 1",
    );
    let Some(row) = row.bind(game.to_string()).fetch_optional(connection).await? else { return Ok(None) };
    let (kind, payload): (String, String) = (row.try_get("kind")?, row.try_get("payload")?);
    let event = Event::from_columns(&kind, &payload).ok_or_else(|| corrupt("end"))?;
    let moves: u32 = row.try_get("moves")?;
    let result = ratings::result(&row.try_get::<String>("status")?);
    Ok(Some(outcome(&event, moves, result)))
}

/// Says what came of a game that ends by an event after so many moves: it was played if both sides have moved, or the rules ended it.
fn outcome(event: &Event, moves: u32, result: Option<Option<Side>>) -> Outcome {
    let played = moves >= 2 || matches!(event, Event::Move { .. } | Event::Turn { .. });
    match (result, event) {
        (Some(None), _) => Outcome::Drawn,
        (Some(Some(side)), _) if played => Outcome::Won(side),
        (Some(Some(side)), _) => Outcome::Forfeit(side),
        (None, Event::Abort { side }) => Outcome::Forfeit(!*side),
        // Who was to move has let it run out.
        (None, _) => Outcome::Forfeit(if moves.is_multiple_of(2) { Side::Second } else { Side::First }),
    }
}
