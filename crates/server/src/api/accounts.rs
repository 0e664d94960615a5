use entourage_registry::view::program::ProgramAccount;
use entourage_registry::view::{
    AccountView, CeremonyView, Founded, PasskeyAnswer, RecoveryCodes, Signed as SignedView,
};

use super::extract::{Shown, ToKnow};
use super::sessions::Credentials;
use crate::accounts::FirstCredential;
use crate::api::prelude::*;
use crate::http::cookie::{Agent, SetCookie};
use crate::sessions::MAX_AGE;

pub(super) fn routes() -> OpenApiRouter<Services> {
    router!(read, create, remove; confirm; start_passkey; set_password, remove_password; add_passkey;
        remove_passkey; renew_codes; set_address, remove_address; answer_address; request_recovery)
}

/// The signed-in user, or the account that a token belongs to.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum OwnAccount {
    /// Returned for requests without a token.
    Person(SignedView),
    /// Returned for requests with a token.
    Program(ProgramAccount),
}

/// A new account, with either a password or a passkey registered for its name.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewAccount {
    /// 2 to 24 letters and digits of one script, with single spaces, hyphens, dots or apostrophes between them.
    name: String,
    /// 8 to 128 characters.
    password: Option<String>,
    passkey: Option<PasskeyAnswer>,
    /// A label for the passkey.
    #[serde(default)]
    label: String,
}

/// A passkey operation to start.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PasskeyRequest {
    #[schema(schema_with = purposes)]
    purpose: String,
    /// The name of the new account, if `purpose` is `found`.
    name: Option<String>,
}

/// A change of password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PasswordChange {
    /// The current password, if the account has one.
    old: Option<String>,
    /// 8 to 128 characters.
    new: String,
}

/// A passkey to add to the account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewPasskey {
    passkey: PasskeyAnswer,
    /// A label for the passkey.
    #[serde(default)]
    label: String,
}

fn purposes() -> ObjectBuilder {
    one_of(["found", "add", "show"]).description(Some(
        "`found` registers a passkey for a new account, and `add` for your account; `show` signs you in.",
    ))
}

/// Get your account
///
/// With a session, returns the signed-in account; with a token, the account that the token belongs to.
#[utoipa::path(
    get, path = "/api/account", security((), ("session" = []), ("token" = ["account:read"])),
    responses((status = 200, description = "The account, if signed in; with a token, in the format of the bot API.", body = inline(OwnAccount)), Forbidden)
)]
async fn read(
    Of(accounts): Of<Accounts>,
    Of(bot_api): Of<BotApi>,
    Shown(owner): Shown,
    signed: Signed,
) -> Answer<OwnAccount> {
    if let Some(owner) = owner {
        Program::<ToKnow>::allowed(&owner)?;
        return Ok(Json(OwnAccount::Program(bot_api.account(&owner.name).await?)));
    }
    let account = match accounts.signed_in(signed.token).await? {
        Some(member) => Some(accounts.view(&member).await?),
        None => None,
    };
    let letters = accounts.sends_mail();
    Ok(Json(OwnAccount::Person(SignedView { account, passkeys: accounts.site().map(str::to_owned), letters })))
}

/// Create an account
///
/// Also signs you in; the session is stored in a cookie.
#[utoipa::path(
    post, path = "/api/account", request_body = inline(NewAccount),
    responses((status = 201, description = "The account and its recovery codes.", body = inline(Founded)), Conflict, Refused)
)]
async fn create(
    Of(accounts): Of<Accounts>,
    Extension(client_addr): Extension<ClientAddr>,
    signed: Signed,
    Agent(agent): Agent,
    Body(NewAccount { name, password, passkey, label }): Body<NewAccount>,
) -> Result<(StatusCode, SetCookie, Json<Founded>), Error> {
    let way = match (password, passkey) {
        (Some(password), None) => FirstCredential::Password(password),
        (None, Some(answer)) => FirstCredential::Passkey { answer, label },
        _ => return Err(Error::Ways),
    };
    let (created, tokens) = accounts.found(&name, way, &client_addr.network(), &agent, signed.browser).await?;
    accounts.sign_out(signed.token).await?;
    Ok((StatusCode::CREATED, signed.cookies.set(&tokens, MAX_AGE), Json(created)))
}

/// Delete your account
///
/// Games remain, without the account's name, and can still be played through their links. Requires a recent
/// sign-in or confirmation.
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
/// Required before sensitive changes. Replaces the current session with a new one.
#[utoipa::path(
    post, path = "/api/account/confirm", security(("session" = [])), request_body = inline(Credentials),
    responses((status = 200, description = "Confirmed for ten minutes.", body = AccountView), Missing, Refused)
)]
async fn confirm(
    Of(accounts): Of<Accounts>,
    Extension(client_addr): Extension<ClientAddr>,
    signed: Signed,
    member: Member,
    Body(credentials): Body<Credentials>,
) -> Result<(SetCookie, Json<AccountView>), Error> {
    let proof = credentials.proof(Some(&member.account.name))?;
    let (member, tokens) = accounts.confirm(&member, proof, &client_addr.network(), signed.browser).await?;
    Ok((signed.cookies.set(&tokens, MAX_AGE), Json(accounts.view(&member).await?)))
}

