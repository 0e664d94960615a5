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

const LONGEST_LINE: usize = 1 << 20;
const MOST_VARIATIONS: usize = 24;

#[derive(Serialize, Deserialize, PartialEq)]
struct Heading {
    game: String,
    rules: String,
    trial: Trial,
    /// Whether games were compared with the same game without each power.
    #[serde(default)]
    powers: bool,
}

pub fn run(console: &mut Console<'_>, plan: &Lab) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    let game = input::open(registry, &plan.game)?;
    let &Lab { level, gap, opening, longest, seed, cards, .. } = plan;
    let trial = Trial { level, gap, opening, longest, seed, cards };
    let most = game.info(language).catalogue.map_or(0, |catalogue| catalogue.picks);
    if plan.cards > most {
        let (en, fr) = match most {
            0 => {
                ("this game has no cards to choose".to_owned(), "ce jeu n'a pas de cartes à choisir".to_owned())
            }
            _ => (format!("each side has at most {most}"), format!("chaque camp en a au plus {most}")),
        };
        return Err(Failure::about("--cards", en, fr));
    }
    let heading = Heading {
        game: game.spec(),
        rules: game.metadata().rules_version.to_string(),
        trial: trial.clone(),
        powers: !plan.quick,
    };
    let (texts, options) = definition::texts(registry, &plan.game)?;
    let compare = || Comparison::of(registry, game.as_ref(), &texts, options);
    // With drawn cards every game differs, so nothing is compared.
    let is_plain = plan.quick || plan.cards > 0;
    let comparison = if is_plain { Comparison::default() } else { compare() };
    let mut known = BTreeMap::new();
    let file = plan.record.as_deref().map(|path| open_record(path, &heading, &mut known)).transpose()?;
    known.retain(|number, _| *number < plan.games);
    let until = plan.seconds.and_then(|seconds| Instant::now().checked_add(Duration::from_secs(seconds)));
    #[cfg(feature = "server")]
    let elsewhere = workers::reach_for_games(plan, texts, options)?;
    #[cfg(not(feature = "server"))]
    let elsewhere: Option<Box<Elsewhere>> = None;
    let played = Played {
        registry,
        game: game.as_ref(),
        comparison: &comparison,
        until,
        elsewhere: elsewhere.as_deref(),
    };
    let notes = play_all(&played, &trial, plan.games, threads(plan.threads), known, file)?;
    let report = report(game.as_ref(), &trial, &notes, language);
    if let Some(path) = &plan.json {
        let unwritten = |error: io::Error| Failure::at(&path.display().to_string(), error.to_string());
        let text = serde_json::to_string_pretty(&report).map_err(io::Error::other).map_err(unwritten)?;
        fs::write(path, text + "\n").map_err(unwritten)?;
    }
    out.write_all(markdown(&report, language).as_bytes())?;
    if let Some(games) = plan.vary {
        out.flush()?;
        vary(console, plan, games, &report)?;
    }
    Ok(())
}

/// Plays a game by its number on a worker; returns `None` if none does.
pub type Elsewhere = dyn Fn(&Trial, u32) -> Option<Notes> + Sync;

struct Played<'p> {
    registry: &'p Registry,
    game: &'p dyn AnyGame,
    comparison: &'p Comparison,
    /// No game starts after this.
    until: Option<Instant>,
    elsewhere: Option<&'p Elsewhere>,
}

impl Played<'_> {
    fn play(&self, trial: &Trial, number: u32) -> Option<Notes> {
        let noted = self.elsewhere.and_then(|play| play(trial, number));
        noted.or_else(|| play_trial(self.registry, self.game, self.comparison, trial, number))
    }
}

fn spec(hash: &ContentHash, options: &str) -> String {
    if options.is_empty() { hash.to_string() } else { format!("{hash}:{options}") }
}

