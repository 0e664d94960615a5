//! The interface for programs: games created, read and played on.

use std::sync::Arc;

use axum::extract::State as Shared;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use entourage_store::{Event, Offer, Salt, Seat, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::bearer::Bearer;
use crate::body::Body;
use crate::failure::Failure;
use crate::invitations;
use crate::live;
use crate::negotiate::Locale;
use crate::seating::{Keys, side_of};
use crate::state::{Delta, State};
use crate::table::Proposal;
use crate::tables::Tables;
use crate::{mail, page, picture, publication, reference, talk};

type Answer<T> = Result<Json<T>, Failure>;

/// Routes the interface.
pub(crate) fn routes() -> Router<Arc<Tables>> {
    Router::new()
        .route("/healthz", get(health))
        .route("/board.svg", get(picture::picture))
        .route("/api/games", post(create))
        .route("/api/game", get(read))
        .route("/api/game/moves", post(play))
        .route("/api/game/turn", post(turn))
        .route("/api/game/protest", post(protest))
        .route("/api/game/takeback", post(take_back))
        .route("/api/game/resign", post(resign))
        .route("/api/game/setup", post(set_up))
        .route("/api/game/offer", post(offer))
        .route("/api/game/decline", post(decline))
        .route("/api/game/draw", post(draw))
        .route("/api/game/abort", post(abort))
        .route("/api/game/rematch", post(rematch))
        .route("/api/game/vacation", post(vacation))
        .route("/api/game/next", post(next))
        .route("/api/game/keys", post(renew))
        .route("/api/game/publication", get(publication::read).post(publication::publish))
        .route("/api/published", get(publication::look_on))
        .route("/embed", get(page::embed))
        .route("/embed/{name}", get(page::embed))
        .route("/api/live", get(live::live))
        .route("/api/invitations", get(invitations::list))
        .route("/api/invitations/take", post(invitations::take))
        .merge(talk::routes())
        .merge(mail::routes())
        .merge(reference::routes())
}

/// A move that is to be the event number `seq`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Play {
    seq: usize,
    #[serde(rename = "move")]
    text: String,
}

/// A turn by hand that is to be the event number `seq`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ByHand {
    seq: usize,
    turn: String,
}

/// A take-back that is to be the event number `seq`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TakeBack {
    seq: usize,
    plies: u32,
}

/// What a side says, which is to be the event number `seq`: that it declines, or aborts the game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Word {
    seq: usize,
    side: usize,
}

/// A proposal that is to be the event number `seq`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Proposes {
    seq: usize,
    side: usize,
    offer: Offer,
}

/// An agreement that is to be the event number `seq`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Agrees {
    seq: usize,
}

/// A vacation that is to be the event number `seq`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rests {
    seq: usize,
    side: usize,
    days: u32,
}

/// A resignation that is to be the event number `seq`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Resign {
    seq: usize,
    side: usize,
}

/// A side's choice for the start.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetUp {
    side: usize,
    setup: String,
    /// What hides a secret choice behind its commitment, drawn by whoever chooses.
    #[serde(default)]
    salt: Option<Salt>,
}

/// A seat whose key is to be replaced: `1`, `2` or `watch`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Renewal {
    seat: String,
}

/// A new game as who creates it hears of it.
#[derive(Serialize)]
struct Created {
    #[serde(flatten)]
    keys: Keys,
    state: State,
}

async fn health() -> Json<Value> {
    Json(json!({ "status": "ok" }))
}

async fn create(
    Shared(tables): Shared<Arc<Tables>>,
    locale: Locale,
    Body(proposal): Body<Proposal>,
) -> Result<(StatusCode, Json<Created>), Failure> {
    let (keys, state) = tables.create(proposal, locale).await?;
    Ok((StatusCode::CREATED, Json(Created { keys, state })))
}

async fn read(Shared(tables): Shared<Arc<Tables>>, locale: Locale, Bearer(key): Bearer) -> Answer<State> {
    Ok(Json(tables.state(key, locale).await?))
}

async fn play(
    Shared(tables): Shared<Arc<Tables>>,
    locale: Locale,
    Bearer(key): Bearer,
    Body(Play { seq, text }): Body<Play>,
) -> Answer<Delta> {
    Ok(Json(tables.change(key, Some(seq), Event::Move { text }, locale).await?))
}

async fn turn(
    Shared(tables): Shared<Arc<Tables>>,
    locale: Locale,
    Bearer(key): Bearer,
    Body(ByHand { seq, turn }): Body<ByHand>,
) -> Answer<Delta> {
    Ok(Json(tables.change(key, Some(seq), Event::Turn { text: turn }, locale).await?))
}

