use entourage_registry::view::program::{ChallengeJson, ChallengeLists};

use crate::api::extract::{ToAnswer, ToChallenge, ToSeeChallenges};
use crate::api::prelude::*;
use crate::bot_api::challenges::Terms;
use crate::http::body::{Fields, number, truth};

pub(super) fn routes() -> OpenApiRouter<Services> {
    router!(list; create; accept; decline; cancel)
}

/// The terms of a challenge, as JSON or form data.
#[derive(Deserialize, ToSchema)]
struct ChallengeRequest {
    /// Whether the game is rated.
    #[serde(default, deserialize_with = "truth")]
    rated: bool,
    /// Main time in seconds.
    #[serde(rename = "clock.limit", default, deserialize_with = "number")]
    limit: Option<u64>,
    /// Increment per move in seconds.
    #[serde(rename = "clock.increment", default, deserialize_with = "number")]
    increment: Option<u64>,
    /// Days per move, for correspondence games.
    #[serde(default, deserialize_with = "number")]
    days: Option<u64>,
    /// A time control in the notation of docs/CLOCKS.md, instead of the fields above.
    pace: Option<String>,
    /// Rule enforcement: `enforced` (the default), `warned` or `free`.
    #[serde(rename = "degree")]
    enforcement: Option<String>,
    /// The challenger's side: `white` (moves first), `black` or `random`.
    color: Option<String>,
    /// The game's spec. `standard`, the default, is the game of PGN records without a `Variant` tag.
    variant: Option<String>,
    /// Only `startpos`, the default, is supported.
    fen: Option<String>,
}

fn challenge_of(text: &str) -> Result<GameId, Error> {
    text.parse().map_err(|()| Error::NoSeek)
}

/// List your challenges
#[utoipa::path(
    get, path = "/api/challenge", security(("token" = ["challenge:read"])),
    responses((status = 200, description = "The pending challenges.", body = ChallengeLists), Forbidden)
)]
async fn list(Of(bot_api): Of<BotApi>, Program(owner, _): Program<ToSeeChallenges>) -> Answer<ChallengeLists> {
    Ok(Json(bot_api.challenge_lists(&owner).await?))
}

/// Challenge a player
///
/// A challenge to a real-time game expires after 20 seconds unless the challenger is connected to
/// `/api/stream/event`, and after 15 minutes in any case.
#[utoipa::path(
    post, path = "/api/challenge/{user}", params(("user" = String, Path, description = "The player's name.")),
    security(("token" = ["challenge:write"])),
    request_body(content((ChallengeRequest = "application/json"), (ChallengeRequest = "application/x-www-form-urlencoded"))),
    responses((status = 200, description = "The challenge.", body = ChallengeJson), Refused, Conflict)
)]
async fn create(
    Of(bot_api): Of<BotApi>,
    Of(accounts): Of<Accounts>,
    Program(owner, _): Program<ToChallenge>,
    locale: Locale,
    listener: Listener,
    Path(user): Path<String>,
    Fields(asked): Fields<ChallengeRequest>,
) -> Answer<ChallengeJson> {
    let opponent = accounts.named(&user).await?.ok_or(Error::NoOpponent)?;
    let clock = match (asked.limit, asked.increment) {
        (None, None) => None,
        (limit, increment) => Some((limit.unwrap_or(0), increment.unwrap_or(0))),
    };
    let ChallengeRequest { rated, days, pace, enforcement, color, variant, fen, .. } = asked;
    let terms = Terms { rated, clock, days, pace, enforcement, color, variant, fen };
    let offering = listener.offer().await?;
    let challenge = bot_api.challenge(&owner, opponent, terms, locale).await?;
    offering.complete(challenge_of(&challenge.id)?);
    Ok(Json(challenge))
}

/// Accept a challenge
#[utoipa::path(
    post, path = "/api/challenge/{id}/accept", params(("id" = String, Path, description = "The challenge's ID.")),
    security(("token" = ["challenge:write"])),
    responses((status = 200, description = "Accepted; the game has the challenge's ID.", body = Done), Forbidden, Conflict, Refused)
)]
async fn accept(
    Of(bot_api): Of<BotApi>,
    Program(owner, _): Program<ToAnswer>,
    locale: Locale,
    Path(id): Path<String>,
) -> Answer<Done> {
    bot_api.accept(&owner, challenge_of(&id)?, locale).await?;
    Ok(Json(Done::YES))
}

/// Decline a challenge
///
/// A reason in the request body is ignored.
#[utoipa::path(
    post, path = "/api/challenge/{id}/decline", params(("id" = String, Path, description = "The challenge's ID.")),
    security(("token" = ["challenge:write"])),
    responses((status = 200, description = "Declined.", body = Done), Forbidden)
)]
async fn decline(
    Of(bot_api): Of<BotApi>,
    Program(owner, _): Program<ToAnswer>,
    locale: Locale,
    Path(id): Path<String>,
) -> Answer<Done> {
    bot_api.withdraw(&owner, challenge_of(&id)?, locale).await?;
    Ok(Json(Done::YES))
}

/// Cancel a challenge
///
/// If the challenge was already accepted, aborts the game, which is possible before the second move.
#[utoipa::path(
    post, path = "/api/challenge/{id}/cancel", params(("id" = String, Path, description = "The challenge's ID.")),
    security(("token" = ["challenge:write"])),
    responses((status = 200, description = "Cancelled.", body = Done), Forbidden, Refused)
)]
async fn cancel(
    Of(bot_api): Of<BotApi>,
    Program(owner, _): Program<ToChallenge>,
    locale: Locale,
    Path(id): Path<String>,
) -> Answer<Done> {
    bot_api.cancel(&owner, challenge_of(&id)?, locale).await?;
    Ok(Json(Done::YES))
}