/// Start a passkey operation
#[utoipa::path(
    post, path = "/api/passkeys", security((), ("session" = [])), request_body = inline(PasskeyRequest),
    responses((status = 200, description = "The options for the browser's WebAuthn call.", body = inline(CeremonyView)), Conflict, Refused)
)]
async fn start_passkey(
    Of(accounts): Of<Accounts>,
    member: Result<Member, Error>,
    Body(PasskeyRequest { purpose, name }): Body<PasskeyRequest>,
) -> Answer<CeremonyView> {
    Ok(Json(match &*purpose {
        "found" => accounts.ask_founding(&name.unwrap_or_default()).await?,
        "add" => accounts.ask_another(&member?).await?,
        "show" => accounts.ask_known().await?,
        _ => return Err(Error::malformed("`purpose` must be `found`, `add` or `show`")),
    }))
}

/// Set your password
///
/// Ends all other sessions.
#[utoipa::path(
    put, path = "/api/account/password", security(("session" = [])), request_body = inline(PasswordChange),
    responses((status = 200, description = "The account.", body = AccountView), Conflict, Refused)
)]
async fn set_password(
    Of(accounts): Of<Accounts>,
    member: Member,
    Body(PasswordChange { old, new }): Body<PasswordChange>,
) -> Answer<AccountView> {
    Ok(Json(accounts.set_password(member, old.as_deref(), &new).await?))
}

/// Remove your password
///
/// Requires a passkey.
#[utoipa::path(
    delete, path = "/api/account/password", security(("session" = [])),
    responses((status = 200, description = "The account.", body = AccountView), Forbidden, Conflict)
)]
async fn remove_password(Of(accounts): Of<Accounts>, member: Member) -> Answer<AccountView> {
    Ok(Json(accounts.remove_password(member).await?))
}

/// Add a passkey
#[utoipa::path(
    post, path = "/api/account/passkeys", security(("session" = [])), request_body = inline(NewPasskey),
    responses((status = 200, description = "The account.", body = AccountView), Refused)
)]
async fn add_passkey(
    Of(accounts): Of<Accounts>,
    member: Member,
    Body(NewPasskey { passkey, label }): Body<NewPasskey>,
) -> Answer<AccountView> {
    Ok(Json(accounts.add_passkey(&member, passkey, &label).await?))
}

/// Remove a passkey
///
/// The last remaining way to sign in cannot be removed.
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
    Ok(Json(accounts.remove_passkey(&member, &id).await?))
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

/// A new e-mail address for your account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewAddress {
    #[schema(max_length = 254)]
    address: String,
}

/// An answer to a confirmation request.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AddressAnswer {
    /// The token from the link in the confirmation request.
    token: String,
    /// `true` to confirm the address, `false` to reject it.
    agree: bool,
}

/// An account to recover.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RecoveryRequest {
    name: String,
}

/// Set your e-mail address
///
/// Sends a confirmation request to the new address; until it is confirmed, e-mails go to the previous one.
/// Requires a recent sign-in or confirmation.
#[utoipa::path(
    put, path = "/api/account/mail", security(("session" = [])), request_body = inline(NewAddress),
    responses((status = 200, description = "The account.", body = AccountView), Forbidden, Refused)
)]
async fn set_address(
    Of(accounts): Of<Accounts>,
    Locale { language, .. }: Locale,
    member: Member,
    Body(NewAddress { address }): Body<NewAddress>,
) -> Answer<AccountView> {
    Ok(Json(accounts.want_address(&member, &address, language).await?))
}

/// Remove your e-mail address
#[utoipa::path(
    delete, path = "/api/account/mail", security(("session" = [])),
    responses((status = 200, description = "The account.", body = AccountView), Forbidden)
)]
async fn remove_address(Of(accounts): Of<Accounts>, member: Member) -> Answer<AccountView> {
    Ok(Json(accounts.forget_addresses(&member).await?))
}

/// Confirm or reject an e-mail address
#[utoipa::path(
    post, path = "/api/account/mail/answer", request_body = inline(AddressAnswer),
    responses((status = 200, description = "Your choice is saved.", body = Nothing), Missing)
)]
async fn answer_address(Of(accounts): Of<Accounts>, Body(body): Body<AddressAnswer>) -> Answer<Nothing> {
    accounts.answer_question(&body.token, body.agree).await?;
    Ok(Json(Nothing {}))
}

/// Request a recovery link
///
/// Sends a link to the account's e-mail address, if it has one. The link works once and expires after an hour.
/// The response does not reveal whether a link was sent.
#[utoipa::path(
    post, path = "/api/recovery", request_body = inline(RecoveryRequest),
    responses((status = 200, description = "A link is sent if the account has an e-mail address.", body = Nothing), Refused)
)]
async fn request_recovery(
    Of(accounts): Of<Accounts>,
    Extension(client_addr): Extension<ClientAddr>,
    signed: Signed,
    Body(body): Body<RecoveryRequest>,
) -> Answer<Nothing> {
    accounts.ask_recovery(&body.name, &client_addr.network(), signed.browser).await?;
    Ok(Json(Nothing {}))
}
