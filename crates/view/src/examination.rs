use serde::Serialize;

/// What the reading of a game's text came to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Examination"))]
pub struct ExaminationView {
    /// How the game is called in texts; empty if it has errors.
    pub id: String,
    /// What is wrong, in the order of the text.
    pub faults: Vec<FaultView>,
    /// The text and those of the games that it is like; none if it has errors.
    pub texts: Vec<String>,
}

/// What is wrong with a game's text, and where.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Fault"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Fault))]
pub struct FaultView {
    /// Whether the game can be played all the same.
    pub is_warning: bool,
    pub code: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The number of characters meant.
    pub length: u32,
    pub problem: String,
    pub help: Option<String>,
    /// The file of the game that this one is like in which it stands, if it does not stand in the text itself.
    pub file: Option<String>,
    pub answers: Vec<AnswerView>,
}

/// Offers an answer to what a warning asks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Answer"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Answer))]
pub struct AnswerView {
    /// The answer, as a short sentence.
    pub said: String,
    /// What it does: puts a line below another one, leaves out the sentence meant, or says in a comment that it is meant.
    #[cfg_attr(feature = "types", ts(type = "\"below\" | \"without\" | \"meant\""))]
    pub does: &'static str,
    /// The line that it is done to or below, from 1.
    pub line: u32,
    /// The line that is put there; empty for nothing.
    pub text: String,
}
