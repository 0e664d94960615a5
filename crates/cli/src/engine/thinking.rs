use std::fmt::Display;
use std::io::{self, Write};
use std::iter;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use entourage_arena::Stopwatch;
use entourage_kernel::sentence::counted;
use entourage_kernel::{Language, Side};
use entourage_protocol::{Chances, Evaluation, Info, Reply};
use entourage_registry::solver::{Distance, Proof, Settings};
use entourage_registry::{
    AnyMatch, AnySearch, AnySolver, Clock, Level, Limits, Means, Score, SearchSettings, Thought,
};

use crate::failure::one_line;

pub struct Output<W>(Arc<Mutex<W>>);

impl<W: Write> Output<W> {
    pub fn new(out: W) -> Self {
        Self(Arc::new(Mutex::new(out)))
    }

    pub fn send(&self, reply: &impl Display) -> io::Result<()> {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(out, "{}", one_line(&reply.to_string()))?;
        out.flush()
    }
}

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

pub struct Task {
    /// Whether to report the best move only when stopped.
    pub infinite: bool,
    /// Whether the search starts on the opponent's time.
    pub ponder: bool,
    pub limits: Limits,
    /// A forced win to search for first.
    pub mate: Option<MateTask>,
    pub lines: usize,
    pub means: Means,
    pub clock: Stopwatch,
    pub report_ponder: bool,
    pub report_wdl: bool,
}

pub struct MateTask {
    pub at: Box<dyn AnyMatch>,
    /// First moves to consider; empty for all.
    pub roots: Vec<String>,
    /// Maximum length of the win in full moves (two plies each).
    pub moves: u32,
    pub table_mb: usize,
}

/// Prepares a search; reuses the table of `kept` if that search was for the same game.
pub fn prepare(
    kept: Option<Box<dyn AnySearch>>,
    at: &dyn AnyMatch,
    settings: SearchSettings,
) -> Box<dyn AnySearch> {
    let kept = kept.and_then(|mut search| search.restart(at).then_some(search));
    kept.unwrap_or_else(|| at.search(settings))
}

/// Starts over with an empty table; called outside the time for moves, since allocating a large table takes long.
pub fn renew(
    kept: Option<Box<dyn AnySearch>>,
    at: &dyn AnyMatch,
    settings: SearchSettings,
) -> Box<dyn AnySearch> {
    let kept = kept.and_then(|mut search| search.reset(at, settings).then_some(search));
    kept.unwrap_or_else(|| at.search(settings))
}

pub fn bounded(limits: Limits, settings: SearchSettings) -> Limits {
    let level = settings.level.map_or(Limits::NONE, Level::limits);
    Limits {
        depth: limits.depth.into_iter().chain(level.depth).min(),
        nodes: limits.nodes.into_iter().chain(level.nodes).min(),
        ..limits
    }
}

pub fn means(SearchSettings { level, table_mb, threads, .. }: SearchSettings) -> Means {
    // Levels use a fixed table size and one thread.
    if level.is_some() { Means { table_mb: 1, threads: 1 } } else { Means { table_mb, threads } }
}

/// Node limit of the normal search that follows an unsuccessful search for a win, if there is no other limit.
const FALLBACK_NODES: u64 = 100_000;

pub struct BackgroundSearch {
    signals: Arc<Signals>,
    clock: Stopwatch,
    infinite: bool,
    worker: JoinHandle<Box<dyn AnySearch>>,
}

#[derive(Default)]
struct Signals {
    stop: AtomicBool,
    /// Set while searching on the opponent's time.
    pondering: AtomicBool,
    /// Milliseconds spent pondering; set when pondering ends.
    pondered: AtomicU64,
    /// Set just before the best move is sent.
    answered: AtomicBool,
}

/// A clock that does not count the opponent's time.
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

impl BackgroundSearch {
    pub fn begin(
        search: Box<dyn AnySearch>,
        task: Task,
        send: impl Fn(&Reply) + Send + 'static,
    ) -> io::Result<Self> {
        let signals = Arc::new(Signals { pondering: AtomicBool::new(task.ponder), ..Signals::default() });
        let shared = Arc::clone(&signals);
        let (clock, infinite) = (task.clock, task.infinite);
        let worker = thread::Builder::new().spawn(move || think(search, task, &shared, &send))?;
        Ok(Self { signals, clock, infinite, worker })
    }

