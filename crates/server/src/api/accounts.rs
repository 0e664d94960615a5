use entourage_registry::view::program::ProgramAccount;
use entourage_registry::view::{
    AccountView, CeremonyView, Founded, PasskeyAnswer, RecoveryCodes, Signed as SignedView,
};

use super::extract::{Shown, ToKnow};
use super::sessions::Showing;
use crate::accounts::Way;
use crate::api::prelude::*;
use crate::http::cookie::{Agent, SetCookie};
use crate::sessions::AGE;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(read, found, remove))
        .routes(routes!(confirm))
        .routes(routes!(ask))
        .routes(routes!(set_password, remove_password))
        .routes(routes!(add_passkey))
        .routes(routes!(remove_passkey))
        .routes(routes!(renew_codes))
        .routes(routes!(want, forget))
        .routes(routes!(answer))
        .routes(routes!(recover))
}

/// The signed-in user, or the account of a token.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum Reading {
    /// For the website.
    Person(SignedView),
    /// For requests with a token.
    Program(ProgramAccount),
}

/// A new account, with either a password or a passkey registered for its name.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Founding {
    /// 2 to 24 letters and digits of one script, with single spaces, hyphens, dots or apostrophes between them.
    name: String,
    /// 8 to 128 characters.
    #[serde(default)]
    password: Option<String>,
    #[serde(default)]
    passkey: Option<PasskeyAnswer>,
    /// A label for the passkey.
    #[serde(default)]
    label: String,
}

/// A passkey operation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Asking {
    #[schema(schema_with = purposes)]
    purpose: String,
    /// The name of the new account, for the purpose `found`.
    #[serde(default)]
    name: Option<String>,
}

/// A new password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Replacing {
    /// The current password, if the account has one.
    #[serde(default)]
    old: Option<String>,
    /// 8 to 128 characters.
    new: String,
}

/// A new passkey.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Adding {
    passkey: PasskeyAnswer,
    /// A label for the passkey.
    #[serde(default)]
    label: String,
}

fn purposes() -> ObjectBuilder {
    one_of(["found", "add", "show"]).description(Some(
        "`found` registers a passkey for a new account, `add` for your account; `show` signs in.",
    ))
}

/// Get your account
///
/// With a session, the account that is signed in; with a token, the account that it acts for.
#[utoipa::path(
    get, path = "/api/account", security((), ("session" = []), ("token" = ["account:read"])),
    responses((status = 200, description = "The account, if signed in; with a token, in the format of the bot API.", body = inline(Reading)), Forbidden)
)]
async fn read(
    Of(accounts): Of<Accounts>,
    Of(programs): Of<Programs>,
    Shown(holder): Shown,
    signed: Signed,
) -> Answer<Reading> {
    if let Some(holder) = holder {
        Program::<ToKnow>::allowed(&holder)?;
        return Ok(Json(Reading::Program(programs.account(&holder.name).await?)));
    }
    let account = match accounts.member(signed.token).await {
        Ok(member) => Some(accounts.view(&member).await?),
        Err(Error::SignedOut) => None,
        Err(error) => return Err(error),
    };
    let letters = accounts.writes_letters();
    Ok(Json(Reading::Person(SignedView { account, passkeys: accounts.site().map(str::to_owned), letters })))
}

/// Create an account
///
/// Signs in to it; the session is in a cookie.
#[utoipa::path(
    post, path = "/api/account", request_body = inline(Founding),
    responses((status = 201, description = "The account and its recovery codes.", body = inline(Founded)), Conflict, Refused)
)]
async fn found(
    Of(accounts): Of<Accounts>,
    signed: Signed,
    Agent(agent): Agent,
    Body(Founding { name, password, passkey, label }): Body<Founding>,
) -> Result<(StatusCode, SetCookie, Json<Founded>), Error> {
    let way = match (password, passkey) {
        (Some(password), None) => Way::Password(password),
        (None, Some(answer)) => Way::Passkey { answer, label },
        _ => return Err(Error::Ways),
    };
    let (founded, entered) = accounts.found(&name, way, &agent, signed.browser).await?;
    accounts.sign_out(signed.token).await?;
    Ok((StatusCode::CREATED, signed.cookies.set(&entered, AGE), Json(founded)))
}

