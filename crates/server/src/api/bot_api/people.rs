use axum::extract::rejection::StringRejection;
use entourage_registry::view::program::{NowPlaying, ProgramAccount};
use serde_json::{Map, Value};

use crate::api::extract::{ToBeABot, ToRead};
use crate::api::prelude::*;

const DEFAULT_COUNT: u32 = 9;

pub(super) fn routes() -> OpenApiRouter<Services> {
    router!(upgrade; playing; user; test)
}

/// How many games to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PlayingQuery {
    /// Maximum number of games, from 1 to 50; 9 by default.
    #[param(minimum = 1, maximum = 50)]
    nb: Option<u32>,
}

/// Upgrade to a bot account
///
/// Permanent, and possible only for accounts that have not played. Bots cannot accept open games.
#[utoipa::path(
    post, path = "/api/bot/account/upgrade", security(("token" = ["bot:play"])),
    responses((status = 200, description = "The account is now a bot account.", body = Done), Conflict, Forbidden)
)]
async fn upgrade(Of(bot_api): Of<BotApi>, Program(owner, _): Program<ToBeABot>) -> Answer<Done> {
    bot_api.upgrade(&owner).await?;
    Ok(Json(Done::YES))
}

/// List your current games
#[utoipa::path(
    get, path = "/api/account/playing", params(PlayingQuery), security(("token" = ["games:read"])),
    responses((status = 200, description = "The games, newest first.", body = NowPlaying), Malformed, Forbidden)
)]
async fn playing(
    Of(bot_api): Of<BotApi>,
    Program(owner, _): Program<ToRead>,
    QueryFields(PlayingQuery { nb }): QueryFields<PlayingQuery>,
) -> Answer<NowPlaying> {
    Ok(Json(bot_api.now_playing(&owner, nb.unwrap_or(DEFAULT_COUNT)).await?))
}

/// Get a player by name
#[utoipa::path(
    get, path = "/api/user/{name}",
    params(("name" = String, Path, description = "The player's name, in upper or lower case; similar-looking letters also match.")),
    responses((status = 200, description = "The player.", body = ProgramAccount), Missing)
)]
async fn user(Of(bot_api): Of<BotApi>, Path(name): Path<String>) -> Answer<ProgramAccount> {
    Ok(Json(bot_api.account(&name).await?))
}

/// Maximum number of tokens in a request.
const MAX_TESTED: usize = 50;

/// Test tokens
///
/// Invalid tokens count towards the limit of sign-in attempts.
#[utoipa::path(
    post, path = "/api/token/test", request_body(content = String, description = "Tokens, separated by commas; only the first 50 are read."),
    responses((status = 200, description = "The account and scopes of each token; null for invalid tokens.", body = Object), Malformed)
)]
async fn test(
    Of(bot_api): Of<BotApi>,
    listener: Listener,
    tokens: Result<String, StringRejection>,
) -> Answer<Map<String, Value>> {
    let tokens = tokens.map_err(|rejection| Error::malformed(rejection.body_text()))?;
    let mut tested = Map::new();
    for token in tokens.split(',').filter(|token| !token.is_empty()).take(MAX_TESTED) {
        let owner = match bot_api.owner(token).await {
            Ok(owner) => owner.tested(),
            Err(Error::BadToken | Error::Banned(_)) => {
                listener.limiter.take(listener.client_addr, Kind::Attempts)?;
                Value::Null
            }
            Err(error) => return Err(error),
        };
        tested.insert(token.to_owned(), owner);
    }
    Ok(Json(tested))
}
