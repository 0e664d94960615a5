use serde::Serialize;

#[cfg(feature = "openapi")]
use crate::PaceClass;
use crate::RatingView;

/// Describes a user to everyone.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Profile"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Profile))]
pub struct ProfileView {
    pub name: String,
    /// Since when, in milliseconds since 1970 (UTC).
    pub since: i64,
    /// The order that they keep here: `moderator` or `administrator`.
    #[cfg_attr(feature = "types", ts(type = "Role | null"))]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub role: Option<&'static str>,
    pub bot: bool,
    /// How many games against others are under way.
    pub running: u32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// How strong they are, by games and paces.
    pub ratings: Vec<PoolRating>,
    /// What they play most.
    pub favourites: Vec<FavouriteView>,
    /// Whom they play most, of games that are shown to everyone.
    pub opponents: Vec<OpponentView>,
    /// Whether the requester is this person.
    pub own: bool,
    pub followed: bool,
    pub blocked: bool,
}

/// How strong somebody is in a game at paces of a class.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PoolRating {
    /// The game by its canonical spec.
    pub game: String,
    #[cfg_attr(feature = "types", ts(type = "PaceClass"))]
    #[cfg_attr(feature = "openapi", schema(value_type = PaceClass, inline))]
    pub class: &'static str,
    pub rating: RatingView,
}

/// How often somebody has played a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Favourite"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Favourite))]
pub struct FavouriteView {
    pub game: String,
    /// What a game that a user wrote calls itself.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub name: Option<String>,
    pub count: u32,
}

/// How often somebody has played another.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Opponent"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Opponent))]
pub struct OpponentView {
    pub name: String,
    pub count: u32,
}

/// Lists whom a user follows and blocks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Ties {
    pub follows: Vec<String>,
    /// The names of those with whom they want nothing to do.
    pub blocks: Vec<String>,
}
