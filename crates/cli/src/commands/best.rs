use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use entourage_arena::Stopwatch;
use entourage_kernel::sentence::counted;
use entourage_kernel::{FormField, Language, Problem, Random};
use entourage_pgn::{Epd, MAX_EPD_BYTES};
use entourage_protocol::read_line;
use entourage_registry::view::ProspectView;
use entourage_registry::{Alternative, AnyGame, AnyMatch, Clock, Limits, NoClock, SearchSettings, Thought};

use crate::arguments::{Best, Bounds};
use crate::engine::{begin_lenient, prove_mate};
use crate::failure::{Console, Failure, Outcome};
use crate::input;

const TABLE_MB: usize = 64;

pub fn run(console: &mut Console<'_>, options: &Best) -> Outcome {
    let &mut Console { registry, language, ref mut out } = console;
    let &Best { ref at, ref bounds, threads, lines, why, .. } = options;
    let game = input::open_at(registry, &at.game, at.position.as_deref())?;
    if let Some(outcome) = game.status().outcome() {
        let en = format!("the game is over ({outcome})");
        let fr = format!("la partie est finie ({outcome})");
        return Err(Failure::about("POSITION", en, fr));
    }
    let settings = SearchSettings { table_mb: TABLE_MB, threads, lines, ..SearchSettings::default() };
    let mut search = game.search(settings);
    let limits = bounds.limits();
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

/// Writes the moves of a line, its material gain in centipawns, and the effects of the first move.
fn write_reasons(prospect: &ProspectView, out: &mut impl Write) -> Outcome {
    for ply in &prospect.line {
        writeln!(out, "- {}", ply.sentence)?;
    }
    writeln!(out, "gain: {}", prospect.gain)?;
    for change in prospect.weighing.iter().flat_map(|preview| &preview.changes) {
        writeln!(out, "{}: {}", change.sign, change.sentence)?;
    }
    Ok(())
}

fn write_progress(thought: &Thought, clock: Stopwatch) {
    let Thought { depth, score, nodes, line, others, .. } = thought;
    let seconds = clock.seconds();
    // Write errors are ignored, so that the search continues.
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

/// Number of positions per game, `APART` random plies apart.
const POSITIONS: usize = 8;
const APART: usize = 10;
/// Seed for the random plies. A new seed changes the signature.
const SEED: u64 = 5;
/// Table size in MiB. A new size changes the signature.
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
            // Excludes the allocation of the table from the measurement.
            let mut search = begun.search(settings);
            let clock = Stopwatch::start();
            nodes += search.run(limits, &NoClock, &never, &mut |_| {}).nodes;
            seconds += clock.seconds();
        }
        let speed = nodes as f64 / seconds;
        writeln!(out, "{} depth {depth}: {nodes} nodes in {seconds:.2} s, {speed:.0} nodes/s", game.spec())?;
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

/// Node limit of the proof search if there is no other limit.
const MATE_NODES: u64 = 1_000_000;

/// Searches every position of an EPD file, prints the results, and fails unless all are solved. Empty lines and lines that start
/// with `#` are skipped.
pub fn epd(console: &mut Console<'_>, spec: &str, file: &str, bounds: &Bounds, threads: usize) -> Outcome {
    let &mut Console { registry, ref mut out, .. } = console;
    let game = input::open(registry, spec)?;
    let limits = bounds.limits();
    let settings = SearchSettings { table_mb: TABLE_MB, threads, ..SearchSettings::default() };
    let (mut lines, _) = input::source("--epd", file.as_ref())?;
    let (mut total, mut solved, mut line) = (0_u64, 0_u64, Vec::new());
    let mut number = 0_u64;
    while read_line(&mut lines, MAX_EPD_BYTES, &mut line)? {
        number += 1;
        let place = format!("--epd {number}");
        let text =
            input::text(input::without_break(&line)).map_err(|error| Failure::invalid(&place, &error))?;
        if text.trim().is_empty() || text.trim_start().starts_with('#') {
            continue;
        }
        let found = solve(game.as_ref(), text, limits, settings).map_err(|failure| match failure {
            Failure::Message(problem) => Failure::at(&place, problem),
            other => other,
        })?;
        writeln!(out, "{}", found.epd)?;
        out.flush()?;
        total += u64::from(found.solved.is_some());
        solved += u64::from(found.solved == Some(true));
    }
    if total == solved {
        let _ = writeln!(io::stderr(), "{solved}/{total}");
        return Ok(());
    }
    let en = format!("solved: {solved} of {}", counted(Language::English, total, "position", "positions"));
    let fr = counted(Language::French, solved, "position résolue", "positions résolues");
    Err(Failure::about("--epd", en, format!("{fr} sur {total}")))
}

struct EpdResult {
    epd: Epd,
    /// Whether all conditions of the position are met; `None` if the position has none.
    solved: Option<bool>,
}

fn solve(game: &dyn AnyGame, line: &str, limits: Limits, settings: SearchSettings) -> Outcome<EpdResult> {
    let (min, max) = field_counts(game);
    let read = |error| Failure::invalid("POSITION", &error);
    let mut epd = Epd::read(line, min, max).map_err(read)?;
    let at = begin_lenient(game, &epd.position, &mut Vec::new()).map_err(read)?;
    let [best, avoid] = ["bm", "am"].map(|code| operation_moves(at.as_ref(), &epd, code));
    let (best, avoid) = (best?, avoid?);
    let mate: Option<u16> = match epd.find("dm") {
        None => None,
        Some(operation) => {
            let number = operation.texts().next().and_then(|text| text.parse().ok()).filter(|&moves| moves > 0);
            let problem = Problem::new("dm: expected a number of moves", "dm\u{a0}: nombre de coups attendu");
            Some(number.ok_or_else(|| Failure::at("dm", problem))?)
        }
    };
    let clock = Stopwatch::start();
    let proof = mate.and_then(|moves| find_mate(at.as_ref(), moves, limits, &clock));
    let (depth, score, nodes, line) = match proof {
        Some((line, nodes)) => (line.len() as u32, None, nodes, line),
        None => {
            let mut search = at.search(settings);
            let Thought { depth, value, nodes, mut line, best, .. } =
                search.run(limits, &clock, &AtomicBool::new(false), &mut |_| {});
            if line.first() != best.as_ref() {
                line = best.into_iter().collect();
            }
            (depth, value.map(|score| score.number()), nodes, line)
        }
    };
    let played = line.first();
    let mut conditions = Vec::new();
    conditions.extend(best.map(|moves| played.is_some_and(|played| moves.contains(played))));
    conditions.extend(avoid.map(|moves| played.is_some_and(|played| !moves.contains(played))));
    conditions.extend(mate.map(|_| score.is_none() && !line.is_empty()));
    let solved = (!conditions.is_empty()).then(|| conditions.into_iter().all(|holds| holds));
    // EPD positions have no move counters.
    epd.position = epd.position.split(' ').take(min).collect::<Vec<_>>().join(" ");
    epd.set("acd", vec![depth.to_string()]);
    epd.set("acn", vec![nodes.to_string()]);
    epd.set("acs", vec![(clock.seconds() as u64).to_string()]);
    let score = score.map(|score| score.clamp(-32_767, 32_767).to_string());
    epd.set("ce", score.into_iter().collect());
    epd.set("pv", short_line(at.as_ref(), &line));
    Ok(EpdResult { epd, solved })
}

fn find_mate(at: &dyn AnyMatch, moves: u16, limits: Limits, clock: &Stopwatch) -> Option<(Vec<String>, u64)> {
    let nodes = limits.nodes.or(limits.time_ms.is_none().then_some(MATE_NODES));
    let mut within_limits = |searched: u64| {
        nodes.is_none_or(|max| searched < max) && limits.time_ms.is_none_or(|max| clock.elapsed_ms() < max)
    };
    let plies = moves.saturating_mul(2).saturating_sub(1);
    let (found, searched) = prove_mate(at, &[], plies, TABLE_MB, &mut within_limits);
    found.map(|mate| (mate.line, searched))
}

/// Returns the minimum and maximum number of fields of a position; trailing numbers are optional.
fn field_counts(game: &dyn AnyGame) -> (usize, usize) {
    let fields = &game.metadata().form.fields;
    let is_number = |field: &&FormField| match field {
        FormField::Word(word) => word.plain.bytes().all(|byte| byte.is_ascii_digit()),
        _ => false,
    };
    let numbers = fields.iter().rev().take_while(is_number).count();
    (fields.len() - numbers, fields.len())
}

fn operation_moves(at: &dyn AnyMatch, epd: &Epd, code: &str) -> Outcome<Option<Vec<String>>> {
    let Some(operation) = epd.find(code) else { return Ok(None) };
    let read = |text: &str| {
        let meant = input::meant(at, 0, text)?.into_owned();
        if at.legal_moves().contains(&meant) {
            return Ok(meant);
        }
        let en = format!("\"{text}\" is not a legal move here");
        Err(Failure::about(code, en, format!("«\u{a0}{text}\u{a0}» n'est pas un coup légal ici")))
    };
    operation.texts().map(read).collect::<Outcome<Vec<_>>>().map(Some)
}

fn short_line(at: &dyn AnyMatch, line: &[String]) -> Vec<String> {
    let mut game = at.copy();
    let mut written = Vec::new();
    for text in line {
        written.push(game.write_short(text).unwrap_or_else(|| text.clone()));
        if game.play(text).is_err() {
            break;
        }
    }
    written
}
