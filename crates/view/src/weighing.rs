use serde::Serialize;

use crate::RelationView;

/// A move preview: what a legal move would change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Weighing"))]
pub struct WeighingView {
    /// The move in canonical notation.
    pub text: String,
    /// Changes from the mover's point of view, most important first.
    pub changes: Vec<ChangeView>,
    /// Relations that the move creates, with their squares after the move.
    pub comes: Vec<RelationView>,
    /// Relations that the move ends, with their squares before the move.
    pub goes: Vec<RelationView>,
    /// Relations that persist, with their squares after the move.
    pub stays: Vec<RelationView>,
    /// The mover's pieces that can be captured after the move but not before.
    pub exposed: Vec<ExposureView>,
    /// Squares (after the move) of the mover's pieces that can no longer be captured.
    pub safe: Vec<String>,
}

/// A change that a move causes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Change"))]
pub struct ChangeView {
    /// Effect on the mover: `gain`, `cost`, or `both` if it affects both sides alike.
    #[cfg_attr(feature = "schema", ts(type = "Sign"))]
    pub sign: &'static str,
    /// The kind of change: a power's aura, or `safe`, `exposed`, `reach` (possible captures), `alert` or `end`.
    #[cfg_attr(
        feature = "schema",
        ts(type = "Aura | \"safe\" | \"exposed\" | \"reach\" | \"alert\" | \"end\"")
    )]
    pub sort: &'static str,
    pub begins: bool,
    /// Squares of the affected pieces after the move.
    pub squares: Vec<String>,
    /// Describes the change in a sentence without the full stop.
    pub sentence: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Exposure"))]
pub struct ExposureView {
    pub square: String,
    /// Squares of the pieces that can capture the piece.
    pub from: Vec<String>,
}
