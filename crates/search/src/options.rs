/// Sets up a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The size of the transposition table in mebibytes, rounded down to a power of two, at least 1.
    pub table_mb: usize,
    /// How far below the best, in hundredths, other moves still get an exact score in [`Search::ranking`](crate::Search::ranking).
    pub slack: i32,
    /// The number of best moves, at least 1, that get an exact score and a principal variation in [`Search::ranking`](crate::Search::ranking).
    pub variations: usize,
    /// The threads that [`Search::run`](crate::Search::run) thinks on, at least 1; on machines without threads, always one, and never more
    /// than four for each processor.
    /// With more than one, results differ from run to run.
    pub threads: usize,
    /// Whether what promises little is searched less or left out. Without this the score is that of plain minimax.
    pub selective: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { table_mb: 16, slack: 0, variations: 1, threads: 1, selective: true }
    }
}
