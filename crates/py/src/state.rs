use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use entourage_arena::Stopwatch;
use entourage_kernel::{Language, Side};
use entourage_picture::{Pieces, Style, Theme, draw};
use entourage_registry::solver::{Distance, Settings};
use entourage_registry::{AnyMatch, Level, Limits, SearchSettings};
use entourage_scoresheet::{Facts, record};
use numpy::{PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::answers::{Explanation, Outcome, Relation, Solved, Thought};
use crate::failure::{failure, problem, unplayed, unread};
use crate::game::{Game, REGISTRY, language};

/// Maximum size of the transposition table in MiB.
const MAX_MEBIBYTES: usize = 1 << 20;
/// Number of nodes that are searched between checks of limits.
const SLICE: u64 = 50_000;
/// Interval at which long computations check for signals such as Ctrl-C.
const GLANCE: Duration = Duration::from_millis(50);

/// A game in progress: its start, its moves, and its position.
#[pyclass(frozen, module = "entourage")]
pub struct State {
    game: Game,
    played: Mutex<Box<dyn AnyMatch>>,
}

impl State {
    pub fn of(game: Game, played: Box<dyn AnyMatch>) -> Self {
        Self { game, played: Mutex::new(played) }
    }

    pub fn now(&self) -> MutexGuard<'_, Box<dyn AnyMatch>> {
        self.played.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn numbered(&self) -> PyResult<Vec<(usize, String)>> {
        self.now().numbered_moves(self.game.actions()).map_err(failure)
    }
}

fn duration(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let read = |seconds: f64| {
        Duration::try_from_secs_f64(seconds).map_err(|_| failure(format!("time is out of range: {seconds} s")))
    };
    seconds.map(read).transpose()
}

fn mebibytes(hash: usize) -> PyResult<usize> {
    if (1..=MAX_MEBIBYTES).contains(&hash) {
        Ok(hash)
    } else {
        Err(failure(format!("hash must be from 1 to {MAX_MEBIBYTES} MiB, not {hash}")))
    }
}

/// Computes in a separate thread without the GIL; a signal such as Ctrl-C interrupts it.
fn compute<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (done, finished) = channel();
            let stop = &stop;
            scope.spawn(move || done.send(work(stop)));
            loop {
                match finished.recv_timeout(GLANCE) {
                    Ok(found) => return Ok(found),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(error) = Python::attach(|py| py.check_signals()) {
                            stop.store(true, Ordering::Relaxed);
                            return Err(error);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => return Err(failure("internal computation error")),
                }
            }
        })
    })
}

#[pymethods]
impl State {
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    #[getter]
    fn position(&self) -> String {
        self.now().position_text()
    }

    #[getter]
    fn start(&self) -> String {
        self.now().start_text()
    }

    #[getter]
    fn side(&self) -> usize {
        self.now().side_to_move().number()
    }

