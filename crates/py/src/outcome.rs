use entourage_kernel as kernel;
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
