use axum::http::{HeaderName, HeaderValue};
use entourage_record::{Ready, Version};
use entourage_registry::view::{Export, MailView, NotesView, PlanView, RemarkView, Wishes};

use crate::api::prelude::*;
use crate::games::chat::MOST_REMARKS;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(export)).routes(routes!(record)).routes(routes!(wishes, wish))
}

/// Says whether the game is to be deleted.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Wishing {
    delete: bool,
    /// Whether the key's player knows that the other wishes it, too, so that the game goes at once.
    #[serde(default)]
    agree: bool,
}

/// Reads everything that the key lets its holder see.
#[utoipa::path(
    get, path = "/api/game/export", security(("key" = [])),
    responses((status = 200, description = "The game, the chat, notes, what is ready, and where and on which devices its player is told.", body = Export))
)]
async fn export(
    Of(games): Of<Games>,
    locale: Locale,
    Bearer(pass): Bearer,
) -> Result<(AppendHeaders<[(HeaderName, HeaderValue); 1]>, Json<Export>), Error> {
    let file = HeaderValue::from_static("attachment; filename=\"entourage-game.json\"");
    Ok((AppendHeaders([(CONTENT_DISPOSITION, file)]), Json(gathered(&games, locale, pass).await?)))
}

/// Writes the game as a record in PGN's shape.
///
/// It tells who the computer was and of people nothing; chat and notes are not in it.
#[utoipa::path(
    get, path = "/api/game/record", security(("key" = [])),
    responses((status = 200, description = "The record, which docs/RECORD.md describes.", body = String, content_type = "text/plain"))
)]
async fn record(
    Of(games): Of<Games>,
    Bearer(pass): Bearer,
) -> Result<(AppendHeaders<[(HeaderName, HeaderValue); 1]>, String), Error> {
    let file = HeaderValue::from_static("attachment; filename=\"entourage-game.pgn\"");
    Ok((AppendHeaders([(CONTENT_DISPOSITION, file)]), games.scoresheet(pass).await?))
}

pub(super) async fn gathered(games: &Arc<Games>, locale: Locale, pass: Pass) -> Result<Export, Error> {
    let seat = games.access(pass).await?.seat;
    let (side, plays) = (matches!(seat, Seat::Side(_)), seat != Seat::Watch);
    let mut chat: Vec<RemarkView> = Vec::new();
    // A page of the chat that is not full is the last.
    while side && chat.len().is_multiple_of(MOST_REMARKS as usize) {
        let lines = games.heard(pass, chat.len() as u32).await?;
        if lines.is_empty() {
            break;
        }
        chat.extend(lines);
    }
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

/// Tells who wishes the game deleted.
#[utoipa::path(
    get, path = "/api/game/deletion", security(("key" = [])),
    responses((status = 200, description = "Which sides wish it.", body = inline(Wishes)), Forbidden)
)]
async fn wishes(Of(games): Of<Games>, Bearer(pass): Bearer) -> Answer<Wishes> {
    Ok(Json(Wishes { wishes: games.deletion_wishes(pass).await?, deleted: false }))
}

/// Wishes the game deleted, or kept.
///
/// When both players wish it deleted, and who says so last agrees to that, it is, with all that belongs to it. A wish stands until something
/// happens in the game. Who plays both sides deletes it at once.
#[utoipa::path(
    post, path = "/api/game/deletion", security(("key" = [])), request_body = inline(Wishing),
    responses((status = 200, description = "Which sides wish it, or that it is gone.", body = inline(Wishes)), Conflict, Refused)
)]
async fn wish(
    Of(games): Of<Games>,
    Bearer(pass): Bearer,
    Body(Wishing { delete, agree }): Body<Wishing>,
) -> Answer<Wishes> {
    Ok(Json(match games.wish_deletion(pass, delete, agree).await? {
        true => Wishes { wishes: [true; 2], deleted: true },
        false => Wishes { wishes: games.deletion_wishes(pass).await?, deleted: false },
    }))
}
