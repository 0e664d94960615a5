use serde::Serialize;

/// Progress of the engine's search.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Thought"))]
pub struct ThoughtView {
    pub done: bool,
    /// Completed depth in plies.
    pub depth: u32,
    pub score: String,
    pub nodes: u64,
    pub line: Vec<String>,
    /// The best move so far; `None` only if the game is over.
    pub best: Option<String>,
}
