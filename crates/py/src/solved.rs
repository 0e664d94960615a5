use pyo3::prelude::*;

/// The result of a proof search.
#[pyclass(frozen, get_all, module = "entourage")]
#[derive(Clone)]
pub struct Solved {
    /// Whether the side wins by force; None if not known yet.
    pub wins: Option<bool>,
    /// Minimum plies of the shortest win.
    pub least: u16,
    /// Maximum plies of the shortest win; None if no win is known.
    pub most: Option<u16>,
    /// The proof of a win, which `Game.verify` checks; None if there is none.
    pub proof: Option<String>,
    /// The number of positions searched.
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
