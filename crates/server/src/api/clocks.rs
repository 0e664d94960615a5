//! What players do about their clocks: vacations, time that they give, pauses. Each is an event, durable before it is acknowledged.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use entourage_record::Event;
use entourage_record::schema::SideNumber;
use entourage_registry::view::Delta;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Answer;
use super::event_number::EventNumber;
use super::play::{Agrees, STORED, Word};
use crate::domain::Locale;
use crate::games::Games;
use crate::http::answers::{Conflict, Refused};
use crate::http::bearer::Bearer;
use crate::http::body::Body;
use crate::seating::side_of;
use crate::services::Services;

/// Routes what happens to clocks.
pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(vacation))
        .routes(routes!(announce))
        .routes(routes!(stay))
        .routes(routes!(give))
        .routes(routes!(pause))
        .routes(routes!(resume))
}

/// A vacation that is to be the event number `seq`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Rests {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[schema(value_type = SideNumber)]
    side: usize,
    #[schema(minimum = 1, maximum = 366)]
    days: u32,
}

/// A vacation ahead whose announcement is to be the event number `seq`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Announces {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[schema(value_type = SideNumber)]
    side: usize,
    #[schema(minimum = 1, maximum = 366)]
    days: u32,
    /// When it begins, at most 90 days ahead, by the server's time as `now` of the clocks tells it, in milliseconds.
    from: i64,
}

/// Goes on vacation.
#[utoipa::path(
    post,
    path = "/api/game/vacation",
    tag = "Playing",
    security(("key" = [])),
    request_body = inline(Rests),
    responses(
        (status = 200, description = STORED, body = Delta),
        Conflict,
        Refused
    )
)]
async fn vacation(
    Shared(games): Shared<Arc<Games>>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(Rests { seq, side, days }): Body<Rests>,
) -> Answer<Delta> {
    let event = Event::Vacation { side: side_of(side)?, days };
    Ok(Json(games.change(pass, Some(seq), event, locale).await?))
}

/// Announces a vacation.
///
/// It begins by itself, whoever is to move then.
#[utoipa::path(
    post,
    path = "/api/game/announce",
    tag = "Playing",
    security(("key" = [])),
    request_body = inline(Announces),
    responses(
        (status = 200, description = STORED, body = Delta),
        Conflict,
        Refused
    )
)]
async fn announce(
    Shared(games): Shared<Arc<Games>>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(Announces { seq, side, days, from }): Body<Announces>,
) -> Answer<Delta> {
    let event = Event::Announce { side: side_of(side)?, days, from };
    Ok(Json(games.change(pass, Some(seq), event, locale).await?))
}

/// Takes back the vacation that a side has announced, before it begins.
#[utoipa::path(
    post,
    path = "/api/game/stay",
    tag = "Playing",
    security(("key" = [])),
    request_body = inline(Word),
    responses(
        (status = 200, description = STORED, body = Delta),
        Conflict,
        Refused
    )
)]
async fn stay(
    Shared(games): Shared<Arc<Games>>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(Word { seq, side }): Body<Word>,
) -> Answer<Delta> {
    let event = Event::Stay { side: side_of(side)? };
    Ok(Json(games.change(pass, Some(seq), event, locale).await?))
}

/// Gives the other side time.
///
/// 15 seconds in a live game, a day in a game over days; `side` is the one that gives.
#[utoipa::path(
    post,
    path = "/api/game/give",
    tag = "Playing",
    security(("key" = [])),
    request_body = inline(Word),
    responses(
        (status = 200, description = STORED, body = Delta),
        Conflict,
        Refused
    )
)]
async fn give(
    Shared(games): Shared<Arc<Games>>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(Word { seq, side }): Body<Word>,
) -> Answer<Delta> {
    let event = Event::Give { side: side_of(side)? };
    Ok(Json(games.change(pass, Some(seq), event, locale).await?))
}

/// Agrees to pause.
///
/// Both clocks stand until both agree to go on, 14 days at the most.
#[utoipa::path(
    post,
    path = "/api/game/pause",
    tag = "Playing",
    security(("key" = [])),
    request_body = inline(Agrees),
    responses(
        (status = 200, description = STORED, body = Delta),
        Conflict,
        Refused
    )
)]
async fn pause(
    Shared(games): Shared<Arc<Games>>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(Agrees { seq }): Body<Agrees>,
) -> Answer<Delta> {
    Ok(Json(games.change(pass, Some(seq), Event::Pause {}, locale).await?))
}

/// Agrees to go on after a pause.
#[utoipa::path(
    post,
    path = "/api/game/resume",
    tag = "Playing",
    security(("key" = [])),
    request_body = inline(Agrees),
    responses(
        (status = 200, description = STORED, body = Delta),
        Conflict,
        Refused
    )
)]
async fn resume(
    Shared(games): Shared<Arc<Games>>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(Agrees { seq }): Body<Agrees>,
) -> Answer<Delta> {
    Ok(Json(games.change(pass, Some(seq), Event::Resume {}, locale).await?))
}
