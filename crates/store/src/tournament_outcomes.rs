//! Results of tournament games.

use entourage_kernel::Side;
use entourage_record::{Entry, Event, Game, GameId, TournamentId};

use crate::database::Connection;
use crate::games::read_ended;
use crate::tournaments::{Outcome, raise};
use crate::{Result, ratings};

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
        let absent = match entry.event {
            Event::Absent { side } => vec![side],
            Event::Lapse {} => Side::BOTH.to_vec(),
            _ => Vec::new(),
        };
        end(game, outcome, &absent, entry.at, connection).await?;
    }
    Ok(())
}

/// Removes a deleted game from its pairing. If the game was unfinished, neither player gets points.
pub(crate) async fn forget_game(game: GameId, connection: &mut Connection) -> Result<()> {
    let at: Option<i64> = connection.optional("SELECT created_at FROM games WHERE id = $1", game).await?;
    end(game, Outcome::Neither, &[], at.unwrap_or(0), connection).await?;
    connection.execute("UPDATE pairings SET game = NULL WHERE game = $1", game).await.map(drop)
}

/// Records a result unless the game already has one; returns whether it was recorded. Players who were absent are not paired again until
/// they [enter](crate::Store::enter) again.
pub(super) async fn end(
    game: GameId,
    outcome: Outcome,
    absent: &[Side],
    at: i64,
    connection: &mut Connection,
) -> Result<bool> {
    let id = "SELECT tournament FROM pairings WHERE game = $1 AND outcome IS NULL";
    let Some(id) = connection.optional::<TournamentId>(id, game).await? else { return Ok(false) };
    connection.lock(id).await?;
    let row = "UPDATE pairings SET outcome = $2, ended_at = $3 WHERE game = $1 AND outcome IS NULL";
    let ended = connection.execute(row, (game, outcome, at)).await? > 0;
    if ended {
        for side in absent {
            let row = "UPDATE entrants SET absent = TRUE, until_round = (SELECT MAX(round) FROM pairings WHERE tournament = $1)
                 WHERE tournament = $1 AND until_round IS NULL
                     AND number = (SELECT CASE WHEN $2 = 1 THEN first ELSE second END FROM pairings WHERE game = $3)";
            connection.execute(row, (id, side, game)).await?;
        }
        raise(id, true, connection).await?;
    }
    Ok(ended)
}

/// Returns the first result of a game according to its events.
pub(super) async fn recorded(game: GameId, connection: &mut Connection) -> Result<Option<Outcome>> {
    Ok(read_ended(game, connection).await?.as_ref().and_then(outcome))
}

/// Returns the outcome of a game that ended with its last event. A win counts as a forfeit if the game was not played.
fn outcome(game: &Game) -> Option<Outcome> {
    let end = game.entries.last()?;
    Some(match (end.status.as_deref().and_then(ratings::result), &end.event) {
        (Some(None), _) => Outcome::Drawn,
        (Some(Some(side)), _) if game.is_played() => Outcome::Won(side),
        (Some(Some(side)), _) => Outcome::Forfeit(side),
        (None, Event::Abort { side }) => Outcome::Forfeit(!*side),
        (None, _) => Outcome::Neither,
    })
}
