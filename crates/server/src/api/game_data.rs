use axum::http::{HeaderName, HeaderValue};
use entourage_record::{Access, Ready, Version};
use entourage_registry::view::{Export, MailView, NotesView, PlanView, Wishes};

use crate::api::prelude::*;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(export)).routes(routes!(record)).routes(routes!(wishes, wish))
}

/// Whether you want the game deleted.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DeletionRequest {
    delete: bool,
    /// Confirms that the game may be deleted immediately if the opponent has already requested the deletion.
    #[serde(default)]
    agree: bool,
}

/// Export everything about a game
#[utoipa::path(
    get, path = "/api/game/export", security(("key" = [])),
    responses((status = 200, description = "The game, its chat, and your notes, conditional moves and notification settings.", body = Export))
)]
async fn export(
    Of(games): Of<Games>,
    locale: Locale,
    Bearer(pass): Bearer,
) -> Result<(AppendHeaders<[(HeaderName, HeaderValue); 1]>, Json<Export>), Error> {
    let file = HeaderValue::from_static("attachment; filename=\"entourage-game.json\"");
    Ok((AppendHeaders([(CONTENT_DISPOSITION, file)]), Json(gathered(&games, locale, pass).await?)))
}

/// Export a game as PGN
///
/// Includes the computer's level, but no player names, chat or notes.
#[utoipa::path(
    get, path = "/api/game/record", security(("key" = [])),
    responses((status = 200, description = "The record, as described in docs/RECORD.md.", body = String, content_type = "text/plain"))
)]
async fn record(
    Of(games): Of<Games>,
    Bearer(pass): Bearer,
) -> Result<(AppendHeaders<[(HeaderName, HeaderValue); 1]>, String), Error> {
    let file = HeaderValue::from_static("attachment; filename=\"entourage-game.pgn\"");
    Ok((AppendHeaders([(CONTENT_DISPOSITION, file)]), games.scoresheet(pass).await?))
}

pub(super) async fn gathered(games: &Arc<Games>, locale: Locale, pass: Pass) -> Result<Export, Error> {
    let Access { game, seat, .. } = games.access(pass).await?;
    let (side, plays) = (matches!(seat, Seat::Side(_)), seat != Seat::Watch);
    let chat = if side { games.all_remarks(game, 0).await? } else { Vec::new() };
    let ready = if side { games.ready_plan(pass).await? } else { None };
    let mail = if side { games.subscription_of(pass).await? } else { None };
    Ok(Export {
        state: state_of(games.state(pass, locale).await?, locale.language),
        chat,
        notes: match plays {
            true => {
                Some(games.read_notes(pass).await?).map(|text| NotesView { version: Version::of(&text), text })
            }
            false => None,
        },
        plan: ready.map(|ready| PlanView {
            version: Ready::version(Some(&ready)),
            after: Some(ready.after),
            plan: ready.plan.to_string(),
        }),
        mail: mail.map(|known| MailView {
            address: Some(known.address),
            confirmed: known.confirmed,
            offered: games.sends_mail(),
        }),
        devices: if side { games.devices_of(pass).await? } else { Vec::new() },
        public: if plays { games.public_name(pass).await?.map(|game| game.to_string()) } else { None },
        wishes: if plays { games.deletion_wishes(pass).await? } else { [false; 2] },
    })
}

/// Get the players' deletion requests
#[utoipa::path(
    get, path = "/api/game/deletion", security(("key" = [])),
    responses((status = 200, description = "Which sides want the game deleted.", body = inline(Wishes)), Forbidden)
)]
async fn wishes(Of(games): Of<Games>, Bearer(pass): Bearer) -> Answer<Wishes> {
    Ok(Json(Wishes { wishes: games.deletion_wishes(pass).await?, deleted: false }))
}

/// Request or cancel deletion of the game
///
/// The game is deleted once both players have requested it and the second has set `agree`. Any event in the
/// game cancels the requests. If one key plays both sides, the game is deleted immediately.
#[utoipa::path(
    post, path = "/api/game/deletion", security(("key" = [])), request_body = inline(DeletionRequest),
    responses((status = 200, description = "The pending requests, or confirmation that the game is deleted.", body = inline(Wishes)), Conflict, Refused)
)]
async fn wish(Of(games): Of<Games>, Bearer(pass): Bearer, Body(body): Body<DeletionRequest>) -> Answer<Wishes> {
    Ok(Json(match games.wish_deletion(pass, body.delete, body.agree).await? {
        true => Wishes { wishes: [true; 2], deleted: true },
        false => Wishes { wishes: games.deletion_wishes(pass).await?, deleted: false },
    }))
}
