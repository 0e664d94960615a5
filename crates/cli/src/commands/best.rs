use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use entourage_arena::{Stopwatch, milliseconds};
use entourage_kernel::{Language, Problem};
use entourage_registry::view::ProspectView;
use entourage_registry::{Alternative, Limits, Registry, SearchSettings, Thought};

use crate::arguments::{Bounds, Situation};
use crate::failure::Failure;
use crate::input;

/// The transposition table's size in mebibytes.
const TABLE_MB: usize = 64;

/// How to think, and what to tell.
pub struct Wish {
    /// The threads to think on.
    pub threads: usize,
    /// The number of best moves.
    pub lines: usize,
    /// The language in which to say why, if that is wanted.
    pub why: Option<Language>,
}

/// Searches for the best moves and prints them, with the progress on standard error.
///
/// # Errors
/// A wrong game or position, a game that is over, or a closed output.
pub fn run(
    registry: &Registry,
    at: &Situation,
    bounds: &Bounds,
    wish: &Wish,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let &Wish { threads, lines, why } = wish;
    let game = input::open_at(registry, &at.game, at.position.as_deref())?;
    if let Some(outcome) = game.status().outcome() {
        let en = format!("the game is over ({outcome}), so there is no best move");
        let fr = format!("la partie est finie ({outcome}), il n'y a donc pas de meilleur coup");
        return Err(Failure::at("POSITION", Problem::new(en, fr)));
    }
    let settings = SearchSettings { table_mb: TABLE_MB, threads, lines, ..SearchSettings::default() };
    let mut search = game.search(settings);
    let limits = Limits {
        depth: bounds.depth,
        nodes: bounds.nodes,
        time_ms: bounds.time.map(milliseconds),
        ..Limits::NONE
    };
    let clock = Stopwatch::start();
    let mut reported = false;
    let mut report = |thought: &Thought| {
        reported = true;
        write_progress(thought, clock);
    };
    let thought = search.run(limits, &clock, &AtomicBool::new(false), &mut report);
    if !reported {
        write_progress(&thought, clock);
    }
    let Thought { score, line, others, best, .. } = thought;
    let best = best.ok_or_else(|| {
        Failure::at("POSITION", Problem::new("there is no legal move", "il n'y a pas de coup légal"))
    })?;
    if let Some(language) = why {
        writeln!(out, "{best}\t{score}\t{}", line.join(" "))?;
        return write_reasons(&game.prospect(&line, language), out);
    }
    if lines == 1 {
        return Ok(writeln!(out, "{best}")?);
    }
    writeln!(out, "{best}\t{score}\t{}", line.join(" "))?;
    for Alternative { score, line, .. } in others {
        writeln!(out, "{}\t{score}\t{}", line[0], line.join(" "))?;
    }
    Ok(())
}

/// Says what a line comes to ply by ply, its gain in hundredths, and what its first move changes.
fn write_reasons(prospect: &ProspectView, out: &mut impl Write) -> Result<(), Failure> {
    for ply in &prospect.line {
        writeln!(out, "- {}", ply.sentence)?;
    }
    writeln!(out, "gain: {}", prospect.gain)?;
    for change in prospect.weighing.iter().flat_map(|weighing| &weighing.changes) {
        writeln!(out, "{}: {}", change.sign, change.sentence)?;
    }
    Ok(())
}

fn write_progress(thought: &Thought, clock: Stopwatch) {
    let Thought { depth, score, nodes, line, others, .. } = thought;
    let seconds = clock.seconds();
    // A search goes on though nobody follows it.
    let write = |depth: u32, score: &str, line: &[String]| {
        let line = line.join(" ");
        let _ = writeln!(
            io::stderr(),
            "depth {depth}  score {score}  nodes {nodes}  time {seconds:.2}s  line {line}"
        );
    };
    write(*depth, score, line);
    for Alternative { depth, score, line } in others {
        write(*depth, &score.to_string(), line);
    }
}
