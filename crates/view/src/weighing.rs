use serde::Serialize;

use crate::RelationView;

/// A move preview: what a legal move would change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Weighing"))]
pub struct WeighingView {
    /// The move in canonical notation.
    pub text: String,
    /// Changes from the mover's point of view, most important first.
    pub changes: Vec<ChangeView>,
    /// Relations that begin, between squares after the move.
    pub comes: Vec<RelationView>,
    /// Relations that end, between squares before the move.
    pub goes: Vec<RelationView>,
    /// Relations that last, between squares after the move.
    pub stays: Vec<RelationView>,
    /// Pieces of the mover that become capturable, if the rules assess it.
    pub exposed: Vec<ExposureView>,
    /// Squares, after the move, of the mover's pieces that stop being capturable, if the rules assess it.
    pub safe: Vec<String>,
}

/// One change by a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Change"))]
pub struct ChangeView {
    /// Effect on the mover: `gain`, `cost`, or `both` if it affects both sides alike.
    #[cfg_attr(feature = "types", ts(type = "Sign"))]
    pub sign: &'static str,
    /// The aura of the power; or `safe`, `exposed`, `reach` for new captures by the mover, `alert`, or `end`.
    #[cfg_attr(
        feature = "types",
        ts(type = "Aura | \"safe\" | \"exposed\" | \"reach\" | \"alert\" | \"end\"")
    )]
    pub sort: &'static str,
    pub begins: bool,
    /// The pieces concerned, by their squares after the move.
    pub squares: Vec<String>,
    /// A sentence without its full stop.
    pub sentence: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Exposure"))]
pub struct ExposureView {
    pub square: String,
    /// Squares of the pieces that can capture it.
    pub from: Vec<String>,
}
