use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use entourage_kernel::{Language, Problem};
use entourage_laboratory::{
    Comparison, Improvement, Job, Notes, Sample, Stage, Trial, conditions, markdown, play_trial, proposals,
    random_moves, report, value,
};
use entourage_registry::view::ProposalView;
use entourage_registry::{AnyGame, Registry};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

#[cfg(feature = "server")]
use super::workers;
use super::{show_progress, threads};
use crate::arguments::Lab;
use crate::definition;
use crate::failure::{Console, Failure, Outcome, pick};
use crate::input;

const MAX_LINE: usize = 1 << 20;

#[derive(Serialize, Deserialize, PartialEq)]
struct Heading {
    game: String,
    rules: String,
    trial: Trial,
    /// Whether the records compare each position with and without each power.
    #[serde(default)]
    powers: bool,
    /// Identifies the compared versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    versions: Option<String>,
}

/// A line in the record of a search for improvements.
#[derive(Serialize, Deserialize)]
struct Recorded {
    #[serde(flatten)]
    job: Job,
    sample: Sample,
}

pub fn run(console: &mut Console<'_>, lab: &Lab) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    let game = input::open(registry, &lab.game)?;
    let max_cards = game.info(language).catalogue.map_or(0, |catalogue| catalogue.picks);
    if lab.cards > max_cards {
        let (en, fr) = match max_cards {
            0 => ("this game has no cards".to_owned(), "ce jeu n'a pas de cartes".to_owned()),
            _ => (format!("at most {max_cards} per side"), format!("au plus {max_cards} par camp")),
        };
        return Err(Failure::about("--cards", en, fr));
    }
    let &Lab { level, gap, longest, seed, cards, .. } = lab;
    let trial = Trial { level, gap, longest, seed, cards, ..Trial::default() };
    let trial = match lab.opening {
        Some(opening) => Trial { opening, ..trial },
        None => conditions(registry, game.as_ref(), trial),
    };
    let (texts, options) = definition::texts(registry, &lab.game)?;
    let improvement = improvement(registry, lab, &trial, &texts, options)?;
    let heading = Heading {
        game: game.spec(),
        rules: game.metadata().rules_version.to_string(),
        trial: trial.clone(),
        powers: !lab.quick,
        versions: improvement.as_ref().map(Improvement::fingerprint),
    };
    if let Some(improvement) = improvement {
        return improve(console, lab, game.as_ref(), &heading, improvement);
    }
    let compare = || Comparison::of(registry, game.as_ref(), &texts, options);
    // With random cards, powers differ between games, so positions with and without a power are not compared.
    let is_plain = lab.quick || lab.cards > 0;
    let comparison = if is_plain { Comparison::default() } else { compare() };
    let mut known: BTreeMap<u32, Notes> = BTreeMap::new();
    let mut take = |notes: Notes| {
        known.insert(notes.number, notes);
    };
    let mut file = lab.record.as_deref().map(|path| open_record(path, &heading, &mut take)).transpose()?;
    known.retain(|number, _| *number < lab.games);
    #[cfg(feature = "server")]
    let play_remotely = workers::player(lab, options)?;
    #[cfg(not(feature = "server"))]
    let play_remotely: Option<Box<RemotePlayer>> = None;
    let play = |number: &u32| {
        let remotely = play_remotely.as_ref().and_then(|play| play(&texts, &trial, *number));
        remotely.or_else(|| play_trial(registry, game.as_ref(), &comparison, &trial, *number))
    };
    let missing: Vec<u32> = (0..lab.games).filter(|number| !known.contains_key(number)).collect();
    let keep = |_: &u32, notes: Option<Notes>| {
        let Some(notes) = notes else { return Ok(false) };
        write_line(file.as_mut(), &notes)?;
        known.insert(notes.number, notes);
        show_progress(&format!("{} of {} games ", known.len(), lab.games));
        Ok(true)
    };
    play_all(lab, until(lab), &missing, play, keep)?;
    let notes: Vec<Notes> = known.into_values().collect();
    let mut report = report(game.as_ref(), &trial, &notes, language);
    report.value = value(game.as_ref(), &trial);
    write_json(lab, &report)?;
    out.write_all(markdown(&report, language).as_bytes())?;
    Ok(())
}