    #[getter]
    fn status(&self) -> String {
        self.now().status().to_string()
    }

    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.now().status().outcome().map(Outcome::from)
    }

    #[getter]
    fn moves(&self) -> Vec<String> {
        self.now().moves()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.now().legal_moves()
    }

    fn pieces(&self) -> Vec<(String, usize, usize)> {
        let topology = self.game.inner().topology();
        let pieces = self.now().pieces();
        let told = |(square, piece): (_, entourage_kernel::Piece)| {
            (topology.name(square).to_owned(), piece.side().number(), piece.kind().index())
        };
        pieces.into_iter().map(told).collect()
    }

    #[pyo3(signature = (*moves))]
    fn play(&self, py: Python<'_>, moves: Vec<String>) -> PyResult<()> {
        let mut now = self.now();
        let mut next = now.copy();
        for text in &moves {
            if let Err(error) = next.play(text) {
                return Err(unplayed(py, next.as_ref(), text, error));
            }
        }
        *now = next;
        Ok(())
    }

    fn undo(&self) -> bool {
        self.now().undo()
    }

    fn copy(&self) -> Self {
        Self::of(self.game.clone(), self.now().copy())
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    #[pyo3(signature = (text, language = "en"))]
    fn explain(&self, text: &str, language: &str) -> PyResult<Explanation> {
        let language = self::language(language)?;
        self.now().explain(text, language).map(Explanation::from).map_err(|error| unread(&error))
    }

    fn relations(&self) -> Vec<Relation> {
        self.now().view(Language::English).relations.into_iter().map(Relation::from).collect()
    }

    /// Parse a typed move in canonical, short or leg-by-leg notation; return the moves that it can stand for.
    fn read(&self, entry: &str) -> PyResult<Vec<String>> {
        let read = self.now().typed_moves(entry, Default::default());
        read.map_err(|error| problem(&error.problem()))
    }

    fn short(&self, text: &str) -> Option<String> {
        self.now().write_short(text)
    }

    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let game = self.now().copy();
        compute(py, move |_| game.perft(depth))
    }

    #[pyo3(signature = (*, theme = "light", pieces = "pictures", flipped = false, language = "en"))]
    fn picture(
        &self,
        py: Python<'_>,
        theme: &str,
        pieces: &str,
        flipped: bool,
        language: &str,
    ) -> PyResult<String> {
        let language = self::language(language)?;
        let theme = theme
            .parse()
            .map_err(|()| failure(format!("theme must be one of {}, not {theme:?}", Theme::WORDS)))?;
        let pieces = pieces
            .parse()
            .map_err(|()| failure(format!("pieces must be one of {}, not {pieces:?}", Pieces::WORDS)))?;
        let style = Style { theme, pieces, flipped, ..Style::default() };
        let game = self.now().copy();
        let squares = |text: &String| self.game.inner().move_squares(text).unwrap_or_default();
        let topology = self.game.inner().topology();
        let last: Vec<_> = game.moves().last().map(squares).unwrap_or_default();
        let last: Vec<String> = last.into_iter().map(|at| topology.name(at).to_owned()).collect();
        let info = self.game.inner().info(language);
        Ok(py.detach(move || draw(&info, &game.view(language), &last, style)))
    }

    #[pyo3(signature = (*, level = None, depth = None, nodes = None, time = None, lines = 1, threads = 1, hash = 16, seed = 0))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments in Python")]
    fn think(
        &self,
        py: Python<'_>,
        level: Option<u8>,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        lines: usize,
        threads: usize,
        hash: usize,
        seed: u64,
    ) -> PyResult<Thought> {
        let read = |number| {
            Level::new(number).ok_or_else(|| failure(format!("level must be from 1 to 8, not {number}")))
        };
        let level = level.map(read).transpose()?;
        if level.is_none() && depth.is_none() && nodes.is_none() && time.is_none() {
            return Err(failure("level, depth, nodes or time is required"));
        }
        if !(1..=256).contains(&threads) || !(1..=256).contains(&lines) {
            return Err(failure("threads and lines must be from 1 to 256"));
        }
        let time = duration(time)?;
        let table_mb = mebibytes(hash)?;
        let game = self.now().copy();
        if let Some(outcome) = game.status().outcome() {
            return Err(failure(format!("the game is over ({outcome})")));
        }
        let settings = SearchSettings { level, table_mb, seed, threads, lines };
        let limits = Limits { depth, nodes, time_ms: time.map(entourage_arena::milliseconds), ..Limits::NONE };
        let thought = compute(py, move |stop| {
            let mut search = game.search(settings);
            if level.is_some() {
                // A level sets its own limits, so `limits` does not apply.
                loop {
                    let thought = search.advance(SLICE);
                    if thought.done || stop.load(Ordering::Relaxed) {
                        return thought;
                    }
                }
            }
            search.run(limits, &Stopwatch::start(), stop, &mut |_| {})
        })?;
        Ok(thought.into())
    }

    #[pyo3(signature = (*, side = None, plies = None, nodes = None, time = None, hash = 64))]
    fn solve(
        &self,
        py: Python<'_>,
        side: Option<usize>,
        plies: Option<u16>,
        nodes: Option<u64>,
        time: Option<f64>,
        hash: usize,
    ) -> PyResult<Solved> {
        let table_mb = mebibytes(hash)?;
        let game = self.now().copy();
        let attacker = match side {
            None => game.side_to_move(),
            Some(1) => Side::First,
            Some(2) => Side::Second,
            Some(other) => return Err(failure(format!("side must be 1 or 2, not {other}"))),
        };
        if let Some(outcome) = game.status().outcome() {
            return Err(failure(format!("the game is over ({outcome})")));
        }
        if plies.is_none() && nodes.is_none() && time.is_none() {
            return Err(failure("plies, nodes or time is required"));
        }
        let until = duration(time)?.and_then(|time| Instant::now().checked_add(time));
        let most = plies.unwrap_or(Distance::NEVER - 1);
        compute(py, move |stop| {
            let mut solver = game.solver(Settings { attacker, table_mb });
            loop {
                let left = nodes.map_or(SLICE, |nodes| nodes.saturating_sub(solver.nodes()).min(SLICE));
                let is_late = until.is_some_and(|until| Instant::now() >= until);
                if left == 0 || is_late || stop.load(Ordering::Relaxed) || solver.advance(left, most) {
                    break;
                }
            }
            let Distance { least, most } = solver.distance();
            let proof = if most == Distance::NEVER { None } else { solver.proof().ok() };
            Solved {
                wins: match (least, &proof) {
                    (_, Some(_)) => Some(true),
                    (Distance::NEVER, None) => Some(false),
                    _ => None,
                },
                least,
                most: (most != Distance::NEVER).then_some(most),
                proof: proof.map(|proof| proof.to_string()),
                nodes: solver.nodes(),
            }
        })
    }

    #[pyo3(signature = (*, players = None, event = None, site = None, date = None))]
    fn record(
        &self,
        players: Option<(Option<String>, Option<String>)>,
        event: Option<String>,
        site: Option<String>,
        date: Option<String>,
    ) -> String {
        let players = players.map_or_else(Default::default, |(first, second)| [first, second]);
        let facts = Facts { players, event, site, date, ..Facts::default() };
        record(&REGISTRY, self.now().as_ref(), &facts).to_string()
    }

    fn legal_actions(&self) -> PyResult<Vec<usize>> {
        Ok(self.numbered()?.into_iter().map(|(number, _)| number).collect())
    }

    fn action(&self, text: &str) -> PyResult<usize> {
        let found = self.numbered()?.into_iter().find(|(_, other)| other == text);
        found.map(|(number, _)| number).ok_or_else(|| failure(format!("{text:?} is not a legal move")))
    }

    fn action_text(&self, action: usize) -> PyResult<String> {
        let found = self.numbered()?.into_iter().find(|(number, _)| *number == action);
        found.map(|(_, text)| text).ok_or_else(|| failure(format!("{action} is not a legal action")))
    }

    #[pyo3(signature = (out = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray2<u8>>>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let planes = self.game.inner().planes();
        let shape = [planes.count(), planes.squares()];
        let out = out.unwrap_or_else(|| PyArray2::zeros(py, shape, false));
        if out.shape() != shape {
            return Err(failure(format!("the array must have shape {shape:?}, not {:?}", out.shape())));
        }
        let mut writable = out.try_readwrite().map_err(failure)?;
        let bytes = writable.as_slice_mut().map_err(|_| failure("the array must be contiguous"))?;
        self.now().observe(bytes);
        drop(writable);
        Ok(out)
    }

    fn __eq__(&self, other: &Self) -> bool {
        if std::ptr::eq(self, other) {
            return true;
        }
        let story = |state: &Self| {
            let now = state.now();
            (now.spec(), now.start_text(), now.moves())
        };
        story(self) == story(other)
    }

    fn __repr__(&self) -> String {
        let now = self.now();
        format!("<State of {} after {} plies: {}>", now.spec(), now.moves().len(), now.position_text())
    }

    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        spec: &str,
        texts: Vec<String>,
        ways: Option<usize>,
        start: &str,
        moves: Vec<String>,
    ) -> PyResult<Self> {
        let game = Game::restored(spec, &texts, ways)?;
        let begun = game.inner().begin(Some(start)).map_err(|error| unread(&error))?;
        let state = Self::of(game, begun);
        state.play(py, moves)?;
        Ok(state)
    }

    #[expect(clippy::type_complexity, reason = "the protocol of pickle")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, Vec<String>, Option<usize>, String, Vec<String>))> {
        let now = self.now();
        let restore = py.get_type::<Self>().getattr("_restore")?;
        let texts = self.game.texts().to_vec();
        Ok((restore, (now.spec(), texts, self.game.known_ways(), now.start_text(), now.moves())))
    }
}