    pub fn has_answered(&self) -> bool {
        self.signals.answered.load(SeqCst) || self.worker.is_finished()
    }

    pub fn is_pondering(&self) -> bool {
        self.signals.pondering.load(SeqCst)
    }

    pub fn ponder_hit(&self) {
        self.signals.pondered.store(self.clock.elapsed_ms(), SeqCst);
        self.signals.pondering.store(false, SeqCst);
        self.worker.thread().unpark();
    }

    pub fn request_stop(&self) {
        self.signals.stop.store(true, SeqCst);
        self.worker.thread().unpark();
    }

    pub fn stop(self) -> Option<Box<dyn AnySearch>> {
        self.request_stop();
        self.worker.join().ok()
    }

    pub fn will_answer(&self) -> bool {
        !self.infinite && !self.is_pondering()
    }

    /// Waits for a bounded search or stops an unbounded one, and returns the search; `None` if its thread panicked.
    pub fn finish(self) -> Option<Box<dyn AnySearch>> {
        if self.will_answer() { self.worker.join().ok() } else { self.stop() }
    }
}

fn think(
    mut search: Box<dyn AnySearch>,
    mut task: Task,
    signals: &Arc<Signals>,
    send: &dyn Fn(&Reply),
) -> Box<dyn AnySearch> {
    let own_time = OwnTime { clock: task.clock, signals: Arc::clone(signals) };
    let line = match find_mate(&mut task, signals, &own_time, send) {
        Some(line) => line,
        None => search_on(search.as_mut(), &task, signals, &own_time, send),
    };
    let must_wait = || task.infinite || signals.pondering.load(SeqCst);
    while must_wait() && !signals.stop.load(SeqCst) {
        thread::park();
    }
    signals.answered.store(true, SeqCst);
    let mut line = line.into_iter();
    let best = line.next();
    let ponder = line.next().filter(|_| task.report_ponder);
    send(&Reply::BestMove { best, ponder });
    search
}

/// Searches for the requested forced win; returns the winning line if there is one.
fn find_mate(
    task: &mut Task,
    signals: &Signals,
    own_time: &OwnTime,
    send: &dyn Fn(&Reply),
) -> Option<Vec<String>> {
    let MateTask { at, roots, moves, table_mb } = task.mate.take()?;
    if at.legal_moves().is_empty() {
        return None;
    }
    let plies = u16::try_from(moves.saturating_mul(2)).unwrap_or(MAX_MATE_PLIES).min(MAX_MATE_PLIES);
    let limits = task.limits;
    let time = limits.time_ms.into_iter().chain(limits.remaining.map(|left| left.left_ms / 10)).min();
    let mut may_continue = |nodes: u64| {
        !signals.stop.load(SeqCst)
            && limits.nodes.is_none_or(|most| nodes < most)
            && time.is_none_or(|most| own_time.elapsed_ms() < most)
    };
    let (found, nodes) = prove_mate(at.as_ref(), &roots, plies, table_mb, &mut may_continue);
    if let Some(Mate { plies, line }) = found {
        let score = Evaluation::mate_in_plies(plies.into());
        send(&Reply::Info(Info {
            depth: plies.into(),
            rank: (task.lines > 1).then_some(1),
            score: Some(score),
            chances: task.report_wdl.then(|| Chances::of(score)),
            nodes,
            time: task.clock.elapsed_ms(),
            hashfull: None,
            line: line.clone(),
        }));
        return Some(line);
    }
    if may_continue(nodes) {
        send(&Reply::Note(format!(
            "no forced win within {}",
            counted(Language::English, moves.into(), "move", "moves")
        )));
    }
    if limits == Limits::NONE {
        task.limits.nodes = Some(FALLBACK_NODES);
    }
    None
}

const MAX_MATE_PLIES: u16 = u16::MAX - 2;

/// Runs a search, and returns the principal variation, which is empty if the game is over.
fn search_on(
    search: &mut dyn AnySearch,
    task: &Task,
    signals: &Signals,
    own_time: &OwnTime,
    send: &dyn Fn(&Reply),
) -> Vec<String> {
    let mut last_report = None;
    let report_infos = |thought: &Thought| {
        for info in infos(thought, task) {
            send(&Reply::Info(info));
        }
    };
    let mut report = |thought: &Thought| {
        last_report = Some((thought.depth, thought.nodes));
        report_infos(thought);
    };
    let thought = search.run(task.limits, own_time, &signals.stop, &mut report);
    if thought.best.is_some() && last_report != Some((thought.depth, thought.nodes)) {
        report_infos(&thought);
    }
    for note in shortages(task.means, search.means()) {
        send(&Reply::Note(note));
    }
    match thought.best {
        None => Vec::new(),
        Some(best) if thought.line.first() == Some(&best) => thought.line,
        Some(best) => vec![best],
    }
}

