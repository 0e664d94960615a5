//! The public list of games whose free side anybody may take.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use entourage_registry::open;
use entourage_store::{Grant, Key, Seat, StoreError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::body::Body;
use crate::failure::Failure;
use crate::negotiate::Locale;
use crate::state::State;
use crate::tables::{Tables, failed};

/// The most invitations in the list.
const MOST: u32 = 50;
/// How long an invitation stands, in milliseconds: a week.
const LIFE: i64 = 7 * 24 * 60 * 60 * 1000;

/// A game in the list.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Listed {
    /// The game's name, which opens nothing.
    game: String,
    spec: String,
    /// The position in which it begins, unless that is the game's start.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// How fast it is to be played.
    pace: String,
    /// The free side, 1 or 2.
    side: usize,
    /// Since when it is offered, in milliseconds since 1970 (UTC).
    since: i64,
    /// Whether the other player follows the game just now.
    here: bool,
}

/// Asks for the free side of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Taking {
    game: String,
    side: usize,
    /// A key that the client has drawn: whoever does not hear the answer asks again with it.
    key: String,
}

/// Lists the invitations.
pub(crate) async fn list(Shared(tables): Shared<Arc<Tables>>) -> Result<Json<Value>, Failure> {
    let found = tables.store().invitations(tables.now() - LIFE, MOST).await.map_err(failed)?;
    let playable = found.into_iter().filter_map(|one| {
        let rules = open(&one.spec).ok()?;
        let usual = rules.begin(None).ok()?.start_text();
        (rules.metadata().rules_version == one.rules_version).then_some((one, usual))
    });
    let listed: Vec<Listed> = playable
        .map(|(one, usual)| Listed {
            game: one.game.to_string(),
            spec: one.spec,
            position: Some(one.start).filter(|start| *start != usual),
            pace: one.pace.to_string(),
            side: one.side.number(),
            since: one.at,
            here: tables.hub().is_here(one.game, !one.side),
        })
        .collect();
    Ok(Json(json!({ "invitations": listed })))
}

/// Gives the free side of a game to who asks first.
pub(crate) async fn take(
    Shared(tables): Shared<Arc<Tables>>,
    locale: Locale,
    Body(Taking { game, side, key }): Body<Taking>,
) -> Result<Json<State>, Failure> {
    let id = game.parse().map_err(|()| Failure::Taken)?;
    let key: Key = key.parse().map_err(|()| Failure::Malformed("key: 26 letters and digits".into()))?;
    let seat = Seat::Side(crate::seating::side_of(side)?);
    let grant = Grant { key: key.hash(), seat, host: false };
    match tables.store().join(id, &grant).await {
        Ok(()) => Ok(Json(tables.state(key, locale).await?)),
        Err(StoreError::Conflict) => Err(Failure::Taken),
        Err(error) => Err(failed(error)),
    }
}
