use entourage_kernel as kernel;
use entourage_registry::{self as registry, view};
use pyo3::prelude::*;

/// How a game ended.
#[pyclass(frozen, eq, hash, get_all, module = "entourage")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The side that won, 1 or 2; None in a draw.
    pub winner: Option<usize>,
    /// The code of the cause.
    pub cause: String,
}

impl From<kernel::Outcome> for Outcome {
    fn from(outcome: kernel::Outcome) -> Self {
        let kernel::Outcome { winner, cause } = outcome;
        Self { winner: winner.map(kernel::Side::number), cause: cause.to_string() }
    }
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        match self.winner {
            Some(side) => format!("Outcome(winner={side}, cause={:?})", self.cause),
            None => format!("Outcome(winner=None, cause={:?})", self.cause),
        }
    }
}

/// A reason why a move is illegal, or a notice about a legal one.
#[pyclass(frozen, eq, get_all, module = "entourage")]
#[derive(Clone, PartialEq, Eq)]
pub struct Reason {
    /// The reason's code.
    pub code: String,
    /// The names of the squares that the sentence mentions.
    pub squares: Vec<String>,
    /// The anchor of the rule on the rules page; empty if there is none.
    pub ruling: String,
    /// The message.
    pub sentence: String,
}

impl From<view::ReasonView> for Reason {
    fn from(view: view::ReasonView) -> Self {
        let view::ReasonView { code, squares, ruling, sentence } = view;
        Self { code, squares, ruling, sentence }
    }
}

#[pymethods]
impl Reason {
    fn __repr__(&self) -> String {
        format!("Reason({:?}, squares={:?}, sentence={:?})", self.code, self.squares, self.sentence)
    }
}

/// The effects of a move, or why it is illegal.
#[pyclass(frozen, get_all, module = "entourage")]
#[derive(Clone)]
pub struct Explanation {
    pub legal: bool,
    /// The move in canonical notation.
    pub text: String,
    /// The effects of a legal move; empty for an illegal one.
    pub sentence: String,
    /// All reasons why the move is illegal.
    pub reasons: Vec<Reason>,
    /// Notices about a legal move.
    pub notices: Vec<Reason>,
}

impl From<view::Explanation> for Explanation {
    fn from(view: view::Explanation) -> Self {
        let view::Explanation { legal, text, sentence, reasons, notices } = view;
        let all = |views: Vec<view::ReasonView>| views.into_iter().map(Reason::from).collect();
        Self { legal, text, sentence, reasons: all(reasons), notices: all(notices) }
    }
}

#[pymethods]
impl Explanation {
    fn __repr__(&self) -> String {
        let Self { legal, text, sentence, reasons, .. } = self;
        let legal = if *legal { "True" } else { "False" };
        format!("Explanation({text:?}, legal={legal}, sentence={sentence:?}, {} reasons)", reasons.len())
    }

    fn __bool__(&self) -> bool {
        self.legal
    }
}

/// An active power: a piece on one square affects a piece on another.
#[pyclass(frozen, eq, get_all, module = "entourage")]
#[derive(Clone, PartialEq, Eq)]
pub struct Relation {
    /// The power's code.
    pub power: String,
    /// The square of the piece that exerts the power.
    pub giver: String,
    /// The square of the affected piece.
    pub receiver: String,
    /// The effect on the receiver: `helps`, `harms` or `binds`.
    pub influence: String,
}

impl From<view::RelationView> for Relation {
    fn from(view: view::RelationView) -> Self {
        let view::RelationView { kind, from, to, influence } = view;
        Self { power: kind, giver: from, receiver: to, influence: influence.to_owned() }
    }
}

#[pymethods]
impl Relation {
    fn __repr__(&self) -> String {
        let Self { power, giver, receiver, influence } = self;
        format!("Relation({power:?}, {giver:?} -> {receiver:?}, {influence:?})")
    }
}

/// The result of a proof search.
#[pyclass(frozen, get_all, module = "entourage")]
#[derive(Clone)]
pub struct Solved {
    /// Whether the side has a forced win; None if unknown.
    pub wins: Option<bool>,
    /// Lower bound on the length of the shortest win, in plies.
    pub least: u16,
    /// Upper bound on the length of the shortest win, in plies; None if no win is known.
    pub most: Option<u16>,
    /// The proof of the win, for `Game.verify`; None if there is no win.
    pub proof: Option<String>,
    pub nodes: u64,
}

#[pymethods]
impl Solved {
    fn __repr__(&self) -> String {
        let wins = match self.wins {
            Some(true) => "True",
            Some(false) => "False",
            None => "None",
        };
        format!("Solved(wins={wins}, least={}, nodes={})", self.least, self.nodes)
    }

    fn __bool__(&self) -> bool {
        self.wins == Some(true)
    }
}

/// A line of play with its score.
#[pyclass(frozen, get_all, module = "entourage")]
#[derive(Clone)]
pub struct Line {
    pub moves: Vec<String>,
    /// The score for the side to move, such as "+0.35", or "#5" for a win in five moves.
    pub score: String,
    /// The score in hundredths of a pawn; very large for wins and losses.
    pub value: i32,
    /// Plies to a proven win (positive) or loss (negative); None if nothing is proven.
    pub plies_to_end: Option<i32>,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!("Line({:?}, {:?})", self.score, self.moves.join(" "))
    }
}

/// The result of a search.
#[pyclass(frozen, get_all, module = "entourage")]
#[derive(Clone)]
pub struct Thought {
    /// The best move; None only if the game is over.
    pub best: Option<String>,
    /// The best lines, best first; at most as many as requested.
    pub lines: Vec<Line>,
    /// The completed depth in plies.
    pub depth: u32,
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
