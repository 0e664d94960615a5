use serde::Serialize;

/// Describes a game whose free side any player may take.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Invitation"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Invitation))]
pub struct InvitationView {
    /// The game's name, which opens nothing.
    pub game: String,
    pub spec: String,
    /// The position in which it begins, unless that is the game's start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub position: Option<String>,
    pub pace: String,
    #[cfg_attr(feature = "types", ts(type = "Side"))]
    #[cfg_attr(feature = "openapi", schema(value_type = entourage_record::schema::SideNumber))]
    pub side: usize,
    /// Since when it is offered, in milliseconds since 1970 (UTC).
    pub since: i64,
    /// Whether the other player follows the game just now.
    pub here: bool,
    /// Whether others may watch the game; who takes the side agrees to that.
    pub watched: bool,
    /// Whether the game counts for the ratings of its players; who takes the side is signed in then.
    pub rated: bool,
}
