use entourage_rating::Pool;
use entourage_registry::view::{Leaders, PaceClass, PoolList, ProfileView, RatingHistory, Ties};

use crate::api::prelude::*;
use crate::people::People;

pub(super) fn routes() -> OpenApiRouter<Services> {
    router!(read; history; list, set_relation; pools; leaders)
}

/// A relation to another player: following or blocking.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RelationChange {
    /// The player's name.
    person: String,
    #[schema(schema_with = kinds)]
    tie: String,
    /// `true` to follow or block, `false` to stop.
    stands: bool,
}

fn kinds() -> ObjectBuilder {
    one_of(["follow", "block"])
}

/// Get a player's profile
///
/// Statistics include all games; opponents are listed only from public games.
#[utoipa::path(
    get, path = "/api/people/{name}",
    params(("name" = String, Path, description = "The player's name, in upper or lower case; similar-looking letters also match.")),
    security((), ("session" = [])),
    responses((status = 200, description = "The profile.", body = inline(ProfileView)), Missing)
)]
async fn read(Of(people): Of<People>, Known(asks): Known, Path(name): Path<String>) -> Answer<ProfileView> {
    Ok(Json(people.profile(&name, asks).await?))
}

/// Get a player's rating history
///
/// Covers the 2,000 most recent rated games.
#[utoipa::path(
    get, path = "/api/people/{name}/ratings",
    params(("name" = String, Path, description = "The player's name.")),
    responses((status = 200, description = "The player's rating after each game.", body = RatingHistory), Missing)
)]
async fn history(Of(people): Of<People>, Path(name): Path<String>) -> Answer<RatingHistory> {
    Ok(Json(people.rating_history(&name).await?))
}

/// List the players you follow or block
#[utoipa::path(
    get, path = "/api/ties", security(("session" = [])),
    responses((status = 200, description = "At most 500 names each.", body = inline(Ties)))
)]
async fn list(Of(people): Of<People>, member: Member) -> Answer<Ties> {
    Ok(Json(people.ties(&member).await?))
}

/// Follow, block, unfollow or unblock a player
///
/// Blocked players cannot chat in games with you or join games that you offer. They are not notified.
#[utoipa::path(
    post, path = "/api/ties", security(("session" = [])), request_body = inline(RelationChange),
    responses((status = 200, description = "The updated lists.", body = inline(Ties)), Forbidden, Missing, Refused)
)]
async fn set_relation(
    Of(people): Of<People>,
    member: Member,
    Body(RelationChange { person, tie, stands }): Body<RelationChange>,
) -> Answer<Ties> {
    match &*tie {
        "follow" => people.follow(&member, &person, stands).await?,
        "block" => people.block(&member, &person, stands).await?,
        _ => return Err(Error::malformed("`tie` must be `follow` or `block`")),
    }
    Ok(Json(people.ties(&member).await?))
}

/// A page of a leaderboard.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PoolPage {
    /// The game's canonical spec, as in the list of leaderboards.
    game: String,
    /// The class of time control.
    #[param(value_type = PaceClass, inline)]
    class: String,
    /// The `next` value of the previous page; 0, the default, starts at the top.
    #[serde(default)]
    from: u32,
}

/// List leaderboards
///
/// There is one for each game and class of time control that has rated players.
#[utoipa::path(
    get, path = "/api/ratings",
    responses((status = 200, description = "The leaderboards, those with the most players first.", body = PoolList))
)]
async fn pools(Of(games): Of<Games>) -> Answer<PoolList> {
    Ok(Json(games.rating_pools().await?))
}

/// Get a leaderboard
///
/// Includes players who were active within the last year.
#[utoipa::path(
    get, path = "/api/ratings/leaders", params(PoolPage),
    responses((status = 200, description = "A page of players, strongest first.", body = Leaders), Malformed)
)]
async fn leaders(Of(games): Of<Games>, QueryFields(query): QueryFields<PoolPage>) -> Answer<Leaders> {
    let PoolPage { game, class, from } = query;
    let unknown = |()| Error::malformed("`class` must be blitz, rapid, classical or correspondence");
    let class = class.parse().map_err(unknown)?;
    Ok(Json(games.leaders(&Pool { game, class }, from).await?))
}
