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

/// Whoever asks, as they are told.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum Reading {
    /// Somebody at the page.
    Person(SignedView),
    /// A program.
    Program(ProgramAccount),
}

/// Asks for an account: with a password or, instead, with a passkey that was asked for under this name.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Founding {
    /// From 2 to 24 letters and digits of one script, with single spaces, dashes, dots or apostrophes between them.
    name: String,
    /// From 8 to 128 characters.
    #[serde(default)]
    password: Option<String>,
    #[serde(default)]
    passkey: Option<PasskeyAnswer>,
    /// What its holder calls the passkey.
    #[serde(default)]
    label: String,
}

/// Says what a passkey is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Asking {
    #[schema(schema_with = purposes)]
    purpose: String,
    /// The name of the account that is to be founded with it.
    #[serde(default)]
    name: Option<String>,
}

/// Sets a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Replacing {
    /// The one that the account has, if it has one.
    #[serde(default)]
    old: Option<String>,
    /// From 8 to 128 characters.
    new: String,
}

/// Brings one more passkey.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Adding {
    passkey: PasskeyAnswer,
    /// What its holder calls it.
    #[serde(default)]
    label: String,
}

fn purposes() -> ObjectBuilder {
    one_of(["found", "add", "show"])
        .description(Some("To found an account, to add a passkey to one's own, or to show one that is known."))
}

/// Tells who is signed in; to a program that shows a token, for whom it acts.
#[utoipa::path(
    get, path = "/api/account", security((), ("session" = []), ("token" = ["account:read"])),
    responses((status = 200, description = "Their account, if anybody is; to a program in the shape that programs know.", body = inline(Reading)), Forbidden)
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

/// Founds an account, and signs in to it.
///
/// The session travels in a cookie.
#[utoipa::path(
    post, path = "/api/account", request_body = inline(Founding),
    responses((status = 201, description = "The account, with codes for when its holder has lost everything else.", body = inline(Founded)), Conflict, Refused)
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

/// Deletes the account of whoever is signed in.
///
/// Its games stay, without its name; those under way are played on by whoever has a link to them. Asks that they have proved lately who they are.
#[utoipa::path(
    delete, path = "/api/account", security(("session" = [])),
    responses((status = 200, description = "Nothing is kept of it.", body = Nothing), Forbidden)
)]
async fn remove(
    Of(accounts): Of<Accounts>,
    signed: Signed,
    member: Member,
) -> Result<(SetCookie, Json<Nothing>), Error> {
    accounts.remove(member).await?;
    Ok((signed.cookies.clear(), Json(Nothing {})))
}

/// Proves once more who is signed in, before what cannot be undone.
///
/// A new session begins, and the one that asks ends.
#[utoipa::path(
    post, path = "/api/account/confirm", security(("session" = [])), request_body = inline(Showing),
    responses((status = 200, description = "For ten minutes it need not be done again.", body = AccountView), Missing, Refused)
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

/// Asks something of a passkey.
#[utoipa::path(
    post, path = "/api/passkeys", security((), ("session" = [])), request_body = inline(Asking),
    responses((status = 200, description = "What the browser is to ask it.", body = inline(CeremonyView)), Conflict, Refused)
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

/// Sets another password; all other sessions end.
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

/// Takes the password away, where there is a passkey.
#[utoipa::path(
    delete, path = "/api/account/password", security(("session" = [])),
    responses((status = 200, description = "The account.", body = AccountView), Forbidden, Conflict)
)]
async fn remove_password(Of(accounts): Of<Accounts>, mut member: Member) -> Answer<AccountView> {
    accounts.remove_password(&mut member).await?;
    Ok(Json(accounts.view(&member).await?))
}

/// Adds a passkey.
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

/// Takes a passkey away, unless it is the only way in.
#[utoipa::path(
    delete, path = "/api/account/passkeys/{id}",
    params(("id" = String, Path, description = "The name that its device gave it.")), security(("session" = [])),
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

/// Makes new recovery codes; those before open nothing any more.
#[utoipa::path(
    post, path = "/api/account/codes", security(("session" = [])),
    responses((status = 200, description = "The codes, told this once.", body = inline(RecoveryCodes)), Forbidden)
)]
async fn renew_codes(Of(accounts): Of<Accounts>, member: Member) -> Answer<RecoveryCodes> {
    Ok(Json(accounts.renew_codes(&member).await?))
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

/// Has the account written to nowhere.
#[utoipa::path(
    delete, path = "/api/account/mail", security(("session" = [])),
    responses((status = 200, description = "The account.", body = AccountView), Forbidden)
)]
async fn forget(Of(accounts): Of<Accounts>, member: Member) -> Answer<AccountView> {
    accounts.forget_addresses(&member).await?;
    Ok(Json(accounts.view(&member).await?))
}

/// Answers the question that an address was sent.
#[utoipa::path(
    post, path = "/api/account/mail/answer", request_body = inline(Answering),
    responses((status = 200, description = "So it is from now on.", body = Nothing), Missing)
)]
async fn answer(
    Of(accounts): Of<Accounts>,
    Body(Answering { token, agree }): Body<Answering>,
) -> Answer<Nothing> {
    accounts.answer_question(&token, agree).await?;
    Ok(Json(Nothing {}))
}

/// Asks for a link by which the holder of an account comes back in.
///
/// It is sent to the account's address, where there is one, and is good for an hour, once. Nobody is told here whether it was sent.
#[utoipa::path(
    post, path = "/api/recovery", request_body = inline(Lost),
    responses((status = 200, description = "If that account has an address, it is written to.", body = Nothing), Refused)
)]
async fn recover(Of(accounts): Of<Accounts>, Body(Lost { name }): Body<Lost>) -> Answer<Nothing> {
    accounts.ask_recovery(&name).await?;
    Ok(Json(Nothing {}))
}
