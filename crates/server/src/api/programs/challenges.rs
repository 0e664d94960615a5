use entourage_registry::view::program::{ChallengeJson, ChallengeLists};

use crate::api::extract::{ToAnswer, ToChallenge, ToSeeChallenges};
use crate::api::prelude::*;
use crate::http::body::{Fields, number, truth};
use crate::programs::challenges::Terms;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(create))
        .routes(routes!(accept))
        .routes(routes!(decline))
        .routes(routes!(cancel))
}

/// Says what is to be played, as JSON or as a form.
#[derive(Deserialize, ToSchema)]
struct Challenging {
    /// Whether it counts for ratings.
    #[serde(default, deserialize_with = "truth")]
    rated: bool,
    /// What the clocks begin with, in seconds.
    #[serde(rename = "clock.limit", default, deserialize_with = "number")]
    limit: Option<u64>,
    /// What each turn adds, in seconds.
    #[serde(rename = "clock.increment", default, deserialize_with = "number")]
    increment: Option<u64>,
    /// How many days a turn may take, instead of clocks.
    #[serde(default, deserialize_with = "number")]
    days: Option<u64>,
    /// How fast it is played in the words of docs/CLOCKS.md, instead of either.
    #[serde(default)]
    pace: Option<String>,
    /// How much the rules help: they enforce themselves, unless it says so.
    #[serde(default)]
    degree: Option<String>,
    /// The side of whoever challenges: `white` (the one that begins), `black` or `random`.
    #[serde(default)]
    color: Option<String>,
    /// The game's spec; `standard`, or nothing, is the game that records mean which name none.
    #[serde(default)]
    variant: Option<String>,
    /// `startpos`, or nothing: games that are challenged to begin as usual.
    #[serde(default)]
    fen: Option<String>,
}

fn challenge_of(text: &str) -> Result<GameId, Error> {
    text.parse().map_err(|()| Error::NoSeek)
}

/// Lists the challenges that one has made, or is to answer.
#[utoipa::path(
    get, path = "/api/challenge", security(("token" = ["challenge:read"])),
    responses((status = 200, description = "Those that wait.", body = ChallengeLists), Forbidden)
)]
async fn list(
    Of(programs): Of<Programs>,
    Program(holder, _): Program<ToSeeChallenges>,
) -> Answer<ChallengeLists> {
    Ok(Json(programs.challenge_lists(&holder).await?))
}

/// Challenges somebody.
///
/// A challenge to a live game stands for 20 seconds, and as long as whoever made it listens at `/api/stream/event`, for a quarter of an hour at most.
#[utoipa::path(
    post, path = "/api/challenge/{user}", params(("user" = String, Path, description = "Whom, by name.")),
    security(("token" = ["challenge:write"])),
    request_body(content((Challenging = "application/json"), (Challenging = "application/x-www-form-urlencoded"))),
    responses((status = 200, description = "The challenge.", body = ChallengeJson), Refused, Conflict)
)]
async fn create(
    Of(programs): Of<Programs>,
    Of(accounts): Of<Accounts>,
    Program(holder, _): Program<ToChallenge>,
    locale: Locale,
    listener: Listener,
    Path(user): Path<String>,
    Fields(asked): Fields<Challenging>,
) -> Answer<ChallengeJson> {
    let opponent = accounts.named(&user).await?.ok_or(Error::NoOpponent)?;
    let clock = match (asked.limit, asked.increment) {
        (None, None) => None,
        (limit, increment) => Some((limit.unwrap_or(0), increment.unwrap_or(0))),
    };
    let Challenging { rated, days, pace, degree, color, variant, fen, .. } = asked;
    let terms = Terms { rated, clock, days, pace, degree, color, variant, fen };
    let offering = listener.offer().await?;
    let challenge = programs.challenge(&holder, opponent, terms, locale).await?;
    offering.complete(challenge_of(&challenge.id)?);
    Ok(Json(challenge))
}

/// Accepts a challenge.
#[utoipa::path(
    post, path = "/api/challenge/{id}/accept", params(("id" = String, Path, description = "The challenge.")),
    security(("token" = ["challenge:write"])),
    responses((status = 200, description = "The game has its name.", body = Done), Forbidden, Conflict, Refused)
)]
async fn accept(
    Of(programs): Of<Programs>,
    Program(holder, _): Program<ToAnswer>,
    locale: Locale,
    Path(id): Path<String>,
) -> Answer<Done> {
    programs.accept(&holder, challenge_of(&id)?, locale).await?;
    Ok(Json(Done::YES))
}

/// Declines a challenge.
///
/// Why, a body may say; nobody is told.
#[utoipa::path(
    post, path = "/api/challenge/{id}/decline", params(("id" = String, Path, description = "The challenge.")),
    security(("token" = ["challenge:write"])),
    responses((status = 200, description = "It is gone.", body = Done), Forbidden)
)]
async fn decline(
    Of(programs): Of<Programs>,
    Program(holder, _): Program<ToAnswer>,
    Path(id): Path<String>,
) -> Answer<Done> {
    programs.withdraw(&holder, challenge_of(&id)?).await?;
    Ok(Json(Done::YES))
}

/// Withdraws a challenge, or aborts its game in which hardly anything has happened.
#[utoipa::path(
    post, path = "/api/challenge/{id}/cancel", params(("id" = String, Path, description = "The challenge.")),
    security(("token" = ["challenge:write"])),
    responses((status = 200, description = "It is gone.", body = Done), Forbidden, Refused)
)]
async fn cancel(
    Of(programs): Of<Programs>,
    Program(holder, _): Program<ToChallenge>,
    locale: Locale,
    Path(id): Path<String>,
) -> Answer<Done> {
    programs.cancel(&holder, challenge_of(&id)?, locale).await?;
    Ok(Json(Done::YES))
}
