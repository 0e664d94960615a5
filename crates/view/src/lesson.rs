use serde::Serialize;

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "LessonInfo"))]
pub struct LessonView {
    pub spec: String,
    pub title: Vec<Phrase>,
    pub steps: Vec<StepView>,
}

/// One step of a lesson: a board with a goal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "LessonStep"))]
pub struct StepView {
    pub position: String,
    /// Whether the board is set up again, instead of continuing from the previous step.
    pub fresh: bool,
    /// Squares that bound the part of the board to show, at least two; `None` for the whole board.
    pub part: Option<Vec<String>>,
    /// Whether the accepted moves include one without squares, such as a pass.
    pub unplaced: bool,
    pub task: Vec<Phrase>,
    pub hints: Vec<Vec<Phrase>>,
    /// The text shown when the step is solved.
    pub praise: Vec<Phrase>,
}

/// A span of lesson text, which can refer to a square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Phrase {
    pub text: String,
    /// The square that the span refers to, directly or through the piece on it.
    pub square: Option<String>,
}

/// The verdict on an attempt at a lesson step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "LessonVerdict"))]
pub struct VerdictView {
    pub right: bool,
    pub reasons: Vec<crate::ReasonView>,
    /// The other side's replies to a correct move.
    pub replies: Vec<String>,
}
