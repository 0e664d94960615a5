use serde::Serialize;

use crate::{RulesFailure, SketchView};

/// Tells what a text says of a position, and whether the rules begin from it.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Sketch"))]
pub struct Sketched {
    /// What it says.
    #[serde(flatten)]
    pub sketch: SketchView,
    /// Why the rules do not begin from it.
    pub problem: Option<RulesFailure>,
}

/// Tells what a game played on Game Courier was, as far as its degree takes it.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Imported {
    /// Where it begins; `None` where no game of the degree does.
    pub start: Option<String>,
    /// The moves up to the turn that ends the replay.
    pub moves: Vec<String>,
    /// The word with which the players ended it.
    pub word: Option<&'static str>,
    /// The keys that say nothing to us.
    pub ignored: Vec<String>,
    /// Why the rules do not begin where it does.
    pub opening: Option<RulesFailure>,
    /// The first turn that the rules refuse.
    pub refused: Option<ImportedTurn>,
    /// The turn that ends the replay.
    pub stop: Option<ImportedTurn>,
}

/// Tells a game that stands in a record, as far as its moves go.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ReadRecord {
    /// The canonical spec of the game.
    pub spec: String,
    /// How much the rules helped: `enforced`, `warned` or `free`.
    #[cfg_attr(feature = "types", ts(type = "Degree"))]
    pub degree: &'static str,
    /// The position in which it began.
    pub start: String,
    /// The moves of the game itself, as programs write them.
    pub moves: Vec<String>,
    /// Whether other games stand behind it.
    pub more: bool,
}

/// Says which turn is refused, and why.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ImportedTurn {
    /// Its number, from 1.
    pub turn: usize,
    /// Its text.
    pub text: String,
    /// The word after which it comes, where nothing may follow.
    pub over: Option<&'static str>,
    /// Why the rules refuse it.
    pub why: Option<RulesFailure>,
}
