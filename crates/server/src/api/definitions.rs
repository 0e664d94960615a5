//! Games that the server offers beside those of the house.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use entourage_registry::TextDefinition;
use entourage_registry::view::{DefinitionList, DefinitionView};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::workshop::{__path_submit, submit};
use crate::domain::Locale;
use crate::games::Games;
use crate::http::headers::{PUBLIC, PublicHeaders};
use crate::services::Services;

/// Routes what is offered.
pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(offered, submit))
}

/// Lists the games written as text that are offered beside those of the house.
///
/// They are played by their names like any other; the texts let a browser know their rules.
#[utoipa::path(
    get,
    path = "/api/definitions",
    tag = "Games",
    responses((status = 200, description = "The games; none where none are offered.", body = DefinitionList))
)]
async fn offered(Shared(games): Shared<Arc<Games>>, locale: Locale) -> (PublicHeaders, Json<DefinitionList>) {
    let told = |name: &str, texts| {
        let game = games.registry.open(name).ok()?;
        Some(DefinitionView::new(game.info(locale.language), texts))
    };
    let definitions = games
        .registry
        .offered()
        .iter()
        .filter_map(|(name, definition)| told(name, TextDefinition::texts(definition.as_ref())))
        .collect();
    // A game inside another page, shut into a sandbox, asks as another site would.
    (PUBLIC, Json(DefinitionList { definitions }))
}
