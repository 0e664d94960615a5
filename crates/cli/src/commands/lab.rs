use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use entourage_definition::Severity;
use entourage_kernel::{Language, Problem};
use entourage_laboratory::{Comparison, Notes, Trial, Variation, markdown, play_trial, report, variations};
use entourage_registry::view::{ReportView, ShareView};
use entourage_registry::{AnyGame, ContentHash, Registry, TextDefinition};
use serde::{Deserialize, Serialize};

#[cfg(feature = "server")]
use super::workers;
use super::{show_progress, threads};
use crate::arguments::Lab;
use crate::definition;
use crate::failure::{Console, Failure, Outcome, pick};
use crate::input;

const MAX_LINE: usize = 1 << 20;
const MAX_VARIATIONS: usize = 24;

#[derive(Serialize, Deserialize, PartialEq)]
struct Heading {
    game: String,
    rules: String,
    trial: Trial,
    /// Whether the records compare each position with and without each power.
    #[serde(default)]
    powers: bool,
}

pub fn run(console: &mut Console<'_>, lab: &Lab) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    let game = input::open(registry, &lab.game)?;
    let &Lab { level, gap, opening, longest, seed, cards, .. } = lab;
    let trial = Trial { level, gap, opening, longest, seed, cards };
    let max_cards = game.info(language).catalogue.map_or(0, |catalogue| catalogue.picks);
    if lab.cards > max_cards {
        let (en, fr) = match max_cards {
            0 => ("this game has no cards".to_owned(), "ce jeu n'a pas de cartes".to_owned()),
            _ => (format!("at most {max_cards} per side"), format!("au plus {max_cards} par camp")),
        };
        return Err(Failure::about("--cards", en, fr));
    }
    let heading = Heading {
        game: game.spec(),
        rules: game.metadata().rules_version.to_string(),
        trial: trial.clone(),
        powers: !lab.quick,
    };
    let (texts, options) = definition::texts(registry, &lab.game)?;
    let compare = || Comparison::of(registry, game.as_ref(), &texts, options);
    // With random cards, powers differ between games, so positions with and without a power are not compared.
    let is_plain = lab.quick || lab.cards > 0;
    let comparison = if is_plain { Comparison::default() } else { compare() };
    let mut known = BTreeMap::new();
    let file = lab.record.as_deref().map(|path| open_record(path, &heading, &mut known)).transpose()?;
    known.retain(|number, _| *number < lab.games);
    let until = lab.seconds.and_then(|seconds| Instant::now().checked_add(Duration::from_secs(seconds)));
    #[cfg(feature = "server")]
    let play_remotely = workers::player(lab, texts, options)?;
    #[cfg(not(feature = "server"))]
    let play_remotely: Option<Box<RemotePlayer>> = None;
    let runner = Runner {
        registry,
        game: game.as_ref(),
        comparison: &comparison,
        until,
        play_remotely: play_remotely.as_deref(),
    };
    let notes = play_all(&runner, &trial, lab.games, threads(lab.threads), known, file)?;
    let report = report(game.as_ref(), &trial, &notes, language);
    if let Some(path) = &lab.json {
        let unwritable = |error: io::Error| Failure::at(&path.display().to_string(), error.to_string());
        let text = serde_json::to_string_pretty(&report).map_err(io::Error::other).map_err(unwritable)?;
        fs::write(path, text + "\n").map_err(unwritable)?;
    }
    out.write_all(markdown(&report, language).as_bytes())?;
    if let Some(games) = lab.vary {
        out.flush()?;
        vary(console, lab, games, &report)?;
    }
    Ok(())
}

/// A function that plays the game with the specified number on a worker, or returns `None` if no worker is available.
pub type RemotePlayer = dyn Fn(&Trial, u32) -> Option<Notes> + Sync;

struct Runner<'p> {
    registry: &'p Registry,
    game: &'p dyn AnyGame,
    comparison: &'p Comparison,
    /// No game starts after this time.
    until: Option<Instant>,
    play_remotely: Option<&'p RemotePlayer>,
}

impl Runner<'_> {
    fn play(&self, trial: &Trial, number: u32) -> Option<Notes> {
        let notes = self.play_remotely.and_then(|play| play(trial, number));
        notes.or_else(|| play_trial(self.registry, self.game, self.comparison, trial, number))
    }
}

fn spec(hash: &ContentHash, options: &str) -> String {
    if options.is_empty() { hash.to_string() } else { format!("{hash}:{options}") }
}

fn play_all(
    runner: &Runner<'_>,
    trial: &Trial,
    games: u32,
    threads: usize,
    known: BTreeMap<u32, Notes>,
    file: Option<File>,
) -> Outcome<Vec<Notes>> {
    let missing: Vec<u32> = (0..games).filter(|number| !known.contains_key(number)).collect();
    let next = AtomicU32::new(0);
    let shared = Mutex::new((known, file, None::<io::Error>));
    let work = || {
        let time_is_up = || runner.until.is_some_and(|until| Instant::now() >= until);
        while let Some(number) = missing.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
            let Some(notes) = runner.play(trial, *number) else { return };
            let Ok(mut shared) = shared.lock() else { return };
            let (known, file, failure) = &mut *shared;
            if let Some(file) = file {
                let written = serde_json::to_string(&notes).map_err(io::Error::other);
                if let Err(error) = written.and_then(|line| writeln!(file, "{line}")) {
                    *failure = Some(error);
                    return;
                }
            }
            known.insert(*number, notes);
            if time_is_up() {
                return;
            }
            show_progress(&format!("{} of {games} games ", known.len()));
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(work);
        }
    });
    show_progress("");
    let Ok((known, _, failure)) = shared.into_inner() else {
        return Err(Failure::about("lab", "a game failed unexpectedly", "une partie a échoué"));
    };
    match failure {
        Some(error) => Err(error.into()),
        None => Ok(known.into_values().collect()),
    }
}