fn play_all(
    played: &Played<'_>,
    trial: &Trial,
    games: u32,
    threads: usize,
    known: BTreeMap<u32, Notes>,
    file: Option<File>,
) -> Outcome<Vec<Notes>> {
    let wanted: Vec<u32> = (0..games).filter(|number| !known.contains_key(number)).collect();
    let next = AtomicU32::new(0);
    let kept = Mutex::new((known, file, None::<io::Error>));
    let work = || {
        let is_late = || played.until.is_some_and(|until| Instant::now() >= until);
        while let Some(number) = wanted.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
            let Some(notes) = played.play(trial, *number) else { return };
            let Ok(mut kept) = kept.lock() else { return };
            let (known, file, failure) = &mut *kept;
            if let Some(file) = file {
                let written = serde_json::to_string(&notes).map_err(io::Error::other);
                if let Err(error) = written.and_then(|line| writeln!(file, "{line}")) {
                    *failure = Some(error);
                    return;
                }
            }
            known.insert(*number, notes);
            if is_late() {
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
    let Ok((known, _, failure)) = kept.into_inner() else {
        return Err(Failure::about("lab", "a game failed", "une partie a échoué"));
    };
    match failure {
        Some(error) => Err(error.into()),
        None => Ok(known.into_values().collect()),
    }
}

/// Opens or creates a record; a last line that was cut off is removed.
fn open_record(path: &Path, heading: &Heading, known: &mut BTreeMap<u32, Notes>) -> Outcome<File> {
    let part = path.display().to_string();
    let unread = |error: io::Error| Failure::at(&part, error.to_string());
    let at = |number: usize, en: &str, fr: &str| {
        let place = format!("{part}:{number}");
        Failure::about(&place, en, fr)
    };
    let mut file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(unread)?;
    let mut input = BufReader::new(file.try_clone().map_err(unread)?);
    let (mut line, mut number, mut whole) = (Vec::new(), 0, 0);
    loop {
        line.clear();
        let read =
            io::Read::take(&mut input, LONGEST_LINE as u64).read_until(b'\n', &mut line).map_err(unread)?;
        if !line.ends_with(b"\n") {
            if read == LONGEST_LINE {
                return Err(at(number + 1, "the line is too long", "la ligne est trop longue"));
            }
            break;
        }
        number += 1;
        whole += read as u64;
        if number == 1 {
            let found: Option<Heading> = serde_json::from_slice(&line).ok();
            if found.as_ref() != Some(heading) {
                return Err(at(
                    1,
                    "this is the record of other games: another game, or other conditions",
                    "c'est le registre d'autres parties\u{a0}: un autre jeu, ou d'autres conditions",
                ));
            }
            continue;
        }
        let notes: Notes = serde_json::from_slice(&line)
            .map_err(|_| at(number, "this is no game of a record", "ce n'est pas une partie d'un registre"))?;
        known.insert(notes.number, notes);
    }
    file.set_len(whole).map_err(unread)?;
    file.seek(io::SeekFrom::End(0)).map_err(unread)?;
    if number == 0 {
        let text = serde_json::to_string(heading).map_err(io::Error::other).map_err(unread)?;
        writeln!(file, "{text}").map_err(unread)?;
    }
    Ok(file)
}

fn vary(console: &mut Console<'_>, plan: &Lab, games: u32, before: &ReportView) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    let fr = "on ne peut changer que le texte d'un jeu qui se trouve dans un fichier";
    let problem = Problem::new("only the text of a game that stands in a file can be changed", fr);
    let Some((path, options)) = definition::file(&plan.game) else {
        return Err(Failure::at("--vary", problem));
    };
    let text = definition::text(Path::new(path))?;
    let say = |en, fr| pick(language, en, fr);
    writeln!(out, "## {}\n", say("One number changed", "Un nombre changé"))?;
    writeln!(
        out,
        "| {} | {} | {} | {} | {} |\n|---|---:|---:|---:|---:|",
        say("Line", "Ligne"),
        say("first side", "premier camp"),
        say("drawn", "nulles"),
        say("plies", "demi-coups"),
        say("given up", "abandonnées")
    )?;
    row(out, say("as it stands", "tel quel"), before)?;
    let mut tried = 0;
    for variation in variations(&text) {
        if tried == MOST_VARIATIONS {
            let more = say("More numbers were not tried.", "Les autres nombres n'ont pas été essayés.");
            writeln!(out, "\n{more}")?;
            break;
        }
        let Some(report) = try_out(registry, plan, path, options, games, &variation, language)? else {
            continue;
        };
        tried += 1;
        let colon = say(":", "\u{a0}:");
        row(out, &format!("{}{colon} `{}`", variation.line, variation.after), &report)?;
        out.flush()?;
    }
    if tried == 0 {
        let none = say("No number of the text can be another.", "Aucun nombre du texte ne peut être un autre.");
        writeln!(out, "\n{none}")?;
    }
    Ok(())
}

/// Plays a variation, unless it is invalid or the same game.
fn try_out(
    registry: &Registry,
    plan: &Lab,
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
    let &Lab { level, opening, longest, seed, cards, .. } = plan;
    let trial = Trial { level, gap: 0, opening, longest, seed, cards };
    let comparison = Comparison::default();
    let played =
        Played { registry, game: game.as_ref(), comparison: &comparison, until: None, elsewhere: None };
    let notes = play_all(&played, &trial, games, threads(plan.threads), BTreeMap::new(), None)?;
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
