use serde::Serialize;

use crate::{MoveRecord, RelationView, WeighingView};

/// Explains on the board why a game is over by its rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Closing"))]
pub struct ClosingView {
    /// The relations that bring the end about: who attacks what must be saved.
    pub relations: Vec<RelationView>,
    /// What is told, in order.
    pub lines: Vec<ClosingLineView>,
}

/// One thing about why a game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "ClosingLine"))]
pub struct ClosingLineView {
    /// `danger` for what is attacked and must be saved, `escape` for a way out that is none, `captor` for why an attacker stays, `rest` for
    /// all other moves, `last` for the move that ended the game, `fact` for anything else.
    #[cfg_attr(
        feature = "types",
        ts(type = "\"danger\" | \"escape\" | \"captor\" | \"rest\" | \"last\" | \"fact\"")
    )]
    pub sort: &'static str,
    /// The way of the move that is told of, if one is.
    pub legs: Vec<String>,
    pub squares: Vec<String>,
    pub sentence: String,
}

/// How far the look back at a game has come, and once it is done what happened in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Review"))]
pub struct ReviewView {
    pub done: usize,
    pub of: usize,
    /// Its moments in the order in which they came, three at most; none before it is done.
    pub moments: Vec<MomentView>,
}

/// Describes a moment of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Moment"))]
pub struct MomentView {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// `turn` where the balance turned, `capture` for a great capture, `alert` for the first alert, `end` for the last move.
    #[cfg_attr(feature = "types", ts(type = "\"turn\" | \"capture\" | \"alert\" | \"end\""))]
    pub sort: &'static str,
    #[cfg_attr(feature = "types", ts(type = "Side"))]
    pub side: usize,
    /// The whole way of the piece that moved.
    pub legs: Vec<String>,
    pub sentence: String,
    pub better: Option<String>,
    /// The whole way of that move.
    #[serde(rename = "betterLegs")]
    pub better_legs: Vec<String>,
}

/// What a line of moves comes to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Prospect"))]
pub struct ProspectView {
    pub line: Vec<MoveRecord>,
    /// What the player to move first gains by it, in hundredths of the smallest piece's worth.
    pub gain: i32,
    /// The pieces that they capture or win over.
    pub won: Vec<CapturedView>,
    pub lost: Vec<CapturedView>,
    /// The ply of the line that gives the other side its first alert, from 1, if one does.
    pub alert: Option<usize>,
    /// The ply of the line that ends the game, if one does.
    pub end: Option<usize>,
    /// What the first move would change.
    pub weighing: Option<WeighingView>,
}

/// Names a piece that leaves its side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Captured"))]
pub struct CapturedView {
    pub kind: usize,
    #[cfg_attr(feature = "types", ts(type = "Side"))]
    pub side: usize,
}
