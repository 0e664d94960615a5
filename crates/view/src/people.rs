use serde::Serialize;

#[cfg(feature = "schema")]
use crate::PaceClass;
use crate::{PuzzleRating, RatingView};

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Profile"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Profile))]
pub struct ProfileView {
    pub name: String,
    /// Account creation time in Unix milliseconds.
    pub since: i64,
    #[cfg_attr(feature = "schema", ts(type = "Role | null"), schema(required))]
    pub role: Option<&'static str>,
    pub bot: bool,
    /// Number of unfinished games against other players.
    pub running: u32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub ratings: Vec<PoolRating>,
    pub puzzles: Vec<PuzzleRating>,
    /// The user's most played games.
    pub favourites: Vec<FavouriteView>,
    /// Most frequent opponents in public games.
    pub opponents: Vec<OpponentView>,
    /// Whether this is the requester's own profile.
    pub own: bool,
    pub followed: bool,
    pub blocked: bool,
}

/// A rating in a game and time control class.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PoolRating {
    /// The canonical spec.
    pub game: String,
    #[cfg_attr(feature = "schema", ts(type = "PaceClass"), schema(value_type = PaceClass, inline))]
    pub class: &'static str,
    pub rating: RatingView,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Favourite"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Favourite))]
pub struct FavouriteView {
    pub game: String,
    /// The title of a user-made game.
    #[cfg_attr(feature = "schema", schema(required))]
    pub name: Option<String>,
    pub count: u32,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Opponent"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Opponent))]
pub struct OpponentView {
    pub name: String,
    pub count: u32,
}

/// The users that a user follows and blocks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Ties {
    pub follows: Vec<String>,
    pub blocks: Vec<String>,
}
