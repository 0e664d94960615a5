use entourage_registry::view::program::{GameEvent, ProgramEvent};
use futures_util::stream::unfold;

use super::game_of;
use super::games::GamePath;
use crate::api::extract::{Player, ToHear};
use crate::api::prelude::*;
use crate::http::ndjson::{Room, answer};

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(events)).routes(routes!(follow))
}

/// Stream incoming events
///
/// Reports challenges and the beginning and end of games. Starts with all current games and pending challenges,
/// so that clients miss nothing after reconnecting. Each line is JSON; an empty line is sent every few seconds
/// to keep the connection alive. At most 32 streams per account.
#[utoipa::path(
    get, path = "/api/stream/event", security(("token" = ["challenge:read", "bot:play", "board:play"])),
    responses((status = 200, description = "Events, until the client disconnects.", body = ProgramEvent, content_type = "application/x-ndjson"), Forbidden)
)]
async fn events(
    Of(bot_api): Of<BotApi>,
    Program(owner, _): Program<ToHear>,
    listener: Listener,
) -> Result<Response, Error> {
    let room = Room::new(&listener.limiter, listener.client_addr, listener.admit()?);
    let events = bot_api.events(owner).await?;
    Ok(answer(unfold(events, async |mut events| Some((events.next().await?, events))), room))
}

/// Stream a game
///
/// The first line is the full game, followed by a line for each event and an empty line every few seconds. The
/// stream ends when the game is over.
#[utoipa::path(
    get, path = "/api/{face}/game/stream/{id}", params(GamePath), security(("token" = ["bot:play", "board:play"])),
    responses((status = 200, description = "Events, until the game ends.", body = GameEvent, content_type = "application/x-ndjson"), Forbidden, Missing, Refused)
)]
async fn follow(
    Of(bot_api): Of<BotApi>,
    Player(owner): Player,
    listener: Listener,
    Path(GamePath { id, .. }): Path<GamePath>,
) -> Result<Response, Error> {
    let room = Room::new(&listener.limiter, listener.client_addr, listener.admit()?);
    let follower = bot_api.follow(owner, game_of(&id)?).await?;
    Ok(answer(unfold(follower, async |mut follower| Some((follower.next().await?, follower))), room))
}
