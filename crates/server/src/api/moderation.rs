use axum::extract::rejection::PathRejection;
use entourage_registry::view::{ComplaintDetail, ComplaintList, MeasureList};

use crate::api::prelude::*;
use crate::http::bearer::Held;
use crate::moderation::{ActionKind, ModerationAction, ModerationService, ReportSubject, Role, SanctionKind};

/// Maximum length of a sanction in days.
const MAX_DAYS: u32 = 3660;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(list, report)).routes(routes!(read)).routes(routes!(log, act))
}

/// A report to the moderators.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ReportRequest {
    #[schema(schema_with = kinds)]
    about: String,
    /// The name of the reported player, if `about` is `person`.
    person: Option<String>,
    /// The name of the reported game definition, as in specs, if `about` is `definition`.
    definition: Option<String>,
    /// The ID of the reported study, if `about` is `study`.
    study: Option<String>,
    #[schema(max_length = 500)]
    text: String,
}

/// A moderation action, which is logged permanently.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ActionRequest {
    #[schema(schema_with = acts)]
    act: String,
    /// The name of the account.
    person: Option<String>,
    /// The reason, which is shown to the account's owner.
    #[schema(max_length = 500)]
    reason: String,
    /// The duration of a mute or ban in days; if missing, the sanction lasts until it is lifted.
    #[schema(minimum = 1, maximum = 3660)]
    days: Option<u32>,
    /// The new name, for `rename`.
    name: Option<String>,
    /// The new role, for `appoint`; if missing, the role is removed.
    #[schema(schema_with = roles)]
    role: Option<String>,
    /// The definition's name in specs, for `list` and `unlist`, which allow or disallow rated games.
    definition: Option<String>,
    /// The study's ID, for `hide` and `show`.
    study: Option<String>,
    /// The number of the report that led to the action, or that the action closes.
    #[schema(maximum = 4_294_967_295_u32)]
    complaint: Option<u32>,
    /// For `close`, whether rated games that were held back because of the report count; by default, they count.
    counts: Option<bool>,
}

/// Which page of reports to return.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct ReportPage {
    #[param(schema_with = states)]
    state: Option<String>,
    /// The `next` value of the previous page.
    #[param(maximum = 4_294_967_295_u32)]
    after: Option<u32>,
}

/// A page of the moderation log.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct LogPage {
    /// The `next` value of the previous page.
    #[param(maximum = 4_294_967_295_u32)]
    before: Option<u32>,
}

fn kinds() -> ObjectBuilder {
    one_of(["talk", "person", "definition", "study"]).description(Some(
        "The opponent's chat in the key's game (`talk`), a player, a user-written game or a study.",
    ))
}

fn acts() -> ObjectBuilder {
    one_of(["mute", "unmute", "ban", "unban", "rename", "appoint", "close", "list", "unlist", "hide", "show"])
}

fn roles() -> ObjectBuilder {
    one_of(["moderator", "administrator"])
}

fn states() -> ObjectBuilder {
    one_of(["open", "closed"]).description(Some("Open reports (oldest first) or closed ones (newest first)."))
}

/// Report chat, a player, a game or a study
///
/// Requires an account; new accounts can send three reports an hour. Moderators see the report with the game
/// and its chat.
#[utoipa::path(
    post, path = "/api/complaints", security(("session" = []), ("session" = [], "key" = [])),
    request_body = inline(ReportRequest),
    responses((status = 201, description = "The report is filed.", body = Nothing), Forbidden, Missing, Refused)
)]
async fn report(
    Of(moderation): Of<ModerationService>,
    member: Member,
    Held(pass): Held,
    Body(ReportRequest { about, person, definition, study, text }): Body<ReportRequest>,
) -> Result<(StatusCode, Json<Nothing>), Error> {
    let about = match (&*about, person, definition, study) {
        ("talk", None, None, None) => ReportSubject::Talk(pass.ok_or(Error::NoKey)?),
        ("person", Some(person), None, None) => ReportSubject::Person(person),
        ("definition", None, Some(definition), None) => ReportSubject::Definition(definition),
        ("study", None, None, Some(study)) => ReportSubject::Study(study),
        _ => {
            return Err(Error::malformed("`about` is unknown or does not match the other fields"));
        }
    };
    moderation.report(&member, about, text).await?;
    Ok((StatusCode::CREATED, Json(Nothing {})))
}

