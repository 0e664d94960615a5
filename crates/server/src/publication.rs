//! Games shown to everybody: their players decide, and a public name then opens looking on and nothing else.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State as Shared};
use entourage_store::{GameId, Key, Seat};
use serde::{Deserialize, Serialize};

use crate::bearer::Bearer;
use crate::body::Body;
use crate::door::Door;
use crate::failure::Failure;
use crate::negotiate::Locale;
use crate::state::State;
use crate::tables::{Tables, failed};

/// Tells under which name a game is shown to everybody.
#[derive(Serialize)]
pub(crate) struct Publication {
    /// The name; `None` while it is shown to nobody without a key.
    public: Option<String>,
}

/// Asks to show a game to everybody, or to nobody any more.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Publishing {
    public: bool,
}

/// Names a game that is shown to everybody.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Named {
    game: String,
    /// Read by [`Locale`].
    #[serde(rename = "lang")]
    _language: Option<String>,
}

/// Tells whether a game is shown to everybody.
pub(crate) async fn read(
    Shared(tables): Shared<Arc<Tables>>,
    Bearer(key): Bearer,
) -> Result<Json<Publication>, Failure> {
    let game = player(&tables, key).await?;
    let public = tables.store().is_published(game).await.map_err(failed)?;
    Ok(Json(Publication { public: public.then(|| game.to_string()) }))
}

/// Shows a game to everybody, or to nobody any more; who looks on by its name is then shown out.
pub(crate) async fn publish(
    Shared(tables): Shared<Arc<Tables>>,
    Bearer(key): Bearer,
    Body(Publishing { public }): Body<Publishing>,
) -> Result<Json<Publication>, Failure> {
    let game = player(&tables, key).await?;
    tables.store().publish(game, public.then(|| tables.now())).await.map_err(failed)?;
    tables.hub().tell_keys(game);
    Ok(Json(Publication { public: public.then(|| game.to_string()) }))
}

/// Describes a game that is shown to everybody, as those see it who look on.
pub(crate) async fn look_on(
    Shared(tables): Shared<Arc<Tables>>,
    locale: Locale,
    named: Result<Query<Named>, QueryRejection>,
) -> Result<Json<State>, Failure> {
    let Query(Named { game, .. }) = named.map_err(|rejection| Failure::Malformed(rejection.body_text()))?;
    let game = game.parse().map_err(|()| Failure::NoGame)?;
    let access = tables.enter(Door::Name(game)).await?;
    Ok(Json(tables.state_of(access, locale).await?))
}

/// Finds the game of a player's key.
async fn player(tables: &Tables, key: Key) -> Result<GameId, Failure> {
    let access = tables.access(key).await?;
    if access.seat == Seat::Watch { Err(Failure::Watching) } else { Ok(access.game) }
}
