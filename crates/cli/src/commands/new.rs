use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use entourage_definition::template;
use entourage_kernel::{Language, Problem};
use entourage_registry::skeleton;

use crate::failure::Failure;
use crate::{definition, input};

/// The bytes beyond which no preset is read.
const LONGEST_PRESET: u64 = 1 << 20;

/// Writes a definition to begin with into a new file of this folder, and says what to do with it.
///
/// # Errors
/// A name that no game can have, a game to be like that nobody knows, a text that is no preset, a file that is there already or cannot be written, or a closed output.
pub fn run(
    name: &str,
    like: Option<&str>,
    preset: Option<&Path>,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if !is_name(name) {
        let en = "a name is small letters and digits, perhaps with - between them, such as my-game";
        let fr = "un nom est fait de petites lettres et de chiffres, avec - entre eux au besoin, comme mon-jeu";
        return Err(Failure::at("NAME", Problem::new(en, fr)));
    }
    if let Some(base) = like
        && !definition::knows(base)
    {
        let known = definition::names().join(", ");
        let en = format!("no game is called {base} here; there are {known}");
        let fr = format!("aucun jeu ne s'appelle {base} ici\u{a0}; il y a {known}");
        return Err(Failure::at("--like", Problem::new(en, fr)));
    }
    let text = match preset {
        Some(preset) => {
            let read = skeleton(&read(preset)?, name, "");
            read.map_err(|error| Failure::reading("--from-courier", &error))?
        }
        None => template(name, like),
    };
    let file = PathBuf::from(format!("{name}{}", definition::ENDING));
    let shown = file.display();
    let opened = OpenOptions::new().write(true).create_new(true).open(&file);
    let mut written = opened.map_err(|error| Failure::at(&shown.to_string(), error.to_string()))?;
    written.write_all(text.as_bytes())?;
    match language {
        Language::English => {
            writeln!(out, "{shown}: try `entourage check {shown}`, then `entourage show {shown}`")?
        }
        Language::French => {
            writeln!(out, "{shown}\u{a0}: essayez `entourage check {shown}`, puis `entourage show {shown}`")?
        }
    }
    Ok(())
}

/// Reads a preset from a file, or from standard input for `-`.
fn read(preset: &Path) -> Result<String, Failure> {
    let source: Box<dyn Read> = if preset == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let unreadable = |error| Failure::at("--from-courier", format!("{}: {error}", preset.display()));
        Box::new(File::open(preset).map_err(unreadable)?)
    };
    let mut bytes = Vec::new();
    source.take(LONGEST_PRESET + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_PRESET {
        return Err(Failure::reading("--from-courier", &input::too_long()));
    }
    Ok(input::text(&bytes).map_err(|error| Failure::reading("--from-courier", &error))?.to_owned())
}

/// Tells whether a game may be called so; the name is that of a file, too.
fn is_name(name: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    name.len() <= 40
        && name.starts_with(plain)
        && name.ends_with(plain)
        && name.chars().all(|letter| plain(letter) || letter == '-')
}
