use entourage_registry::view::{NewToken, TokenWish, Tokens};

use crate::api::prelude::*;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(list, issue)).routes(routes!(revoke))
}

/// Lists the tokens of whoever is signed in.
#[utoipa::path(
    get, path = "/api/account/tokens", security(("session" = [])),
    responses((status = 200, description = "The newest first, at most 20.", body = Tokens))
)]
async fn list(Of(programs): Of<Programs>, member: Member) -> Answer<Tokens> {
    Ok(Json(programs.list(&member).await?))
}

/// Makes a token.
///
/// Asks that whoever is signed in has proved lately who they are.
#[utoipa::path(
    post, path = "/api/account/tokens", security(("session" = [])), request_body = TokenWish,
    responses((status = 201, description = "The token, told this once: its hash alone is kept.", body = inline(NewToken)), Refused)
)]
async fn issue(
    Of(programs): Of<Programs>,
    member: Member,
    Body(wish): Body<TokenWish>,
) -> Result<(StatusCode, Json<NewToken>), Error> {
    Ok((StatusCode::CREATED, Json(programs.issue(&member, &wish).await?)))
}

/// Revokes a token: it opens nothing from now on, and the streams that it opened end.
#[utoipa::path(
    delete, path = "/api/account/tokens/{id}",
    params(("id" = String, Path, description = "The token, as the list names it.")), security(("session" = [])),
    responses((status = 200, description = "The tokens that are left.", body = Tokens), Forbidden)
)]
async fn revoke(Of(programs): Of<Programs>, member: Member, Path(id): Path<String>) -> Answer<Tokens> {
    programs.revoke(&member, &id).await?;
    Ok(Json(programs.list(&member).await?))
}
