use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use entourage_record::TournamentId;
use entourage_registry::view::{
    Amendment, Announced, EntrantView, NewTournament, TournamentList, TournamentState, TournamentTable,
};

use crate::api::prelude::*;
use crate::games::tournaments::phases_of;

pub(super) fn routes() -> OpenApiRouter<Services> {
    router!(list, announce; read, amend; entrant; enter, leave; sit_out, play_on; start; cancel; remove; results; sheet)
}

/// The ID of a tournament; invalid IDs are reported as not found.
pub(super) struct Named(pub(super) TournamentId);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let unknown = || Error::NoTournament;
        let Path(name) = Path::<String>::from_request_parts(parts, state).await.map_err(|_| unknown())?;
        name.parse().map(Self).map_err(|()| unknown())
    }
}

/// Query parameters that select a page of tournaments.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct TournamentPage {
    #[param(schema_with = states)]
    state: Option<String>,
    /// The `next` value of the previous page.
    after: Option<String>,
}

fn states() -> ObjectBuilder {
    one_of(["open", "running", "over"])
        .description(Some("`open` (the default): accepting entries; `over` includes cancelled tournaments."))
}

/// A reason; moderators must give one.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ReasonBody {
    #[schema(max_length = 500)]
    reason: Option<String>,
}

/// A player to remove.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RemovalRequest {
    /// The player's name.
    #[schema(max_length = 100)]
    name: String,
    /// The reason for the moderation log; moderators must give one.
    #[schema(max_length = 500)]
    reason: Option<String>,
}

/// List tournaments
#[utoipa::path(
    get, path = "/api/tournaments", params(TournamentPage),
    responses((status = 200, description = "A page of tournaments: open ones by number of players, then by start time; others newest first.", body = TournamentList), Malformed, Missing)
)]
async fn list(Of(games): Of<Games>, QueryFields(page): QueryFields<TournamentPage>) -> Answer<TournamentList> {
    let phases = phases_of(page.state.as_deref().unwrap_or("open"));
    let phases = phases.ok_or_else(|| Error::malformed("`state` must be `open`, `running` or `over`"))?;
    let after = page.after.map(|name| name.parse().map_err(|()| Error::NoTournament));
    Ok(Json(games.list_tournaments(phases, after.transpose()?).await?))
}

/// Create a tournament
///
/// You become its organiser.
#[utoipa::path(
    post, path = "/api/tournaments", security(("session" = [])), request_body = NewTournament,
    responses((status = 201, description = "The tournament is open for entries.", body = Announced), Refused, Forbidden)
)]
async fn announce(
    Of(games): Of<Games>,
    member: Member,
    locale: Locale,
    listener: Listener,
    Body(announcement): Body<NewTournament>,
) -> Result<(StatusCode, Json<Announced>), Error> {
    let offering = listener.offer_tournament().await?;
    let id = games.announce_tournament(&member, announcement, locale).await?;
    offering.complete(id);
    Ok((StatusCode::CREATED, Json(Announced { tournament: id.to_string() })))
}

/// Get a tournament
///
/// The WebSocket at `/api/tournaments/{tournament}/live` reports changes, as described in docs/SERVER.md.
#[utoipa::path(
    get, path = "/api/tournaments/{tournament}",
    params(("tournament" = String, Path, description = "The tournament's ID.")),
    responses((status = 200, description = "Standings and pairings; in an arena, the current games and the latest results.", body = TournamentState), Missing)
)]
async fn read(Of(games): Of<Games>, Known(account): Known, Named(id): Named) -> Answer<TournamentState> {
    let seen = games.seen_tournament(id, None).await?;
    let own = account.map(|account| seen.own(account));
    Ok(Json(TournamentState { table: seen.table.clone(), own }))
}

/// Get the results of an entrant
#[utoipa::path(
    get, path = "/api/tournaments/{tournament}/entrants/{number}",
    params(
        ("tournament" = String, Path, description = "The tournament's ID."),
        ("number" = u32, Path, description = "The entrant's number."),
    ),
    responses((status = 200, description = "The entrant's standing, with what it is computed from.", body = EntrantView), Missing)
)]
async fn entrant(Of(games): Of<Games>, Path((id, number)): Path<(String, String)>) -> Answer<EntrantView> {
    let (id, number) =
        (id.parse().map_err(|()| Error::NoTournament)?, number.parse().map_err(|_| Error::NoEntrant)?);
    let seen = games.seen_tournament(id, None).await?;
    seen.entrant(number).map(Json).ok_or(Error::NoEntrant)
}

