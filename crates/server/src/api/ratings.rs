//! How strong players are.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use entourage_rating::{Class, Pool};
use entourage_registry::view::{Leaders, PaceClass, PoolList};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Answer;
use crate::domain::Error;
use crate::games::Games;
use crate::http::answers::Malformed;
use crate::http::query::Asked;
use crate::services::Services;

/// Routes ratings.
pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(pools)).routes(routes!(leaders))
}

/// Asks for players of a pool.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PoolPage {
    /// The game by its canonical spec, as the list of pools has it.
    game: String,
    /// The class of its pace.
    #[param(value_type = PaceClass, inline)]
    class: String,
    /// The place from which on they are listed, as `next` of the page before says.
    #[serde(default)]
    from: u32,
}

/// Lists the games and classes of pace in which somebody has a rating.
#[utoipa::path(
    get,
    path = "/api/ratings",
    tag = "People",
    responses((status = 200, description = "Those with most players come first.", body = PoolList))
)]
async fn pools(Shared(games): Shared<Arc<Games>>) -> Answer<PoolList> {
    Ok(Json(games.rating_pools().await?))
}

/// Lists the players of a game at paces of a class who have played within a year.
#[utoipa::path(
    get,
    path = "/api/ratings/leaders",
    tag = "People",
    params(PoolPage),
    responses((status = 200, description = "A page of the list, the strongest first.", body = Leaders), Malformed)
)]
async fn leaders(
    Shared(games): Shared<Arc<Games>>,
    Asked(PoolPage { game, class, from }): Asked<PoolPage>,
) -> Answer<Leaders> {
    let class = Class::from_word(&class)
        .ok_or_else(|| Error::malformed("class: blitz, rapid, classical or correspondence"))?;
    Ok(Json(games.leaders(&Pool { game, class }, from).await?))
}
