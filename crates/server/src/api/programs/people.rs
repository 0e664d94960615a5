use entourage_registry::view::program::{NowPlaying, ProgramAccount};

use crate::api::extract::{ToBeABot, ToRead};
use crate::api::prelude::*;

const USUAL: u32 = 9;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(upgrade)).routes(routes!(playing)).routes(routes!(user))
}

/// Says how many games are told.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Playing {
    /// From 1 to 50; 9 without.
    #[serde(default)]
    #[param(minimum = 1, maximum = 50)]
    nb: Option<u32>,
}

/// Makes the account a bot's.
///
/// It has played nothing yet, and stays a bot's for ever. It takes no games that are offered to people.
#[utoipa::path(
    post, path = "/api/bot/account/upgrade", security(("token" = ["bot:play"])),
    responses((status = 200, description = "It is a bot's.", body = Done), Conflict, Forbidden)
)]
async fn upgrade(Of(programs): Of<Programs>, Program(holder, _): Program<ToBeABot>) -> Answer<Done> {
    programs.upgrade(&holder).await?;
    Ok(Json(Done::YES))
}

/// Lists one's games that are under way.
#[utoipa::path(
    get, path = "/api/account/playing", params(Playing), security(("token" = ["games:read"])),
    responses((status = 200, description = "The newest first.", body = NowPlaying), Malformed, Forbidden)
)]
async fn playing(
    Of(programs): Of<Programs>,
    Program(holder, _): Program<ToRead>,
    Asked(Playing { nb }): Asked<Playing>,
) -> Answer<NowPlaying> {
    Ok(Json(programs.now_playing(&holder, nb.unwrap_or(USUAL)).await?))
}

/// Tells of somebody by name.
#[utoipa::path(
    get, path = "/api/user/{name}",
    params(("name" = String, Path, description = "The name, or one that looks like it.")),
    responses((status = 200, description = "Who they are.", body = ProgramAccount), Missing)
)]
async fn user(Of(programs): Of<Programs>, Path(name): Path<String>) -> Answer<ProgramAccount> {
    Ok(Json(programs.account(&name).await?))
}