/// Delete your account
///
/// Its games stay, without its name, and can still be played with their links. Requires a recent sign-in or
/// confirmation.
#[utoipa::path(
    delete, path = "/api/account", security(("session" = [])),
    responses((status = 200, description = "The account is deleted.", body = Nothing), Forbidden)
)]
async fn remove(
    Of(accounts): Of<Accounts>,
    signed: Signed,
    member: Member,
) -> Result<(SetCookie, Json<Nothing>), Error> {
    accounts.remove(member).await?;
    Ok((signed.cookies.clear(), Json(Nothing {})))
}

/// Confirm your identity
///
/// Needed before sensitive changes. Replaces the current session with a new one.
#[utoipa::path(
    post, path = "/api/account/confirm", security(("session" = [])), request_body = inline(Showing),
    responses((status = 200, description = "Confirmed for ten minutes.", body = AccountView), Missing, Refused)
)]
async fn confirm(
    Of(accounts): Of<Accounts>,
    Extension(visitor): Extension<Visitor>,
    signed: Signed,
    member: Member,
    Body(showing): Body<Showing>,
) -> Result<(SetCookie, Json<AccountView>), Error> {
    let proof = showing.proof(Some(&member.account.name))?;
    let (member, entered) = accounts.confirm(&member, proof, visitor, signed.browser).await?;
    Ok((signed.cookies.set(&entered, AGE), Json(accounts.view(&member).await?)))
}

/// Start a passkey operation
#[utoipa::path(
    post, path = "/api/passkeys", security((), ("session" = [])), request_body = inline(Asking),
    responses((status = 200, description = "The options for the browser's WebAuthn call.", body = inline(CeremonyView)), Conflict, Refused)
)]
async fn ask(
    Of(accounts): Of<Accounts>,
    member: Result<Member, Error>,
    Body(Asking { purpose, name }): Body<Asking>,
) -> Answer<CeremonyView> {
    Ok(Json(match &*purpose {
        "found" => accounts.ask_founding(&name.unwrap_or_default()).await?,
        "add" => accounts.ask_another(&member?).await?,
        "show" => accounts.ask_known().await?,
        _ => return Err(Error::malformed("purpose: found, add or show")),
    }))
}

/// Set your password
///
/// Ends all other sessions.
#[utoipa::path(
    put, path = "/api/account/password", security(("session" = [])), request_body = inline(Replacing),
    responses((status = 200, description = "The account.", body = AccountView), Conflict, Refused)
)]
async fn set_password(
    Of(accounts): Of<Accounts>,
    Extension(visitor): Extension<Visitor>,
    mut member: Member,
    Body(Replacing { old, new }): Body<Replacing>,
) -> Answer<AccountView> {
    accounts.set_password(&mut member, old.as_deref(), &new, visitor).await?;
    Ok(Json(accounts.view(&member).await?))
}

/// Remove your password
///
/// Requires a passkey.
#[utoipa::path(
    delete, path = "/api/account/password", security(("session" = [])),
    responses((status = 200, description = "The account.", body = AccountView), Forbidden, Conflict)
)]
async fn remove_password(Of(accounts): Of<Accounts>, mut member: Member) -> Answer<AccountView> {
    accounts.remove_password(&mut member).await?;
    Ok(Json(accounts.view(&member).await?))
}

