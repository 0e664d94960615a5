use entourage_registry::view::{AccountView, PasskeyAnswer, Sessions};

use crate::accounts::Proof;
use crate::api::prelude::*;
use crate::http::cookie::{Agent, SetCookie};
use crate::sessions::AGE;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(sign_in, sign_out))
        .routes(routes!(list, end_others))
        .routes(routes!(end))
}

/// What somebody shows: a name with its password or with a recovery code, or a passkey's answer or a link alone.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Showing {
    /// The name; whoever is signed in need not say it.
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    password: Option<String>,
    /// A recovery code, which is good once.
    #[serde(default)]
    code: Option<String>,
    #[serde(default)]
    passkey: Option<PasskeyAnswer>,
    /// What a link says that was sent to the account's address; it is good once, for an hour.
    #[serde(default)]
    link: Option<String>,
}

impl Showing {
    pub fn proof(self, known: Option<&str>) -> Result<Proof, Error> {
        let name = self.name.or(known.map(str::to_owned));
        match (name, self.password, self.code, self.passkey, self.link) {
            (Some(name), Some(password), None, None, None) => Ok(Proof::Password { name, password }),
            (Some(name), None, Some(code), None, None) => Ok(Proof::Code { name, code }),
            (_, None, None, Some(answer), None) => Ok(Proof::Passkey(answer)),
            (_, None, None, None, Some(link)) => Ok(Proof::Link(link)),
            _ => Err(Error::Ways),
        }
    }
}

/// Signs in.
///
/// The session travels in a cookie that no script reads. It ends after 30 days of idleness, and after 180 days.
#[utoipa::path(
    post, path = "/api/session", request_body = inline(Showing),
    responses((status = 200, description = "The account.", body = AccountView), Missing, Refused)
)]
async fn sign_in(
    Of(accounts): Of<Accounts>,
    Extension(visitor): Extension<Visitor>,
    signed: Signed,
    Agent(agent): Agent,
    Body(showing): Body<Showing>,
) -> Result<(SetCookie, Json<AccountView>), Error> {
    let proof = showing.proof(None)?;
    let (member, entered) = accounts.sign_in(proof, signed.token, visitor, &agent, signed.browser).await?;
    Ok((signed.cookies.set(&entered, AGE), Json(accounts.view(&member).await?)))
}

/// Signs out; whoever is not signed in stays so.
#[utoipa::path(
    delete, path = "/api/session",
    responses((status = 200, description = "The session opens nothing any more.", body = Nothing))
)]
async fn sign_out(Of(accounts): Of<Accounts>, signed: Signed) -> Result<(SetCookie, Json<Nothing>), Error> {
    accounts.sign_out(signed.token).await?;
    Ok((signed.cookies.clear(), Json(Nothing {})))
}

/// Lists where somebody is signed in.
#[utoipa::path(
    get, path = "/api/sessions", security(("session" = [])),
    responses((status = 200, description = "The sessions, the one seen last first.", body = Sessions))
)]
async fn list(Of(accounts): Of<Accounts>, member: Member) -> Answer<Sessions> {
    Ok(Json(Sessions { sessions: accounts.sessions(&member).await? }))
}

/// Signs out everywhere else.
#[utoipa::path(
    delete, path = "/api/sessions", security(("session" = [])),
    responses((status = 200, description = "The session that asks, which is left.", body = Sessions), Forbidden)
)]
async fn end_others(Of(accounts): Of<Accounts>, member: Member) -> Answer<Sessions> {
    accounts.end_others(&member).await?;
    Ok(Json(Sessions { sessions: accounts.sessions(&member).await? }))
}

/// Signs out somewhere.
#[utoipa::path(
    delete, path = "/api/sessions/{id}",
    params(("id" = String, Path, description = "The session, as the list names it.")), security(("session" = [])),
    responses((status = 200, description = "The sessions that are left.", body = Sessions), Forbidden)
)]
async fn end(Of(accounts): Of<Accounts>, member: Member, Path(id): Path<String>) -> Answer<Sessions> {
    accounts.end_session(&member, &id).await?;
    Ok(Json(Sessions { sessions: accounts.sessions(&member).await? }))
}
