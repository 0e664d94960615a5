use entourage_registry::view::{Publication, WatchedList};

use crate::api::prelude::*;
use crate::games::watching::Order;
use crate::http::headers::{PUBLIC, PublicHeaders};

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(read, publish)).routes(routes!(look_on)).routes(routes!(watched))
}

/// Whether the game is public.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PublicationRequest {
    public: bool,
}

/// A public game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Named {
    /// The game's public name.
    game: String,
}

/// Filter and sort order of the list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WatchQuery {
    /// The game's spec. A spec without options matches games with any options; others must match exactly.
    game: Option<String>,
    /// The name of a player.
    player: Option<String>,
    #[param(schema_with = orders)]
    order: Option<String>,
}

fn orders() -> ObjectBuilder {
    let said = "By the time of the latest event or by the players' ratings.";
    one_of(["latest", "rating"]).description(Some(said))
}

fn shown(name: Option<GameId>) -> Publication {
    Publication { public: name.map(|game| game.to_string()) }
}

/// Get whether the game is public
#[utoipa::path(
    get, path = "/api/game/publication", security(("key" = [])),
    responses((status = 200, description = "The game's public name, if it is public.", body = Publication), Forbidden)
)]
async fn read(Of(games): Of<Games>, Bearer(pass): Bearer) -> Answer<Publication> {
    Ok(Json(shown(games.public_name(pass).await?)))
}

/// Publish or unpublish the game
#[utoipa::path(
    post, path = "/api/game/publication", security(("key" = [])), request_body = inline(PublicationRequest),
    responses((status = 200, description = "The game's public name, if it is public.", body = Publication))
)]
async fn publish(
    Of(games): Of<Games>,
    Bearer(pass): Bearer,
    Body(PublicationRequest { public }): Body<PublicationRequest>,
) -> Answer<Publication> {
    Ok(Json(shown(games.publish(pass, public).await?)))
}

/// Get a public game
#[utoipa::path(
    get, path = "/api/published", params(Named),
    responses((status = 200, description = "The game as spectators see it.", body = State), Malformed, Missing)
)]
async fn look_on(
    Of(games): Of<Games>,
    locale: Locale,
    named: Result<QueryFields<Named>, Error>,
) -> (PublicHeaders, Answer<State>) {
    // The CORS headers are also set on errors, so that other sites can read the errors.
    let seen = async {
        let QueryFields(Named { game }) = named?;
        let access = games.enter(EntryPoint::Name(game.parse().map_err(|()| Error::NoGame)?)).await?;
        Ok(Json(state_of(games.state_of(access, locale).await?, locale.language)))
    };
    (PUBLIC, seen.await)
}

/// List public games in progress
///
/// Lists games that both players agreed to publish before the start, as rated games require; either can
/// withdraw consent. Only the most recently active games are listed.
#[utoipa::path(
    get, path = "/api/watched", params(WatchQuery, ListPage),
    responses((status = 200, description = "A page of games, at most a few seconds old.", body = inline(WatchedList)), Malformed, Missing)
)]
async fn watched(
    Of(games): Of<Games>,
    After(after): After,
    QueryFields(WatchQuery { game, player, order }): QueryFields<WatchQuery>,
) -> Answer<WatchedList> {
    let order = match order.as_deref() {
        None | Some("latest") => Order::Latest,
        Some("rating") => Order::Rating,
        Some(_) => return Err(Error::malformed("`order` must be `latest` or `rating`")),
    };
    Ok(Json(games.list_watched(game.as_deref(), player.as_deref(), order, after).await?))
}
