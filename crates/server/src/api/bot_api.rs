//! Routes of the bot API: the ordinary game commands, in the format of the Lichess API.

mod challenges;
mod games;
mod people;
mod streams;

use crate::api::prelude::*;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .merge(people::routes())
        .merge(challenges::routes())
        .merge(games::routes())
        .merge(streams::routes())
}

fn game_of(text: &str) -> Result<GameId, Error> {
    text.parse().map_err(|()| Error::NoGame)
}
