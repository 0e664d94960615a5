use std::sync::{Mutex, MutexGuard, PoisonError};

use entourage_registry::vector::{AnyVector, Lookahead, StepError, StepResults};
use numpy::{Element, IntoPyArray, PyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::failure::failure;
use crate::game::Game;

/// Maximum total size of all arrays in bytes.
const MAX_BYTES: usize = 1 << 34;

/// A batch of games. When a game ends, a new one immediately replaces it.
#[pyclass(frozen, module = "entourage")]
pub struct VectorEnv {
    #[pyo3(get)]
    game: Game,
    vector: Mutex<Box<dyn AnyVector>>,
    #[pyo3(get)]
    observations: Option<Py<PyArray3<u8>>>,
    #[pyo3(get)]
    masks: Option<Py<PyArray2<bool>>>,
    #[pyo3(get)]
    rewards: Py<PyArray1<f32>>,
    #[pyo3(get)]
    ended: Py<PyArray1<bool>>,
    #[pyo3(get)]
    cut: Py<PyArray1<bool>>,
    #[pyo3(get)]
    sides: Py<PyArray1<u8>>,
    #[pyo3(get)]
    actions: Py<PyArray1<i64>>,
}

fn write<T: Element, D: numpy::ndarray::Dimension, R>(
    array: &Bound<'_, PyArray<T, D>>,
    action: impl FnOnce(&mut [T]) -> R,
) -> PyResult<R> {
    let mut writable = array.try_readwrite().map_err(failure)?;
    let slice = writable.as_slice_mut().map_err(|_| failure("the array must be contiguous"))?;
    Ok(action(slice))
}

/// The result of a step, as in Gymnasium: observations, rewards, terminated, truncated and info.
type Told<'py> =
    (Option<Py<PyArray3<u8>>>, Py<PyArray1<f32>>, Py<PyArray1<bool>>, Py<PyArray1<bool>>, Bound<'py, PyDict>);

/// The result of a reset: observations and info.
type Begun<'py> = (Option<Py<PyArray3<u8>>>, Bound<'py, PyDict>);

impl VectorEnv {
    fn vector(&self) -> MutexGuard<'_, Box<dyn AnyVector>> {
        self.vector.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn freely<T: Send>(&self, py: Python<'_>, action: impl FnOnce(&mut dyn AnyVector) -> T + Send) -> T {
        py.detach(|| action(self.vector().as_mut()))
    }

    fn show(&self, py: Python<'_>) -> PyResult<()> {
        if let Some(observations) = &self.observations {
            write(observations.bind(py), |out| self.freely(py, |vector| vector.write_planes(out)))?;
        }
        if let Some(masks) = &self.masks {
            write(masks.bind(py), |out| self.freely(py, |vector| vector.write_masks(out)))?;
        }
        write(self.sides.bind(py), |out| self.freely(py, |vector| vector.write_sides(out)))
    }

    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        info.set_item("sides", &self.sides)?;
        if let Some(masks) = &self.masks {
            info.set_item("action_mask", masks)?;
        }
        Ok(info)
    }
}