/// Edit a tournament
///
/// Changes the name, start and entry conditions of a tournament that is open for entries. Available to
/// the organiser, and to moderators who give a reason.
#[utoipa::path(
    put, path = "/api/tournaments/{tournament}",
    params(("tournament" = String, Path, description = "The tournament's ID.")), security(("session" = [])),
    request_body = Amendment,
    responses((status = 200, description = "The tournament is updated.", body = Nothing), Refused, Forbidden, Conflict)
)]
async fn amend(
    Of(games): Of<Games>,
    member: Member,
    Named(id): Named,
    Body(Amendment { name, terms, reason }): Body<Amendment>,
) -> Answer<Nothing> {
    games.amend_tournament(id, &member, name, &terms, reason).await?;
    Ok(Json(Nothing {}))
}

/// Declares routes for tournament actions, each with a method, path, handler, response description, possible
/// errors and action.
macro_rules! acts {
    ($(
        $(#[doc = $doc:tt])*
        $method:ident $path:tt $name:ident($games:ident, $id:ident, $member:ident $(, $body:ident $fields:tt)?)
        $said:tt [$($error:ident),*] => $act:expr;
    )*) => {$(
        $(#[doc = $doc])*
        #[utoipa::path(
            $method, path = $path, params(("tournament" = String, Path, description = "The tournament's ID.")),
            security(("session" = [])), $(request_body = inline($body),)?
            responses((status = 200, description = $said, body = Nothing), $($error),*)
        )]
        async fn $name(
            Of($games): Of<Games>,
            $member: Member,
            Named($id): Named,
            $(Body($body $fields): Body<$body>,)?
        ) -> Answer<Nothing> {
            $act.await?;
            Ok(Json(Nothing {}))
        }
    )*};
}

acts! {
    /// Join a tournament
    ///
    /// Also possible after leaving. Players can join an arena until it ends, a Swiss tournament until half of
    /// its rounds have begun, and a round robin until it begins.
    post "/api/tournaments/{tournament}/entry" enter(games, id, member)
    "You have joined." [Forbidden, Conflict] => games.enter_tournament(id, &member);

    /// Leave a tournament
    ///
    /// A game in progress continues.
    delete "/api/tournaments/{tournament}/entry" leave(games, id, member)
    "You have left." [Missing] => games.leave_tournament(id, &member);

    /// Request a half-point bye
    ///
    /// Applies to the next round of a Swiss tournament.
    post "/api/tournaments/{tournament}/bye" sit_out(games, id, member)
    "You have a bye." [Conflict] => games.sit_out(id, &member, true);

    /// Cancel your bye
    delete "/api/tournaments/{tournament}/bye" play_on(games, id, member)
    "You will be paired." [Conflict] => games.sit_out(id, &member, false);

    /// Start a tournament now
    ///
    /// Available to the organiser, and to moderators who give a reason.
    post "/api/tournaments/{tournament}/start" start(games, id, member, ReasonBody { reason })
    "The first round is paired." [Refused, Forbidden, Conflict] => games.start_tournament(id, &member, reason);

    /// Cancel a tournament
    ///
    /// Available to the organiser, and to moderators who give a reason. Games in progress continue as ordinary games.
    post "/api/tournaments/{tournament}/cancellation" cancel(games, id, member, ReasonBody { reason })
    "The tournament is cancelled." [Refused, Forbidden, Conflict] => games.cancel_tournament(id, &member, reason);

    /// Remove a player from a tournament
    ///
    /// The player resigns their games in it and cannot return.
    ///
    /// Available to the organiser, and to moderators who give a reason.
    post "/api/tournaments/{tournament}/removal" remove(games, id, member, RemovalRequest { name, reason })
    "The player is removed." [Refused, Forbidden, Conflict] => games.remove_entrant(id, &member, &name, reason);
}

/// Get all results of a tournament
#[utoipa::path(
    get, path = "/api/tournaments/{tournament}/results",
    params(("tournament" = String, Path, description = "The tournament's ID.")),
    responses((status = 200, description = "Standings with all scores, and all games.", body = TournamentTable), Missing)
)]
async fn results(Of(games): Of<Games>, Named(id): Named) -> Answer<TournamentTable> {
    Ok(Json(games.tournament_results(id).await?))
}

/// Export the results of a tournament as CSV
#[utoipa::path(
    get, path = "/api/tournaments/{tournament}/results.csv",
    params(("tournament" = String, Path, description = "The tournament's ID.")),
    responses((status = 200, description = "A row per player, best first.", body = String, content_type = "text/csv"), Missing)
)]
async fn sheet(Of(games): Of<Games>, Named(id): Named) -> Result<impl IntoResponse, Error> {
    let sheet = games.tournament_sheet(id).await?;
    Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8; header=present")], sheet))
}
