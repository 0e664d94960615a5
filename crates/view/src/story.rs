use serde::Serialize;

use crate::{MoveRecord, RelationView, WeighingView};

/// Explains on the board why the rules ended a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Closing"))]
pub struct ClosingView {
    /// The relations that explain why the game ended, such as attacks on a royal piece.
    pub relations: Vec<RelationView>,
    pub lines: Vec<ClosingLineView>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "ClosingLine"))]
pub struct ClosingLineView {
    /// `danger`: a royal piece is attacked; `escape`: an escape that fails; `captor`: why an attacker cannot be captured; `rest`: all other
    /// moves; `last`: the final move; `fact`: anything else.
    #[cfg_attr(
        feature = "schema",
        ts(type = "\"danger\" | \"escape\" | \"captor\" | \"rest\" | \"last\" | \"fact\"")
    )]
    pub sort: &'static str,
    /// The path of the move that the line explains, if any.
    pub legs: Vec<String>,
    pub squares: Vec<String>,
    pub sentence: String,
}

/// Progress of a game review, and the key moments once the review is done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Review"))]
pub struct ReviewView {
    pub done: usize,
    pub of: usize,
    /// Expected result of the first side in thousandths of a win, in each position examined so far, by quick searches.
    pub chances: Vec<i32>,
    /// All mistakes found, and other key moments if there are fewer than three, in game order; empty until the review is done.
    pub moments: Vec<MomentView>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Moment"))]
pub struct MomentView {
    /// Ply number, from 1.
    pub ply: usize,
    /// `turn` for a turning point, `capture` for a major capture, `alert` for the first check, `end` for the last move.
    #[cfg_attr(feature = "schema", ts(type = "\"turn\" | \"capture\" | \"alert\" | \"end\""))]
    pub sort: &'static str,
    #[cfg_attr(feature = "schema", ts(type = "Side"))]
    pub side: usize,
    /// The path of the moved piece.
    pub legs: Vec<String>,
    pub sentence: String,
    /// If the move was a mistake: expected results of its player before and after it in thousandths of a win, by deep searches.
    pub fall: Option<[i32; 2]>,
    /// The better move in machine notation, and the sentence that names it.
    pub best: Option<String>,
    pub better: Option<String>,
    /// The path of the better move.
    #[serde(rename = "betterLegs")]
    pub better_legs: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Prospect"))]
pub struct ProspectView {
    pub line: Vec<MoveRecord>,
    /// Material gain of the side that plays the first move, in centipawns (hundredths of the least valuable piece).
    pub gain: i32,
    /// Pieces captured or converted by the side that plays the first move.
    pub won: Vec<CapturedView>,
    pub lost: Vec<CapturedView>,
    /// Number (from 1) of the first ply that gives check (or the game's equivalent), if any.
    pub alert: Option<usize>,
    /// Number (from 1) of the ply that ends the game, if any.
    pub end: Option<usize>,
    /// Preview of the first move, if it is legal.
    pub weighing: Option<WeighingView>,
    /// The powers that make captures of the line possible or worthwhile: what an earlier move changed for the captured piece.
    pub causes: Vec<CauseView>,
}

/// A change of powers in a line that a capture of the same line exploits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Cause"))]
pub struct CauseView {
    /// Number (from 1) of the ply that changes the power.
    pub ply: usize,
    /// Number of the ply that captures the piece.
    pub capture: usize,
    /// Describes the change in a sentence without the full stop.
    pub sentence: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Captured"))]
pub struct CapturedView {
    pub kind: usize,
    #[cfg_attr(feature = "schema", ts(type = "Side"))]
    pub side: usize,
}
