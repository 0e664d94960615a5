//! The HTTP API. Handlers read a request, call the games, accounts or other parts, and return their answers.

mod accounts;
mod extract;
mod finished;
mod games;
mod health;
mod holdings;
mod line;
pub(crate) mod live;
mod lobby;
mod lobby_live;
mod mail;
mod order;
mod own;
mod people;
mod play;
mod prelude;
mod programs;
mod publications;
mod push;
mod sessions;
mod talk;
mod tokens;
mod tournaments;
mod tournaments_live;
mod workshop;

use axum::Json;
use utoipa_axum::router::OpenApiRouter;

use crate::description::tagged;
use crate::domain::Error;
use crate::services::Services;

type Answer<T> = Result<Json<T>, Error>;

pub(crate) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .merge(tagged("Server", health::routes()))
        .merge(tagged("Games", workshop::routes()))
        .merge(tagged("Games", games::routes()))
        .merge(tagged("Games", own::routes()))
        .merge(tagged("Games", publications::routes()))
        .merge(tagged("Games", finished::routes()))
        .merge(tagged("Games", lobby::routes()))
        .merge(tagged("Games", lobby_live::routes()))
        .merge(tagged("Playing", play::routes()))
        .merge(tagged("Playing", live::routes()))
        .merge(tagged("Talking", talk::routes()))
        .merge(tagged("Talking", mail::routes()))
        .merge(tagged("Talking", push::routes()))
        .merge(tagged("People", accounts::routes()))
        .merge(tagged("People", sessions::routes()))
        .merge(tagged("People", holdings::routes()))
        .merge(tagged("People", people::routes()))
        .merge(tagged("Tournaments", tournaments::routes()))
        .merge(tagged("Tournaments", tournaments_live::routes()))
        .merge(tagged("Order", order::routes()))
        .merge(tagged("Programs", tokens::routes()))
        .merge(tagged("Programs", programs::routes()))
}
