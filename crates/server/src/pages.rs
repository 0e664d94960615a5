//! What is served to be looked at: the page itself, pictures, and the description of the interface.

mod nowhere;
pub(crate) mod page;
pub(crate) mod picture;
pub(crate) mod preview;
pub(crate) mod reference;

use std::sync::Arc;

use axum::extract::FromRef;
use entourage_registry::Registry;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::games::previews::Previews;
use crate::games::shelf::Shelf;

/// Routes what is looked at, but for the page itself: its files answer where nothing else does.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> OpenApiRouter<S>
where
    Registry: FromRef<S>,
    Arc<Previews>: FromRef<S>,
    Arc<Shelf>: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(picture::picture))
        .routes(routes!(page::embed))
        .routes(routes!(preview::embed_public))
        .routes(routes!(preview::card))
        .merge(reference::routes())
}
