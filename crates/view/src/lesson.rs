use serde::Serialize;

/// A lesson.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "LessonInfo"))]
pub struct LessonView {
    pub spec: String,
    pub title: Vec<Phrase>,
    pub steps: Vec<StepView>,
}

/// One step of a lesson: a board with a goal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "LessonStep"))]
pub struct StepView {
    pub position: String,
    /// Whether the board is set up anew for it, rather than being as the step before left it.
    pub fresh: bool,
    /// Squares at the rim of the part of the board that it needs, two or more; `None` where it needs all.
    pub part: Option<Vec<String>>,
    /// Whether a move that no square stands for, such as a pass, is among those accepted.
    pub unplaced: bool,
    pub task: Vec<Phrase>,
    pub hints: Vec<Vec<Phrase>>,
    /// What is said when it is done.
    pub praise: Vec<Phrase>,
}

/// Holds some words of a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Phrase {
    pub text: String,
    /// The square that they mean, or whose piece.
    pub square: Option<String>,
}

/// What the rules say of a try at a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "LessonVerdict"))]
pub struct VerdictView {
    pub right: bool,
    pub reasons: Vec<crate::ReasonView>,
    /// What the other side answers to what is right.
    pub replies: Vec<String>,
}
