use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, OnceLock};

use entourage_definition::{Library, MAX_BYTES, Report, Severity, Shipped, Source, check};
use entourage_kernel::{Language, Problem};
use entourage_registry::vector::{Actions, Plane};
use entourage_registry::{AnyGame, OpenError, Registry, TextDefinition};
use pyo3::prelude::*;

use crate::failure::{failure, unread};
use crate::state::State;

const ENDING: &str = ".game";

/// The built-in games, and the game definitions opened so far.
pub static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::built_in);

/// Return the names of the built-in games.
#[pyfunction]
pub fn games() -> Vec<String> {
    REGISTRY.games().iter().map(|name| (*name).to_owned()).collect()
}

/// Return the names of the shipped game definitions.
#[pyfunction]
pub fn text_games() -> Vec<String> {
    Shipped.names()
}

pub fn language(word: &str) -> PyResult<Language> {
    match word {
        "en" => Ok(Language::English),
        "fr" => Ok(Language::French),
        _ => Err(failure(format!("unknown language {word:?}: expected \"en\" or \"fr\""))),
    }
}

/// A game with its options.
#[pyclass(frozen, module = "entourage")]
#[derive(Clone)]
pub struct Game {
    game: Arc<dyn AnyGame>,
    /// How many moves can share the same squares, if the caller specified it.
    ways: Option<usize>,
    /// The numbering of moves, which takes random games to determine unless the caller specified `ways`; computed on first use.
    actions: Arc<OnceLock<Actions>>,
    texts: Arc<[String]>,
}

/// The pickled form of a game: spec, definition source texts, and how many moves can share the same squares, if known.
type Kept = (String, Vec<String>, Option<usize>);

/// Finds the definitions that a definition file extends: first in the file's folder, then among the shipped ones.
struct Beside(Option<PathBuf>);

impl Beside {
    fn file(&self, id: &str) -> Option<PathBuf> {
        let file = self.0.as_ref()?.join(format!("{id}{ENDING}"));
        file.exists().then_some(file)
    }
}

impl Library for Beside {
    fn find(&self, id: &str) -> Option<Source> {
        match self.file(id) {
            Some(file) => text(&file).ok().map(|text| Source::new(file.display().to_string(), text)),
            None => Shipped.find(id),
        }
    }

    fn fault(&self, id: &str) -> Option<Problem> {
        text(&self.file(id)?).err().map(Problem::from)
    }

    fn names(&self) -> Vec<String> {
        Shipped.names()
    }
}

fn text(file: &Path) -> Result<String, String> {
    let shown = file.display();
    let length = std::fs::metadata(file).map_err(|error| format!("{shown}: {error}"))?.len();
    if length > MAX_BYTES as u64 {
        return Err(format!("{shown}: a game definition can have at most {MAX_BYTES} bytes"));
    }
    std::fs::read_to_string(file).map_err(|error| format!("{shown}: {error}"))
}

fn faults(report: &Report) -> PyErr {
    let errors = report.diagnostics.iter().filter(|fault| fault.severity == Severity::Error);
    failure(errors.map(|fault| fault.render(&report.sources, Language::English)).collect::<String>())
}

impl Game {
    pub fn inner(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    pub fn actions(&self) -> Actions {
        *self.actions.get_or_init(|| self.game.actions(self.ways))
    }

    /// Returns how many moves can share the same squares, if the caller specified it or it has been determined.
    pub fn known_ways(&self) -> Option<usize> {
        self.actions.get().map(|actions| actions.ways()).or(self.ways)
    }

    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    fn of(game: Box<dyn AnyGame>, texts: Vec<String>, ways: Option<usize>) -> Self {
        Self { game: game.into(), ways, actions: Arc::default(), texts: texts.into() }
    }

    fn open(spec: &str, ways: Option<usize>) -> PyResult<Self> {
        let (name, options) = spec.split_once(':').map_or((spec, ""), |(name, options)| (name, options));
        if name.ends_with(ENDING) {
            let file = Path::new(name);
            let folder = file.parent().map(Path::to_path_buf);
            return Self::written(Source::new(name, text(file).map_err(failure)?), folder, options, ways);
        }
        match REGISTRY.open(spec) {
            Ok(game) => Ok(Self::of(game, Vec::new(), ways)),
            Err(OpenError::UnknownGame { .. }) if Shipped.find(name).is_some() => {
                let source = Shipped.find(name).ok_or_else(|| failure(name))?;
                Self::written(source, None, options, ways)
            }
            Err(error) => Err(unread(&error.into())),
        }
    }

    fn written(source: Source, folder: Option<PathBuf>, options: &str, ways: Option<usize>) -> PyResult<Self> {
        let report = check(source, &Beside(folder));
        let failed = faults(&report);
        let definition = TextDefinition::new(report).ok_or(failed)?;
        Self::defined(definition, options, ways)
    }

    fn defined(definition: TextDefinition, options: &str, ways: Option<usize>) -> PyResult<Self> {
        let texts = TextDefinition::texts(&definition);
        let hash = REGISTRY.add(Arc::new(definition)).map_err(failure)?;
        let joint = if options.is_empty() { "" } else { ":" };
        let game = REGISTRY.open(&format!("{hash}{joint}{options}")).map_err(|error| unread(&error.into()))?;
        Ok(Self::of(game, texts, ways))
    }

    pub fn of_any(game: &Bound<'_, PyAny>) -> PyResult<Self> {
        match game.cast::<Self>() {
            Ok(game) => Ok(game.get().clone()),
            Err(_) => Self::open(game.extract::<&str>()?, None),
        }
    }

    /// Unpickles a game.
    pub fn restored(spec: &str, texts: &[String], ways: Option<usize>) -> PyResult<Self> {
        if texts.is_empty() {
            return Self::open(spec, ways);
        }
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let definition =
            TextDefinition::of_texts(&texts).ok_or_else(|| failure("the game definition has errors"))?;
        let options = spec.split_once(':').map_or("", |(_, options)| options);
        Self::defined(definition, options, ways)
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (spec, *, ways = None))]
    fn new(py: Python<'_>, spec: &str, ways: Option<usize>) -> PyResult<Self> {
        py.detach(|| Self::open(spec, ways))
    }

