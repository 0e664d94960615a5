use serde::Serialize;

/// How far the computer's thinking has come.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Thought"))]
pub struct ThoughtView {
    pub done: bool,
    /// The depth finished, in plies.
    pub depth: u32,
    pub score: String,
    pub nodes: u64,
    pub line: Vec<String>,
    /// The move to play if the thinking ended now; `None` only if the game is over.
    pub best: Option<String>,
}
