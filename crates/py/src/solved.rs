use pyo3::prelude::*;

/// What the solver found out of a position.
#[pyclass(frozen, get_all, module = "entourage")]
#[derive(Clone)]
pub struct Solved {
    /// Whether the side wins by force; None where it is not known yet.
    pub wins: Option<bool>,
    /// The plies that the shortest win takes at least.
    pub least: u16,
    /// The plies that it takes at most; None where no win is known.
    pub most: Option<u16>,
    /// The proof of a win as text, which `Game.verify` holds to the rules; None where there is none.
    pub proof: Option<String>,
    /// The positions looked at.
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
