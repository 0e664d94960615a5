//! Where accounts are written to, and how a letter lets their holders in again.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use entourage_registry::view::{AccountView, Nothing};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Answer;
use crate::accounts::Accounts;
use crate::domain::Locale;
use crate::http::answers::{Forbidden, Missing, Refused};
use crate::http::body::Body;
use crate::services::Services;
use crate::sessions::Member;

/// Routes the addresses of accounts.
pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(want, forget)).routes(routes!(answer)).routes(routes!(recover))
}

/// Says where an account is to be written to.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Wanted {
    #[schema(max_length = 254)]
    address: String,
}

/// Answers the question that an address was sent.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Answering {
    /// What the link says.
    token: String,
    /// Whether the account is to be written to there.
    agree: bool,
}

/// Says whose account is to be come back into.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Lost {
    name: String,
}

/// Asks to be written to at an address.
///
/// Its reader is asked first; until they agree, letters go where they went. Asks that whoever is signed in has proved lately who they are.
#[utoipa::path(
    put,
    path = "/api/account/mail",
    tag = "People",
    security(("session" = [])),
    request_body = inline(Wanted),
    responses((status = 200, description = "The account.", body = AccountView), Forbidden, Refused)
)]
async fn want(
    Shared(accounts): Shared<Arc<Accounts>>,
    Locale { language, .. }: Locale,
    member: Member,
    Body(Wanted { address }): Body<Wanted>,
) -> Answer<AccountView> {
    accounts.want_address(&member, &address, language).await?;
    Ok(Json(accounts.view(&member).await?))
}

/// Has the account written to nowhere.
#[utoipa::path(
    delete,
    path = "/api/account/mail",
    tag = "People",
    security(("session" = [])),
    responses((status = 200, description = "The account.", body = AccountView), Forbidden)
)]
async fn forget(Shared(accounts): Shared<Arc<Accounts>>, member: Member) -> Answer<AccountView> {
    accounts.forget_addresses(&member).await?;
    Ok(Json(accounts.view(&member).await?))
}

/// Answers the question that an address was sent.
#[utoipa::path(
    post,
    path = "/api/account/mail/answer",
    tag = "People",
    request_body = inline(Answering),
    responses((status = 200, description = "So it is from now on.", body = Nothing), Missing)
)]
async fn answer(
    Shared(accounts): Shared<Arc<Accounts>>,
    Body(Answering { token, agree }): Body<Answering>,
) -> Answer<Nothing> {
    accounts.answer_question(&token, agree).await?;
    Ok(Json(Nothing {}))
}

/// Asks for a link by which the holder of an account comes back in.
///
/// It is sent to the account's address, where there is one, and is good for an hour, once. Nobody is told here whether it was sent.
#[utoipa::path(
    post,
    path = "/api/recovery",
    tag = "People",
    request_body = inline(Lost),
    responses((status = 200, description = "If that account has an address, it is written to.", body = Nothing), Refused)
)]
async fn recover(Shared(accounts): Shared<Arc<Accounts>>, Body(Lost { name }): Body<Lost>) -> Answer<Nothing> {
    accounts.ask_recovery(&name).await?;
    Ok(Json(Nothing {}))
}
