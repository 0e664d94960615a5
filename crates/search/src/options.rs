/// The options of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The size of the transposition table in mebibytes, rounded down to a power of two, at least 1.
    pub table_mb: usize,
    /// Moves at most this far below the best score, in centipawns, get an exact score in
    /// [`Search::ranking`](crate::Search::ranking).
    pub slack: i32,
    /// The number of best moves (at least 1) that get an exact score and a principal variation (multi-PV).
    pub variations: usize,
    /// The number of threads of [`Search::run`](crate::Search::run), at most four per processor; always one on
    /// platforms without threads. With more than one, results vary from run to run.
    pub threads: usize,
    /// Whether unpromising moves are reduced and pruned; if not, the score is that of plain minimax.
    pub selective: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { table_mb: 16, slack: 0, variations: 1, threads: 1, selective: true }
    }
}
