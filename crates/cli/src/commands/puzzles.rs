mod composition;
mod stored;

use std::cell::Cell;
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use entourage_arena::Stopwatch;
use entourage_kernel::{Language, Problem};
use entourage_protocol::read_line;
use entourage_puzzle::{Generator, Progress, Puzzle, PuzzleError, PuzzleGame};
use entourage_registry::{OpenError, Registry};

use super::show_progress;
use crate::arguments::{GeneratePuzzles, Puzzles};
use crate::definition;
use crate::failure::{Console, Failure, Outcome, number_of, pick};
use crate::input;

use stored::StoredGames;

/// Number of puzzles that self-play finds unless `--count` sets another.
const DEFAULT_COUNT: usize = 100;
const PUZZLES: [&str; 4] = ["puzzle", "puzzles", "problème", "problèmes"];

pub fn run(console: &mut Console<'_>, command: &Puzzles) -> Outcome {
    match command {
        Puzzles::Generate(options) => generate(console, options),
        Puzzles::Check { file, games } => check(console, file, games.as_deref()),
        Puzzles::Solve(options) => composition::solve(console, options),
    }
}

fn open(registry: &Registry, spec: &str) -> Result<PuzzleGame, PuzzleError> {
    PuzzleGame::open(registry, spec).map_err(|error: OpenError| PuzzleError::Game(Box::new(error.into())))
}

/// Returns the spec of a game, by the name of its definition if `game` is the path of a file, so that others can open it.
fn named(registry: &Registry, game: &str) -> Outcome<String> {
    let Some((path, options)) = definition::file(game) else { return Ok(game.to_owned()) };
    let name = definition::offer_by_own_name(registry, Path::new(path))?;
    Ok(if options.is_empty() { name } else { format!("{name}:{options}") })
}

fn generate(console: &mut Console<'_>, options: &GeneratePuzzles) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    let game = open(registry, &named(registry, &options.game)?);
    let game = game.map_err(|error| Failure::at("GAME", error.problem()))?;
    let mut stored = match &options.from {
        Some(path) => Some(StoredGames::open(registry, language, &game.spec(), &options.game, path)?),
        None => None,
    };
    let seed = stored.is_none().then_some(options.seed);
    let mut generator = Generator::new(game, seed, options.within);
    let (mut file, mut last) = resume(&options.out, &mut generator)?;
    let clock = Stopwatch::start();
    let before = generator.found();
    let wanted = match options.count {
        Some(count) => count.saturating_sub(before),
        None if stored.is_some() => usize::MAX,
        None => DEFAULT_COUNT.saturating_sub(before),
    };
    if wanted > 0 {
        // Puzzles and progress are reported in turn, so both can read these numbers.
        let (count, percent) = (Cell::new(0), Cell::new(None));
        let mut shown = f64::MIN;
        let mut add = |puzzle: &Puzzle| {
            file.write_all(format!("{}\n", puzzle.write()).as_bytes())?;
            count.set(count.get() + 1);
            Ok::<_, io::Error>(count.get() < wanted)
        };
        let mut report = |Progress { games, positions }| {
            let seconds = clock.seconds();
            if seconds >= shown + 0.5 {
                shown = seconds;
                let found = before + count.get();
                let part = percent.get().map(|percent: u64| format!(" ({percent} %)")).unwrap_or_default();
                show_progress(&format!(
                    "puzzles {found}  games {games}{part}  positions {positions}  time {seconds:.0}s"
                ));
            }
            options.time.is_none_or(|time| seconds < time.as_secs_f64())
        };
        match &mut stored {
            None => generator.run(&mut add, &mut report)?,
            Some(stored) => {
                let mut progress = Progress::default();
                while let Some((number, positions)) = stored.next(generator.first_game())? {
                    check_continues(last.take().as_ref(), number, &positions)?;
                    percent.set(stored.percent());
                    if !generator.examine(number, &positions, &mut progress, &mut add, &mut report)? {
                        break;
                    }
                }
                check_continues(last.as_ref(), 0, &[])?;
            }
        }
        show_progress("");
    }
    let found = number_of(language, generator.found() as u64, PUZZLES);
    let new = generator.found() - before;
    let seconds = clock.seconds();
    let en = format!("{found} ({new} new in {seconds:.1} s)");
    let fr = format!("{found} (dont {new} en {seconds:.1}\u{a0}s)");
    writeln!(out, "{}", pick(language, en, fr))?;
    match stored {
        Some(stored) => Ok(writeln!(out, "{}", stored.summary())?),
        None => Ok(()),
    }
}

