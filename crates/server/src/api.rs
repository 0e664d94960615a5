//! The interface for programs: games created, read and played on.

use std::sync::Arc;

use axum::extract::State as Shared;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use entourage_kernel::Side;
use entourage_store::Event;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::body::Body;
use crate::failure::Failure;
use crate::key::Key;
use crate::negotiate::Speaks;
use crate::picture;
use crate::state::{Delta, State};
use crate::table::Proposal;
use crate::tables::Tables;

type Answer<T> = Result<Json<T>, Failure>;

/// Routes the interface.
pub(crate) fn routes() -> Router<Arc<Tables>> {
    Router::new()
        .route("/healthz", get(health))
        .route("/board.svg", get(picture::picture))
        .route("/api/games", post(create))
        .route("/api/game", get(read))
        .route("/api/game/moves", post(play))
        .route("/api/game/takeback", post(take_back))
        .route("/api/game/resign", post(resign))
        .route("/api/game/setup", post(set_up))
}

/// A move that is to be the event number `seq`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Play {
    seq: usize,
    #[serde(rename = "move")]
    text: String,
}

/// A take-back that is to be the event number `seq`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TakeBack {
    seq: usize,
    plies: u32,
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
}

async fn health() -> Json<Value> {
    Json(json!({ "status": "ok" }))
}

async fn create(
    Shared(tables): Shared<Arc<Tables>>,
    Speaks(language): Speaks,
    Body(proposal): Body<Proposal>,
) -> Result<(StatusCode, Json<Value>), Failure> {
    let (id, state) = tables.create(proposal, language).await?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id.to_string(), "state": state }))))
}

async fn read(Shared(tables): Shared<Arc<Tables>>, Speaks(language): Speaks, Key(id): Key) -> Answer<State> {
    Ok(Json(tables.state(id, language).await?))
}

async fn play(
    Shared(tables): Shared<Arc<Tables>>,
    Speaks(language): Speaks,
    Key(id): Key,
    Body(Play { seq, text }): Body<Play>,
) -> Answer<Delta> {
    Ok(Json(tables.change(id, Some(seq), Event::Move { text }, language).await?))
}

async fn take_back(
    Shared(tables): Shared<Arc<Tables>>,
    Speaks(language): Speaks,
    Key(id): Key,
    Body(TakeBack { seq, plies }): Body<TakeBack>,
) -> Answer<Delta> {
    Ok(Json(tables.change(id, Some(seq), Event::Takeback { plies }, language).await?))
}

async fn resign(
    Shared(tables): Shared<Arc<Tables>>,
    Speaks(language): Speaks,
    Key(id): Key,
    Body(Resign { seq, side }): Body<Resign>,
) -> Answer<Delta> {
    let event = Event::Resign { side: side_of(side)? };
    Ok(Json(tables.change(id, Some(seq), event, language).await?))
}

async fn set_up(
    Shared(tables): Shared<Arc<Tables>>,
    Speaks(language): Speaks,
    Key(id): Key,
    Body(SetUp { side, setup }): Body<SetUp>,
) -> Answer<Delta> {
    let event = Event::Setup { side: side_of(side)?, setup };
    Ok(Json(tables.change(id, None, event, language).await?))
}

fn side_of(number: usize) -> Result<Side, Failure> {
    let side = Side::BOTH.into_iter().find(|known| known.number() == number);
    side.ok_or_else(|| Failure::Malformed("side: 1 or 2".into()))
}
