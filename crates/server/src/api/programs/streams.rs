//! What goes on, told to programs line by line.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRequestParts, Path, State as Shared};
use axum::http::request::Parts;
use axum::response::Response;
use entourage_registry::view::program::{GameEvent, ProgramEvent};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::game_of;
use super::games::GamePath;
use crate::api::program::{Player, Program, ToHear};
use crate::domain::Error;
use crate::http::answers::{Forbidden, Missing, Refused};
use crate::http::limiter::Limiter;
use crate::http::ndjson::{Room, Source, answer};
use crate::http::visitor::Visitor;
use crate::programs::Programs;
use crate::programs::events::Events;
use crate::programs::follower::Follower;
use crate::services::Services;

/// Routes streams.
pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(events)).routes(routes!(follow))
}

/// Extracts who wants to open a stream.
struct Listener {
    limiter: Arc<Limiter>,
    visitor: Visitor,
    services: Services,
}

impl FromRequestParts<Services> for Listener {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Error> {
        let Extension(limiter) =
            Extension::from_request_parts(parts, services).await.map_err(|_| Error::Internal)?;
        let Extension(visitor) =
            Extension::from_request_parts(parts, services).await.map_err(|_| Error::Internal)?;
        Ok(Self { limiter, visitor, services: services.clone() })
    }
}

impl Listener {
    /// Makes room for a stream; each counts as a socket does.
    fn room(&self) -> Result<Room, Error> {
        let sitting = self.limiter.sit(self.visitor)?;
        let admission = self.services.games.hub.admit().ok_or(Error::Unavailable)?;
        Ok(Room::new(&self.limiter, self.visitor, sitting, admission))
    }
}

impl Source for Events {
    type Line = ProgramEvent;

    async fn next(&mut self) -> Option<Option<ProgramEvent>> {
        Events::next(self).await
    }
}

impl Source for Follower {
    type Line = GameEvent;

    async fn next(&mut self) -> Option<Option<GameEvent>> {
        Follower::next(self).await
    }
}

/// Tells what goes on: games that begin and end, and challenges.
///
/// Each line is JSON; an empty one comes every few seconds and says that somebody is there. It begins with all games under way and all challenges
/// that wait, so that whoever was cut off connects again and has missed nothing. An account has at most 32 streams open.
#[utoipa::path(
    get,
    path = "/api/stream/event",
    tag = "Programs",
    security(("token" = ["challenge:read", "bot:play", "board:play"])),
    responses((status = 200, description = "Lines, for as long as the client listens.", body = ProgramEvent, content_type = "application/x-ndjson"), Forbidden)
)]
async fn events(
    Shared(programs): Shared<Arc<Programs>>,
    Program(holder, _): Program<ToHear>,
    listener: Listener,
) -> Result<Response, Error> {
    let room = listener.room()?;
    Ok(answer(programs.events(holder).await?, room))
}

/// Tells what goes on in a game that one plays.
///
/// The first line is the whole game; one follows for each thing that happens, and an empty one every few seconds. It ends with the game.
#[utoipa::path(
    get,
    path = "/api/{face}/game/stream/{id}",
    tag = "Programs",
    params(GamePath),
    security(("token" = ["bot:play", "board:play"])),
    responses((status = 200, description = "Lines, until the game is over.", body = GameEvent, content_type = "application/x-ndjson"), Forbidden, Missing, Refused)
)]
async fn follow(
    Shared(programs): Shared<Arc<Programs>>,
    Player(holder): Player,
    listener: Listener,
    Path(GamePath { id, .. }): Path<GamePath>,
) -> Result<Response, Error> {
    let room = listener.room()?;
    Ok(answer(programs.follow(holder, game_of(&id)?).await?, room))
}