/// Describes the requested memory and threads that the system could not provide.
fn shortages(asked: Means, given: Means) -> impl Iterator<Item = String> {
    // A table's size is rounded down to a power of two.
    let table = (2 * given.table_mb <= asked.table_mb)
        .then(|| format!("Hash: only {} of {} MB could be allocated", given.table_mb, asked.table_mb));
    let threads = (given.threads < asked.threads)
        .then(|| format!("Threads: only {} of {} could be started", given.threads, asked.threads));
    table.into_iter().chain(threads)
}

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
            chances: score.filter(|_| task.report_wdl).map(Chances::of),
            nodes: *nodes,
            time: task.clock.elapsed_ms(),
            hashfull: Some(*fullness),
            line: line.clone(),
        }
    };
    iter::once(best).chain(others).zip(1..).map(write).collect()
}

/// Number of nodes between calls to `may_continue`.
const NODES_PER_STEP: u64 = 4096;

pub struct Mate {
    pub plies: u16,
    /// Winning moves against the longest defence.
    pub line: Vec<String>,
}

/// Searches for the shortest forced win of the side to move, and returns it with the number of nodes.
///
/// If `roots` is not empty, only these first moves are considered. `may_continue` receives the number of nodes so far and stops the
/// search by returning `false`.
pub fn prove_mate(
    at: &dyn AnyMatch,
    roots: &[String],
    plies: u16,
    table_mb: usize,
    may_continue: &mut dyn FnMut(u64) -> bool,
) -> (Option<Mate>, u64) {
    let attacker = at.side_to_move();
    if roots.is_empty() {
        return solve(at, attacker, plies, table_mb, 0, may_continue);
    }
    let (mut best, mut nodes) = (None::<Mate>, 0);
    for text in roots {
        let mut next = at.copy();
        if next.play(text).is_err() {
            continue;
        }
        let within = best.as_ref().map_or(plies, |mate| mate.plies - 1);
        if next.status().outcome().is_some_and(|outcome| outcome.winner == Some(attacker)) {
            return (Some(Mate { plies: 1, line: vec![text.clone()] }), nodes);
        }
        if within < 2 || next.status().outcome().is_some() {
            continue;
        }
        let (found, searched) = solve(next.as_ref(), attacker, within - 1, table_mb, nodes, may_continue);
        nodes = searched;
        if let Some(Mate { plies, line }) = found {
            best = Some(Mate { plies: plies + 1, line: [vec![text.clone()], line].concat() });
        }
    }
    (best, nodes)
}

fn solve(
    at: &dyn AnyMatch,
    attacker: Side,
    plies: u16,
    table_mb: usize,
    before: u64,
    may_continue: &mut dyn FnMut(u64) -> bool,
) -> (Option<Mate>, u64) {
    let mut solver: Box<dyn AnySolver> = at.solver(Settings { attacker, table_mb });
    let searched = |solver: &dyn AnySolver| before + solver.nodes();
    while !solver.advance(NODES_PER_STEP, plies) {
        if !may_continue(searched(solver.as_ref())) {
            return (None, searched(solver.as_ref()));
        }
    }
    let nodes = searched(solver.as_ref());
    let Distance { most, .. } = solver.distance();
    // A proof can fail because of a hash collision.
    let found = (most <= plies).then(|| solver.proof().ok()).flatten();
    (found.map(|proof| Mate { plies: most, line: longest_line(&proof) }), nodes)
}

/// Returns the line of a proof in which the defence lasts longest.
fn longest_line(proof: &Proof) -> Vec<String> {
    let mut line = Vec::new();
    let mut claim = proof.claims.first();
    while let Some(here) = claim {
        let plies = |to: Option<usize>| to.and_then(|to| proof.claims.get(to)).map_or(0, |claim| claim.plies);
        let Some(reply) = here.replies.iter().max_by_key(|reply| plies(reply.to)) else { break };
        line.push(reply.text.clone());
        claim = reply.to.and_then(|to| proof.claims.get(to));
    }
    line
}
