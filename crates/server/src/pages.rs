pub(crate) mod page;
pub(crate) mod picture;
pub(crate) mod preview;
pub(crate) mod reference;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::description::tagged;
use crate::services::Services;

pub(crate) fn routes() -> OpenApiRouter<Services> {
    let pictures = OpenApiRouter::new()
        .routes(routes!(picture::picture))
        .routes(routes!(page::embed))
        .routes(routes!(preview::embed_public))
        .routes(routes!(preview::card));
    tagged("Pictures", pictures).merge(tagged("Server", reference::routes()))
}
