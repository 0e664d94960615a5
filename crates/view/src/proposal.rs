use entourage_record::{Player, SetupTerms};
use serde::Deserialize;

/// Asks for a new game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "NewGame", optional_fields))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Proposal {
    pub spec: String,
    /// The position in which it begins, unless it begins at the start; in warned and free games perhaps a board that the rules do not know,
    /// such as `Pe2,Ka1,-c3 1`.
    pub position: Option<String>,
    /// The moves that have been made before; a turn by hand begins with `~`.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<String>>"))]
    #[cfg_attr(feature = "openapi", schema(max_items = 4096))]
    pub moves: Vec<String>,
    /// What the players agree on, if they choose what they begin with.
    pub setup: Option<SetupTerms>,
    /// Gives each side a key of its own, the host's told first; without, one key plays both sides.
    pub seats: Option<Apart>,
    /// How much the rules help: they enforce themselves, unless it says so; between people only.
    #[cfg_attr(feature = "types", ts(optional, type = "Degree"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<entourage_record::schema::DegreeWord>))]
    pub degree: Option<String>,
    /// The key that is to play both sides, drawn by the game's creator: sent again with the same one, the game is created once. Without,
    /// the server draws it; where each side has a key of its own, it draws them all.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<entourage_record::schema::KeyText>))]
    pub key: Option<String>,
    /// How fast the game is played, in the words of docs/CLOCKS.md; without clocks, unless it says so.
    pub pace: Option<String>,
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2))]
    pub players: [Player; 2],
}

/// Asks for a game of two people apart, each with a key of their own.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Seats"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Seats))]
pub struct Apart {
    /// The side of the game's creator, 1 or 2.
    #[cfg_attr(feature = "types", ts(type = "Side"))]
    #[cfg_attr(feature = "openapi", schema(value_type = entourage_record::schema::SideNumber))]
    pub host: usize,
    /// Whether any player may take the other side, whose key is then made by who does.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub open: bool,
    /// Whether others may watch the game once somebody has taken that side: it is shown to everyone then, and listed while it is played.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub watched: bool,
    /// Whether the game counts for the ratings of its players: both are signed in then, any player may take the other side, the rules are enforced,
    /// clocks run, and it begins at its usual start.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
}
