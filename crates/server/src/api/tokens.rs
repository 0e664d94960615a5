use entourage_registry::view::{NewToken, TokenWish, Tokens};

use crate::api::prelude::*;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(list, issue)).routes(routes!(revoke))
}

/// List your API tokens
#[utoipa::path(
    get, path = "/api/account/tokens", security(("session" = [])),
    responses((status = 200, description = "The tokens, newest first, at most 20.", body = Tokens))
)]
async fn list(Of(programs): Of<Programs>, member: Member) -> Answer<Tokens> {
    Ok(Json(programs.list(&member).await?))
}

/// Create an API token
///
/// Requires a recent sign-in or confirmation.
#[utoipa::path(
    post, path = "/api/account/tokens", security(("session" = [])), request_body = TokenWish,
    responses((status = 201, description = "The token; it is not shown again.", body = inline(NewToken)), Refused)
)]
async fn issue(
    Of(programs): Of<Programs>,
    member: Member,
    Body(wish): Body<TokenWish>,
) -> Result<(StatusCode, Json<NewToken>), Error> {
    Ok((StatusCode::CREATED, Json(programs.issue(&member, &wish).await?)))
}

/// Revoke an API token
///
/// Streams that were opened with it end.
#[utoipa::path(
    delete, path = "/api/account/tokens/{id}",
    params(("id" = String, Path, description = "The token's ID.")), security(("session" = [])),
    responses((status = 200, description = "The remaining tokens.", body = Tokens), Forbidden)
)]
async fn revoke(Of(programs): Of<Programs>, member: Member, Path(id): Path<String>) -> Answer<Tokens> {
    programs.revoke(&member, &id).await?;
    Ok(Json(programs.list(&member).await?))
}
