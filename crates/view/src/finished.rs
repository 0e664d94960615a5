use serde::Serialize;

#[cfg(feature = "openapi")]
use crate::PaceClass;

/// Describes a finished game that everyone may find.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "FinishedGame"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = FinishedGame))]
pub struct FinishedView {
    /// The game's public name, which opens looking on.
    pub game: String,
    pub spec: String,
    #[cfg_attr(feature = "types", ts(type = "Degree"))]
    #[cfg_attr(feature = "openapi", schema(value_type = entourage_record::schema::DegreeWord))]
    pub degree: String,
    pub pace: String,
    /// The class of its pace; none without clocks.
    #[cfg_attr(feature = "types", ts(type = "PaceClass | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<PaceClass>, required))]
    pub class: Option<&'static str>,
    pub rated: bool,
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2))]
    pub names: [Option<String>; 2],
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2))]
    pub bots: [bool; 2],
    /// How strong they were then, in points, where that is known.
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2))]
    pub ratings: [Option<i64>; 2],
    /// The side that won; none in a draw.
    #[cfg_attr(feature = "types", ts(type = "Side | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<entourage_record::schema::SideNumber>, required))]
    pub winner: Option<usize>,
    /// Why it ended, in one word.
    pub cause: String,
    pub moves: u32,
    /// When it ended, in milliseconds since 1970 (UTC).
    pub ended: i64,
    /// What it looked like last, once the server has looked it through and if its rules still apply.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub last: Option<LastView>,
}

/// Shows what a finished game looked like last.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "LastLook"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = LastLook))]
pub struct LastView {
    /// The spec by which it was played, the players' choices in it.
    pub spec: String,
    pub position: String,
}

/// Lists finished games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FinishedList {
    #[cfg_attr(feature = "openapi", schema(max_items = 20))]
    pub games: Vec<FinishedView>,
    /// The place after which the next page begins, if there may be one. So many games are looked at for a page that it may be short, or
    /// empty, where few are what is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub next: Option<String>,
}

/// How games went on from a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Opening"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Opening))]
pub struct OpeningView {
    pub position: String,
    /// In how many games it stood.
    pub games: u32,
    /// Whether it stood in more games than were counted: the newest are.
    pub more: bool,
    /// The moves that followed; those that were played most come first.
    pub moves: Vec<OpeningMove>,
}

/// What came of a move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpeningMove {
    /// The move as programs write it.
    #[serde(rename = "move")]
    pub text: String,
    /// In how many games it was played.
    pub games: u32,
    /// How many of these each side won; the others were drawn.
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2))]
    pub won: [u32; 2],
    /// The mean rating of those who played these games, where any is known.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub rating: Option<i64>,
}

/// A whole finished game, as a line of JSON.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = FinishedRecord))]
pub struct FinishedRecord {
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub game: FinishedView,
    pub start: String,
    /// The moves that stood, as programs write them.
    pub line: Vec<String>,
}
