use std::collections::BTreeMap;

use entourage_scoresheet::pgn::Reader;
use entourage_scoresheet::{Sheet, Style, use_shipped};
use pyo3::prelude::*;

use crate::failure::failure;
use crate::game::{Game, REGISTRY};
use crate::state::State;

/// A game record that has been replayed.
#[pyclass(frozen, get_all, module = "entourage")]
pub struct GameRecord {
    /// The tags before the moves.
    pub tags: BTreeMap<String, String>,
    /// The result: "1-0", "0-1", "1/2-1/2" or "*".
    pub result: String,
    /// The game after its last move.
    pub state: Py<State>,
    /// The record in canonical form.
    pub text: String,
}

#[pymethods]
impl GameRecord {
    fn __repr__(&self) -> String {
        format!("<GameRecord {} of {} plies>", self.result, self.state.get().now().moves().len())
    }
}

/// Parse game records in PGN, and replay each of them.
#[pyfunction]
#[pyo3(signature = (text, *, short = true))]
pub fn read_records(py: Python<'_>, text: &str, short: bool) -> PyResult<Vec<GameRecord>> {
    let style = if short { Style::Short } else { Style::Plain };
    let mut found = Vec::new();
    for (index, read) in Reader::new(text.as_bytes()).enumerate() {
        let number = index + 1;
        let mut game = read.map_err(|error| failure(format!("game {number}: {error}")))?;
        use_shipped(&REGISTRY, &mut game);
        let sheet = py
            .detach(|| Sheet::read(&REGISTRY, &game, style))
            .map_err(|fault| failure(format!("game {number}: {fault}")))?;
        let known = Game::restored(&sheet.spec, &[], None)?;
        let tags = sheet.game.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect();
        let result = sheet.game.termination.map_or_else(|| "*".to_owned(), |mark| mark.mark().to_owned());
        let text = sheet.game.to_string();
        let state = Py::new(py, State::of(known, sheet.played))?;
        found.push(GameRecord { tags, result, state, text });
    }
    Ok(found)
}
