use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Watched"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Watched))]
pub struct WatchedView {
    /// The public name, which opens the game for spectators.
    pub game: String,
    pub spec: String,
    #[cfg_attr(feature = "schema", ts(type = "Enforcement"))]
    #[cfg_attr(feature = "schema", schema(value_type = entourage_record::schema::EnforcementWord))]
    #[serde(rename = "degree")]
    pub enforcement: String,
    pub position: String,
    pub moves: usize,
    pub pace: String,
    pub rated: bool,
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub names: [Option<String>; 2],
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub bots: [bool; 2],
    /// Ratings for this game and time control, if any.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub ratings: [Option<i64>; 2],
    pub watchers: usize,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct WatchedList {
    /// Sorted by last event or by the players' ratings, as requested.
    #[cfg_attr(feature = "schema", schema(max_items = 12))]
    pub games: Vec<WatchedView>,
    /// Cursor for the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional), schema(nullable = false))]
    pub next: Option<String>,
}
