//! The interface for programs. A handler reads a request, lets the games do what it asks, and writes down what they say.

mod clocks;
mod definitions;
mod event_number;
mod games;
mod health;
mod invitations;
mod list_page;
pub(crate) mod live;
mod mail;
mod own;
mod play;
mod publications;
mod talk;
mod workshop;

use std::sync::Arc;

use axum::Json;
use axum::extract::FromRef;
use entourage_registry::Registry;
use utoipa_axum::router::OpenApiRouter;

use crate::games::Games;
use crate::http::failure::Failure;

/// What requests are answered from; a handler names the part that it needs.
#[derive(Clone)]
pub(crate) struct Services(pub Arc<Games>);

impl FromRef<Services> for Registry {
    fn from_ref(services: &Services) -> Self {
        services.0.registry.clone()
    }
}

macro_rules! services {
    ($($part:ident: $service:ty),*) => {
        $(impl FromRef<Services> for Arc<$service> {
            fn from_ref(services: &Services) -> Self {
                Arc::clone(&services.0.$part)
            }
        })*
    };
}

services! {
    seats: crate::games::seats::Seats,
    creation: crate::games::creation::Creation,
    play: crate::games::play::Play,
    chat: crate::games::chat::Chat,
    notes: crate::games::notes::Notes,
    preparing: crate::games::preparing::Preparing,
    previews: crate::games::previews::Previews,
    invitations: crate::games::invitations::Invitations,
    publications: crate::games::publications::Publications,
    watching: crate::games::watching::Watching,
    subscriptions: crate::games::subscriptions::Subscriptions,
    deletions: crate::games::deletions::Deletions,
    shelf: crate::games::shelf::Shelf,
    workshop: crate::games::workshop::Workshop,
    health: crate::health::Health
}

type Answer<T> = Result<Json<T>, Failure>;

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
        .merge(live::routes())
        .merge(invitations::routes())
}
