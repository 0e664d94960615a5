use entourage_registry::view::Health as Answer;

use crate::api::prelude::*;
use crate::health::Condition;
use crate::http::failure::Spoken;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(healthz)).routes(routes!(readyz)).routes(routes!(livez))
}

/// Tells whether the server can keep what it is told: it writes and reads as events do, at most once a second.
#[utoipa::path(
    get, path = "/healthz",
    responses(
        (status = 200, description = "It can; `full` where no game can begin for want of room.", body = inline(Answer)),
        (status = 503, description = "It cannot, and says since when.", body = inline(Answer))
    )
)]
async fn healthz(Of(games): Of<Games>) -> Response {
    let condition = games.health.condition().await;
    let answer = match condition {
        Condition { fault: Some(fault), .. } => {
            Answer { status: "failing", since: Some(games.health.date_of(fault)) }
        }
        Condition { room: false, .. } => Answer { status: "full", since: None },
        Condition { .. } => Answer { status: "ok", since: None },
    };
    match answer.status {
        "failing" => (StatusCode::SERVICE_UNAVAILABLE, Spoken, Json(answer)).into_response(),
        _ => Json(answer).into_response(),
    }
}

/// Tells the same under the name that orchestrators ask, whether to send requests.
#[utoipa::path(
    get, path = "/readyz",
    responses(
        (status = 200, description = "It is to be asked.", body = inline(Answer)),
        (status = 503, description = "It is not to be asked just now.", body = inline(Answer))
    )
)]
async fn readyz(games: Of<Games>) -> Response {
    healthz(games).await
}

/// Tells that the process answers at all, whatever its database does.
#[utoipa::path(get, path = "/livez", responses((status = 200, description = "It answers.", body = inline(Answer))))]
async fn livez() -> Json<Answer> {
    Json(Answer { status: "ok", since: None })
}
