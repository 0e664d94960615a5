//! Results of tournament games.

use entourage_kernel::Side;
use entourage_record::{Entry, Event, GameId, TournamentId};

use crate::database::Connection;
use crate::tournaments::{Outcome, raise};
use crate::{Result, StoreError, ratings};

/// Returns whether an event ends a game, with or without a result.
pub(crate) fn ends(entry: &Entry) -> bool {
    entry.status.as_deref().is_some_and(|status| status == "aborted") || ratings::ends(entry)
}

pub(crate) async fn is_awaited(game: GameId, connection: &mut Connection) -> Result<bool> {
    connection.exists("SELECT 1 FROM pairings WHERE game = $1 AND outcome IS NULL", game).await
}

/// Records the result of a tournament game if an event ends the game; `connection` is the event's transaction. If a game ends more than
/// once, only the first result counts.
pub(crate) async fn settle(game: GameId, entry: &Entry, connection: &mut Connection) -> Result<()> {
    if !ends(entry) || !is_awaited(game, connection).await? {
        return Ok(());
    }
    if let Some(outcome) = recorded(game, connection).await? {
        end(game, outcome, entry.at, connection).await?;
    }
    Ok(())
}

/// Removes a deleted game from its pairing. If the game was unfinished, neither player gets points.
pub(crate) async fn forget_game(game: GameId, connection: &mut Connection) -> Result<()> {
    let at: Option<i64> = connection.optional("SELECT created_at FROM games WHERE id = $1", game).await?;
    end(game, Outcome::Neither, at.unwrap_or(0), connection).await?;
    connection.execute("UPDATE pairings SET game = NULL WHERE game = $1", game).await.map(drop)
}

/// Records a result unless the game already has one; returns whether it was recorded.
pub(super) async fn end(game: GameId, outcome: Outcome, at: i64, connection: &mut Connection) -> Result<bool> {
    let id = "SELECT tournament FROM pairings WHERE game = $1 AND outcome IS NULL";
    let Some(id) = connection.optional::<TournamentId>(id, game).await? else { return Ok(false) };
    connection.lock(id).await?;
    let row = "UPDATE pairings SET outcome = $2, ended_at = $3 WHERE game = $1 AND outcome IS NULL";
    let ended = connection.execute(row, (game, outcome, at)).await? > 0;
    if ended {
        raise(id, true, connection).await?;
    }
    Ok(ended)
}

/// Returns the first result of a game according to its events.
pub(super) async fn recorded(game: GameId, connection: &mut Connection) -> Result<Option<Outcome>> {
    let row = "SELECT e.kind, e.payload, e.status,
             (SELECT COUNT(*) FROM events m WHERE m.game_id = $1 AND m.seq <= e.seq AND m.kind IN ('move', 'turn'))
         FROM events e
         WHERE e.game_id = $1 AND (e.status LIKE 'win-%' OR e.status LIKE 'draw%' OR e.status = 'aborted')
         ORDER BY e.seq LIMIT 1";
    let row: Option<(String, String, String, u32)> = connection.optional(row, game).await?;
    let Some((kind, payload, status, moves)) = row else { return Ok(None) };
    let event = Event::from_columns(&kind, &payload)
        .ok_or_else(|| StoreError::Corrupt(format!("an event has the unknown kind {kind}")))?;
    Ok(Some(outcome(&event, moves, ratings::result(&status))))
}

/// Returns the outcome of a game: the game counts as played if both sides have moved or a move ended the game.
fn outcome(event: &Event, moves: u32, result: Option<Option<Side>>) -> Outcome {
    let played = moves >= 2 || matches!(event, Event::Move { .. } | Event::Turn { .. });
    match (result, event) {
        (Some(None), _) => Outcome::Drawn,
        (Some(Some(side)), _) if played => Outcome::Won(side),
        (Some(Some(side)), _) => Outcome::Forfeit(side),
        (None, Event::Abort { side }) => Outcome::Forfeit(!*side),
        // The side to move did not make its first move in time.
        (None, _) => Outcome::Forfeit(if moves.is_multiple_of(2) { Side::Second } else { Side::First }),
    }
}
