use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use entourage_record::TournamentId;
use entourage_registry::view::{
    Amendment, Announced, NewTournament, TournamentList, TournamentState, TournamentTable,
};

use crate::api::prelude::*;
use crate::games::tournaments::phases_of;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list, announce))
        .routes(routes!(read, amend))
        .routes(routes!(enter, leave))
        .routes(routes!(sit_out, play_on))
        .routes(routes!(start))
        .routes(routes!(cancel))
        .routes(routes!(remove))
        .routes(routes!(results))
        .routes(routes!(sheet))
}

/// The id of a tournament; an invalid one finds nothing.
pub(super) struct Named(pub(super) TournamentId);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let unknown = || Error::NoTournament;
        let Path(name) = Path::<String>::from_request_parts(parts, state).await.map_err(|_| unknown())?;
        name.parse().map(Self).map_err(|()| unknown())
    }
}

/// Asks for a page of the tournaments.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct TournamentPage {
    #[param(schema_with = states)]
    state: Option<String>,
    /// The tournament after which it begins, as `next` of the page before says.
    after: Option<String>,
}

fn states() -> ObjectBuilder {
    one_of(["open", "running", "over"])
        .description(Some("Those that people enter, unless it says so; those under way; or those that have ended or were called off."))
}

/// Says why, where somebody does it who keeps order.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Because {
    #[serde(default)]
    #[schema(max_length = 500)]
    reason: Option<String>,
}

/// Removes somebody.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Removing {
    /// Whom, by name.
    #[schema(max_length = 100)]
    name: String,
    /// Why, for the log, where somebody does it who keeps order.
    #[serde(default)]
    #[schema(max_length = 500)]
    reason: Option<String>,
}

/// Lists tournaments.
#[utoipa::path(
    get, path = "/api/tournaments", params(TournamentPage),
    responses((status = 200, description = "A page of the list, the newest first.", body = TournamentList), Malformed, Missing)
)]
async fn list(Of(games): Of<Games>, Asked(page): Asked<TournamentPage>) -> Answer<TournamentList> {
    let phases = phases_of(page.state.as_deref().unwrap_or("open"));
    let phases = phases.ok_or_else(|| Error::malformed("state: open, running or over"))?;
    let after = page.after.map(|name| name.parse().map_err(|()| Error::NoTournament));
    Ok(Json(games.list_tournaments(phases, after.transpose()?).await?))
}

/// Announces a tournament, which whoever is signed in organises.
#[utoipa::path(
    post, path = "/api/tournaments", security(("session" = [])), request_body = NewTournament,
    responses((status = 201, description = "People may enter it.", body = Announced), Refused, Forbidden)
)]
async fn announce(
    Of(games): Of<Games>,
    member: Member,
    locale: Locale,
    Body(announcement): Body<NewTournament>,
) -> Result<(StatusCode, Json<Announced>), Error> {
    let id = games.announce_tournament(&member, announcement, locale).await?;
    Ok((StatusCode::CREATED, Json(Announced { tournament: id.to_string() })))
}

/// Tells how a tournament stands.
///
/// Over a WebSocket at `/api/tournaments/{tournament}/live` it is told at each change, as docs/SERVER.md describes.
#[utoipa::path(
    get, path = "/api/tournaments/{tournament}",
    params(("tournament" = String, Path, description = "Its name in addresses.")),
    responses((status = 200, description = "Standings and pairings; of an arena the games that go on and the last that ended.", body = TournamentState), Missing)
)]
async fn read(Of(games): Of<Games>, Known(account): Known, Named(id): Named) -> Answer<TournamentState> {
    let seen = games.seen_tournament(id).await?;
    let own = account.map(|account| seen.own(account));
    Ok(Json(TournamentState { table: seen.table.clone(), own }))
}

