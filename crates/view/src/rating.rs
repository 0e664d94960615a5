use serde::Serialize;

/// How strong a player is, as their games tell it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Rating"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Rating))]
pub struct RatingView {
    pub rating: i64,
    /// How far it may be off: it lies within twice this with a chance of 95 in 100.
    pub deviation: i64,
    /// Whether too little is known of the player to rank them.
    pub provisional: bool,
    /// What the game has changed of it, once it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub change: Option<i64>,
}

/// Names those games whose results make one rating.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Pool"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Pool))]
pub struct PoolView {
    /// The game by its canonical spec.
    pub game: String,
    #[cfg_attr(feature = "types", ts(type = "PaceClass"))]
    #[cfg_attr(feature = "openapi", schema(value_type = PaceClass))]
    pub class: &'static str,
    pub players: u32,
}

/// Lists the pools in which somebody has a rating.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PoolList {
    /// Those with most players come first.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub pools: Vec<PoolView>,
}

/// Describes a player of a pool.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Leader"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Leader))]
pub struct LeaderView {
    pub name: String,
    pub bot: bool,
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub rating: RatingView,
    pub games: u32,
}

/// Lists players of a pool.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Leaders {
    /// The strongest come first, whether their rating is provisional or not.
    #[cfg_attr(feature = "openapi", schema(max_items = 50))]
    pub leaders: Vec<LeaderView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub next: Option<u32>,
}

/// The classes of pace, the fastest first.
pub const PACE_CLASSES: [&str; 4] = ["blitz", "rapid", "classical", "correspondence"];

/// The word of a class of pace.
#[cfg(feature = "openapi")]
pub struct PaceClass;

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for PaceClass {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        let words = entourage_record::schema::one_of(PACE_CLASSES);
        words.description(Some("A class of paces that share a rating.")).build().into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for PaceClass {
    fn name() -> std::borrow::Cow<'static, str> {
        std::borrow::Cow::Borrowed("PaceClass")
    }
}
