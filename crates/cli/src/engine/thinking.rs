use std::fmt::Display;
use std::io::{self, Write};
use std::iter;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use entourage_arena::Stopwatch;
use entourage_kernel::Language;
use entourage_kernel::sentence::counted;
use entourage_protocol::{Chances, Evaluation, Info, Reply};
use entourage_registry::{AnyMatch, AnySearch, Clock, Level, Limits, Means, Score, SearchSettings, Thought};

use super::mate::{self, Mate};
use crate::failure::one_line;

/// An output that the session and its search write lines to.
pub struct Lines<W>(Arc<Mutex<W>>);

impl<W: Write> Lines<W> {
    pub fn new(out: W) -> Self {
        Self(Arc::new(Mutex::new(out)))
    }

    /// Writes a line and sends it off.
    ///
    /// # Errors
    /// The output is closed.
    pub fn say(&self, reply: &impl Display) -> io::Result<()> {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(out, "{}", one_line(&reply.to_string()))?;
        out.flush()
    }
}

impl<W> Clone for Lines<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// Says what a search is for.
pub struct Task {
    /// Whether it answers only when it is stopped, whatever ends it.
    pub infinite: bool,
    /// Whether it begins on the opponent's time.
    pub ponder: bool,
    pub limits: Limits,
    /// A win to look for first.
    pub mate: Option<MateTask>,
    /// The number of lines to tell.
    pub lines: usize,
    /// What it was asked to think with.
    pub means: Means,
    /// Runs since the search was asked for.
    pub clock: Stopwatch,
    /// Whether the answer that is expected is told with the move.
    pub tells_ponder: bool,
    /// Whether scores are told as chances, too.
    pub tells_chances: bool,
}

/// Asks for a win within so many moves.
pub struct MateTask {
    /// The game as it stands.
    pub at: Box<dyn AnyMatch>,
    /// The moves to begin with; none for all.
    pub roots: Vec<String>,
    /// The moves of two plies each.
    pub moves: u32,
    /// The size of the table in mebibytes.
    pub table_mb: usize,
}

/// Sets up a search of a game, going on with what an earlier one remembers if that is of the same game.
pub fn prepare(
    kept: Option<Box<dyn AnySearch>>,
    at: &dyn AnyMatch,
    settings: SearchSettings,
) -> Box<dyn AnySearch> {
    let kept = kept.and_then(|mut search| search.restart(at).then_some(search));
    kept.unwrap_or_else(|| at.search(settings))
}

/// Bounds a search by its level, too.
pub fn bounded(limits: Limits, settings: SearchSettings) -> Limits {
    let level = settings.level.map_or(Limits::NONE, Level::limits);
    Limits {
        depth: limits.depth.into_iter().chain(level.depth).min(),
        nodes: limits.nodes.into_iter().chain(level.nodes).min(),
        ..limits
    }
}

/// Returns what a search is asked to think with.
pub fn means(SearchSettings { level, table_mb, threads, .. }: SearchSettings) -> Means {
    // A level has a table of its own, and thinks on one thread.
    if level.is_some() { Means { table_mb: 1, threads: 1 } } else { Means { table_mb, threads } }
}

/// The positions that a search looks at which is asked for a win alone, where there is none.
const INSTEAD: u64 = 100_000;

/// A search under way in a thread of its own.
pub struct Thinking {
    signals: Arc<Signals>,
    clock: Stopwatch,
    infinite: bool,
    worker: JoinHandle<Box<dyn AnySearch>>,
}

#[derive(Default)]
struct Signals {
    /// Set to end the search.
    stop: AtomicBool,
    /// Set while it thinks on the opponent's time.
    pondering: AtomicBool,
    /// The milliseconds thought on the opponent's time, once that is over.
    pondered: AtomicU64,
    /// Set just before the answer is given.
    answered: AtomicBool,
}

/// Runs on one's own time only.
struct OwnTime {
    clock: Stopwatch,
    signals: Arc<Signals>,
}

impl Clock for OwnTime {
    fn elapsed_ms(&self) -> u64 {
        if self.signals.pondering.load(SeqCst) {
            return 0;
        }
        self.clock.elapsed_ms().saturating_sub(self.signals.pondered.load(SeqCst))
    }
}

impl Thinking {
    /// Lets a search do its task, and says what comes of it.
    ///
    /// # Errors
    /// The system gives no thread to think on.
    pub fn begin(
        search: Box<dyn AnySearch>,
        task: Task,
        say: impl Fn(&Reply) + Send + 'static,
    ) -> io::Result<Self> {
        let signals = Arc::new(Signals { pondering: AtomicBool::new(task.ponder), ..Signals::default() });
        let heard = Arc::clone(&signals);
        let (clock, infinite) = (task.clock, task.infinite);
        let worker = thread::Builder::new().spawn(move || think(search, task, &heard, &say))?;
        Ok(Self { signals, clock, infinite, worker })
    }

    /// Tells whether the answer has been given.
    pub fn has_answered(&self) -> bool {
        self.signals.answered.load(SeqCst) || self.worker.is_finished()
    }

    /// Tells whether it thinks on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.signals.pondering.load(SeqCst)
    }

    /// Lets the time count from now on.
    pub fn ponder_hit(&self) {
        self.signals.pondered.store(self.clock.elapsed_ms(), SeqCst);
        self.signals.pondering.store(false, SeqCst);
        self.worker.thread().unpark();
    }

    /// Ends the search, which answers by and by.
    pub fn hurry(&self) {
        self.signals.stop.store(true, SeqCst);
        self.worker.thread().unpark();
    }

    /// Ends the search, which answers, and returns it; `None` if it failed.
    pub fn stop(self) -> Option<Box<dyn AnySearch>> {
        self.hurry();
        self.worker.join().ok()
    }

    /// Tells whether it answers though nobody stops it.
    pub fn will_answer(&self) -> bool {
        !self.infinite && !self.is_pondering()
    }

    /// Waits for a bounded search to end by itself, stops any other, and returns it; `None` if it failed.
    pub fn finish(self) -> Option<Box<dyn AnySearch>> {
        if self.will_answer() { self.worker.join().ok() } else { self.stop() }
    }
}

