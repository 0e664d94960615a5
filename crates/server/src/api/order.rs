use axum::extract::rejection::PathRejection;
use entourage_registry::view::{ComplaintDetail, ComplaintList, MeasureList};

use crate::api::prelude::*;
use crate::http::bearer::Held;
use crate::order::{About, Decree, Order, What};

/// In days: ten years.
const LONGEST: u32 = 3660;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(list, complain)).routes(routes!(read)).routes(routes!(log, act))
}

/// What somebody complains of.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Complaining {
    #[schema(schema_with = kinds)]
    about: String,
    /// Whom, by name, where it is about a person.
    #[serde(default)]
    person: Option<String>,
    /// The game that somebody wrote, by its name in specs, where it is about one.
    #[serde(default)]
    definition: Option<String>,
    #[schema(max_length = 500)]
    text: String,
}

/// A measure, which is logged for good.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Acting {
    #[schema(schema_with = acts)]
    act: String,
    /// With whom, by name.
    #[serde(default)]
    person: Option<String>,
    /// Why: whom it concerns is told.
    #[schema(max_length = 500)]
    reason: String,
    /// For how many days somebody is muted or banned; until it is lifted without.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 3660)]
    days: Option<u32>,
    /// The new name.
    #[serde(default)]
    name: Option<String>,
    /// What somebody is appointed to; nothing without.
    #[serde(default)]
    #[schema(schema_with = roles)]
    role: Option<String>,
    /// The game that somebody wrote and that is listed for ratings, or is no more: by its name in specs.
    #[serde(default)]
    definition: Option<String>,
    /// The complaint that leads to it, or that is closed.
    #[serde(default)]
    #[schema(maximum = 4_294_967_295_u32)]
    complaint: Option<u32>,
}

/// Asks for a page of the complaints.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Listing {
    #[param(schema_with = states)]
    state: Option<String>,
    /// The complaint after which it begins, as `next` of the page before says.
    #[param(maximum = 4_294_967_295_u32)]
    after: Option<u32>,
}

/// Asks for a page of the log.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Logging {
    /// The entry before which it begins, as `next` of the page before says.
    #[param(maximum = 4_294_967_295_u32)]
    before: Option<u32>,
}

fn kinds() -> ObjectBuilder {
    one_of(["talk", "person", "definition"]).description(Some(
        "What the other player says in the game of the key, a person, or a game that somebody wrote.",
    ))
}

fn acts() -> ObjectBuilder {
    one_of(["mute", "unmute", "ban", "unban", "rename", "appoint", "close", "list", "unlist"])
}

fn roles() -> ObjectBuilder {
    one_of(["moderator", "administrator"])
}

fn states() -> ObjectBuilder {
    one_of(["open", "closed"])
        .description(Some("Those that are open, the oldest first, or those that are closed, the newest first."))
}

/// Complains of what the other player says, of a person, or of a game that somebody wrote.
///
/// Whoever is signed in may, three times an hour in their first days. Those who keep order see it, with the game and what was said in it.
#[utoipa::path(
    post, path = "/api/complaints", security(("session" = []), ("session" = [], "key" = [])),
    request_body = inline(Complaining),
    responses((status = 201, description = "It is kept.", body = Nothing), Forbidden, Missing, Refused)
)]
async fn complain(
    Of(order): Of<Order>,
    member: Member,
    Held(pass): Held,
    Body(Complaining { about, person, definition, text }): Body<Complaining>,
) -> Result<(StatusCode, Json<Nothing>), Error> {
    let about = match (&*about, person, definition) {
        ("talk", None, None) => About::Talk(pass.ok_or(Error::NoKey)?),
        ("person", Some(person), None) => About::Person(person),
        ("definition", None, Some(definition)) => About::Definition(definition),
        _ => {
            return Err(Error::malformed("about: talk, person with a person, or definition with one"));
        }
    };
    order.complain(&member, about, text).await?;
    Ok((StatusCode::CREATED, Json(Nothing {})))
}

