mod games;

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use entourage_kernel::{Language, Problem};
use entourage_pgn::{Game, SyntaxError, Warning};
use entourage_scoresheet::{Sheet, Style};

use crate::arguments::{Moves, Record, RecordFile, Texts};
use crate::board;
use crate::failure::{Console, Failure, GAMES, Outcome, number_of, one_line, pick};

use games::GameResolver;
pub use games::{Games, Place};

const MAX_FILES: u64 = 1_000_000;

pub fn run(console: &mut Console<'_>, command: &Record) -> Outcome {
    let &mut Console { registry, language, .. } = console;
    let resolver = |file: &RecordFile, texts: &Texts| {
        GameResolver::new(registry, &file.file, texts.games.as_deref(), language)
    };
    match command {
        Record::Show { file, texts, game } => show(console, &resolver(file, texts)?, file, *game),
        Record::Check { file, texts } => check(console, &resolver(file, texts)?, file),
        Record::Convert { file, texts, moves } => convert(console, &resolver(file, texts)?, file, *moves),
        Record::Split { file, out: folder, games } => split(console, file, folder, *games),
        Record::Stats { file, json } => games::run(console, file, *json),
    }
}

fn show(console: &mut Console<'_>, resolver: &GameResolver<'_>, file: &RecordFile, number: u64) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let mut games = Games::open("FILE", &file.file)?;
    while let Some(read) = games.next()? {
        if games.number() < number {
            continue;
        }
        let sheet = played(resolver, read, number, Style::Short, language);
        let sheet = sheet.map_err(|(place, problem)| place.failure(&problem))?;
        let game = sheet.played.game();
        let (info, view) = (game.info(language), sheet.played.view(language));
        // Tags are untrusted and can contain control characters.
        let text = sheet.game.to_string();
        let (_, moves) = text.split_once("\n\n").unwrap_or(("", &text));
        for tag in &sheet.game.tidied().tags {
            if !matches!(&*tag.value, "?" | "????.??.??") {
                writeln!(out, "{}: {}", tag.name, one_line(&tag.value))?;
            }
        }
        writeln!(out, "{} ({})\n", info.name, sheet.spec)?;
        for line in moves.trim_end().lines() {
            writeln!(out, "{}", one_line(line))?;
        }
        writeln!(out)?;
        for row in board::draw(game.topology(), &info, &view, super::show::paint()) {
            writeln!(out, "{row}")?;
        }
        writeln!(out, "\n{} ({})\n{}", view.status_text, view.status, view.position)?;
        return Ok(());
    }
    let found = games.number();
    let en = format!("there is no game {number}; the file has {found}");
    Err(Failure::about("--game", en, format!("il n'y a pas de partie {number}\u{a0}; le fichier en a {found}")))
}

fn check(console: &mut Console<'_>, resolver: &GameResolver<'_>, file: &RecordFile) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let mut games = Games::open("FILE", &file.file)?;
    let mut faults = 0_u64;
    while let Some(read) = games.next()? {
        if let Err((place, problem)) = played(resolver, read, games.number(), Style::Plain, language) {
            faults += 1;
            writeln!(out, "{}", place.line(&problem, language))?;
        }
    }
    let found = games.number();
    let invalid = number_of(language, faults, ["invalid", "invalid", "non valide", "non valides"]);
    writeln!(out, "{}, {invalid}", number_of(language, found, GAMES))?;
    out.flush()?;
    check_faults(faults, found)
}

fn convert(console: &mut Console<'_>, resolver: &GameResolver<'_>, file: &RecordFile, moves: Moves) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let style = match moves {
        Moves::Short => Style::Short,
        Moves::Plain => Style::Plain,
        Moves::Courier => Style::Courier,
    };
    let mut games = Games::open("FILE", &file.file)?;
    let mut faults = 0_u64;
    while let Some(read) = games.next()? {
        match played(resolver, read, games.number(), style, language) {
            Ok(sheet) => write!(out, "{}", sheet.game)?,
            Err((place, problem)) => {
                faults += 1;
                report(place, &problem, language);
            }
        }
    }
    out.flush()?;
    check_faults(faults, games.number())
}

fn split(console: &mut Console<'_>, file: &RecordFile, folder: &Path, each: u64) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let named =
        |path: &Path, error: io::Error| Failure::at("--out", one_line(&format!("{}: {error}", path.display())));
    fs::create_dir_all(folder).map_err(|error| named(folder, error))?;
    let mut games = Games::open("FILE", &file.file)?;
    let (mut files, mut written, mut faults) = (0_u64, 0_u64, 0_u64);
    let mut current: Option<BufWriter<fs::File>> = None;
    while let Some(read) = games.next()? {
        let game = match read {
            Ok(game) => game,
            Err(error) => {
                faults += 1;
                report(Place { game: games.number(), place: error.place }, &error.fault.problem(), language);
                continue;
            }
        };
        let mut into = match current.take().filter(|_| written % each != 0) {
            Some(into) => into,
            None => {
                files += 1;
                if files > MAX_FILES {
                    let en = format!(
                        "more than {MAX_FILES} files are needed; increase --games, the number of games per file"
                    );
                    let fr = format!(
                        "il faudrait plus de {MAX_FILES} fichiers\u{a0}; augmentez --games (parties par fichier)"
                    );
                    return Err(Failure::about("--out", en, fr));
                }
                let path = folder.join(format!("{files:06}.pgn"));
                let created = OpenOptions::new().write(true).create_new(true).open(&path);
                BufWriter::new(created.map_err(|error| named(&path, error))?)
            }
        };
        write!(into, "{game}").and_then(|()| into.flush()).map_err(|error| named(folder, error))?;
        written += 1;
        current = Some(into);
    }
    let files = number_of(language, files, ["file", "files", "fichier", "fichiers"]);
    let into = pick(language, "in", "dans");
    writeln!(out, "{} {into} {files}", number_of(language, written, GAMES))?;
    out.flush()?;
    check_faults(faults, games.number())
}

/// Plays a game, and prints what is unusual in its record.
fn played(
    resolver: &GameResolver<'_>,
    read: Result<Game, SyntaxError>,
    game: u64,
    style: Style,
    language: Language,
) -> Result<Sheet, (Place, Problem)> {
    let at = |place| Place { game, place };
    let mut read = read.map_err(|error| (at(error.place), error.fault.problem()))?;
    let sheet = resolver.played(&mut read, style).map_err(|fault| (at(fault.place), fault.problem))?;
    let warning = |why: &str| format!("warning: {why}");
    for Warning { place, problem } in &sheet.warnings {
        let problem = problem.clone().within(warning, |why| format!("avertissement\u{a0}: {why}"));
        report(at(*place), &problem, language);
    }
    Ok(sheet)
}

pub fn report(place: Place, problem: &Problem, language: Language) {
    let _ = writeln!(io::stderr(), "entourage: {}", place.line(problem, language));
}

fn check_faults(faults: u64, games: u64) -> Outcome {
    if faults == 0 {
        return Ok(());
    }
    let all = number_of(Language::English, games, GAMES);
    let (en, fr) = match faults {
        1 => (format!("1 of {all} is invalid"), format!("1 partie sur {games} n'est pas valide")),
        _ => (
            format!("{faults} of {all} are invalid"),
            format!("{faults} parties sur {games} ne sont pas valides"),
        ),
    };
    Err(Failure::message(en, fr))
}
