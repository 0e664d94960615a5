use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::sync::atomic::AtomicBool;

use entourage_arena::{Stopwatch, milliseconds};
use entourage_kernel::sentence::counted;
use entourage_kernel::{FormField, Language, Problem};
use entourage_pgn::{Epd, LONGEST_EPD};
use entourage_protocol::read_line;
use entourage_registry::{AnyGame, AnyMatch, Clock, Limits, SearchSettings, Thought};

use crate::arguments::Bounds;
use crate::engine::{begin_loosely, mate};
use crate::failure::{Console, Failure, Outcome, one_line};
use crate::input;

const TABLE_MB: usize = 64;
/// The proof search's node limit if there is no other limit.
const MATE_NODES: u64 = 1_000_000;

/// Searches every position of a file, prints the results, and fails unless all were solved. Empty lines and lines
/// starting with `#` are skipped.
pub fn run(console: &mut Console<'_>, spec: &str, file: &str, bounds: &Bounds, threads: usize) -> Outcome {
    let &mut Console { registry, ref mut out, .. } = console;
    let game = input::open(registry, spec)?;
    let limits = Limits {
        depth: bounds.depth,
        nodes: bounds.nodes,
        time_ms: bounds.time.map(milliseconds),
        ..Limits::NONE
    };
    let settings = SearchSettings { table_mb: TABLE_MB, threads, ..SearchSettings::default() };
    let mut lines: Box<dyn BufRead> =
        match file {
            "-" => Box::new(io::stdin().lock()),
            _ => Box::new(BufReader::new(File::open(file).map_err(|error| {
                Failure::at("--epd", Problem::from(format!("{}: {error}", one_line(file))))
            })?)),
        };
    let (mut asked, mut solved, mut line) = (0_u64, 0_u64, Vec::new());
    let mut number = 0_u64;
    while read_line(&mut lines, LONGEST_EPD, &mut line)? {
        number += 1;
        let place = format!("--epd {number}");
        let text =
            input::text(input::without_break(&line)).map_err(|error| Failure::reading(&place, &error))?;
        if text.trim().is_empty() || text.trim_start().starts_with('#') {
            continue;
        }
        let found = solve(game.as_ref(), text, limits, settings).map_err(|failure| match failure {
            Failure::Wrong(problem) => Failure::at(&place, problem),
            other => other,
        })?;
        writeln!(out, "{}", found.epd)?;
        out.flush()?;
        asked += u64::from(found.solved.is_some());
        solved += u64::from(found.solved == Some(true));
    }
    if asked == solved {
        let _ = writeln!(io::stderr(), "{solved}/{asked}");
        return Ok(());
    }
    let en = format!("solved: {solved} of {}", counted(Language::English, asked, "position", "positions"));
    let fr = counted(Language::French, solved, "position résolue", "positions résolues");
    Err(Failure::about("--epd", en, format!("{fr} sur {asked}")))
}

struct Found {
    epd: Epd,
    /// Whether the line's question is solved; `None` if it asks none.
    solved: Option<bool>,
}

fn solve(game: &dyn AnyGame, line: &str, limits: Limits, settings: SearchSettings) -> Outcome<Found> {
    let (least, most) = fields(game);
    let read = |error| Failure::reading("POSITION", &error);
    let mut epd = Epd::read(line, least, most).map_err(read)?;
    let at = begin_loosely(game, &epd.position, &mut Vec::new()).map_err(read)?;
    let [best, avoid] = ["bm", "am"].map(|code| moves(at.as_ref(), &epd, code));
    let (best, avoid) = (best?, avoid?);
    let mate: Option<u16> = match epd.find("dm") {
        None => None,
        Some(operation) => {
            let number = operation.texts().next().and_then(|text| text.parse().ok()).filter(|&moves| moves > 0);
            let problem =
                Problem::new("dm: expected a number of moves", "dm\u{a0}: il faut un nombre de coups");
            Some(number.ok_or_else(|| Failure::at("dm", problem))?)
        }
    };
    let clock = Stopwatch::start();
    let mated = mate.and_then(|moves| find_mate(at.as_ref(), moves, limits, &clock));
    let (depth, score, nodes, line) = match mated {
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
    let mut asked = Vec::new();
    asked.extend(best.map(|moves| played.is_some_and(|played| moves.contains(played))));
    asked.extend(avoid.map(|moves| played.is_some_and(|played| !moves.contains(played))));
    asked.extend(mate.map(|_| score.is_none() && !line.is_empty()));
    let solved = (!asked.is_empty()).then(|| asked.into_iter().all(|holds| holds));
    // EPD uses the short form of positions.
    epd.position = epd.position.split(' ').take(least).collect::<Vec<_>>().join(" ");
    epd.say("acd", vec![depth.to_string()]);
    epd.say("acn", vec![nodes.to_string()]);
    epd.say("acs", vec![(clock.seconds() as u64).to_string()]);
    let score = score.map(|score| score.clamp(-32_767, 32_767).to_string());
    epd.say("ce", score.into_iter().collect());
    epd.say("pv", variation(at.as_ref(), &line));
    Ok(Found { epd, solved })
}

/// Proves the shortest win within a number of moves; returns its line and the positions searched.
fn find_mate(at: &dyn AnyMatch, moves: u16, limits: Limits, clock: &Stopwatch) -> Option<(Vec<String>, u64)> {
    let nodes = limits.nodes.or(limits.time_ms.is_none().then_some(MATE_NODES));
    let mut goes_on = |looked: u64| {
        nodes.is_none_or(|most| looked < most) && limits.time_ms.is_none_or(|most| clock.elapsed_ms() < most)
    };
    let plies = moves.saturating_mul(2).saturating_sub(1);
    let (found, looked) = mate::find(at, &[], plies, TABLE_MB, &mut goes_on);
    found.map(|mate| (mate.line, looked))
}

/// Returns the minimum and maximum number of fields of a position: numbers at the end are optional.
fn fields(game: &dyn AnyGame) -> (usize, usize) {
    let fields = &game.metadata().form.fields;
    let is_number = |field: &&FormField| match field {
        FormField::Word(word) => word.plain.bytes().all(|byte| byte.is_ascii_digit()),
        _ => false,
    };
    let numbers = fields.iter().rev().take_while(is_number).count();
    (fields.len() - numbers, fields.len())
}

/// Reads the moves of an operation; `None` if there is none of this name.
fn moves(at: &dyn AnyMatch, epd: &Epd, code: &str) -> Outcome<Option<Vec<String>>> {
    let Some(operation) = epd.find(code) else { return Ok(None) };
    let read = |text: &str| {
        let meant = input::meant(at, 0, text)?.into_owned();
        if at.legal_moves().contains(&meant) {
            return Ok(meant);
        }
        let en = format!("\"{text}\" is no legal move here");
        Err(Failure::about(code, en, format!("«\u{a0}{text}\u{a0}» n'est pas un coup légal ici")))
    };
    operation.texts().map(read).collect::<Outcome<Vec<_>>>().map(Some)
}

/// Formats a line in short notation.
fn variation(at: &dyn AnyMatch, line: &[String]) -> Vec<String> {
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
