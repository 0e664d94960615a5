//! The interface for bots and tools, in the shape of Lichess's bot and board API: another face of the same commands.

mod challenges;
mod games;
mod people;
mod streams;

use entourage_record::GameId;
use utoipa_axum::router::OpenApiRouter;

use crate::domain::Error;
use crate::services::Services;

/// Routes what programs ask for.
pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .merge(people::routes())
        .merge(challenges::routes())
        .merge(games::routes())
        .merge(streams::routes())
}

/// Reads the name of a game.
fn game_of(text: &str) -> Result<GameId, Error> {
    text.parse().map_err(|()| Error::NoGame)
}
