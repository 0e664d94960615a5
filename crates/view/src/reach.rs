use serde::Serialize;

use crate::{ExposureView, ReasonView};

/// Who attacks what in a position, and which pieces can be captured, as if the side that could capture were to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Reach"))]
pub struct ReachView {
    /// The side whose enemies are counted, 1 or 2.
    #[cfg_attr(feature = "types", ts(type = "Side"))]
    pub side: usize,
    /// The squares that those enemies attack, in the board's order: they could capture the side's piece there, or where none stands an
    /// ordinary one.
    pub attacked: Vec<ExposureView>,
    /// Every piece of whose safety the rules tell; none once the game is over.
    pub pieces: Vec<SafetyView>,
}

/// Whether a piece can be captured now, by whom, and if it cannot, why not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Safety"))]
pub struct SafetyView {
    pub square: String,
    /// The enemies that can capture it within their next turn.
    pub captors: Vec<String>,
    pub attackers: Vec<String>,
    /// How many must attack it together before one of them may capture it.
    pub needs: usize,
    /// Why no enemy can capture it; none where some can, or where none comes near it.
    pub reasons: Vec<ReasonView>,
    pub sentence: String,
}
