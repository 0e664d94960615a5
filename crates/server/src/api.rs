//! The HTTP API. Handlers parse requests, call the services and return the results.

mod account_games;
mod accounts;
mod bot_api;
mod boxed;
mod chat;
mod connection;
mod download;
mod extract;
mod finished;
mod game_data;
mod games;
mod health;
pub(crate) mod live;
mod lobby;
mod lobby_live;
mod mail;
mod moderation;
mod people;
mod play;
mod prelude;
mod public_games;
mod push;
mod puzzles;
mod sessions;
mod studies;
mod studies_live;
mod subscriber;
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
        .merge(tagged("Games", game_data::routes()))
        .merge(tagged("Games", public_games::routes()))
        .merge(tagged("Games", finished::routes()))
        .merge(tagged("Games", lobby::routes()))
        .merge(tagged("Games", lobby_live::routes()))
        .merge(tagged("Playing", play::routes()))
        .merge(tagged("Playing", live::routes()))
        .merge(tagged("Chat and notifications", chat::routes()))
        .merge(tagged("Chat and notifications", mail::routes()))
        .merge(tagged("Chat and notifications", push::routes()))
        .merge(tagged("Accounts and players", accounts::routes()))
        .merge(tagged("Accounts and players", sessions::routes()))
        .merge(tagged("Accounts and players", account_games::routes()))
        .merge(tagged("Accounts and players", people::routes()))
        .merge(tagged("Tournaments", tournaments::routes()))
        .merge(tagged("Tournaments", tournaments_live::routes()))
        .merge(tagged("Studies", studies::routes()))
        .merge(tagged("Studies", studies_live::routes()))
        .merge(tagged("Puzzles", puzzles::routes()))
        .merge(tagged("Moderation", moderation::routes()))
        .merge(tagged("Bot API", tokens::routes()))
        .merge(tagged("Bot API", bot_api::routes()))
}
