mod games;
mod shelf;
mod stats;

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use entourage_kernel::sentence::counted;
use entourage_kernel::{Language, Problem};
use entourage_registry::Registry;
use entourage_scoresheet::Style;

use crate::arguments::{Moves, Record, RecordFile, Texts};
use crate::board;
use crate::failure::{Failure, one_line};

use games::{Games, Place};
use shelf::Shelf;

/// The files beyond which a folder is not filled.
const MOST_FILES: u64 = 1_000_000;

/// Shows, checks, converts, splits or counts records of games, of which one at a time is held.
///
/// # Errors
/// A file that cannot be read or written, games at fault, which are told by then, or a closed output.
pub fn run(
    registry: &Registry,
    asked: &Record,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let shelf =
        |file: &RecordFile, texts: &Texts| Shelf::new(registry, &file.file, texts.games.as_deref(), language);
    match asked {
        Record::Show { file, texts, game } => show(&shelf(file, texts)?, file, *game, language, out),
        Record::Check { file, texts } => check(&shelf(file, texts)?, file, language, out),
        Record::Convert { file, texts, moves } => convert(&shelf(file, texts)?, file, *moves, language, out),
        Record::Split { file, out: folder, games } => split(file, folder, *games, language, out),
        Record::Stats { file, json } => stats::run(file, *json, language, out),
    }
}

fn show(
    shelf: &Shelf<'_>,
    file: &RecordFile,
    number: u64,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
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
        // Tags come from anywhere: no line of them breaks out of its own.
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
    Err(Failure::at(
        "--game",
        Problem::new(en, format!("il n'y a pas de partie {number}\u{a0}: le fichier en a {found}")),
    ))
}

fn check(
    shelf: &Shelf<'_>,
    file: &RecordFile,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
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
    match language {
        Language::English => writeln!(out, "{}, {faults} at fault", counted(language, found, "game", "games"))?,
        Language::French => writeln!(
            out,
            "{}, {}",
            counted(language, found, "partie", "parties"),
            counted(language, faults, "fautive", "fautives")
        )?,
    }
    out.flush()?;
    at_fault(faults, found)
}

fn convert(
    shelf: &Shelf<'_>,
    file: &RecordFile,
    moves: Moves,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
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

fn split(
    file: &RecordFile,
    folder: &Path,
    each: u64,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
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
                    return Err(Failure::at("--out", Problem::new(en, fr)));
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
    match language {
        Language::English => writeln!(
            out,
            "{} in {}",
            counted(language, written, "game", "games"),
            counted(language, files, "file", "files")
        )?,
        Language::French => writeln!(
            out,
            "{} dans {}",
            counted(language, written, "partie", "parties"),
            counted(language, files, "fichier", "fichiers")
        )?,
    }
    out.flush()?;
    at_fault(faults, games.number())
}

/// Tells what is wrong with a game on standard error.
fn tell(place: Place, problem: &Problem, language: Language) {
    // Nobody is left to tell if it is closed.
    let _ = writeln!(io::stderr(), "entourage: {}", place.line(problem, language));
}

/// Ends a command that met games at fault.
fn at_fault(faults: u64, games: u64) -> Result<(), Failure> {
    if faults == 0 {
        return Ok(());
    }
    let all = counted(Language::English, games, "game", "games");
    let (en, fr) = match faults {
        1 => (format!("1 of {all} is at fault"), format!("1 partie sur {games} est fautive")),
        _ => (format!("{faults} of {all} are at fault"), format!("{faults} parties sur {games} sont fautives")),
    };
    Err(Failure::Wrong(Problem::new(en, fr)))
}