/// Lists what people complain of, to whoever keeps order.
#[utoipa::path(
    get, path = "/api/complaints", params(Listing), security(("session" = [])),
    responses((status = 200, description = "A page of the list.", body = inline(ComplaintList)), Malformed, Forbidden)
)]
async fn list(
    Of(order): Of<Order>,
    member: Member,
    Asked(Listing { state, after }): Asked<Listing>,
) -> Answer<ComplaintList> {
    let open = match state.as_deref() {
        None | Some("open") => true,
        Some("closed") => false,
        Some(_) => return Err(Error::malformed("state: open or closed")),
    };
    Ok(Json(order.complaints(&member, open, after).await?))
}

/// Shows a complaint with the game and the talk that it is about, to whoever keeps order.
#[utoipa::path(
    get, path = "/api/complaints/{number}",
    params(("number" = u32, Path, description = "The number.", maximum = 4_294_967_295_u32)),
    security(("session" = [])),
    responses((status = 200, description = "The complaint.", body = inline(ComplaintDetail)), Malformed, Forbidden, Missing)
)]
async fn read(
    Of(order): Of<Order>,
    member: Member,
    number: Result<Path<u32>, PathRejection>,
) -> Answer<ComplaintDetail> {
    let Path(number) = number.map_err(|rejection| Error::malformed(rejection.body_text()))?;
    Ok(Json(order.complaint(&member, number).await?))
}

/// Lists what was done, to whoever keeps order.
#[utoipa::path(
    get, path = "/api/measures", params(Logging), security(("session" = [])),
    responses((status = 200, description = "A page of the log, the newest first.", body = inline(MeasureList)), Malformed, Forbidden)
)]
async fn log(
    Of(order): Of<Order>,
    member: Member,
    Asked(Logging { before }): Asked<Logging>,
) -> Answer<MeasureList> {
    Ok(Json(order.log(&member, before).await?))
}

/// Mutes, bans, renames or appoints somebody, closes a complaint, or lists a game that somebody wrote for ratings.
///
/// For whoever keeps order and has proved lately who they are; only an administrator appoints, and nobody judges who keeps as much order as
/// they do. Whoever is banned is signed out everywhere, and resigns the games they play against others. A game that is listed is just the text
/// that is named: what follows it is another. Ratings stay when it is listed no more.
#[utoipa::path(
    post, path = "/api/measures", security(("session" = [])), request_body = inline(Acting),
    responses((status = 201, description = "It is done, and logged.", body = Nothing), Forbidden, Missing, Conflict, Refused)
)]
async fn act(
    Of(order): Of<Order>,
    member: Member,
    Body(asked): Body<Acting>,
) -> Result<(StatusCode, Json<Nothing>), Error> {
    order.act(&member, decree_of(asked)?).await?;
    Ok((StatusCode::CREATED, Json(Nothing {})))
}

fn decree_of(asked: Acting) -> Result<Decree, Error> {
    let Acting { act, person, reason, days, name, role, definition, complaint } = asked;
    let malformed = |what: &str| Error::malformed(what.to_owned());
    if days.is_some_and(|days| !(1..=LONGEST).contains(&days)) {
        return Err(malformed("days: 1 to 3660"));
    }
    if let ("list" | "unlist", Some(definition)) = (&*act, &definition) {
        if person.is_some() || days.is_some() || name.is_some() || role.is_some() {
            return Err(malformed("definition: alone"));
        }
        return Ok(Decree { what: What::List(definition.clone(), act == "list"), person, reason, complaint });
    }
    let what = match (&*act, days, name, role) {
        _ if definition.is_some() => return Err(malformed("definition: with list or unlist")),
        ("mute", days, None, None) => What::mute(days),
        ("ban", days, None, None) => What::ban(days),
        ("unmute", None, None, None) => What::unmute(),
        ("unban", None, None, None) => What::unban(),
        ("rename", None, Some(name), None) => What::Rename(name),
        ("appoint", None, None, role) => {
            What::appoint(role.as_deref()).ok_or_else(|| malformed("role: moderator or administrator"))?
        }
        ("close", None, None, None) if complaint.is_some() && person.is_none() => What::Close,
        _ => return Err(malformed("act: one of those described, with what belongs to it")),
    };
    if person.is_none() && !matches!(what, What::Close) {
        return Err(malformed("person: somebody's name"));
    }
    Ok(Decree { what, person, reason, complaint })
}