async fn protest(
    Shared(tables): Shared<Arc<Tables>>,
    locale: Locale,
    Bearer(key): Bearer,
    Body(Word { seq, side }): Body<Word>,
) -> Answer<Delta> {
    // What the rules say is found out where the game is.
    let event = Event::Protest { side: side_of(side)?, verdict: Verdict::Rejected };
    Ok(Json(tables.change(key, Some(seq), event, locale).await?))
}

async fn take_back(
    Shared(tables): Shared<Arc<Tables>>,
    locale: Locale,
    Bearer(key): Bearer,
    Body(TakeBack { seq, plies }): Body<TakeBack>,
) -> Answer<Delta> {
    Ok(Json(tables.change(key, Some(seq), Event::Takeback { plies }, locale).await?))
}

async fn resign(
    Shared(tables): Shared<Arc<Tables>>,
    locale: Locale,
    Bearer(key): Bearer,
    Body(Resign { seq, side }): Body<Resign>,
) -> Answer<Delta> {
    let event = Event::Resign { side: side_of(side)? };
    Ok(Json(tables.change(key, Some(seq), event, locale).await?))
}

async fn offer(
    Shared(tables): Shared<Arc<Tables>>,
    locale: Locale,
    Bearer(key): Bearer,
    Body(Proposes { seq, side, offer }): Body<Proposes>,
) -> Answer<Delta> {
    let event = Event::Offer { side: side_of(side)?, offer };
    Ok(Json(tables.change(key, Some(seq), event, locale).await?))
}

async fn decline(
    Shared(tables): Shared<Arc<Tables>>,
    locale: Locale,
    Bearer(key): Bearer,
    Body(Word { seq, side }): Body<Word>,
) -> Answer<Delta> {
    let event = Event::Decline { side: side_of(side)? };
    Ok(Json(tables.change(key, Some(seq), event, locale).await?))
}

async fn draw(
    Shared(tables): Shared<Arc<Tables>>,
    locale: Locale,
    Bearer(key): Bearer,
    Body(Agrees { seq }): Body<Agrees>,
) -> Answer<Delta> {
    Ok(Json(tables.change(key, Some(seq), Event::Draw {}, locale).await?))
}

async fn abort(
    Shared(tables): Shared<Arc<Tables>>,
    locale: Locale,
    Bearer(key): Bearer,
    Body(Word { seq, side }): Body<Word>,
) -> Answer<Delta> {
    let event = Event::Abort { side: side_of(side)? };
    Ok(Json(tables.change(key, Some(seq), event, locale).await?))
}

async fn rematch(
    Shared(tables): Shared<Arc<Tables>>,
    locale: Locale,
    Bearer(key): Bearer,
    Body(Agrees { seq }): Body<Agrees>,
) -> Answer<Delta> {
    Ok(Json(tables.change(key, Some(seq), Event::Rematch {}, locale).await?))
}

async fn vacation(
    Shared(tables): Shared<Arc<Tables>>,
    locale: Locale,
    Bearer(key): Bearer,
    Body(Rests { seq, side, days }): Body<Rests>,
) -> Answer<Delta> {
    let event = Event::Vacation { side: side_of(side)?, days };
    Ok(Json(tables.change(key, Some(seq), event, locale).await?))
}

async fn next(Shared(tables): Shared<Arc<Tables>>, Bearer(key): Bearer) -> Answer<Value> {
    let key = tables.next(key).await?;
    Ok(Json(json!({ "key": key.to_string() })))
}

async fn set_up(
    Shared(tables): Shared<Arc<Tables>>,
    locale: Locale,
    Bearer(key): Bearer,
    Body(SetUp { side, setup, salt }): Body<SetUp>,
) -> Answer<Delta> {
    let event = Event::Setup { side: side_of(side)?, setup, salt, commitment: None };
    Ok(Json(tables.change(key, None, event, locale).await?))
}

async fn renew(
    Shared(tables): Shared<Arc<Tables>>,
    Bearer(key): Bearer,
    Body(Renewal { seat }): Body<Renewal>,
) -> Answer<Value> {
    let seat = Seat::from_word(&seat).filter(|seat| *seat != Seat::Both);
    let seat = seat.ok_or_else(|| Failure::Malformed("seat: 1, 2 or watch".into()))?;
    let key = tables.renew(key, seat).await?;
    Ok(Json(json!({ "key": key.to_string() })))
}
