mod games;

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use entourage_kernel::{Language, Problem};
use entourage_scoresheet::Style;

use crate::arguments::{Moves, Record, RecordFile, Texts};
use crate::board;
use crate::failure::{Console, Failure, GAMES, Outcome, number_of, one_line, pick};

use games::{Games, Place, Shelf};

const MOST_FILES: u64 = 1_000_000;

pub fn run(console: &mut Console<'_>, asked: &Record) -> Outcome {
    let &mut Console { registry, language, .. } = console;
    let shelf =
        |file: &RecordFile, texts: &Texts| Shelf::new(registry, &file.file, texts.games.as_deref(), language);
    match asked {
        Record::Show { file, texts, game } => show(console, &shelf(file, texts)?, file, *game),
        Record::Check { file, texts } => check(console, &shelf(file, texts)?, file),
        Record::Convert { file, texts, moves } => convert(console, &shelf(file, texts)?, file, *moves),
        Record::Split { file, out: folder, games } => split(console, file, folder, *games),
        Record::Stats { file, json } => games::run(console, file, *json),
    }
}

fn show(console: &mut Console<'_>, shelf: &Shelf<'_>, file: &RecordFile, number: u64) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let mut games = Games::open(file)?;
    while let Some(read) = games.next()? {
        if games.number() < number {
            continue;
        }
        let told = |place, problem: &Problem| Place { game: number, place }.failure(problem);
        let written = read.map_err(|error| told(error.place, &error.fault.problem()))?;
        let sheet = shelf.played(&written, Style::Short);
        let sheet = sheet.map_err(|fault| told(fault.place, &fault.problem))?;
        let game = sheet.played.game();
        let (info, view) = (game.info(language), sheet.played.view(language));
        // Tags are untrusted: `one_line` keeps each on its line.
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
    let en = format!("there is no game {number}: the file has {found}");
    Err(Failure::about("--game", en, format!("il n'y a pas de partie {number}\u{a0}: le fichier en a {found}")))
}

fn check(console: &mut Console<'_>, shelf: &Shelf<'_>, file: &RecordFile) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let mut games = Games::open(file)?;
    let mut faults = 0_u64;
    while let Some(read) = games.next()? {
        let fault = match read {
            Err(error) => Some((error.place, error.fault.problem())),
            Ok(game) => shelf.played(&game, Style::Plain).err().map(|fault| (fault.place, fault.problem)),
        };
        if let Some((place, problem)) = fault {
            faults += 1;
            writeln!(out, "{}", Place { game: games.number(), place }.line(&problem, language))?;
        }
    }
    let found = games.number();
    let faulty = number_of(language, faults, ["at fault", "at fault", "fautive", "fautives"]);
    writeln!(out, "{}, {faulty}", number_of(language, found, GAMES))?;
    out.flush()?;
    at_fault(faults, found)
}

fn convert(console: &mut Console<'_>, shelf: &Shelf<'_>, file: &RecordFile, moves: Moves) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let style = match moves {
        Moves::Short => Style::Short,
        Moves::Plain => Style::Plain,
        Moves::Courier => Style::Courier,
    };
    let mut games = Games::open(file)?;
    let mut faults = 0_u64;
    while let Some(read) = games.next()? {
        let sheet = match read {
            Err(error) => Err((error.place, error.fault.problem())),
            Ok(game) => shelf.played(&game, style).map_err(|fault| (fault.place, fault.problem)),
        };
        match sheet {
            Ok(sheet) => write!(out, "{}", sheet.game)?,
            Err((place, problem)) => {
                faults += 1;
                tell(Place { game: games.number(), place }, &problem, language);
            }
        }
    }
    out.flush()?;
    at_fault(faults, games.number())
}

fn split(console: &mut Console<'_>, file: &RecordFile, folder: &Path, each: u64) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let named =
        |path: &Path, error: io::Error| Failure::at("--out", one_line(&format!("{}: {error}", path.display())));
    fs::create_dir_all(folder).map_err(|error| named(folder, error))?;
    let mut games = Games::open(file)?;
    let (mut files, mut written, mut faults) = (0_u64, 0_u64, 0_u64);
    let mut under_way: Option<BufWriter<fs::File>> = None;
    while let Some(read) = games.next()? {
        let game = match read {
            Ok(game) => game,
            Err(error) => {
                faults += 1;
                tell(Place { game: games.number(), place: error.place }, &error.fault.problem(), language);
                continue;
            }
        };
        let mut into = match under_way.take().filter(|_| written % each != 0) {
            Some(into) => into,
            None => {
                files += 1;
                if files > MOST_FILES {
                    let en = format!(
                        "the games would fill more than {MOST_FILES} files; --games puts several into one"
                    );
                    let fr = format!(
                        "les parties rempliraient plus de {MOST_FILES} fichiers\u{a0}; --games en met plusieurs dans un"
                    );
                    return Err(Failure::about("--out", en, fr));
                }
                let path = folder.join(format!("{files:06}.pgn"));
                let made = OpenOptions::new().write(true).create_new(true).open(&path);
                BufWriter::new(made.map_err(|error| named(&path, error))?)
            }
        };
        write!(into, "{game}").and_then(|()| into.flush()).map_err(|error| named(folder, error))?;
        written += 1;
        under_way = Some(into);
    }
    let files = number_of(language, files, ["file", "files", "fichier", "fichiers"]);
    let into = pick(language, "in", "dans");
    writeln!(out, "{} {into} {files}", number_of(language, written, GAMES))?;
    out.flush()?;
    at_fault(faults, games.number())
}

fn tell(place: Place, problem: &Problem, language: Language) {
    let _ = writeln!(io::stderr(), "entourage: {}", place.line(problem, language));
}

fn at_fault(faults: u64, games: u64) -> Outcome {
    if faults == 0 {
        return Ok(());
    }
    let all = number_of(Language::English, games, GAMES);
    let (en, fr) = match faults {
        1 => (format!("1 of {all} is at fault"), format!("1 partie sur {games} est fautive")),
        _ => (format!("{faults} of {all} are at fault"), format!("{faults} parties sur {games} sont fautives")),
    };
    Err(Failure::wrong(en, fr))
}
