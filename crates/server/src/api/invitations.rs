//! The public list of games whose free side anybody may take.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use entourage_record::Key;
use entourage_record::schema::{KeyText, SideNumber};
use entourage_registry::view::{InvitationList, State};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Answer;
use super::accounts::Known;
use super::list_page::{After, ListPage};
use crate::domain::{Error, Locale};
use crate::games::Games;
use crate::games::door::Pass;
use crate::http::answers::{Conflict, Forbidden, Malformed, Missing};
use crate::http::body::Body;
use crate::http::state::state_of;
use crate::seating::side_of;
use crate::services::Services;

/// Routes invitations.
pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(take))
}

/// Asks for the free side of a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Taking {
    game: String,
    #[schema(value_type = SideNumber)]
    side: usize,
    /// A key that the client has drawn: whoever does not hear the answer asks again with it.
    #[schema(value_type = KeyText)]
    key: String,
}

/// Lists games whose free side anybody may take.
#[utoipa::path(
    get,
    path = "/api/invitations",
    tag = "Games",
    params(ListPage),
    responses((status = 200, description = "A page of the list, the newest first.", body = inline(InvitationList)), Malformed, Missing)
)]
async fn list(Shared(games): Shared<Arc<Games>>, After(after): After) -> Answer<InvitationList> {
    Ok(Json(games.list_invitations(after).await?))
}

/// Takes the free side of a game.
#[utoipa::path(
    post,
    path = "/api/invitations/take",
    tag = "Games",
    request_body = inline(Taking),
    responses((status = 200, description = "The side is taken; sent again with the same key, it gets the same answer.", body = State), Forbidden, Missing, Conflict)
)]
async fn take(
    Shared(games): Shared<Arc<Games>>,
    Known(account): Known,
    locale: Locale,
    Body(Taking { game, side, key }): Body<Taking>,
) -> Answer<State> {
    let game = game.parse().map_err(|()| Error::Taken)?;
    let key: Key = key.parse().map_err(|()| Error::malformed("key: 26 letters and digits"))?;
    games.take_invitation(game, side_of(side)?, key, account).await?;
    Ok(Json(state_of(games.state(Pass::Key(key), locale).await?, locale.language)))
}