    #[staticmethod]
    #[pyo3(signature = (text, options = "", *, ways = None))]
    fn from_text(py: Python<'_>, text: &str, options: &str, ways: Option<usize>) -> PyResult<Self> {
        if text.len() > MAX_BYTES {
            return Err(failure(format!("a game definition can have at most {MAX_BYTES} bytes")));
        }
        py.detach(|| Self::written(Source::new("text", text), None, options, ways))
    }

    #[getter]
    fn spec(&self) -> String {
        self.game.spec()
    }

    #[pyo3(signature = (language = "en"))]
    fn name(&self, language: &str) -> PyResult<String> {
        let language = self::language(language)?;
        Ok(self.game.metadata().name.get(language).to_owned())
    }

    #[getter]
    fn rules_version(&self) -> String {
        self.game.metadata().rules_version.to_string()
    }

    #[pyo3(signature = (language = "en"))]
    fn sides(&self, language: &str) -> PyResult<[String; 2]> {
        Ok(self.game.info(self::language(language)?).sides)
    }

    #[pyo3(signature = (language = "en"))]
    fn kinds(&self, language: &str) -> PyResult<Vec<String>> {
        Ok(self.game.info(self::language(language)?).kinds.into_iter().map(|kind| kind.name).collect())
    }

    #[getter]
    fn squares(&self) -> Vec<String> {
        self.game.topology().squares.iter().map(|square| square.name.to_string()).collect()
    }

    /// The centre of each square, in units of a square's width.
    #[getter]
    fn centres(&self) -> Vec<(f32, f32)> {
        self.game.topology().squares.iter().map(|square| (square.x, square.y)).collect()
    }

    #[pyo3(signature = (language = "en"))]
    fn rules(&self, py: Python<'_>, language: &str) -> PyResult<String> {
        let language = self::language(language)?;
        Ok(py.detach(|| self.game.rules_page(language)))
    }

    #[getter]
    fn action_count(&self, py: Python<'_>) -> usize {
        py.detach(|| self.actions().count())
    }

    #[getter]
    fn ways(&self, py: Python<'_>) -> usize {
        py.detach(|| self.actions().ways())
    }

    #[getter]
    fn observation_shape(&self) -> (usize, usize) {
        let planes = self.game.planes();
        (planes.count(), planes.squares())
    }

    #[getter]
    fn planes(&self) -> Vec<String> {
        let kinds = self.game.info(Language::English).kinds;
        let kind = |index: usize| kinds.get(index).map_or("?", |kind| kind.name.as_str());
        let name = |plane| match plane {
            Plane::Own(index) => format!("own {}", kind(index)),
            Plane::Enemy(index) => format!("enemy {}", kind(index)),
            Plane::From => "from".to_owned(),
            Plane::To => "to".to_owned(),
            Plane::First => "first side to move".to_owned(),
            Plane::Recurrence => "recurrence".to_owned(),
            Plane::Quiet => "quiet plies".to_owned(),
        };
        self.game.planes().list().map(name).collect()
    }

    #[pyo3(signature = (position = None))]
    fn begin(&self, position: Option<&str>) -> PyResult<State> {
        let begun = self.game.begin(position).map_err(|error| unread(&error))?;
        Ok(State::of(self.clone(), begun))
    }

    /// Play a random opening that does not end the game.
    #[pyo3(signature = (plies, seed = 0))]
    fn opening(&self, py: Python<'_>, plies: usize, seed: u64) -> PyResult<State> {
        const MAX_PLIES: usize = 1000;
        if plies > MAX_PLIES {
            return Err(failure(format!("an opening can have at most {MAX_PLIES} plies")));
        }
        let begun = py.detach(|| self.game.opening(plies, seed));
        Ok(State::of(self.clone(), begun))
    }

    fn verify(&self, py: Python<'_>, proof: &str) -> PyResult<()> {
        py.detach(|| {
            let read = entourage_registry::solver::Proof::read(proof);
            read.and_then(|proof| self.game.verify(&proof))
        })
        .map_err(|flaw| crate::failure::problem(&flaw.problem()))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game.spec() == other.game.spec() && (self.ways == other.ways || self.actions() == other.actions())
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        // Games with and without specified `ways` can be equal.
        self.game.spec().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.game.spec())
    }

    #[staticmethod]
    #[pyo3(signature = (spec, texts, ways))]
    fn _restore(spec: &str, texts: Vec<String>, ways: Option<usize>) -> PyResult<Self> {
        Self::restored(spec, &texts, ways)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Kept)> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok((restore, (self.game.spec(), self.texts.to_vec(), self.known_ways())))
    }
}
