use serde::Serialize;

use crate::{ExposureView, ReasonView};

/// Which squares are attacked in a position and which pieces can be captured, as if the attacking side were to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Reach"))]
pub struct ReachView {
    /// The defending side, 1 or 2.
    #[cfg_attr(feature = "schema", ts(type = "Side"))]
    pub side: usize,
    /// Squares, in board order, where an enemy could capture the piece of `side` or, if empty, an ordinary one put there.
    pub attacked: Vec<ExposureView>,
    /// The pieces whose safety the rules assess; empty once the game is over.
    pub pieces: Vec<SafetyView>,
}

/// Whether a piece can be captured now, by which enemies, and if not, why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Safety"))]
pub struct SafetyView {
    pub square: String,
    /// Squares of the enemies that can capture the piece on their next turn.
    pub captors: Vec<String>,
    pub attackers: Vec<String>,
    /// Number of simultaneous attackers needed to capture the piece.
    pub needs: usize,
    /// Why no enemy can capture the piece, if the rules give a reason.
    pub reasons: Vec<ReasonView>,
    pub sentence: String,
}
