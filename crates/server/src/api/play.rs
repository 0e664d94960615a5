//! Events: what players do in a game, each durable before it is acknowledged.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use entourage_record::schema::{Digest, SideNumber};
use entourage_record::{Event, Offer, Salt, Verdict};
use entourage_registry::view::Delta;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Answer;
use super::event_number::EventNumber;
use crate::domain::Locale;
use crate::games::Games;
use crate::http::answers::{Conflict, Refused};
use crate::http::bearer::Bearer;
use crate::http::body::Body;
use crate::seating::side_of;
use crate::services::Services;

/// What an event is answered.
pub(super) const STORED: &str = "The event is stored; sent again, it gets the same answer.";

/// Routes what happens in games.
pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(play))
        .routes(routes!(turn))
        .routes(routes!(protest))
        .routes(routes!(take_back))
        .routes(routes!(resign))
        .routes(routes!(set_up))
        .routes(routes!(offer))
        .routes(routes!(decline))
        .routes(routes!(draw))
        .routes(routes!(abort))
        .routes(routes!(rematch))
}

/// A move that is to be the event number `seq`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Move {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[serde(rename = "move")]
    /// The move in canonical form.
    text: String,
}

/// A turn by hand that is to be the event number `seq`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ByHand {
    #[schema(value_type = EventNumber)]
    seq: usize,
    /// Its legs in one word, such as `Pe7-e8;Q-e8`, or `pass`.
    #[schema(max_length = 1024)]
    turn: String,
}

/// A take-back that is to be the event number `seq`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TakeBack {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[schema(minimum = 1, maximum = 4096)]
    plies: u32,
}

/// What a side says, which is to be the event number `seq`: that it declines, aborts the game, or gives time.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Word {
    #[schema(value_type = EventNumber)]
    pub seq: usize,
    #[schema(value_type = SideNumber)]
    pub side: usize,
}

/// A proposal that is to be the event number `seq`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Proposes {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[schema(value_type = SideNumber)]
    side: usize,
    offer: Offer,
}

/// An agreement that is to be the event number `seq`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Agrees {
    #[schema(value_type = EventNumber)]
    pub seq: usize,
}

/// A resignation that is to be the event number `seq`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Resign {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[schema(value_type = SideNumber)]
    side: usize,
}

/// A side's choice for the start.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SetUp {
    #[schema(value_type = SideNumber)]
    side: usize,
    /// The choice in its game's words.
    setup: String,
    /// What hides a secret choice behind its commitment; the server draws one where there is none.
    #[serde(default)]
    #[schema(value_type = Option<Digest>)]
    salt: Option<Salt>,
}

/// Plays a move.
#[utoipa::path(
    post,
    path = "/api/game/moves",
    tag = "Playing",
    security(("key" = [])),
    request_body = inline(Move),
    responses(
        (status = 200, description = STORED, body = Delta),
        Conflict,
        Refused
    )
)]
async fn play(
    Shared(games): Shared<Arc<Games>>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(Move { seq, text }): Body<Move>,
) -> Answer<Delta> {
    Ok(Json(games.change(pass, Some(seq), Event::Move { text }, locale).await?))
}

/// Makes a turn by hand.
///
/// In warned games what the rules refuse, in free games every turn.
#[utoipa::path(
    post,
    path = "/api/game/turn",
    tag = "Playing",
    security(("key" = [])),
    request_body = inline(ByHand),
    responses(
        (status = 200, description = STORED, body = Delta),
        Conflict,
        Refused
    )
)]
async fn turn(
    Shared(games): Shared<Arc<Games>>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(ByHand { seq, turn }): Body<ByHand>,
) -> Answer<Delta> {
    Ok(Json(games.change(pass, Some(seq), Event::Turn { text: turn }, locale).await?))
}

/// Has the rules judge the other side's last turn by hand.
///
/// In free games. A turn that the rules refuse goes back to its player.
#[utoipa::path(
    post,
    path = "/api/game/protest",
    tag = "Playing",
    security(("key" = [])),
    request_body = inline(Word),
    responses(
        (status = 200, description = STORED, body = Delta),
        Conflict,
        Refused
    )
)]
async fn protest(
    Shared(games): Shared<Arc<Games>>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(Word { seq, side }): Body<Word>,
) -> Answer<Delta> {
    // What the rules say is found out where the game is.
    let event = Event::Protest { side: side_of(side)?, verdict: Verdict::Rejected };
    Ok(Json(games.change(pass, Some(seq), event, locale).await?))
}

