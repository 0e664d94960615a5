//! The interface for programs. A handler reads a request, lets the games do what it asks, and writes down what they say.

mod accounts;
mod addresses;
mod clocks;
mod definitions;
mod event_number;
mod finished;
mod games;
mod health;
mod holdings;
mod invitations;
mod line;
mod list_page;
pub(crate) mod live;
mod lobby;
mod lobby_live;
mod mail;
mod offerer;
mod order;
mod own;
mod people;
mod play;
mod program;
mod programs;
mod publications;
mod push;
mod ratings;
mod sessions;
mod socket;
mod talk;
mod tokens;
mod tournaments;
mod tournaments_live;
mod workshop;

use axum::Json;
use utoipa_axum::router::OpenApiRouter;

use crate::domain::Error;
use crate::services::Services;

type Answer<T> = Result<Json<T>, Error>;

/// Routes the interface.
pub(crate) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .merge(health::routes())
        .merge(definitions::routes())
        .merge(workshop::routes())
        .merge(games::routes())
        .merge(play::routes())
        .merge(clocks::routes())
        .merge(talk::routes())
        .merge(mail::routes())
        .merge(own::routes())
        .merge(publications::routes())
        .merge(finished::routes())
        .merge(accounts::routes())
        .merge(addresses::routes())
        .merge(sessions::routes())
        .merge(tokens::routes())
        .merge(programs::routes())
        .merge(holdings::routes())
        .merge(ratings::routes())
        .merge(lobby::routes())
        .merge(lobby_live::routes())
        .merge(tournaments::routes())
        .merge(tournaments_live::routes())
        .merge(order::routes())
        .merge(people::routes())
        .merge(push::routes())
        .merge(live::routes())
        .merge(invitations::routes())
}
