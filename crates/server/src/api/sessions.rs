use entourage_registry::view::{AccessList, AccountView, PasskeyAnswer, Sessions};

use crate::accounts::Proof;
use crate::api::prelude::*;
use crate::http::cookie::{Agent, SetCookie};
use crate::sessions::MAX_AGE;

pub(super) fn routes() -> OpenApiRouter<Services> {
    router!(sign_in, sign_out; list, end_others; end; recovery_access)
}

/// Credentials: a name with its password or a recovery code, a passkey, or a recovery link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Credentials {
    /// The account's name; not needed if signed in.
    name: Option<String>,
    password: Option<String>,
    /// A recovery code, which works once.
    code: Option<String>,
    passkey: Option<PasskeyAnswer>,
    /// The token of a recovery link, which works once within an hour.
    link: Option<String>,
    /// What remains valid if `link` is used: IDs of passkeys, API tokens and sessions, `codes` and `password`.
    #[serde(default)]
    keep: Vec<String>,
}

impl Credentials {
    pub fn proof(self, known: Option<&str>) -> Result<Proof, Error> {
        let name = self.name.or(known.map(str::to_owned));
        match (name, self.password, self.code, self.passkey, self.link) {
            (Some(name), Some(password), None, None, None) => Ok(Proof::Password { name, password }),
            (Some(name), None, Some(code), None, None) => Ok(Proof::Code { name, code }),
            (_, None, None, Some(answer), None) => Ok(Proof::Passkey(answer)),
            (_, None, None, None, Some(link)) => Ok(Proof::Link { link, kept: self.keep }),
            _ => Err(Error::Ways),
        }
    }
}

/// Sign in
///
/// The session is stored in a cookie that scripts cannot read. It ends after 30 days of inactivity, and after
/// 180 days at the latest. A recovery link revokes the password and all other ways into the account, except those
/// in `keep`.
#[utoipa::path(
    post, path = "/api/session", request_body = inline(Credentials),
    responses((status = 200, description = "The account.", body = AccountView), Missing, Refused)
)]
async fn sign_in(
    Of(accounts): Of<Accounts>,
    Extension(client_addr): Extension<ClientAddr>,
    signed: Signed,
    Agent(agent): Agent,
    Body(credentials): Body<Credentials>,
) -> Result<(SetCookie, Json<AccountView>), Error> {
    let proof = credentials.proof(None)?;
    let (member, tokens) =
        accounts.sign_in(proof, signed.token, &client_addr.network(), &agent, signed.browser).await?;
    Ok((signed.cookies.set(&tokens, MAX_AGE), Json(accounts.view(&member).await?)))
}

/// Sign out
#[utoipa::path(
    delete, path = "/api/session",
    responses((status = 200, description = "Signed out.", body = Nothing))
)]
async fn sign_out(Of(accounts): Of<Accounts>, signed: Signed) -> Result<(SetCookie, Json<Nothing>), Error> {
    accounts.sign_out(signed.token).await?;
    Ok((signed.cookies.clear(), Json(Nothing {})))
}

/// List your sessions
#[utoipa::path(
    get, path = "/api/sessions", security(("session" = [])),
    responses((status = 200, description = "The sessions, most recently used first.", body = Sessions))
)]
async fn list(Of(accounts): Of<Accounts>, member: Member) -> Answer<Sessions> {
    Ok(Json(accounts.sessions(&member).await?))
}

/// What remains valid.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Kept {
    /// Comma-separated IDs of passkeys, API tokens and sessions, and `codes` for the recovery codes.
    #[serde(default)]
    keep: String,
}

/// Sign out everywhere else
///
/// Revokes all ways into the account except its password, this session and those in `keep`, and ends open
/// connections. An account without a password must keep a passkey. Requires a recent sign-in or confirmation.
#[utoipa::path(
    delete, path = "/api/sessions", params(Kept), security(("session" = [])),
    responses((status = 200, description = "The remaining sessions.", body = Sessions), Malformed, Forbidden, Conflict)
)]
async fn end_others(
    Of(accounts): Of<Accounts>,
    member: Member,
    QueryFields(Kept { keep }): QueryFields<Kept>,
) -> Answer<Sessions> {
    Ok(Json(accounts.end_others(&member, keep.split(',').map(str::to_owned).collect()).await?))
}

/// List what a recovery link can keep
///
/// Signing in with the link revokes the password and all of these, except those that are kept. Does not use up the
/// link.
#[utoipa::path(
    post, path = "/api/recovery/access", request_body = inline(Credentials),
    responses((status = 200, description = "The ways into the account.", body = inline(AccessList)), Missing, Refused)
)]
async fn recovery_access(
    Of(accounts): Of<Accounts>,
    Of(bot_api): Of<BotApi>,
    Body(credentials): Body<Credentials>,
) -> Answer<AccessList> {
    let account = accounts.recovering(&credentials.link.ok_or(Error::Ways)?).await?;
    Ok(Json(accounts.access(account, bot_api.list(account).await?.tokens).await?))
}

/// End a session
#[utoipa::path(
    delete, path = "/api/sessions/{id}",
    params(("id" = String, Path, description = "The session's ID.")), security(("session" = [])),
    responses((status = 200, description = "The remaining sessions.", body = Sessions), Forbidden)
)]
async fn end(Of(accounts): Of<Accounts>, member: Member, Path(id): Path<String>) -> Answer<Sessions> {
    Ok(Json(accounts.end_session(&member, &id).await?))
}