/// Takes plies back.
///
/// Needs the other side's standing offer, unless one key plays both sides.
#[utoipa::path(
    post,
    path = "/api/game/takeback",
    tag = "Playing",
    security(("key" = [])),
    request_body = inline(TakeBack),
    responses(
        (status = 200, description = STORED, body = Delta),
        Conflict,
        Refused
    )
)]
async fn take_back(
    Shared(games): Shared<Arc<Games>>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(TakeBack { seq, plies }): Body<TakeBack>,
) -> Answer<Delta> {
    Ok(Json(games.change(pass, Some(seq), Event::Takeback { plies }, locale).await?))
}

/// Resigns.
#[utoipa::path(
    post,
    path = "/api/game/resign",
    tag = "Playing",
    security(("key" = [])),
    request_body = inline(Resign),
    responses(
        (status = 200, description = STORED, body = Delta),
        Conflict,
        Refused
    )
)]
async fn resign(
    Shared(games): Shared<Arc<Games>>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(Resign { seq, side }): Body<Resign>,
) -> Answer<Delta> {
    let event = Event::Resign { side: side_of(side)? };
    Ok(Json(games.change(pass, Some(seq), event, locale).await?))
}

/// Proposes something.
#[utoipa::path(
    post,
    path = "/api/game/offer",
    tag = "Playing",
    security(("key" = [])),
    request_body = inline(Proposes),
    responses(
        (status = 200, description = STORED, body = Delta),
        Conflict,
        Refused
    )
)]
async fn offer(
    Shared(games): Shared<Arc<Games>>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(Proposes { seq, side, offer }): Body<Proposes>,
) -> Answer<Delta> {
    let event = Event::Offer { side: side_of(side)?, offer };
    Ok(Json(games.change(pass, Some(seq), event, locale).await?))
}

/// Declines what the other side proposes, or withdraws what one's own did.
#[utoipa::path(
    post,
    path = "/api/game/decline",
    tag = "Playing",
    security(("key" = [])),
    request_body = inline(Word),
    responses(
        (status = 200, description = STORED, body = Delta),
        Conflict,
        Refused
    )
)]
async fn decline(
    Shared(games): Shared<Arc<Games>>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(Word { seq, side }): Body<Word>,
) -> Answer<Delta> {
    let event = Event::Decline { side: side_of(side)? };
    Ok(Json(games.change(pass, Some(seq), event, locale).await?))
}

/// Agrees on a draw.
#[utoipa::path(
    post,
    path = "/api/game/draw",
    tag = "Playing",
    security(("key" = [])),
    request_body = inline(Agrees),
    responses(
        (status = 200, description = STORED, body = Delta),
        Conflict,
        Refused
    )
)]
async fn draw(
    Shared(games): Shared<Arc<Games>>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(Agrees { seq }): Body<Agrees>,
) -> Answer<Delta> {
    Ok(Json(games.change(pass, Some(seq), Event::Draw {}, locale).await?))
}

/// Ends the game before its second move.
#[utoipa::path(
    post,
    path = "/api/game/abort",
    tag = "Playing",
    security(("key" = [])),
    request_body = inline(Word),
    responses(
        (status = 200, description = STORED, body = Delta),
        Conflict,
        Refused
    )
)]
async fn abort(
    Shared(games): Shared<Arc<Games>>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(Word { seq, side }): Body<Word>,
) -> Answer<Delta> {
    let event = Event::Abort { side: side_of(side)? };
    Ok(Json(games.change(pass, Some(seq), event, locale).await?))
}

/// Agrees to play again.
#[utoipa::path(
    post,
    path = "/api/game/rematch",
    tag = "Playing",
    security(("key" = [])),
    request_body = inline(Agrees),
    responses(
        (status = 200, description = STORED, body = Delta),
        Conflict,
        Refused
    )
)]
async fn rematch(
    Shared(games): Shared<Arc<Games>>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(Agrees { seq }): Body<Agrees>,
) -> Answer<Delta> {
    Ok(Json(games.change(pass, Some(seq), Event::Rematch {}, locale).await?))
}

/// Commits a side's choice for the start.
///
/// Sent again, the same choice gets the first answer. A secret choice is bound by a commitment.
#[utoipa::path(
    post,
    path = "/api/game/setup",
    tag = "Playing",
    security(("key" = [])),
    request_body = inline(SetUp),
    responses(
        (status = 200, description = STORED, body = Delta),
        Conflict,
        Refused
    )
)]
async fn set_up(
    Shared(games): Shared<Arc<Games>>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(SetUp { side, setup, salt }): Body<SetUp>,
) -> Answer<Delta> {
    let event = Event::Setup { side: side_of(side)?, setup, salt, commitment: None };
    Ok(Json(games.change(pass, None, event, locale).await?))
}
