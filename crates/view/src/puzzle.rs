use serde::{Deserialize, Serialize};

use crate::RatingView;

/// A position that is to become a puzzle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct NewPuzzle {
    /// The spec of the game.
    #[cfg_attr(feature = "schema", schema(max_length = 200))]
    pub game: String,
    /// The position string.
    #[cfg_attr(feature = "schema", schema(max_length = 4000))]
    pub position: String,
}

/// A published puzzle, or why the position is not a puzzle; exactly one of them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
pub struct PuzzleAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub puzzle: Option<PuzzleView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub refusal: Option<PuzzleRefusal>,
}

/// A puzzle that a player has made.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PuzzleView {
    pub id: String,
    /// The author's name.
    pub author: String,
    /// Whether the requester is the author.
    pub own: bool,
    /// Publication date in Unix milliseconds.
    pub at: i64,
    /// The puzzle as a line of a puzzle file.
    pub line: String,
    pub rating: i64,
    /// Whether the requester has tried the puzzle.
    pub tried: bool,
}

/// Why a position is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(optional_fields))]
pub struct PuzzleRefusal {
    pub reason: PuzzleProblem,
    /// Number of plies within which no win can be forced, for `no-win`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub plies: Option<u16>,
    /// For `no-win`, the turn that looks best and a reply that prevents the win, if one was found; for `several`, the moves of the
    /// solution before the choice.
    pub line: Vec<String>,
    /// For `several`, moves of which each wins in time.
    pub moves: Vec<String>,
    /// The set and the ID of the known puzzle, separated by a slash, for `known`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub puzzle: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum PuzzleProblem {
    /// The game is over.
    Over,
    /// The position is within a turn.
    WithinTurn,
    /// No win can be forced in time.
    NoWin,
    /// Several moves win in time.
    Several,
    /// The solution has too many moves.
    Size,
    /// The proof takes too much work.
    Effort,
    /// There is already a puzzle with this position.
    Known,
}

/// A page of puzzles by players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PuzzleList {
    /// Newest first.
    #[cfg_attr(feature = "schema", schema(max_items = 30))]
    pub puzzles: Vec<PuzzleView>,
    /// The games with puzzles by players, most puzzles first.
    #[cfg_attr(feature = "schema", schema(max_items = 100))]
    pub games: Vec<PuzzleGameCount>,
    /// The requester's ratings.
    pub ratings: Vec<PuzzleRating>,
    /// Cursor of the next page; null on the last one.
    #[cfg_attr(feature = "schema", schema(required))]
    pub next: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PuzzleGameCount {
    /// The ID of the game, without options.
    pub game: String,
    pub count: u32,
}

/// The ratings of the puzzles of a shipped set.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SetRatings {
    /// The requester's puzzle rating in the game of the set; null if not signed in.
    #[cfg_attr(feature = "schema", schema(required))]
    pub own: Option<RatingView>,
    pub puzzles: Vec<RatedPuzzle>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RatedPuzzle {
    pub id: String,
    pub rating: i64,
    /// Whether the requester has tried the puzzle.
    pub tried: bool,
}

/// The effect of a try.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PuzzleTryResult {
    /// Whether the moves are a whole line of the solution, found without a hint.
    pub solved: bool,
    /// The requester's puzzle rating in the game, with its change if the try counts; only the first try counts.
    pub rating: RatingView,
}

/// A puzzle rating in a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PuzzleRating {
    /// The ID of the game, without options.
    pub game: String,
    /// The title of a user-made game.
    #[cfg_attr(feature = "schema", schema(required))]
    pub name: Option<String>,
    pub rating: RatingView,
    /// Number of puzzles tried.
    pub tries: u32,
}

/// What an account has published and tried.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PuzzleExport {
    pub puzzles: Vec<PuzzleView>,
    pub tries: Vec<PuzzleTryView>,
}

/// A first try of a puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PuzzleTryView {
    /// The name of a shipped set, or `players`.
    pub set: String,
    pub puzzle: String,
    /// The ID of the game, without options.
    pub game: String,
    pub solved: bool,
    /// The account's puzzle rating after the try.
    pub rating: i64,
    /// Date in Unix milliseconds.
    pub at: i64,
}
