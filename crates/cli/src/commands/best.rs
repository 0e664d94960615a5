use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use entourage_arena::{Stopwatch, milliseconds};
use entourage_kernel::Random;
use entourage_registry::view::ProspectView;
use entourage_registry::{Alternative, AnyGame, AnyMatch, Limits, NoClock, SearchSettings, Thought};

use crate::arguments::Best;
use crate::failure::{Console, Failure, Outcome};
use crate::input;

const TABLE_MB: usize = 64;

pub fn run(console: &mut Console<'_>, asked: &Best) -> Outcome {
    let &mut Console { registry, language, ref mut out } = console;
    let &Best { ref at, ref bounds, threads, lines, why, .. } = asked;
    let game = input::open_at(registry, &at.game, at.position.as_deref())?;
    if let Some(outcome) = game.status().outcome() {
        let en = format!("the game is over ({outcome}), so there is no best move");
        let fr = format!("la partie est finie ({outcome}), il n'y a donc pas de meilleur coup");
        return Err(Failure::about("POSITION", en, fr));
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
    let best =
        best.ok_or_else(|| Failure::about("POSITION", "there is no legal move", "il n'y a pas de coup légal"))?;
    if why {
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

/// Writes a line ply by ply, its gain in hundredths, and what its first move changes.
fn write_reasons(prospect: &ProspectView, out: &mut impl Write) -> Outcome {
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
    // The search goes on if this cannot be written.
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

/// Positions searched per game, and the random plies between them.
const POSITIONS: usize = 8;
const APART: usize = 10;
/// The seed of the random plies; it is part of the signature.
const SEED: u64 = 5;
/// In mebibytes; it is part of the signature.
const BENCH_TABLE_MB: usize = 16;

pub fn bench(console: &mut Console<'_>, game: Option<&str>, depth: u32) -> Outcome {
    let &mut Console { registry, ref mut out, .. } = console;
    let games = game.map_or_else(|| registry.games().to_vec(), |game| vec![game]);
    for spec in games {
        let game = input::open(registry, spec)?;
        let mut random = Random::new(SEED);
        let (mut nodes, mut seconds) = (0, 0.0);
        for number in 0..POSITIONS {
            let begun = random_game(game.as_ref(), number * APART, &mut random)?;
            let settings = SearchSettings { table_mb: BENCH_TABLE_MB, ..SearchSettings::default() };
            let limits = Limits { depth: Some(depth), ..Limits::NONE };
            let never = AtomicBool::new(false);
            // Allocating the table is not part of the search.
            let mut search = begun.search(settings);
            let clock = Stopwatch::start();
            nodes += search.run(limits, &NoClock, &never, &mut |_| {}).nodes;
            seconds += clock.seconds();
        }
        let speed = nodes as f64 / seconds;
        writeln!(out, "{} depth {depth}: {nodes} nodes in {seconds:.2} s, {speed:.0} a second", game.spec())?;
        out.flush()?;
    }
    Ok(())
}

fn random_game(game: &dyn AnyGame, plies: usize, random: &mut Random) -> Outcome<Box<dyn AnyMatch>> {
    let mut begun = input::begin(game, None)?;
    for _ in 0..plies {
        let Some(chosen) = random.pick(&begun.legal_moves()).cloned() else { break };
        input::play(begun.as_mut(), &[chosen])?;
    }
    Ok(begun)
}
