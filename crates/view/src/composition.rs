use serde::Serialize;

/// The solution of a composition, which is a position with a stipulation such as "win in 2".
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "SolvedComposition"))]
pub struct CompositionView {
    /// In words: whether there are solutions, several first moves, shorter solutions and duals.
    pub verdict: String,
    /// The task and its solution as text, as `entourage puzzles solve` prints them.
    pub text: String,
    /// First moves that solve the composition.
    pub keys: Vec<BranchView>,
    /// First moves that few replies refute.
    pub tries: Vec<BranchView>,
    /// What happens if the other side moves first; `None` if not asked for, or if the rules do not allow it.
    pub set_play: Option<Vec<BranchView>>,
}

/// A move of a solution, with its continuations.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "SolutionBranch"))]
pub struct BranchView {
    /// The move, or `--` for a turn that is skipped.
    #[serde(rename = "move")]
    pub text: String,
    /// The side that moves, 1 or 2.
    #[cfg_attr(feature = "schema", ts(type = "Side"))]
    pub side: u8,
    /// `#` if the move ends the game in a win, `=` for a draw, `+` for an alert, and otherwise empty.
    pub sign: &'static str,
    #[cfg_attr(feature = "schema", ts(type = "BranchRole"))]
    pub role: &'static str,
    /// The moves that would reach the goal if the other side passed; empty in zugzwang, `None` if that side cannot pass.
    pub threats: Option<Vec<BranchView>>,
    /// The number of replies that do not stop the threats; they are omitted from `then`.
    pub omitted: usize,
    /// The next moves.
    pub then: Vec<BranchView>,
}