/// Add a passkey
#[utoipa::path(
    post, path = "/api/account/passkeys", security(("session" = [])), request_body = inline(Adding),
    responses((status = 200, description = "The account.", body = AccountView), Refused)
)]
async fn add_passkey(
    Of(accounts): Of<Accounts>,
    member: Member,
    Body(Adding { passkey, label }): Body<Adding>,
) -> Answer<AccountView> {
    accounts.add_passkey(&member, passkey, &label).await?;
    Ok(Json(accounts.view(&member).await?))
}

/// Remove a passkey
///
/// The last way to sign in cannot be removed.
#[utoipa::path(
    delete, path = "/api/account/passkeys/{id}",
    params(("id" = String, Path, description = "The passkey's ID.")), security(("session" = [])),
    responses((status = 200, description = "The account.", body = AccountView), Forbidden, Conflict)
)]
async fn remove_passkey(
    Of(accounts): Of<Accounts>,
    member: Member,
    Path(id): Path<String>,
) -> Answer<AccountView> {
    accounts.remove_passkey(&member, &id).await?;
    Ok(Json(accounts.view(&member).await?))
}

/// Create new recovery codes
///
/// The previous codes stop working.
#[utoipa::path(
    post, path = "/api/account/codes", security(("session" = [])),
    responses((status = 200, description = "The codes; they are not shown again.", body = inline(RecoveryCodes)), Forbidden)
)]
async fn renew_codes(Of(accounts): Of<Accounts>, member: Member) -> Answer<RecoveryCodes> {
    Ok(Json(accounts.renew_codes(&member).await?))
}

/// A new e-mail address for the account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Wanted {
    #[schema(max_length = 254)]
    address: String,
}

/// An answer to the confirmation request sent to an address.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Answering {
    /// The token from the link.
    token: String,
    /// Whether the account may send e-mail to this address.
    agree: bool,
}

/// An account to recover.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Lost {
    name: String,
}

/// Set your e-mail address
///
/// Sends a confirmation request; until it is accepted, e-mails go to the previous address. Requires a recent
/// sign-in or confirmation.
#[utoipa::path(
    put, path = "/api/account/mail", security(("session" = [])), request_body = inline(Wanted),
    responses((status = 200, description = "The account.", body = AccountView), Forbidden, Refused)
)]
async fn want(
    Of(accounts): Of<Accounts>,
    Locale { language, .. }: Locale,
    member: Member,
    Body(Wanted { address }): Body<Wanted>,
) -> Answer<AccountView> {
    accounts.want_address(&member, &address, language).await?;
    Ok(Json(accounts.view(&member).await?))
}

/// Remove your e-mail address
#[utoipa::path(
    delete, path = "/api/account/mail", security(("session" = [])),
    responses((status = 200, description = "The account.", body = AccountView), Forbidden)
)]
async fn forget(Of(accounts): Of<Accounts>, member: Member) -> Answer<AccountView> {
    accounts.forget_addresses(&member).await?;
    Ok(Json(accounts.view(&member).await?))
}

/// Confirm or reject an e-mail address
#[utoipa::path(
    post, path = "/api/account/mail/answer", request_body = inline(Answering),
    responses((status = 200, description = "Your choice is saved.", body = Nothing), Missing)
)]
async fn answer(
    Of(accounts): Of<Accounts>,
    Body(Answering { token, agree }): Body<Answering>,
) -> Answer<Nothing> {
    accounts.answer_question(&token, agree).await?;
    Ok(Json(Nothing {}))
}

/// Request a recovery link
///
/// Sends a link to the account's address, if it has one. It works once, within an hour. The response does not
/// reveal whether it was sent.
#[utoipa::path(
    post, path = "/api/recovery", request_body = inline(Lost),
    responses((status = 200, description = "If the account has an address, a link is sent to it.", body = Nothing), Refused)
)]
async fn recover(Of(accounts): Of<Accounts>, Body(Lost { name }): Body<Lost>) -> Answer<Nothing> {
    accounts.ask_recovery(&name).await?;
    Ok(Json(Nothing {}))
}
