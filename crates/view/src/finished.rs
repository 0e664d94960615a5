use serde::Serialize;

#[cfg(feature = "schema")]
use crate::PaceClass;

/// A finished game that is public.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "FinishedGame"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FinishedGame))]
pub struct FinishedView {
    /// The public name, which opens the game for spectators.
    pub game: String,
    pub spec: String,
    #[cfg_attr(feature = "schema", ts(type = "Enforcement"))]
    #[cfg_attr(feature = "schema", schema(value_type = entourage_record::schema::EnforcementWord))]
    #[serde(rename = "degree")]
    pub enforcement: String,
    pub pace: String,
    /// The time control class; null without clocks.
    #[cfg_attr(feature = "schema", ts(type = "PaceClass | null"))]
    #[cfg_attr(feature = "schema", schema(value_type = Option<PaceClass>, required))]
    pub class: Option<&'static str>,
    pub rated: bool,
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub names: [Option<String>; 2],
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub bots: [bool; 2],
    /// The players' ratings at the time of the game, if any.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub ratings: [Option<i64>; 2],
    /// The winning side; null for a draw.
    #[cfg_attr(feature = "schema", ts(type = "Side | null"))]
    #[cfg_attr(feature = "schema", schema(value_type = Option<entourage_record::schema::SideNumber>, required))]
    pub winner: Option<usize>,
    /// Code for the cause of the game's end.
    pub cause: String,
    pub moves: u32,
    /// End time in Unix milliseconds.
    pub ended: i64,
    /// The final position; null until the server has indexed the game, or if its rules are no longer supported.
    #[cfg_attr(feature = "schema", schema(required))]
    pub last: Option<LastView>,
}

/// The final position of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "LastLook"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = LastLook))]
pub struct LastView {
    /// The spec, including the players' setup choices.
    pub spec: String,
    pub position: String,
}

/// A page of finished games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct FinishedList {
    #[cfg_attr(feature = "schema", schema(max_items = 20))]
    pub games: Vec<FinishedView>,
    /// Cursor for the next page, if there may be one. The server examines a limited number of games per request, so a page can be short or
    /// even empty if few games match.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional), schema(nullable = false))]
    pub next: Option<String>,
}

/// Opening statistics of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Opening"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Opening))]
pub struct OpeningView {
    pub position: String,
    /// Number of games that reached the position.
    pub games: u32,
    /// Whether the counts cover only the newest of the games that reached the position.
    pub more: bool,
    /// The moves played next, most frequent first.
    pub moves: Vec<OpeningMove>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct OpeningMove {
    /// The move in machine notation.
    #[serde(rename = "move")]
    pub text: String,
    pub games: u32,
    /// Wins by side; the other games were drawn.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub won: [u32; 2],
    /// Average rating of the players in these games, if any is known.
    #[cfg_attr(feature = "schema", schema(required))]
    pub rating: Option<i64>,
}

/// A complete finished game, as a line of JSON.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FinishedRecord))]
pub struct FinishedRecord {
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub game: FinishedView,
    pub start: String,
    /// The moves that were not taken back, in machine notation.
    pub line: Vec<String>,
}