/// A function that plays the game with the specified number on a worker, or returns `None` if no worker is available.
pub type RemotePlayer = dyn Fn(&[String], &Trial, u32) -> Option<Notes> + Sync;

/// Returns the time after which no game starts.
fn until(lab: &Lab) -> Option<Instant> {
    lab.seconds.and_then(|seconds| Instant::now().checked_add(Duration::from_secs(seconds)))
}

/// Plays games on several threads; stops if the time is up or `keep` returns `false`. Returns whether all games were played.
fn play_all<J: Sync, T>(
    lab: &Lab,
    until: Option<Instant>,
    jobs: &[J],
    play: impl Fn(&J) -> T + Sync,
    keep: impl FnMut(&J, T) -> io::Result<bool> + Send,
) -> Outcome<bool> {
    let next = AtomicU32::new(0);
    let shared = Mutex::new((keep, Ok(true)));
    let work = || {
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
            let played = play(job);
            let Ok(mut shared) = shared.lock() else { return };
            let (keep, result) = &mut *shared;
            match keep(job, played) {
                Ok(true) if until.is_none_or(|until| Instant::now() < until) => {}
                Ok(_) => *result = Ok(false),
                Err(error) => *result = Err(error),
            }
            if !matches!(result, Ok(true)) {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads(lab.threads).max(1) {
            scope.spawn(work);
        }
    });
    show_progress("");
    let Ok((_, result)) = shared.into_inner() else {
        return Err(Failure::about("lab", "a game failed unexpectedly", "une partie a échoué"));
    };
    Ok(result?)
}

fn write_line(file: Option<&mut File>, line: &impl Serialize) -> io::Result<()> {
    let Some(file) = file else { return Ok(()) };
    writeln!(file, "{}", serde_json::to_string(line).map_err(io::Error::other)?)
}

fn write_json(lab: &Lab, value: &impl Serialize) -> Outcome {
    let Some(path) = &lab.json else { return Ok(()) };
    let unwritable = |error: io::Error| Failure::at(&path.display().to_string(), error.to_string());
    let text = serde_json::to_string_pretty(value).map_err(io::Error::other).map_err(unwritable)?;
    fs::write(path, text + "\n").map_err(unwritable)
}

/// Prepares the search for improvements or the comparison that the options request.
fn improvement(
    registry: &Registry,
    lab: &Lab,
    trial: &Trial,
    texts: &[String],
    options: &str,
) -> Outcome<Option<Improvement>> {
    let option = if lab.improve.is_some() { "--improve" } else { "--against" };
    let found = match (lab.improve, &lab.against) {
        (Some(games), _) => Improvement::new(registry, texts, options, trial.clone(), games),
        (None, Some(other)) => {
            input::open(registry, other)?;
            let (other, _) = definition::texts(registry, other)?;
            Improvement::comparing(registry, &other, texts, trial.clone(), lab.games)
        }
        (None, None) => return Ok(None),
    };
    let fr = "le jeu doit être un fichier de définition ou une définition fournie";
    let problem = Problem::new("the game must be a definition file or a shipped definition", fr);
    found.map(Some).ok_or_else(|| Failure::at(option, problem))
}

