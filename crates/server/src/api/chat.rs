use entourage_record::{Plan, Ready, Version};
use entourage_registry::view::{Kept, NotesView, PlanView, Remarks, Said, Unsaid};

use super::play::EventNumber;
use crate::api::prelude::*;

pub(super) fn routes() -> OpenApiRouter<Services> {
    router!(list_chat, send_chat; delete_chat; read_notes, write_notes;
        read_conditional_moves, set_conditional_moves)
}

/// A chat message.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChatRequest {
    /// A unique identifier that the client generates, so that a retried request does not send the message
    /// twice.
    #[schema(pattern = "^[a-z0-9]{1,32}$")]
    token: String,
    #[schema(max_length = 500)]
    text: String,
}

/// The chat messages to delete.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChatDeletion {
    /// The number of the message to delete; if missing, all your messages are deleted.
    #[schema(maximum = 4_294_967_295_u32)]
    seq: Option<u32>,
}

/// The range of chat messages to return.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct ChatQuery {
    /// The number of the first message, by default 0.
    #[serde(default)]
    #[param(maximum = 4_294_967_295_u32)]
    from: u32,
}

/// Private notes to save.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NotesRequest {
    #[schema(max_length = 10000)]
    text: String,
    /// The version to replace, as last read by the client; if missing, any version is replaced.
    version: Option<Version>,
}

/// Conditional moves to save, for a game that has `seq` events.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ConditionalMoves {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[schema(max_length = 8192)]
    plan: String,
    /// The version to replace, as last read by the client; if missing, any version is replaced.
    version: Option<Version>,
}

/// List chat messages
#[utoipa::path(
    get, path = "/api/game/chat", security(("key" = [])), params(ChatQuery),
    responses((status = 200, description = "At most 100 messages.", body = inline(Remarks)), Malformed, Forbidden, Refused)
)]
async fn list_chat(
    Of(games): Of<Games>,
    Bearer(pass): Bearer,
    QueryFields(ChatQuery { from }): QueryFields<ChatQuery>,
) -> Answer<Remarks> {
    let lines = games.heard(pass, from).await?;
    Ok(Json(Remarks { from, lines }))
}

/// Send a chat message
#[utoipa::path(
    post, path = "/api/game/chat", security(("key" = [])), request_body = inline(ChatRequest),
    responses((status = 200, description = "The message's number. A repeated request gets the same response.", body = inline(Said)), Refused)
)]
async fn send_chat(Of(games): Of<Games>, Bearer(pass): Bearer, Body(body): Body<ChatRequest>) -> Answer<Said> {
    Ok(Json(Said { seq: games.say(pass, body.token, body.text).await? }))
}

/// Delete your chat messages
///
/// The numbers of other messages do not change. Clients see empty messages in place of the deleted ones.
#[utoipa::path(
    post, path = "/api/game/chat/unsay", security(("key" = [])), request_body = inline(ChatDeletion),
    responses((status = 200, description = "The number of messages deleted.", body = inline(Unsaid)), Refused)
)]
async fn delete_chat(
    Of(games): Of<Games>,
    Bearer(pass): Bearer,
    Body(ChatDeletion { seq }): Body<ChatDeletion>,
) -> Answer<Unsaid> {
    Ok(Json(Unsaid { lines: games.unsay(pass, seq).await? }))
}

/// Get your private notes
#[utoipa::path(
    get, path = "/api/game/notes", security(("key" = [])),
    responses((status = 200, description = "The notes.", body = inline(NotesView)), Forbidden)
)]
async fn read_notes(Of(games): Of<Games>, Bearer(pass): Bearer) -> Answer<NotesView> {
    let text = games.read_notes(pass).await?;
    Ok(Json(NotesView { version: Version::of(&text), text }))
}

/// Save your private notes
#[utoipa::path(
    post, path = "/api/game/notes", security(("key" = [])), request_body = inline(NotesRequest),
    responses((status = 200, description = "The notes are saved.", body = Kept), Conflict, Refused)
)]
async fn write_notes(
    Of(games): Of<Games>,
    Bearer(pass): Bearer,
    Body(NotesRequest { text, version }): Body<NotesRequest>,
) -> Answer<Kept> {
    Ok(Json(Kept { version: games.write_notes(pass, &text, version).await? }))
}

/// Get your conditional moves
#[utoipa::path(
    get, path = "/api/game/plan", security(("key" = [])),
    responses((status = 200, description = "The conditional moves; empty if there are none.", body = inline(PlanView)), Forbidden, Refused)
)]
async fn read_conditional_moves(Of(games): Of<Games>, Bearer(pass): Bearer) -> Answer<PlanView> {
    let ready = games.ready_plan(pass).await?;
    let version = Ready::version(ready.as_ref());
    Ok(Json(match ready {
        Some(Ready { after, plan }) => PlanView { after: Some(after), plan: plan.to_string(), version },
        None => PlanView { after: None, plan: String::new(), version },
    }))
}

/// Set your conditional moves
#[utoipa::path(
    post, path = "/api/game/plan", security(("key" = [])), request_body = inline(ConditionalMoves),
    responses((status = 200, description = "The moves are legal and have been saved.", body = Kept), Conflict, Refused)
)]
async fn set_conditional_moves(
    Of(games): Of<Games>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(ConditionalMoves { seq, plan, version }): Body<ConditionalMoves>,
) -> Answer<Kept> {
    let plan: Plan = plan.parse().map_err(Error::PlanText)?;
    Ok(Json(Kept { version: games.prepare_plan(pass, seq, plan, version, locale).await? }))
}
