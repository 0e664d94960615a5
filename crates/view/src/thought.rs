use serde::Serialize;

/// Progress of the engine's search.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "Thought"))]
pub struct ThoughtView {
    pub done: bool,
    /// Completed depth in plies.
    pub depth: u32,
    pub score: String,
    /// Expected result of the side to move in thousandths of a win; a draw is 500.
    pub chances: i32,
    pub nodes: u64,
    pub line: Vec<String>,
    /// The best move so far; `None` only if the game is over.
    pub best: Option<String>,
    /// The next best moves, best first, if several lines are searched.
    pub others: Vec<LineView>,
}

/// A line that starts with another move than the best.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "EngineLine"))]
pub struct LineView {
    pub score: String,
    /// Expected result of the side to move in thousandths of a win.
    pub chances: i32,
    pub line: Vec<String>,
}
