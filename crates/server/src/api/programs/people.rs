use entourage_registry::view::program::{NowPlaying, ProgramAccount};

use crate::api::extract::{ToBeABot, ToRead};
use crate::api::prelude::*;

const USUAL: u32 = 9;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(upgrade)).routes(routes!(playing)).routes(routes!(user))
}

/// How many games to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Playing {
    /// From 1 to 50, by default 9.
    #[serde(default)]
    #[param(minimum = 1, maximum = 50)]
    nb: Option<u32>,
}

/// Upgrade to a bot account
///
/// Only for accounts without games, and permanent. Bots cannot accept games that are offered to people.
#[utoipa::path(
    post, path = "/api/bot/account/upgrade", security(("token" = ["bot:play"])),
    responses((status = 200, description = "The account is a bot now.", body = Done), Conflict, Forbidden)
)]
async fn upgrade(Of(programs): Of<Programs>, Program(holder, _): Program<ToBeABot>) -> Answer<Done> {
    programs.upgrade(&holder).await?;
    Ok(Json(Done::YES))
}

/// List your current games
#[utoipa::path(
    get, path = "/api/account/playing", params(Playing), security(("token" = ["games:read"])),
    responses((status = 200, description = "The games, newest first.", body = NowPlaying), Malformed, Forbidden)
)]
async fn playing(
    Of(programs): Of<Programs>,
    Program(holder, _): Program<ToRead>,
    Asked(Playing { nb }): Asked<Playing>,
) -> Answer<NowPlaying> {
    Ok(Json(programs.now_playing(&holder, nb.unwrap_or(USUAL)).await?))
}

/// Get a player by name
#[utoipa::path(
    get, path = "/api/user/{name}",
    params(("name" = String, Path, description = "The name; case and similar-looking letters do not matter.")),
    responses((status = 200, description = "The player.", body = ProgramAccount), Missing)
)]
async fn user(Of(programs): Of<Programs>, Path(name): Path<String>) -> Answer<ProgramAccount> {
    Ok(Json(programs.account(&name).await?))
}
