use serde::{Deserialize, Serialize};

use crate::{ProblemView, RulesFailure, SketchView};

/// A parsed position, and the reason if the rules do not allow a game to start from it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Sketch"))]
pub struct Sketched {
    #[serde(flatten)]
    pub sketch: SketchView,
    pub problem: Option<RulesFailure>,
}

/// A game imported from Game Courier, up to the first turn that the selected rule enforcement rejects.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Imported {
    /// The initial position; `None` if no game can start from it.
    pub start: Option<String>,
    /// The moves before the first refused turn.
    pub moves: Vec<String>,
    pub word: Option<&'static str>,
    /// Keys of the settings file that were ignored.
    pub ignored: Vec<String>,
    pub opening: Option<RulesFailure>,
    pub refused: Option<ImportedTurn>,
    pub stop: Option<ImportedTurn>,
}

/// A game read from a record, up to its first illegal move.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct ReadRecord {
    /// The canonical spec of the game.
    pub spec: String,
    /// Rule enforcement: `enforced`, `warned` or `free`.
    #[cfg_attr(feature = "schema", ts(type = "Enforcement"))]
    #[serde(rename = "degree")]
    pub enforcement: &'static str,
    pub start: String,
    /// The main line in machine notation.
    pub moves: Vec<String>,
    /// The moves with their variations and annotations.
    pub items: Vec<RecordItem>,
    /// The names and values of the tags, in order.
    pub tags: Vec<(String, String)>,
    /// Whether the file contains more games after this one.
    pub more: bool,
    /// What is unusual in the record, each with its line.
    pub warnings: Vec<ProblemView>,
}

/// A move, annotation or delimiter of a variation, as in PGN.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub enum RecordItem {
    /// A move in machine notation, and the side that plays it.
    Move {
        text: String,
        #[cfg_attr(feature = "schema", ts(type = "Side"))]
        side: usize,
    },
    /// A numeric annotation glyph (NAG) for the previous move.
    Nag(u8),
    /// A comment on the previous move or, if there is none, on the start position.
    Comment(String),
    /// The start of a variation that replaces the previous move.
    Begin,
    End,
}

/// A refused turn, and the reason.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct ImportedTurn {
    /// Turn number, from 1.
    pub turn: usize,
    pub text: String,
    /// The keyword by which an earlier turn ended the game, if that is why this turn is refused.
    pub over: Option<&'static str>,
    pub why: Option<RulesFailure>,
}
