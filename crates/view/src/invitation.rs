use serde::Serialize;

/// A game that any player can join.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Invitation"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Invitation))]
pub struct InvitationView {
    /// Identifies the game; not a key.
    pub game: String,
    pub spec: String,
    /// The initial position, if not the standard one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional), schema(nullable = false))]
    pub position: Option<String>,
    pub pace: String,
    #[cfg_attr(feature = "schema", ts(type = "Side"))]
    #[cfg_attr(feature = "schema", schema(value_type = entourage_record::schema::SideNumber))]
    pub side: usize,
    /// Creation time in Unix milliseconds.
    pub since: i64,
    /// Whether the other player is connected to the game now.
    pub here: bool,
    /// Whether the game will be public; joining it implies consent.
    pub watched: bool,
    /// Whether the game is rated, which requires an account.
    pub rated: bool,
}
