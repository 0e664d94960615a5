//! The native module of the Python package `entourage`; see `python/entourage/_entourage.pyi` for the signatures.

mod answers;
mod failure;
mod game;
mod game_record;
mod state;
mod vector_env;

use pyo3::prelude::*;

/// Board games whose pieces draw powers from their neighbours.
#[pymodule]
mod _entourage {
    #[pymodule_export]
    use crate::answers::{Explanation, Line, Outcome, Reason, Relation, Solved, Thought};
    #[pymodule_export]
    use crate::failure::{EntourageError, IllegalMoveError};
    #[pymodule_export]
    use crate::game::{Game, games, text_games};
    #[pymodule_export]
    use crate::game_record::{GameRecord, read_records};
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::vector_env::VectorEnv;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
