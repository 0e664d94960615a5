use entourage_registry::view;
use pyo3::prelude::*;

/// Why a move is refused, or a notice about it.
#[pyclass(frozen, eq, get_all, module = "entourage")]
#[derive(Clone, PartialEq, Eq)]
pub struct Reason {
    /// Its code.
    pub code: String,
    /// The names of the squares concerned.
    pub squares: Vec<String>,
    /// The anchor on the rules page; empty if there is none.
    pub ruling: String,
    /// The sentence for people.
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

/// What a move would do, or why it is refused.
#[pyclass(frozen, get_all, module = "entourage")]
#[derive(Clone)]
pub struct Explanation {
    /// Whether the move is legal.
    pub legal: bool,
    /// The move's canonical text.
    pub text: String,
    /// What a legal move does; empty for a refused one.
    pub sentence: String,
    /// The reasons of the refusal.
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

/// An active power: a piece on one square affects the piece on another one.
#[pyclass(frozen, eq, get_all, module = "entourage")]
#[derive(Clone, PartialEq, Eq)]
pub struct Relation {
    /// The power's code.
    pub power: String,
    /// The square of the piece that gives it.
    pub giver: String,
    /// The square of the affected piece.
    pub receiver: String,
    /// Whether it helps, hinders or changes the receiver, in one word.
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
