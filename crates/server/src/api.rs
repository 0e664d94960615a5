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

use std::sync::Arc;

use axum::Json;
use axum::extract::FromRef;
use entourage_registry::Registry;
use utoipa_axum::router::OpenApiRouter;

use crate::accounts::Accounts;
use crate::domain::Error;
use crate::games::Games;
use crate::order::Order;
use crate::people::People;
use crate::programs::Programs;
use crate::push::Push;

/// What requests are answered from; a handler names the part that it needs.
#[derive(Clone)]
pub(crate) struct Services {
    pub games: Arc<Games>,
    pub accounts: Arc<Accounts>,
    pub order: Arc<Order>,
    pub people: Arc<People>,
    pub programs: Arc<Programs>,
    pub push: Arc<Push>,
}

impl FromRef<Services> for Registry {
    fn from_ref(services: &Services) -> Self {
        services.games.registry.clone()
    }
}

macro_rules! services {
    ($($part:ident: $service:ty),*) => {
        $(impl FromRef<Services> for Arc<$service> {
            fn from_ref(services: &Services) -> Self {
                Arc::clone(&services.games.$part)
            }
        })*
    };
}

impl FromRef<Services> for Arc<Games> {
    fn from_ref(services: &Services) -> Self {
        Arc::clone(&services.games)
    }
}

impl FromRef<Services> for Arc<Accounts> {
    fn from_ref(services: &Services) -> Self {
        Arc::clone(&services.accounts)
    }
}

impl FromRef<Services> for Arc<Order> {
    fn from_ref(services: &Services) -> Self {
        Arc::clone(&services.order)
    }
}

impl FromRef<Services> for Arc<Programs> {
    fn from_ref(services: &Services) -> Self {
        Arc::clone(&services.programs)
    }
}

impl FromRef<Services> for Arc<People> {
    fn from_ref(services: &Services) -> Self {
        Arc::clone(&services.people)
    }
}

impl FromRef<Services> for Arc<Push> {
    fn from_ref(services: &Services) -> Self {
        Arc::clone(&services.push)
    }
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
    finder: crate::games::finder::Finder,
    subscriptions: crate::games::subscriptions::Subscriptions,
    deletions: crate::games::deletions::Deletions,
    holdings: crate::games::holdings::Holdings,
    ratings: crate::games::ratings::Ratings,
    lobby: crate::games::lobby::Lobby,
    tournaments: crate::games::tournaments::Tournaments,
    shelf: crate::games::shelf::Shelf,
    workshop: crate::games::workshop::Workshop,
    health: crate::health::Health
}

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
