use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use entourage_arena::Stopwatch;
use entourage_protocol::{Evaluation, Go, Info, Reply};
use entourage_registry::{AnySearch, Clock, Limits, Thought};

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
    /// Lets a search run within limits; a search asked for without bounds answers only when it is stopped.
    pub fn begin<W: Write + Send + 'static>(
        mut search: Box<dyn AnySearch>,
        go: Go,
        limits: Limits,
        lines: Lines<W>,
    ) -> Self {
        let clock = Stopwatch::start();
        let bounded = go != Go::INFINITE;
        let signals = Arc::new(Signals::default());
        let heard = Arc::clone(&signals);
        let worker = thread::spawn(move || {
            let mut told = None;
            // Nobody may be listening any more; the session notices by itself.
            let mut report = |thought: &Thought| {
                told = Some((thought.depth, thought.nodes));
                let _ = lines.say(&Reply::Info(info(thought, clock)));
            };
            let thought = search.run(limits, &clock, &heard.stop, &mut report);
            if thought.best.is_some() && told != Some((thought.depth, thought.nodes)) {
                let _ = lines.say(&Reply::Info(info(&thought, clock)));
            }
            while !bounded && !heard.stop.load(SeqCst) {
                thread::park();
            }
            heard.answered.store(true, SeqCst);
            let _ = lines.say(&Reply::BestMove(thought.best));
            search
        });
        Self { signals, bounded, worker }
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

fn info(thought: &Thought, clock: Stopwatch) -> Info {
    let score = thought.value.map(|value| match value.plies_to_end() {
        Some(plies) => Evaluation::mate_in_plies(plies),
        None => Evaluation::Hundredths(value.number()),
    });
    let line = thought.line.clone();
    Info { depth: thought.depth, score, nodes: thought.nodes, time: clock.elapsed_ms(), line }
}