/// List reports (moderators)
#[utoipa::path(
    get, path = "/api/complaints", params(ReportPage), security(("session" = [])),
    responses((status = 200, description = "A page of reports.", body = inline(ComplaintList)), Malformed, Forbidden)
)]
async fn list(
    Of(moderation): Of<ModerationService>,
    member: Member,
    QueryFields(ReportPage { state, after }): QueryFields<ReportPage>,
) -> Answer<ComplaintList> {
    let open = match state.as_deref() {
        None | Some("open") => true,
        Some("closed") => false,
        Some(_) => return Err(Error::malformed("`state` must be `open` or `closed`")),
    };
    Ok(Json(moderation.complaints(&member, open, after).await?))
}

/// Get a report with its game and chat (moderators)
#[utoipa::path(
    get, path = "/api/complaints/{number}",
    params(("number" = u32, Path, description = "The report's number.", maximum = 4_294_967_295_u32)),
    security(("session" = [])),
    responses((status = 200, description = "The report.", body = inline(ComplaintDetail)), Malformed, Forbidden, Missing)
)]
async fn read(
    Of(moderation): Of<ModerationService>,
    member: Member,
    number: Result<Path<u32>, PathRejection>,
) -> Answer<ComplaintDetail> {
    let Path(number) = number.map_err(|rejection| Error::malformed(rejection.body_text()))?;
    Ok(Json(moderation.complaint(&member, number).await?))
}

/// List moderation actions (moderators)
#[utoipa::path(
    get, path = "/api/measures", params(LogPage), security(("session" = [])),
    responses((status = 200, description = "A page of the log, newest first.", body = inline(MeasureList)), Malformed, Forbidden)
)]
async fn log(
    Of(moderation): Of<ModerationService>,
    member: Member,
    QueryFields(LogPage { before }): QueryFields<LogPage>,
) -> Answer<MeasureList> {
    Ok(Json(moderation.log(&member, before).await?))
}

/// Take a moderation action (moderators)
///
/// Mutes, bans or renames an account, changes its role, closes a report, makes a user-written game eligible
/// for ratings, or hides a study from everyone but its owner and members. Requires a recent sign-in or confirmation. Only administrators can change roles, and no one can
/// act against an account with the same or a higher role. A banned account is signed out everywhere and resigns
/// its games against others. `list` applies only to this exact definition, not to later versions; `unlist` does
/// not change existing ratings.
#[utoipa::path(
    post, path = "/api/measures", security(("session" = [])), request_body = inline(ActionRequest),
    responses((status = 201, description = "Done and logged.", body = Nothing), Forbidden, Missing, Conflict, Refused)
)]
async fn act(
    Of(moderation): Of<ModerationService>,
    member: Member,
    Body(asked): Body<ActionRequest>,
) -> Result<(StatusCode, Json<Nothing>), Error> {
    moderation.act(&member, action_of(asked)?).await?;
    Ok((StatusCode::CREATED, Json(Nothing {})))
}

fn action_of(asked: ActionRequest) -> Result<ModerationAction, Error> {
    let ActionRequest { act, person, reason, days, name, role, definition, study, complaint, counts } = asked;
    let malformed = |what: &str| Error::malformed(what.to_owned());
    if days.is_some_and(|days| !(1..=MAX_DAYS).contains(&days)) {
        return Err(malformed("`days` must be from 1 to 3660"));
    }
    if person.is_some() == matches!(&*act, "close" | "list" | "unlist" | "hide" | "show") {
        return Err(malformed("`person` is missing or does not match `act`"));
    }
    if study.is_some() != matches!(&*act, "hide" | "show") {
        return Err(malformed("`study` is missing or does not match `act`"));
    }
    let what = match (&*act, days, name, role, definition) {
        ("hide" | "show", None, None, None, None) => ActionKind::Hide(study.unwrap_or_default(), act == "hide"),
        ("mute", days, None, None, None) => ActionKind::Restrain(SanctionKind::Mute, days),
        ("ban", days, None, None, None) => ActionKind::Restrain(SanctionKind::Ban, days),
        ("unmute", None, None, None, None) => ActionKind::Release(SanctionKind::Mute),
        ("unban", None, None, None, None) => ActionKind::Release(SanctionKind::Ban),
        ("rename", None, Some(name), None, None) => ActionKind::Rename(name),
        ("appoint", None, None, role, None) => match role.as_deref().map(Role::from_word) {
            Some(None) => return Err(malformed("`role` must be `moderator` or `administrator`")),
            role => ActionKind::Appoint(role.flatten()),
        },
        ("close", None, None, None, None) if complaint.is_some() && person.is_none() => {
            ActionKind::Close(counts.unwrap_or(true))
        }
        ("list" | "unlist", None, None, None, Some(definition)) => ActionKind::List(definition, act == "list"),
        _ => return Err(malformed("`act` is unknown or does not match the other fields")),
    };
    Ok(ModerationAction { what, person, reason, complaint })
}
