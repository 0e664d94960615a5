//! What stands beside the players of a game: their names, and whether programs play under them.

use entourage_record::{GameId, Player};
use entourage_store::Store;

use super::report::failed;
use crate::domain::game_error::GameError;
use crate::domain::nameplates::Nameplates;
use crate::seating::names_shown;

/// Reads what stands beside those who play a game.
pub(super) async fn nameplates(
    store: &Store,
    game: GameId,
    players: &[Player; 2],
) -> Result<Nameplates, GameError> {
    let names = names_shown(players, store.names(game).await.map_err(failed)?);
    if names == [None, None] {
        return Ok(Nameplates::default());
    }
    let [one, two] = store.bots_in(game).await.map_err(failed)?;
    let bots = [one && names[0].is_some(), two && names[1].is_some()];
    Ok(Nameplates { names, bots })
}
