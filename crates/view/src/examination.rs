use serde::Serialize;

/// The result of checking a game definition.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Examination"))]
pub struct ExaminationView {
    /// The identifier of the definition; empty if it has errors.
    pub id: String,
    /// Errors and warnings in source order.
    pub faults: Vec<FaultView>,
    /// The source of the definition, then of those that it extends; empty if there are errors.
    pub texts: Vec<String>,
}

/// An error or warning in a game definition.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "Fault"), schema(as = Fault))]
pub struct FaultView {
    /// Whether the fault is only a warning, so that the game is still playable.
    pub is_warning: bool,
    pub code: String,
    /// Line number, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Length of the faulty range in characters.
    pub length: u32,
    pub problem: String,
    pub help: Option<String>,
    /// The file that contains the fault, if it is in an extended definition.
    pub file: Option<String>,
    pub answers: Vec<AnswerView>,
}

/// A quick fix for a warning.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema), ts(rename = "Answer"), schema(as = Answer))]
pub struct AnswerView {
    /// Describes the fix in a short sentence.
    pub said: String,
    /// What the fix does: `below` inserts a line, `without` removes the sentence, `meant` adds a comment to keep it.
    #[cfg_attr(feature = "schema", ts(type = "\"below\" | \"without\" | \"meant\""))]
    pub does: &'static str,
    /// The line to change, or the line below which to insert; numbered from 1.
    pub line: u32,
    /// The line to insert; empty if the fix inserts none.
    pub text: String,
}