/// Checks that the last puzzle of an interrupted run, if any, is in this game.
fn check_continues(last: Option<&Puzzle>, number: u64, positions: &[String]) -> Outcome {
    let Some(Puzzle { source: Some(source), position, .. }) = last else { return Ok(()) };
    if number == source.game && positions.get(source.ply) == Some(position) {
        return Ok(());
    }
    let game = source.game;
    let en =
        format!("game {game} does not contain the last puzzle of --out; choose another file for the puzzles");
    let fr = format!(
        "la partie {game} ne contient pas le dernier problème de --out\u{a0}; choisissez un autre fichier pour les problèmes"
    );
    Err(Failure::about("--from", en, fr))
}

/// Opens or creates the file, locks it, and continues after the puzzles in it; also returns the last one. An incomplete last line
/// is removed.
fn resume(path: &Path, generator: &mut Generator) -> Outcome<(File, Option<Puzzle>)> {
    let failure = |error: io::Error| Failure::at("--out", error.to_string());
    let mut options = OpenOptions::new();
    let mut file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(failure)?;
    file.try_lock().map_err(|error| match error {
        TryLockError::Error(error) => failure(error),
        TryLockError::WouldBlock => Failure::about(
            "--out",
            "the file is in use by another command",
            "le fichier est utilisé par une autre commande",
        ),
    })?;
    let (mut whole, mut last) = (0, None);
    for_each_line(BufReader::new(&file), |number, line| {
        let Some(text) = line.strip_suffix(b"\n") else { return Ok(()) };
        whole += line.len() as u64;
        let read = read(text).and_then(|puzzle| generator.resume(&puzzle).map(|()| puzzle));
        last = Some(read.map_err(|error| Failure::at("--out", at_line(number, &error)))?);
        Ok(())
    })?;
    file.set_len(whole).map_err(failure)?;
    file.seek(SeekFrom::End(0)).map_err(failure)?;
    Ok((file, last))
}

fn for_each_line(mut input: impl io::BufRead, mut take: impl FnMut(u64, &[u8]) -> Outcome) -> Outcome {
    let mut line = Vec::new();
    let mut number = 0;
    while read_line(&mut input, Puzzle::MAX_LINE, &mut line)? {
        number += 1;
        take(number, &line)?;
    }
    Ok(())
}

fn read(line: &[u8]) -> Result<Puzzle, PuzzleError> {
    let text = std::str::from_utf8(line).map_err(|error| PuzzleError::Json(error.to_string()))?;
    Puzzle::read(text)
}

fn at_line(number: u64, error: &PuzzleError) -> Problem {
    error.problem().within(|en| format!("line {number}: {en}"), |fr| format!("ligne {number}\u{a0}: {fr}"))
}

fn check(console: &mut Console<'_>, path: &Path, games: Option<&Path>) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    if let Some(folder) = games {
        definition::offer(registry, folder, language)?;
    }
    let (input, _) = input::source("FILE", path)?;
    let (mut puzzles, mut errors) = (0_u64, 0_u64);
    let mut last: Option<(String, PuzzleGame)> = None;
    let mut known = HashSet::new();
    for_each_line(input, |number, line| {
        puzzles += 1;
        let checked = read(input::without_break(line)).and_then(|puzzle| {
            let game = match last.take().filter(|(spec, _)| *spec == puzzle.game) {
                Some((_, game)) => game,
                None => open(registry, &puzzle.game)?,
            };
            let key = game.check(&puzzle);
            last = Some((puzzle.game, game));
            if known.insert(key?) { Ok(()) } else { Err(PuzzleError::Duplicate) }
        });
        let Err(error) = checked else { return Ok(()) };
        errors += 1;
        let problem = at_line(number, &error);
        writeln!(out, "{}", crate::failure::one_line(problem.get(language)))?;
        Ok(())
    })?;
    if errors == 0 {
        let labels = ["puzzle checked", "puzzles checked", "problème vérifié", "problèmes vérifiés"];
        return Ok(writeln!(out, "{}", number_of(language, puzzles, labels))?);
    }
    out.flush()?;
    let count = |language| number_of(language, errors, ["error", "errors", "erreur", "erreurs"]);
    Err(Failure::about("FILE", count(Language::English), count(Language::French)))
}
