use entourage_registry::view::{Publication, WatchedList};

use crate::api::prelude::*;
use crate::games::watching::Order;
use crate::http::headers::{PUBLIC, PublicHeaders};

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(read, publish)).routes(routes!(look_on)).routes(routes!(watched))
}

/// Asks to show a game to everybody, or to nobody any more.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Publishing {
    public: bool,
}

/// Names a game that is shown to everybody.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Named {
    /// Its public name.
    game: String,
}

/// Says which games are listed, and in which order.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Watching {
    /// Those of a game: by a spec with options of just these, by one without of whatever options.
    game: Option<String>,
    #[param(schema_with = orders)]
    order: Option<String>,
}

fn orders() -> ObjectBuilder {
    let said = "Which come first: those in which something happened last, or those of the strongest players.";
    one_of(["latest", "rating"]).description(Some(said))
}

fn shown(name: Option<GameId>) -> Publication {
    Publication { public: name.map(|game| game.to_string()) }
}

/// Tells whether the game is shown to everybody.
#[utoipa::path(
    get, path = "/api/game/publication", security(("key" = [])),
    responses((status = 200, description = "Under which name, if it is.", body = Publication), Forbidden)
)]
async fn read(Of(games): Of<Games>, Bearer(pass): Bearer) -> Answer<Publication> {
    Ok(Json(shown(games.public_name(pass).await?)))
}

/// Shows the game to everybody, or to nobody any more.
#[utoipa::path(
    post, path = "/api/game/publication", security(("key" = [])), request_body = inline(Publishing),
    responses((status = 200, description = "Under which name, if it is.", body = Publication))
)]
async fn publish(
    Of(games): Of<Games>,
    Bearer(pass): Bearer,
    Body(Publishing { public }): Body<Publishing>,
) -> Answer<Publication> {
    Ok(Json(shown(games.publish(pass, public).await?)))
}

/// Reads a game that is shown to everybody.
#[utoipa::path(
    get, path = "/api/published", params(Named),
    responses((status = 200, description = "The game as those see it who look on.", body = State), Malformed, Missing)
)]
async fn look_on(
    Of(games): Of<Games>,
    locale: Locale,
    named: Result<Asked<Named>, Error>,
) -> (PublicHeaders, Answer<State>) {
    // Other sites may read errors, too.
    let seen = async {
        let Asked(Named { game }) = named?;
        let access = games.enter(Door::Name(game.parse().map_err(|()| Error::NoGame)?)).await?;
        Ok(Json(state_of(games.state_of(access, locale).await?, locale.language)))
    };
    (PUBLIC, seen.await)
}

/// Lists games that are being played and that everybody may watch.
///
/// Both players have agreed to it before the game began, as who plays for ratings does, and either takes it back. Of these games those are
/// listed in which something happened last.
#[utoipa::path(
    get, path = "/api/watched", params(Watching, ListPage),
    responses((status = 200, description = "A page of the list, some seconds old at most.", body = inline(WatchedList)), Malformed, Missing)
)]
async fn watched(
    Of(games): Of<Games>,
    After(after): After,
    Asked(Watching { game, order }): Asked<Watching>,
) -> Answer<WatchedList> {
    let order = match order.as_deref() {
        None | Some("latest") => Order::Latest,
        Some("rating") => Order::Rating,
        Some(_) => return Err(Error::malformed("order: latest or rating")),
    };
    Ok(Json(games.list_watched(game.as_deref(), order, after).await?))
}