/// Thinks, tells what it finds, and answers.
fn think(
    mut search: Box<dyn AnySearch>,
    mut task: Task,
    signals: &Arc<Signals>,
    say: &dyn Fn(&Reply),
) -> Box<dyn AnySearch> {
    let own_time = OwnTime { clock: task.clock, signals: Arc::clone(signals) };
    let line = match find_mate(&mut task, signals, &own_time, say) {
        Some(line) => line,
        None => search_on(search.as_mut(), &task, signals, &own_time, say),
    };
    let waits = || task.infinite || signals.pondering.load(SeqCst);
    while waits() && !signals.stop.load(SeqCst) {
        thread::park();
    }
    signals.answered.store(true, SeqCst);
    let mut line = line.into_iter();
    let best = line.next();
    let ponder = line.next().filter(|_| task.tells_ponder);
    say(&Reply::BestMove { best, ponder });
    search
}

/// Looks for the win that is asked for and returns its line; `None` if there is none, or it is not found in time.
fn find_mate(
    task: &mut Task,
    signals: &Signals,
    own_time: &OwnTime,
    say: &dyn Fn(&Reply),
) -> Option<Vec<String>> {
    let MateTask { at, roots, moves, table_mb } = task.mate.take()?;
    if at.legal_moves().is_empty() {
        return None;
    }
    let plies = u16::try_from(moves.saturating_mul(2)).unwrap_or(LONGEST_MATE).min(LONGEST_MATE);
    let limits = task.limits;
    let time = limits.time_ms.into_iter().chain(limits.remaining.map(|left| left.left_ms / 10)).min();
    let mut goes_on = |nodes: u64| {
        !signals.stop.load(SeqCst)
            && limits.nodes.is_none_or(|most| nodes < most)
            && time.is_none_or(|most| own_time.elapsed_ms() < most)
    };
    let (found, nodes) = mate::find(at.as_ref(), &roots, plies, table_mb, &mut goes_on);
    if let Some(Mate { plies, line }) = found {
        let score = Evaluation::mate_in_plies(plies.into());
        say(&Reply::Info(Info {
            depth: plies.into(),
            rank: (task.lines > 1).then_some(1),
            score: Some(score),
            chances: task.tells_chances.then(|| Chances::of(score)),
            nodes,
            time: task.clock.elapsed_ms(),
            hashfull: None,
            line: line.clone(),
        }));
        return Some(line);
    }
    if goes_on(nodes) {
        say(&Reply::Note(format!(
            "there is no forced win within {}",
            counted(Language::English, moves.into(), "move", "moves")
        )));
    }
    if limits == Limits::NONE {
        task.limits.nodes = Some(INSTEAD);
    }
    None
}

/// The plies of a win that is looked for at most.
const LONGEST_MATE: u16 = u16::MAX - 2;

/// Searches, and returns the line expected, the move to play first; empty if the game is over.
fn search_on(
    search: &mut dyn AnySearch,
    task: &Task,
    signals: &Signals,
    own_time: &OwnTime,
    say: &dyn Fn(&Reply),
) -> Vec<String> {
    let mut told = None;
    let tell = |thought: &Thought| {
        for info in infos(thought, task) {
            say(&Reply::Info(info));
        }
    };
    let mut report = |thought: &Thought| {
        told = Some((thought.depth, thought.nodes));
        tell(thought);
    };
    let thought = search.run(task.limits, own_time, &signals.stop, &mut report);
    if thought.best.is_some() && told != Some((thought.depth, thought.nodes)) {
        tell(&thought);
    }
    for note in shortages(task.means, search.means()) {
        say(&Reply::Note(note));
    }
    match thought.best {
        None => Vec::new(),
        Some(best) if thought.line.first() == Some(&best) => thought.line,
        Some(best) => vec![best],
    }
}

/// Says where a search thought with less than it was asked to.
fn shortages(asked: Means, given: Means) -> impl Iterator<Item = String> {
    // A table's size is rounded down to a power of two.
    let table = (2 * given.table_mb <= asked.table_mb)
        .then(|| format!("Hash: the system gave {} MB of {}", given.table_mb, asked.table_mb));
    let threads = (given.threads < asked.threads).then(|| {
        format!("Threads: {} of {} think, as many as this machine can use", given.threads, asked.threads)
    });
    table.into_iter().chain(threads)
}

/// Writes down a thought, a line for each of the best moves.
fn infos(thought: &Thought, task: &Task) -> Vec<Info> {
    let Thought { depth, value, nodes, line, others, fullness, .. } = thought;
    let best = (*depth, *value, line);
    let others = others.iter().map(|other| (other.depth, Some(other.score), &other.line));
    let write = |((depth, score, line), rank): ((u32, Option<Score>, &Vec<String>), u32)| {
        let score = score.map(|score| match score.plies_to_end() {
            Some(plies) => Evaluation::mate_in_plies(plies),
            None => Evaluation::Hundredths(score.number()),
        });
        Info {
            depth,
            rank: (task.lines > 1).then_some(rank),
            score,
            chances: score.filter(|_| task.tells_chances).map(Chances::of),
            nodes: *nodes,
            time: task.clock.elapsed_ms(),
            hashfull: Some(*fullness),
            line: line.clone(),
        }
    };
    iter::once(best).chain(others).zip(1..).map(write).collect()
}
