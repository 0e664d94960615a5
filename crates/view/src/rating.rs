use serde::Serialize;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "Rating"), schema(as = Rating))]
pub struct RatingView {
    pub rating: i64,
    /// Rating deviation; with 95 % confidence, the true strength is within two deviations of the rating.
    pub deviation: i64,
    /// Whether the deviation is too large to rank the player.
    pub provisional: bool,
    /// Rating change due to a game, once the game has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional), schema(nullable = false))]
    pub change: Option<i64>,
}

/// A rating pool: a game and a time control class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "Pool"), schema(as = Pool))]
pub struct PoolView {
    /// The canonical spec.
    pub game: String,
    #[cfg_attr(feature = "schema", ts(type = "PaceClass"), schema(value_type = PaceClass))]
    pub class: &'static str,
    pub players: u32,
}

/// The rating pools that have players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PoolList {
    /// The pools with the most players come first.
    #[cfg_attr(feature = "schema", schema(max_items = 200))]
    pub pools: Vec<PoolView>,
}

/// How a player's ratings have changed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RatingHistory {
    /// One curve per game and time control class, the one with the latest game first.
    pub curves: Vec<RatingCurve>,
}

/// A player's rating after each rated game of a pool.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RatingCurve {
    /// The canonical spec.
    pub game: String,
    #[cfg_attr(feature = "schema", ts(type = "PaceClass"), schema(value_type = PaceClass))]
    pub class: &'static str,
    /// In order of time.
    pub points: Vec<RatingPoint>,
}

/// A rating after a game.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RatingPoint {
    /// End of the game in Unix milliseconds.
    pub at: i64,
    pub rating: i64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "Leader"), schema(as = Leader))]
pub struct LeaderView {
    pub name: String,
    pub bot: bool,
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub rating: RatingView,
    pub games: u32,
}

/// A page of a leaderboard.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Leaders {
    /// Strongest first; players with provisional ratings are not ranked.
    #[cfg_attr(feature = "schema", schema(max_items = 50))]
    pub leaders: Vec<LeaderView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional), schema(nullable = false))]
    pub next: Option<u32>,
}

/// Time control classes, fastest first.
pub const PACE_CLASSES: [&str; 4] = ["blitz", "rapid", "classical", "correspondence"];

#[cfg(feature = "schema")]
pub struct PaceClass;

#[cfg(feature = "schema")]
entourage_record::schema::describe! {
    PaceClass as "PaceClass": entourage_record::schema::one_of(PACE_CLASSES)
        .description(Some("A class of time controls that share a rating."));
}
