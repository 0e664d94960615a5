use entourage_registry::view::program::{GameEvent, ProgramEvent};

use super::game_of;
use super::games::GamePath;
use crate::api::extract::{Player, ToHear};
use crate::api::prelude::*;
use crate::http::ndjson::{Room, Source, answer};
use crate::programs::events::Events;
use crate::programs::follower::Follower;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(events)).routes(routes!(follow))
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
    get, path = "/api/stream/event", security(("token" = ["challenge:read", "bot:play", "board:play"])),
    responses((status = 200, description = "Lines, for as long as the client listens.", body = ProgramEvent, content_type = "application/x-ndjson"), Forbidden)
)]
async fn events(
    Of(programs): Of<Programs>,
    Program(holder, _): Program<ToHear>,
    listener: Listener,
) -> Result<Response, Error> {
    let room = Room::new(&listener.limiter, listener.visitor, listener.admit()?);
    Ok(answer(programs.events(holder).await?, room))
}

/// Tells what goes on in a game that one plays.
///
/// The first line is the whole game; one follows for each thing that happens, and an empty one every few seconds. It ends with the game.
#[utoipa::path(
    get, path = "/api/{face}/game/stream/{id}", params(GamePath), security(("token" = ["bot:play", "board:play"])),
    responses((status = 200, description = "Lines, until the game is over.", body = GameEvent, content_type = "application/x-ndjson"), Forbidden, Missing, Refused)
)]
async fn follow(
    Of(programs): Of<Programs>,
    Player(holder): Player,
    listener: Listener,
    Path(GamePath { id, .. }): Path<GamePath>,
) -> Result<Response, Error> {
    let room = Room::new(&listener.limiter, listener.visitor, listener.admit()?);
    Ok(answer(programs.follow(holder, game_of(&id)?).await?, room))
}
