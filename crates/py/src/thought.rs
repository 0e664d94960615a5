use entourage_registry as registry;
use pyo3::prelude::*;

/// A line that follows from a position, the best first, with its score.
#[pyclass(frozen, get_all, module = "entourage")]
#[derive(Clone)]
pub struct Line {
    /// The moves.
    pub moves: Vec<String>,
    /// The score for the side to move, for people: "+0.35", or "#5" for a win in five moves.
    pub score: String,
    /// The same in hundredths of a pawn; wins and losses are very large.
    pub value: i32,
    /// The plies to a proven win (above 0) or loss (below 0); None if nothing is proven.
    pub plies_to_end: Option<i32>,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!("Line({:?}, {:?})", self.score, self.moves.join(" "))
    }
}

/// The engine's judgement of a position.
#[pyclass(frozen, get_all, module = "entourage")]
#[derive(Clone)]
pub struct Thought {
    /// The move to play; None only if the game is over.
    pub best: Option<String>,
    /// The lines, the best first: as many as were asked for and found.
    pub lines: Vec<Line>,
    /// The depth finished, in plies.
    pub depth: u32,
    /// The number of positions searched.
    pub nodes: u64,
}

impl From<registry::Thought> for Thought {
    fn from(thought: registry::Thought) -> Self {
        let line = |score: registry::Score, moves: Vec<String>| Line {
            moves,
            score: score.to_string(),
            value: score.number(),
            plies_to_end: score.plies_to_end(),
        };
        let registry::Thought { best, value, line: first, others, depth, nodes, .. } = thought;
        let mut lines: Vec<Line> = value.into_iter().map(|score| line(score, first.clone())).collect();
        lines.extend(others.into_iter().map(|other| line(other.score, other.line)));
        Self { best, lines, depth, nodes }
    }
}

#[pymethods]
impl Thought {
    fn __repr__(&self) -> String {
        let best = self.best.as_deref().unwrap_or("none");
        let score = self.lines.first().map_or("", |line| line.score.as_str());
        format!("Thought(best={best:?}, score={score:?}, depth={}, nodes={})", self.depth, self.nodes)
    }
}
