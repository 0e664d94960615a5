use serde::Serialize;

/// A page of the gallery of user-made games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ShownGames {
    #[cfg_attr(feature = "schema", schema(max_items = 24))]
    pub games: Vec<ShownGame>,
    /// Cursor for the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional), schema(nullable = false))]
    pub next: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ShownGame {
    pub id: String,
    pub name: String,
    pub tagline: String,
    #[cfg_attr(feature = "schema", ts(type = "Hue"))]
    pub hue: String,
    pub cover: String,
    pub author: String,
    #[cfg_attr(feature = "schema", ts(type = "Licence"))]
    pub licence: String,
    /// Whether moderators have approved the game for rated play.
    pub listed: bool,
    pub played: u32,
    /// Submission time in Unix milliseconds.
    pub created: i64,
}
