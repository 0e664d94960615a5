use entourage_record::{Player, SetupTerms};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "NewGame", optional_fields))]
pub struct Proposal {
    pub spec: String,
    /// The initial position; by default, the game's standard one. If the rules are not enforced, a position that the
    /// rules forbid is also accepted, such as `Pe2,Ka1,-c3 1`.
    pub position: Option<String>,
    /// Moves already played; manual moves begin with `~`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Vec<String>>"), schema(max_items = 4096))]
    pub moves: Vec<String>,
    /// How many cards each player picks before the game, and whether the choices are secret.
    pub setup: Option<SetupTerms>,
    /// If present, each side gets its own key; if absent, a single key controls both sides.
    pub seats: Option<Apart>,
    /// Rule enforcement, in games between people; `enforced` by default.
    #[cfg_attr(feature = "schema", ts(optional, type = "Enforcement"))]
    #[cfg_attr(feature = "schema", schema(value_type = Option<entourage_record::schema::EnforcementWord>))]
    #[serde(rename = "degree")]
    pub enforcement: Option<String>,
    /// A client-generated key for both sides, which makes the request idempotent. By default the server generates the key; keys for
    /// single sides always come from the server.
    #[cfg_attr(feature = "schema", schema(value_type = Option<entourage_record::schema::KeyText>))]
    pub key: Option<String>,
    /// Time control in the notation of docs/CLOCKS.md; no clocks by default.
    pub pace: Option<String>,
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub players: [Player; 2],
}

/// Settings for a game between two remote players, each with a key.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "Seats"), schema(as = Seats))]
pub struct Apart {
    /// The creator's side, 1 or 2.
    #[cfg_attr(feature = "schema", ts(type = "Side"))]
    #[cfg_attr(feature = "schema", schema(value_type = entourage_record::schema::SideNumber))]
    pub host: usize,
    /// Whether any player can join as the other side, whose key is created on joining.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub open: bool,
    /// Whether the game becomes public (listed while in progress, and open to spectators) once both players have joined.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub watched: bool,
    /// Whether the game is rated, which requires two accounts, an open side, enforced rules, clocks, and the standard initial position.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
}
