use std::io::{self, Write};
use std::iter;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use entourage_arena::Stopwatch;
use entourage_protocol::{Evaluation, Info, Reply};
use entourage_registry::{AnySearch, Clock, Limits, Means, Score, Thought};

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
    pub fn say(&self, reply: &Reply) -> io::Result<()> {
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
#[derive(Clone, Copy)]
pub struct Task {
    /// Whether it ends by itself; if not, it answers only when it is stopped.
    pub bounded: bool,
    pub limits: Limits,
    /// The number of lines to tell.
    pub lines: usize,
    /// What it was asked to think with.
    pub means: Means,
    /// Runs since the search was asked for.
    pub clock: Stopwatch,
}

/// A search under way in a thread of its own.
pub struct Thinking {
    signals: Arc<Signals>,
    bounded: bool,
    worker: JoinHandle<Box<dyn AnySearch>>,
}

#[derive(Default)]
struct Signals {
    /// Set to end the search.
    stop: AtomicBool,
    /// Set just before the answer is given.
    answered: AtomicBool,
}

impl Thinking {
    /// Lets a search do its task.
    ///
    /// # Errors
    /// The system gives no thread to think on.
    pub fn begin<W: Write + Send + 'static>(
        mut search: Box<dyn AnySearch>,
        task: Task,
        lines: Lines<W>,
    ) -> io::Result<Self> {
        let signals = Arc::new(Signals::default());
        let heard = Arc::clone(&signals);
        let worker = thread::Builder::new().spawn(move || {
            let mut told = None;
            // Nobody may be listening any more; the session notices by itself.
            let tell = |thought: &Thought| {
                for info in infos(thought, task) {
                    let _ = lines.say(&Reply::Info(info));
                }
            };
            let mut report = |thought: &Thought| {
                told = Some((thought.depth, thought.nodes));
                tell(thought);
            };
            let thought = search.run(task.limits, &task.clock, &heard.stop, &mut report);
            if thought.best.is_some() && told != Some((thought.depth, thought.nodes)) {
                tell(&thought);
            }
            for note in shortages(task.means, search.means()) {
                let _ = lines.say(&Reply::Note(note));
            }
            while !task.bounded && !heard.stop.load(SeqCst) {
                thread::park();
            }
            heard.answered.store(true, SeqCst);
            let _ = lines.say(&Reply::BestMove(thought.best));
            search
        })?;
        Ok(Self { signals, bounded: task.bounded, worker })
    }

    /// Tells whether the answer has been given.
    pub fn has_answered(&self) -> bool {
        self.signals.answered.load(SeqCst) || self.worker.is_finished()
    }

    /// Ends the search, which answers, and returns it; `None` if it failed.
    pub fn stop(self) -> Option<Box<dyn AnySearch>> {
        self.signals.stop.store(true, SeqCst);
        self.worker.thread().unpark();
        self.worker.join().ok()
    }

    /// Waits for a bounded search to end by itself, and stops any other.
    pub fn finish(self) {
        if self.bounded {
            // A search that failed has nothing more to say.
            let _ = self.worker.join();
        } else {
            self.stop();
        }
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
fn infos(thought: &Thought, task: Task) -> Vec<Info> {
    let Thought { depth, value, nodes, line, others, fullness, .. } = thought;
    let best = (*depth, *value, line);
    let others = others.iter().map(|other| (other.depth, Some(other.score), &other.line));
    let write = |((depth, score, line), rank): ((u32, Option<Score>, &Vec<String>), u32)| Info {
        depth,
        rank: (task.lines > 1).then_some(rank),
        score: score.map(|score| match score.plies_to_end() {
            Some(plies) => Evaluation::mate_in_plies(plies),
            None => Evaluation::Hundredths(score.number()),
        }),
        nodes: *nodes,
        time: task.clock.elapsed_ms(),
        hashfull: Some(*fullness),
        line: line.clone(),
    };
    iter::once(best).chain(others).zip(1..).map(write).collect()
}