/// Plays the games of a search for improvements, round by round, and prints the best edits.
fn improve(
    console: &mut Console<'_>,
    lab: &Lab,
    game: &dyn AnyGame,
    heading: &Heading,
    mut improvement: Improvement,
) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    let mut take = |Recorded { job, sample }| improvement.add(job, Some(sample));
    let mut file = lab.record.as_deref().map(|path| open_record(path, heading, &mut take)).transpose()?;
    #[cfg(feature = "server")]
    let play_remotely = workers::player(lab, definition::texts(registry, &lab.game)?.1)?;
    #[cfg(not(feature = "server"))]
    let play_remotely: Option<Box<RemotePlayer>> = None;
    let until = until(lab);
    let mut is_finished = false;
    while !is_finished {
        let jobs = improvement.pending();
        let (stage, edits, games) = improvement.progress();
        let stage = match stage {
            Stage::Screen => pick(language, "screening", "tri"),
            Stage::Race => pick(language, "comparing", "comparaison"),
            Stage::Confirm => pick(language, "confirming", "confirmation"),
        };
        let (mut done, mut samples) = (0, Vec::new());
        let play = |job: &Job| {
            let trial = improvement.trial(job.stage);
            let remotely = play_remotely
                .as_ref()
                .and_then(|play| play(improvement.texts(job.version), &trial, job.number));
            let notes = remotely.or_else(|| improvement.play(registry, *job));
            notes.map(|notes| improvement.sample(*job, &notes))
        };
        let keep = |job: &Job, sample: Option<Sample>| {
            done += 1;
            show_progress(&format!("{stage}: {edits} × {games}, {done} / {} ", jobs.len()));
            if let Some(sample) = &sample {
                write_line(file.as_mut(), &Recorded { job: *job, sample: sample.clone() })?;
            }
            samples.push((*job, sample));
            Ok(true)
        };
        is_finished = jobs.is_empty() || !play_all(lab, until, &jobs, play, keep)?;
        samples.into_iter().for_each(|(job, sample)| improvement.add(job, sample));
    }
    let found = improvement.proposals();
    write_json(lab, &found)?;
    print_proposals(out, lab, game, &heading.trial, &found, language)
}

fn print_proposals(
    out: &mut impl Write,
    lab: &Lab,
    game: &dyn AnyGame,
    trial: &Trial,
    found: &[ProposalView],
    language: Language,
) -> Outcome {
    let name = game.metadata().name.get(language);
    let heading = match &lab.against {
        Some(other) => {
            pick(language, format!("{} compared with {other}", lab.game), format!("{} et {other}", lab.game))
        }
        _ => format!("{} – {name}", pick(language, "Proposals", "Propositions")),
    };
    let (level, opening) = (trial.level, random_moves(trial.opening, language));
    let en = format!("Self-play at level {level}, {opening}; both versions play the same openings.");
    let fr = format!(
        "Parties de l'ordinateur contre lui-même au niveau {level}, {opening}\u{a0}; les deux versions jouent les mêmes ouvertures."
    );
    writeln!(out, "# {heading}\n\n{}", pick(language, en, fr))?;
    let en = "Ranges in parentheses are 95 % confidence intervals, which cover chance only.";
    let fr = "Entre parenthèses, les intervalles de confiance à 95 %, qui ne couvrent que le hasard.";
    writeln!(out, "{}\n", pick(language, en, fr))?;
    if found.is_empty() {
        writeln!(
            out,
            "{}",
            pick(language, "No edit could be tried.", "Aucune modification n'a pu être essayée.")
        )?;
    }
    let sides = game.metadata().sides.each_ref().map(|side| side.get(language).to_owned());
    Ok(out.write_all(proposals(found, &sides, language).as_bytes())?)
}

/// Opens or creates a record file, reads the recorded games, and removes an incomplete last line.
fn open_record<T: DeserializeOwned>(path: &Path, heading: &Heading, take: &mut dyn FnMut(T)) -> Outcome<File> {
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
        take(serde_json::from_slice(&line).map_err(|_| at(number, "invalid game", "partie non valide"))?);
    }
    file.set_len(complete_bytes).map_err(unreadable)?;
    file.seek(io::SeekFrom::End(0)).map_err(unreadable)?;
    if number == 0 {
        let text = serde_json::to_string(heading).map_err(io::Error::other).map_err(unreadable)?;
        writeln!(file, "{text}").map_err(unreadable)?;
    }
    Ok(file)
}
