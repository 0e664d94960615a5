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
async fn list(Of(bot_api): Of<BotApi>, member: Member) -> Answer<Tokens> {
    Ok(Json(bot_api.list(member.account.id).await?))
}

/// Create an API token
///
/// Requires a recent sign-in or confirmation.
#[utoipa::path(
    post, path = "/api/account/tokens", security(("session" = [])), request_body = TokenWish,
    responses((status = 201, description = "The token; it is not shown again.", body = inline(NewToken)), Refused)
)]
async fn issue(
    Of(bot_api): Of<BotApi>,
    member: Member,
    Body(wish): Body<TokenWish>,
) -> Result<(StatusCode, Json<NewToken>), Error> {
    Ok((StatusCode::CREATED, Json(bot_api.issue(&member, &wish).await?)))
}

/// Revoke an API token
///
/// Closes all streams that were opened with the token.
#[utoipa::path(
    delete, path = "/api/account/tokens/{id}",
    params(("id" = String, Path, description = "The token's ID.")), security(("session" = [])),
    responses((status = 200, description = "The remaining tokens.", body = Tokens), Forbidden)
)]
async fn revoke(Of(bot_api): Of<BotApi>, member: Member, Path(id): Path<String>) -> Answer<Tokens> {
    Ok(Json(bot_api.revoke(&member, &id).await?))
}