#[pymethods]
impl VectorEnv {
    #[new]
    #[pyo3(signature = (game, games, *, seed = 0, longest = 1000, observe = true, masks = true))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        games: usize,
        seed: u64,
        longest: usize,
        observe: bool,
        masks: bool,
    ) -> PyResult<Self> {
        let game = Game::of_any(game)?;
        let (planes, actions) = (game.inner().planes(), game.actions());
        let each = if observe { planes.size() } else { 0 } + if masks { actions.count() } else { 0 } + 64;
        if games.checked_mul(each).is_none_or(|bytes| bytes > MAX_BYTES) {
            return Err(failure(format!("{games} games take more than {MAX_BYTES} bytes")));
        }
        let vector = game.inner().vector(games, actions, longest, seed).map_err(failure)?;
        let made = Self {
            vector: Mutex::new(vector),
            observations: observe
                .then(|| PyArray3::zeros(py, [games, planes.count(), planes.squares()], false).unbind()),
            masks: masks.then(|| PyArray2::zeros(py, [games, actions.count()], false).unbind()),
            rewards: PyArray1::zeros(py, [games], false).unbind(),
            ended: PyArray1::zeros(py, [games], false).unbind(),
            cut: PyArray1::zeros(py, [games], false).unbind(),
            sides: PyArray1::zeros(py, [games], false).unbind(),
            actions: PyArray1::zeros(py, [games], false).unbind(),
            game,
        };
        made.show(py)?;
        Ok(made)
    }

    fn __len__(&self) -> usize {
        self.vector().games()
    }

    #[pyo3(signature = (*, seed = None))]
    fn reset<'py>(&self, py: Python<'py>, seed: Option<u64>) -> PyResult<Begun<'py>> {
        self.freely(py, |vector| vector.reset(seed));
        self.show(py)?;
        write(self.rewards.bind(py), |out| out.fill(0.0))?;
        write(self.ended.bind(py), |out| out.fill(false))?;
        write(self.cut.bind(py), |out| out.fill(false))?;
        Ok((self.observations.as_ref().map(|array| array.clone_ref(py)), self.info(py)?))
    }

    fn step<'py>(&self, py: Python<'py>, actions: PyReadonlyArray1<'py, i64>) -> PyResult<Told<'py>> {
        let actions = actions.as_slice().map_err(|_| failure("the array of actions must be contiguous"))?;
        let (rewards, ended, cut) = (self.rewards.bind(py), self.ended.bind(py), self.cut.bind(py));
        let stepped: Result<(), StepError> = write(rewards, |rewards| {
            write(ended, |ended| {
                write(cut, |cut| {
                    self.freely(py, |vector| vector.step(actions, &mut StepResults { rewards, ended, cut }))
                })
            })
        })???;
        stepped.map_err(failure)?;
        self.show(py)?;
        Ok((
            self.observations.as_ref().map(|array| array.clone_ref(py)),
            self.rewards.clone_ref(py),
            self.ended.clone_ref(py),
            self.cut.clone_ref(py),
            self.info(py)?,
        ))
    }

    fn sample(&self, py: Python<'_>) -> PyResult<Py<PyArray1<i64>>> {
        write(self.actions.bind(py), |out| self.freely(py, |vector| vector.sample(out)))?.map_err(failure)?;
        Ok(self.actions.clone_ref(py))
    }

    fn play_out(&self, py: Python<'_>, plies: usize) -> PyResult<u64> {
        let ended = self.freely(py, |vector| vector.play_out(plies));
        self.show(py)?;
        Ok(ended)
    }

    /// Look one move ahead in each game.
    #[expect(clippy::type_complexity, reason = "four arrays")]
    fn look_ahead<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(
        Bound<'py, PyArray1<i64>>,
        Bound<'py, PyArray1<i64>>,
        Bound<'py, PyArray3<u8>>,
        Bound<'py, PyArray1<f32>>,
    )> {
        let planes = self.game.inner().planes();
        let Lookahead { counts, actions, planes: seen, rewards } =
            self.freely(py, |vector| vector.look_ahead());
        let shape = [actions.len(), planes.count(), planes.squares()];
        Ok((
            counts.into_pyarray(py),
            actions.into_pyarray(py),
            seen.into_pyarray(py).reshape(shape)?,
            rewards.into_pyarray(py),
        ))
    }

    fn position(&self, game: usize) -> PyResult<String> {
        self.vector()
            .position_text(game)
            .ok_or_else(|| PyIndexError::new_err(format!("no game has index {game}")))
    }

    fn legal_moves(&self, game: usize) -> PyResult<Vec<(usize, String)>> {
        self.vector().moves(game).ok_or_else(|| PyIndexError::new_err(format!("no game has index {game}")))
    }

    fn __repr__(&self) -> String {
        format!("<VectorEnv of {} games of {}>", self.vector().games(), self.game.inner().spec())
    }
}
