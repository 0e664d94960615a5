use entourage_registry::view::Health as Answer;

use crate::api::prelude::*;
use crate::health::Condition;
use crate::http::failure::HasErrorBody;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(healthz)).routes(routes!(readyz)).routes(routes!(livez))
}

/// Check that the server can read and write
///
/// Writes a heartbeat to the database and reads it again. Results are reused for a second.
#[utoipa::path(
    get, path = "/healthz",
    responses(
        (status = 200, description = "Reads and writes succeed. `full` means that the disk is nearly full and no new games can be created.", body = inline(Answer)),
        (status = 503, description = "Reads or writes fail, or the database is damaged; `since` is the time at which this was first noticed.", body = inline(Answer))
    )
)]
async fn healthz(Of(games): Of<Games>) -> Response {
    let Condition { since, room } = games.health.condition().await;
    if since.is_some() {
        let answer = Answer { status: "failing", since };
        return (StatusCode::SERVICE_UNAVAILABLE, HasErrorBody, Json(answer)).into_response();
    }
    Json(Answer { status: if room { "ok" } else { "full" }, since }).into_response()
}

/// Check readiness
///
/// The same as `/healthz`, under the name that orchestrators use.
#[utoipa::path(
    get, path = "/readyz",
    responses(
        (status = 200, description = "Ready for requests.", body = inline(Answer)),
        (status = 503, description = "Not ready.", body = inline(Answer))
    )
)]
async fn readyz(games: Of<Games>) -> Response {
    healthz(games).await
}

/// Check liveness
///
/// Reports that the process responds, whatever the state of its database.
#[utoipa::path(get, path = "/livez", responses((status = 200, description = "The process responds.", body = inline(Answer))))]
async fn livez() -> Json<Answer> {
    Json(Answer { status: "ok", since: None })
}
