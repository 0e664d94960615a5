use serde::Serialize;

use crate::{RulesFailure, SketchView};

/// What a text says of a position, and whether the rules begin from it.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Sketch"))]
pub struct Sketched {
    #[serde(flatten)]
    pub sketch: SketchView,
    pub problem: Option<RulesFailure>,
}

/// What a game played on Game Courier was, as far as its degree takes it.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Imported {
    /// Where it begins; `None` where no game of the degree does.
    pub start: Option<String>,
    /// The moves up to the turn that ends the replay.
    pub moves: Vec<String>,
    pub word: Option<&'static str>,
    /// The keys that say nothing to us.
    pub ignored: Vec<String>,
    pub opening: Option<RulesFailure>,
    pub refused: Option<ImportedTurn>,
    pub stop: Option<ImportedTurn>,
}

/// A game read from a record, as far as its moves go.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ReadRecord {
    /// The canonical spec of the game.
    pub spec: String,
    /// How much the rules helped: `enforced`, `warned` or `free`.
    #[cfg_attr(feature = "types", ts(type = "Degree"))]
    pub degree: &'static str,
    pub start: String,
    /// The moves of the game itself, as programs write them.
    pub moves: Vec<String>,
    /// Whether other games stand behind it.
    pub more: bool,
}

/// Which turn is refused, and why.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ImportedTurn {
    /// Its number, from 1.
    pub turn: usize,
    pub text: String,
    /// The word after which it comes, where nothing may follow.
    pub over: Option<&'static str>,
    pub why: Option<RulesFailure>,
}
