use entourage_record::{Plan, Ready, Version};
use entourage_registry::view::{Kept, NotesView, PlanView, Remarks, Said, Unsaid};

use super::play::EventNumber;
use crate::api::prelude::*;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(listen, say))
        .routes(routes!(unsay))
        .routes(routes!(read_notes, write_notes))
        .routes(routes!(read_plan, prepare))
}

/// A line to say; the token tells it from every other, so that saying it again does not repeat it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Saying {
    /// Drawn by the client; tells the line from the side's other lines.
    #[schema(pattern = "^[a-z0-9]{1,32}$")]
    token: String,
    #[schema(max_length = 500)]
    text: String,
}

/// Names what is not to have been said.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Unsaying {
    /// The number of a line of the side's; all of its lines without.
    #[serde(default)]
    #[schema(maximum = 4_294_967_295_u32)]
    seq: Option<u32>,
}

/// Asks for the lines from a number on.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Listening {
    /// The number of the first line wanted; 0 without.
    #[serde(default)]
    #[param(maximum = 4_294_967_295_u32)]
    from: u32,
}

/// Notes as they are to be.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Noting {
    #[schema(max_length = 10000)]
    text: String,
    /// The version of the notes that were read before; without it, whatever is kept is replaced.
    #[serde(default)]
    version: Option<Version>,
}

/// Moves to have ready where the game has so many events.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Wanted {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[schema(max_length = 8192)]
    plan: String,
    /// The version of the plan that was read before; without it, whatever is kept is replaced.
    #[serde(default)]
    version: Option<Version>,
}

/// Lists what the players say.
#[utoipa::path(
    get, path = "/api/game/chat", security(("key" = [])), params(Listening),
    responses((status = 200, description = "At most 100 lines.", body = inline(Remarks)), Malformed, Forbidden, Refused)
)]
async fn listen(
    Of(games): Of<Games>,
    Bearer(pass): Bearer,
    Asked(Listening { from }): Asked<Listening>,
) -> Answer<Remarks> {
    let lines = games.heard(pass, from).await?;
    Ok(Json(Remarks { from, lines }))
}

/// Says a line.
#[utoipa::path(
    post, path = "/api/game/chat", security(("key" = [])), request_body = inline(Saying),
    responses((status = 200, description = "The number of the line; sent again, it gets the same answer.", body = inline(Said)), Refused)
)]
async fn say(
    Of(games): Of<Games>,
    Bearer(pass): Bearer,
    Body(Saying { token, text }): Body<Saying>,
) -> Answer<Said> {
    let seq = games.say(pass, token, text).await?;
    Ok(Json(Said { seq }))
}

/// Takes back what the side said.
///
/// The numbers of lines stay; who follows the game is told that they are empty now.
#[utoipa::path(
    post, path = "/api/game/chat/unsay", security(("key" = [])), request_body = inline(Unsaying),
    responses((status = 200, description = "How many lines are empty now that were not.", body = inline(Unsaid)), Refused)
)]
async fn unsay(
    Of(games): Of<Games>,
    Bearer(pass): Bearer,
    Body(Unsaying { seq }): Body<Unsaying>,
) -> Answer<Unsaid> {
    Ok(Json(Unsaid { lines: games.unsay(pass, seq).await? }))
}

/// Reads the seat's notes.
#[utoipa::path(
    get, path = "/api/game/notes", security(("key" = [])),
    responses((status = 200, description = "The notes.", body = inline(NotesView)), Forbidden)
)]
async fn read_notes(Of(games): Of<Games>, Bearer(pass): Bearer) -> Answer<NotesView> {
    let text = games.read_notes(pass).await?;
    Ok(Json(NotesView { version: Version::of(&text), text }))
}

/// Keeps notes for the seat.
#[utoipa::path(
    post, path = "/api/game/notes", security(("key" = [])), request_body = inline(Noting),
    responses((status = 200, description = "They are kept.", body = Kept), Conflict, Refused)
)]
async fn write_notes(
    Of(games): Of<Games>,
    Bearer(pass): Bearer,
    Body(Noting { text, version }): Body<Noting>,
) -> Answer<Kept> {
    Ok(Json(Kept { version: games.write_notes(pass, &text, version).await? }))
}

/// Reads the moves that the side has ready.
#[utoipa::path(
    get, path = "/api/game/plan", security(("key" = [])),
    responses((status = 200, description = "The plan; empty where there is none.", body = inline(PlanView)), Forbidden, Refused)
)]
async fn read_plan(Of(games): Of<Games>, Bearer(pass): Bearer) -> Answer<PlanView> {
    let ready = games.ready_plan(pass).await?;
    let version = Ready::version(ready.as_ref());
    Ok(Json(match ready {
        Some(Ready { after, plan }) => PlanView { after: Some(after), plan: plan.to_string(), version },
        None => PlanView { after: None, plan: String::new(), version },
    }))
}

/// Has moves ready for the other side's.
#[utoipa::path(
    post, path = "/api/game/plan", security(("key" = [])), request_body = inline(Wanted),
    responses((status = 200, description = "The rules allow them, and they are kept.", body = Kept), Conflict, Refused)
)]
async fn prepare(
    Of(games): Of<Games>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(Wanted { seq, plan, version }): Body<Wanted>,
) -> Answer<Kept> {
    let plan: Plan = plan.parse().map_err(Error::PlanText)?;
    Ok(Json(Kept { version: games.prepare_plan(pass, seq, plan, version, locale).await? }))
}
