use entourage_rating::{Class, Pool};
use entourage_registry::view::{Leaders, PaceClass, PoolList, ProfileView, Ties};

use crate::api::prelude::*;
use crate::people::People;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(read))
        .routes(routes!(list, tie))
        .routes(routes!(pools))
        .routes(routes!(leaders))
}

/// Follows or blocks somebody, or does so no more.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Tying {
    /// Whom, by name.
    person: String,
    #[schema(schema_with = kinds)]
    tie: String,
    /// Whether it is so from now on, or no more.
    stands: bool,
}

fn kinds() -> ObjectBuilder {
    one_of(["follow", "block"])
}

/// Tells of somebody with an account.
///
/// Games are counted, and none of them is named; whom they play is told only of games that are shown to everybody.
#[utoipa::path(
    get, path = "/api/people/{name}",
    params(("name" = String, Path, description = "The name, or one that looks like it.")),
    security((), ("session" = [])),
    responses((status = 200, description = "Who they are.", body = inline(ProfileView)), Missing)
)]
async fn read(Of(people): Of<People>, Known(asks): Known, Path(name): Path<String>) -> Answer<ProfileView> {
    Ok(Json(people.profile(&name, asks).await?))
}

/// Lists whom one follows and blocks.
#[utoipa::path(
    get, path = "/api/ties", security(("session" = [])),
    responses((status = 200, description = "At most 500 names of either.", body = inline(Ties)))
)]
async fn list(Of(people): Of<People>, member: Member) -> Answer<Ties> {
    Ok(Json(people.ties(&member).await?))
}

/// Follows or blocks somebody, or does so no more.
///
/// Whoever is blocked says nothing in games with whoever blocks them, and takes no side that they offer. They are not told of it before.
#[utoipa::path(
    post, path = "/api/ties", security(("session" = [])), request_body = inline(Tying),
    responses((status = 200, description = "Whom one follows and blocks now.", body = inline(Ties)), Forbidden, Missing, Refused)
)]
async fn tie(
    Of(people): Of<People>,
    member: Member,
    Body(Tying { person, tie, stands }): Body<Tying>,
) -> Answer<Ties> {
    match &*tie {
        "follow" => people.follow(&member, &person, stands).await?,
        "block" => people.block(&member, &person, stands).await?,
        _ => return Err(Error::malformed("tie: follow or block")),
    }
    Ok(Json(people.ties(&member).await?))
}

/// Asks for players of a pool.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PoolPage {
    /// The game by its canonical spec, as the list of pools has it.
    game: String,
    /// The class of its pace.
    #[param(value_type = PaceClass, inline)]
    class: String,
    /// The place from which on they are listed, as `next` of the page before says.
    #[serde(default)]
    from: u32,
}

/// Lists the games and classes of pace in which somebody has a rating.
#[utoipa::path(
    get, path = "/api/ratings",
    responses((status = 200, description = "Those with most players come first.", body = PoolList))
)]
async fn pools(Of(games): Of<Games>) -> Answer<PoolList> {
    Ok(Json(games.rating_pools().await?))
}

/// Lists the players of a game at paces of a class who have played within a year.
#[utoipa::path(
    get, path = "/api/ratings/leaders", params(PoolPage),
    responses((status = 200, description = "A page of the list, the strongest first.", body = Leaders), Malformed)
)]
async fn leaders(
    Of(games): Of<Games>,
    Asked(PoolPage { game, class, from }): Asked<PoolPage>,
) -> Answer<Leaders> {
    let class = Class::from_word(&class)
        .ok_or_else(|| Error::malformed("class: blitz, rapid, classical or correspondence"))?;
    Ok(Json(games.leaders(&Pool { game, class }, from).await?))
}
