//! What players say to each other, and what each keeps for themselves: chat, notes, and moves that are ready.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State as Shared};
use entourage_record::{Plan, Ready};
use entourage_registry::view::{NotesView, Nothing, PlanView, Remarks, Said};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::event_number::EventNumber;
use super::{Answer, Services};
use crate::domain::game_error::GameError;
use crate::domain::locale::Locale;
use crate::domain::writing_error::WritingError;
use crate::games::chat::Chat;
use crate::games::notes::Notes;
use crate::games::preparing::Preparing;
use crate::http::answers::{Conflict, Forbidden, Malformed, Refused};
use crate::http::bearer::Bearer;
use crate::http::body::Body;
use crate::http::failure::Failure;

/// Routes what is said and kept.
pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(listen, say))
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

/// Asks for the lines from a number on.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Listening {
    /// The number of the first line wanted; 0 without.
    #[serde(default)]
    #[param(maximum = 4_294_967_295_u32)]
    from: u32,
    /// Read by [`Locale`].
    #[serde(rename = "lang")]
    #[param(ignore)]
    _language: Option<String>,
}

/// Notes as they are to be.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Noting {
    #[schema(max_length = 10000)]
    text: String,
}

/// Moves to have ready where the game has so many events.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Wanted {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[schema(max_length = 8192)]
    plan: String,
}

/// Lists what the players say.
#[utoipa::path(
    get,
    path = "/api/game/chat",
    tag = "Talking",
    security(("key" = [])),
    params(Listening),
    responses((status = 200, description = "At most 100 lines.", body = inline(Remarks)), Malformed, Forbidden, Refused)
)]
async fn listen(
    Shared(chat): Shared<Arc<Chat>>,
    Bearer(key): Bearer,
    listening: Result<Query<Listening>, QueryRejection>,
) -> Answer<Remarks> {
    let Query(Listening { from, .. }) =
        listening.map_err(|rejection| Failure::Malformed(rejection.body_text()))?;
    let lines = chat.heard(key, from).await?;
    Ok(Json(Remarks { from, lines }))
}

/// Says a line.
#[utoipa::path(
    post,
    path = "/api/game/chat",
    tag = "Talking",
    security(("key" = [])),
    request_body = inline(Saying),
    responses((status = 200, description = "The number of the line; sent again, it gets the same answer.", body = inline(Said)), Refused)
)]
async fn say(
    Shared(chat): Shared<Arc<Chat>>,
    Bearer(key): Bearer,
    Body(Saying { token, text }): Body<Saying>,
) -> Answer<Said> {
    let seq = chat.say(key, token, text).await?;
    Ok(Json(Said { seq }))
}

/// Reads the seat's notes.
#[utoipa::path(
    get,
    path = "/api/game/notes",
    tag = "Talking",
    security(("key" = [])),
    responses((status = 200, description = "The notes.", body = inline(NotesView)), Forbidden)
)]
async fn read_notes(Shared(notes): Shared<Arc<Notes>>, Bearer(key): Bearer) -> Answer<NotesView> {
    Ok(Json(NotesView { text: notes.read(key).await? }))
}

/// Keeps notes for the seat.
#[utoipa::path(
    post,
    path = "/api/game/notes",
    tag = "Talking",
    security(("key" = [])),
    request_body = inline(Noting),
    responses((status = 200, description = "They are kept.", body = Nothing), Refused)
)]
async fn write_notes(
    Shared(notes): Shared<Arc<Notes>>,
    Bearer(key): Bearer,
    Body(Noting { text }): Body<Noting>,
) -> Answer<Nothing> {
    notes.write(key, &text).await?;
    Ok(Json(Nothing {}))
}

/// Reads the moves that the side has ready.
#[utoipa::path(
    get,
    path = "/api/game/plan",
    tag = "Talking",
    security(("key" = [])),
    responses((status = 200, description = "The plan; empty where there is none.", body = inline(PlanView)), Forbidden, Refused)
)]
async fn read_plan(Shared(preparing): Shared<Arc<Preparing>>, Bearer(key): Bearer) -> Answer<PlanView> {
    Ok(Json(match preparing.ready(key).await? {
        Some(Ready { after, plan }) => PlanView { after: Some(after), plan: plan.to_string() },
        None => PlanView { after: None, plan: String::new() },
    }))
}

/// Has moves ready for the other side's.
#[utoipa::path(
    post,
    path = "/api/game/plan",
    tag = "Talking",
    security(("key" = [])),
    request_body = inline(Wanted),
    responses((status = 200, description = "The rules allow them, and they are kept.", body = Nothing), Conflict, Refused)
)]
async fn prepare(
    Shared(preparing): Shared<Arc<Preparing>>,
    locale: Locale,
    Bearer(key): Bearer,
    Body(Wanted { seq, plan }): Body<Wanted>,
) -> Answer<Nothing> {
    let plan: Plan = plan.parse().map_err(|error| GameError::from(WritingError::PlanText(error)))?;
    preparing.prepare(key, seq, plan, locale).await?;
    Ok(Json(Nothing {}))
}
