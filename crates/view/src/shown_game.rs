use serde::Serialize;

/// Lists games that people wrote and show to everyone.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShownGames {
    #[cfg_attr(feature = "openapi", schema(max_items = 24))]
    pub games: Vec<ShownGame>,
    /// The game after which the next page begins, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub next: Option<String>,
}

/// A game written by a user, as the gallery shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShownGame {
    pub id: String,
    pub name: String,
    pub tagline: String,
    #[cfg_attr(feature = "types", ts(type = "Hue"))]
    pub hue: String,
    pub cover: String,
    pub author: String,
    #[cfg_attr(feature = "types", ts(type = "Licence"))]
    pub licence: String,
    /// Whether moderators have listed it: its games may be rated.
    pub listed: bool,
    pub played: u32,
    /// When it was handed in, in milliseconds since 1970 (UTC).
    pub created: i64,
}