/// Changes what a tournament is called, when it begins and whom it takes, while people enter it.
///
/// Its organiser may, and those who keep order, who say why.
#[utoipa::path(
    put, path = "/api/tournaments/{tournament}",
    params(("tournament" = String, Path, description = "Its name in addresses.")), security(("session" = [])),
    request_body = Amendment,
    responses((status = 200, description = "It is as it is told.", body = Nothing), Refused, Forbidden, Conflict)
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

/// Declares the routes by which people take part in tournaments and manage them: for each its method, address and handler, the description
/// of its answer, the errors that it names, and what it does.
macro_rules! acts {
    ($(
        $(#[doc = $doc:tt])*
        $method:ident $path:tt $name:ident($games:ident, $id:ident, $member:ident $(, $body:ident $fields:tt)?)
        $said:tt [$($error:ident),*] => $act:expr;
    )*) => {$(
        $(#[doc = $doc])*
        #[utoipa::path(
            $method, path = $path, params(("tournament" = String, Path, description = "Its name in addresses.")),
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
    /// Enters a tournament, or comes back to it.
    ///
    /// An arena takes people in until it ends, a Swiss tournament until half of its rounds have begun, a round robin until it begins.
    post "/api/tournaments/{tournament}/entry" enter(games, id, member)
    "They take part." [Forbidden, Conflict] => games.enter_tournament(id, &member);

    /// Leaves a tournament; a game that goes on is to be played on.
    delete "/api/tournaments/{tournament}/entry" leave(games, id, member)
    "They take part no more." [Missing] => games.leave_tournament(id, &member);

    /// Sits out the next round of a Swiss tournament, for half a point.
    post "/api/tournaments/{tournament}/bye" sit_out(games, id, member)
    "They have no game in it." [Conflict] => games.sit_out(id, &member, true);

    /// Plays the next round after all.
    delete "/api/tournaments/{tournament}/bye" play_on(games, id, member)
    "They have a game in it." [Conflict] => games.sit_out(id, &member, false);

    /// Begins a tournament now.
    ///
    /// For its organiser, and for moderators, who give a reason.
    post "/api/tournaments/{tournament}/start" start(games, id, member, Because { reason })
    "The first round is paired." [Refused, Forbidden, Conflict] => games.start_tournament(id, &member, reason);

    /// Cancels a tournament.
    ///
    /// For its organiser, and for moderators, who give a reason. Its games that go on are games like any other.
    post "/api/tournaments/{tournament}/cancellation" cancel(games, id, member, Because { reason })
    "It is cancelled." [Refused, Forbidden, Conflict] => games.cancel_tournament(id, &member, reason);

    /// Removes a player from a tournament, who gives up their games of it and cannot come back.
    ///
    /// For its organiser, and for moderators, who give a reason.
    post "/api/tournaments/{tournament}/removal" remove(games, id, member, Removing { name, reason })
    "They take part no more." [Refused, Forbidden, Conflict] => games.remove_entrant(id, &member, &name, reason);
}

/// Tells all results of a tournament.
#[utoipa::path(
    get, path = "/api/tournaments/{tournament}/results",
    params(("tournament" = String, Path, description = "Its name in addresses.")),
    responses((status = 200, description = "Standings with what they are made of, and all games.", body = TournamentTable), Missing)
)]
async fn results(Of(games): Of<Games>, Named(id): Named) -> Answer<TournamentTable> {
    Ok(Json(games.tournament_results(id).await?))
}

/// Writes all results of a tournament as a table for spreadsheets.
#[utoipa::path(
    get, path = "/api/tournaments/{tournament}/results.csv",
    params(("tournament" = String, Path, description = "Its name in addresses.")),
    responses((status = 200, description = "A line for everybody, the best first.", body = String, content_type = "text/csv"), Missing)
)]
async fn sheet(Of(games): Of<Games>, Named(id): Named) -> Result<impl IntoResponse, Error> {
    let sheet = games.tournament_sheet(id).await?;
    Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8; header=present")], sheet))
}
