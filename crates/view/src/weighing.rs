use serde::Serialize;

use crate::RelationView;

/// What a move that is not played would change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Weighing"))]
pub struct WeighingView {
    /// The canonical text of the move.
    pub text: String,
    /// What it changes, told to the player to move: what matters most comes first.
    pub changes: Vec<ChangeView>,
    /// The relations that begin, between the squares on which the pieces stand afterwards.
    pub comes: Vec<RelationView>,
    /// The relations that end, between the squares on which the pieces stand now.
    pub goes: Vec<RelationView>,
    /// The relations that last, between the squares on which the pieces stand afterwards.
    pub stays: Vec<RelationView>,
    /// The mover's pieces that the other side can capture afterwards and could not capture now, where the rules tell.
    pub exposed: Vec<ExposureView>,
    /// The squares, afterwards, of the mover's pieces that the other side could capture now and cannot capture afterwards, where the rules tell.
    pub safe: Vec<String>,
}

/// One thing that a move would change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Change"))]
pub struct ChangeView {
    /// What it is to the player to move: `gain`, `cost`, or `both` for what bears upon both sides alike.
    #[cfg_attr(feature = "types", ts(type = "Sign"))]
    pub sign: &'static str,
    /// The aura of the power; or `safe`, `exposed`, `reach` for what the mover may capture next, `alert`, or `end`.
    #[cfg_attr(
        feature = "types",
        ts(type = "Aura | \"safe\" | \"exposed\" | \"reach\" | \"alert\" | \"end\"")
    )]
    pub sort: &'static str,
    pub begins: bool,
    /// The pieces that it concerns, by their squares after the move.
    pub squares: Vec<String>,
    /// The sentence, without a stop.
    pub sentence: String,
}

/// Describes a piece that can be captured.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Exposure"))]
pub struct ExposureView {
    pub square: String,
    /// The squares of the pieces that can capture it.
    pub from: Vec<String>,
}
