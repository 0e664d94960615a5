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

pub struct Lines<W>(Arc<Mutex<W>>);

impl<W: Write> Lines<W> {
    pub fn new(out: W) -> Self {
        Self(Arc::new(Mutex::new(out)))
    }

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

pub struct Task {
    /// Whether it answers only when stopped.
    pub infinite: bool,
    /// Whether it starts on the opponent's time.
    pub ponder: bool,
    pub limits: Limits,
    /// A win to search for first.
    pub mate: Option<MateTask>,
    pub lines: usize,
    pub means: Means,
    pub clock: Stopwatch,
    pub tells_ponder: bool,
    pub tells_chances: bool,
}

pub struct MateTask {
    pub at: Box<dyn AnyMatch>,
    /// Empty for all.
    pub roots: Vec<String>,
    /// In moves of two plies.
    pub moves: u32,
    pub table_mb: usize,
}

/// Prepares a search, reusing the table of an earlier one of the same game.
pub fn prepare(
    kept: Option<Box<dyn AnySearch>>,
    at: &dyn AnyMatch,
    settings: SearchSettings,
) -> Box<dyn AnySearch> {
    let kept = kept.and_then(|mut search| search.restart(at).then_some(search));
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
    // A level has a table of its own, and thinks on one thread.
    if level.is_some() { Means { table_mb: 1, threads: 1 } } else { Means { table_mb, threads } }
}

/// Node limit of the search after no win was found and there is no other limit.
const INSTEAD: u64 = 100_000;

pub struct Thinking {
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
    /// The milliseconds spent on the opponent's time, once that is over.
    pondered: AtomicU64,
    /// Set just before the answer is given.
    answered: AtomicBool,
}

/// A clock that runs on the engine's own time only.
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

    pub fn hurry(&self) {
        self.signals.stop.store(true, SeqCst);
        self.worker.thread().unpark();
    }

    pub fn stop(self) -> Option<Box<dyn AnySearch>> {
        self.hurry();
        self.worker.join().ok()
    }

    pub fn will_answer(&self) -> bool {
        !self.infinite && !self.is_pondering()
    }

    /// Completes a bounded search, stops any other, and returns it; `None` if it failed.
    pub fn finish(self) -> Option<Box<dyn AnySearch>> {
        if self.will_answer() { self.worker.join().ok() } else { self.stop() }
    }
}

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

/// Searches for the win asked for; returns its line.
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
    let (found, nodes) = prove_mate(at.as_ref(), &roots, plies, table_mb, &mut goes_on);
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

/// Searches and returns the expected line; empty if the game is over.
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

/// Reports resources that the system did not grant.
fn shortages(asked: Means, given: Means) -> impl Iterator<Item = String> {
    // A table's size is rounded down to a power of two.
    let table = (2 * given.table_mb <= asked.table_mb)
        .then(|| format!("Hash: the system gave {} MB of {}", given.table_mb, asked.table_mb));
    let threads = (given.threads < asked.threads).then(|| {
        format!("Threads: {} of {} think, as many as this machine can use", given.threads, asked.threads)
    });
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
            chances: score.filter(|_| task.tells_chances).map(Chances::of),
            nodes: *nodes,
            time: task.clock.elapsed_ms(),
            hashfull: Some(*fullness),
            line: line.clone(),
        }
    };
    iter::once(best).chain(others).zip(1..).map(write).collect()
}

/// Positions searched between calls of `goes_on`.
const SLICE: u64 = 4096;

pub struct Mate {
    /// At least 1.
    pub plies: u16,
    /// The winner's moves and the longest defence.
    pub line: Vec<String>,
}

/// Proves the shortest forced win of the side to move, by the rules alone.
///
/// The first move is one of `roots`, unless they are empty. The search ends early if `goes_on`, given the positions
/// searched so far, returns `false`. Also returns the positions searched.
pub fn prove_mate(
    at: &dyn AnyMatch,
    roots: &[String],
    plies: u16,
    table_mb: usize,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> (Option<Mate>, u64) {
    let attacker = at.side_to_move();
    if roots.is_empty() {
        return solve(at, attacker, plies, table_mb, 0, goes_on);
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
        let (found, looked) = solve(next.as_ref(), attacker, within - 1, table_mb, nodes, goes_on);
        nodes = looked;
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
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> (Option<Mate>, u64) {
    let mut solver: Box<dyn AnySolver> = at.solver(Settings { attacker, table_mb });
    let looked = |solver: &dyn AnySolver| before + solver.nodes();
    while !solver.advance(SLICE, plies) {
        if !goes_on(looked(solver.as_ref())) {
            return (None, looked(solver.as_ref()));
        }
    }
    let nodes = looked(solver.as_ref());
    let Distance { most, .. } = solver.distance();
    // A proof may fail because two positions share a hash.
    let found = (most <= plies).then(|| solver.proof().ok()).flatten();
    (found.map(|proof| Mate { plies: most, line: longest(&proof) }), nodes)
}

/// Follows a proof along the longest defence.
fn longest(proof: &Proof) -> Vec<String> {
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