/// Opens or creates a record file, reads the recorded games, and removes an incomplete last line.
fn open_record(path: &Path, heading: &Heading, known: &mut BTreeMap<u32, Notes>) -> Outcome<File> {
    let part = path.display().to_string();
    let unreadable = |error: io::Error| Failure::at(&part, error.to_string());
    let at = |number: usize, en: &str, fr: &str| {
        let place = format!("{part}:{number}");
        Failure::about(&place, en, fr)
    };
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(unreadable)?;
    let mut input = BufReader::new(file.try_clone().map_err(unreadable)?);
    let (mut line, mut number, mut complete_bytes) = (Vec::new(), 0, 0);
    loop {
        line.clear();
        let read =
            io::Read::take(&mut input, MAX_LINE as u64).read_until(b'\n', &mut line).map_err(unreadable)?;
        if !line.ends_with(b"\n") {
            if read == MAX_LINE {
                return Err(at(number + 1, "the line is too long", "la ligne est trop longue"));
            }
            break;
        }
        number += 1;
        complete_bytes += read as u64;
        if number == 1 {
            let found: Option<Heading> = serde_json::from_slice(&line).ok();
            if found.as_ref() != Some(heading) {
                return Err(at(
                    1,
                    "this record belongs to another game or was made with other options",
                    "ce fichier provient d'un autre jeu ou d'autres options",
                ));
            }
            continue;
        }
        let notes: Notes =
            serde_json::from_slice(&line).map_err(|_| at(number, "invalid game", "partie non valide"))?;
        known.insert(notes.number, notes);
    }
    file.set_len(complete_bytes).map_err(unreadable)?;
    file.seek(io::SeekFrom::End(0)).map_err(unreadable)?;
    if number == 0 {
        let text = serde_json::to_string(heading).map_err(io::Error::other).map_err(unreadable)?;
        writeln!(file, "{text}").map_err(unreadable)?;
    }
    Ok(file)
}

fn vary(console: &mut Console<'_>, lab: &Lab, games: u32, before: &ReportView) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    let fr = "le jeu doit être un fichier de définition ou une définition fournie";
    let problem = Problem::new("the game must be a definition file or a shipped definition", fr);
    let Some((path, definition, options)) = definition::source(&lab.game)? else {
        return Err(Failure::at("--vary", problem));
    };
    let path = path.as_str();
    let text = |en, fr| pick(language, en, fr);
    writeln!(out, "## {}\n", text("Changes to one number", "Modifications d'un nombre"))?;
    writeln!(
        out,
        "| {} | {} | {} | {} | {} |\n|---|---:|---:|---:|---:|",
        text("Line", "Ligne"),
        text("first side wins", "gains du premier camp"),
        text("draws", "nulles"),
        text("plies", "demi-coups"),
        text("abandoned", "abandonnées")
    )?;
    row(out, text("unchanged", "inchangé"), before)?;
    let mut tried = 0;
    for variation in variations(&definition) {
        if tried == MAX_VARIATIONS {
            let more = text("The other numbers were not varied.", "Les autres nombres n'ont pas été modifiés.");
            writeln!(out, "\n{more}")?;
            break;
        }
        let Some(report) = try_variation(registry, lab, path, options, games, &variation, language)? else {
            continue;
        };
        tried += 1;
        let colon = text(":", "\u{a0}:");
        row(out, &format!("{}{colon} `{}`", variation.line, variation.after), &report)?;
        out.flush()?;
    }
    if tried == 0 {
        let none = text("The definition has no number to vary.", "La définition n'a aucun nombre modifiable.");
        writeln!(out, "\n{none}")?;
    }
    Ok(())
}

/// Plays games with a varied definition; returns `None` if that definition is invalid or already registered.
fn try_variation(
    registry: &Registry,
    lab: &Lab,
    path: &str,
    options: &str,
    games: u32,
    variation: &Variation,
    language: Language,
) -> Outcome<Option<ReportView>> {
    let read = definition::report_of(Path::new(path), variation.text.clone());
    if read.diagnostics.iter().any(|fault| fault.severity == Severity::Error) {
        return Ok(None);
    }
    let Some(game) = TextDefinition::new(read) else { return Ok(None) };
    let Ok(hash) = registry.add(std::sync::Arc::new(game)) else { return Ok(None) };
    let Ok(game) = registry.open(&spec(&hash, options)) else { return Ok(None) };
    let &Lab { level, opening, longest, seed, cards, .. } = lab;
    let trial = Trial { level, gap: 0, opening, longest, seed, cards };
    let comparison = Comparison::default();
    let runner =
        Runner { registry, game: game.as_ref(), comparison: &comparison, until: None, play_remotely: None };
    let notes = play_all(&runner, &trial, games, threads(lab.threads), BTreeMap::new(), None)?;
    registry.remove(hash);
    Ok(Some(report(game.as_ref(), &trial, &notes, language)))
}

fn row(out: &mut impl Write, name: &str, report: &ReportView) -> io::Result<()> {
    let percent = |share: &ShareView| {
        format!("{:.0} % ({:.0}–{:.0})", share.found * 100.0, share.least * 100.0, share.most * 100.0)
    };
    writeln!(
        out,
        "| {} | {} | {} | {:.0} | {:.0} % |",
        name.replace('|', "\\|"),
        percent(&report.first),
        percent(&report.draws),
        report.length[2],
        report.unfinished.found * 100.0
    )
}
