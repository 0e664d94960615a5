use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

use entourage_definition::template;
use entourage_kernel::{Language, Problem};

use crate::definition;
use crate::failure::Failure;

/// Writes a definition to begin with into a new file of this folder, and says what to do with it.
///
/// # Errors
/// A name that no game can have, a game to be like that nobody knows, a file that is there already or cannot be written, or a closed output.
pub fn run(name: &str, like: Option<&str>, language: Language, out: &mut impl Write) -> Result<(), Failure> {
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
    let file = PathBuf::from(format!("{name}{}", definition::ENDING));
    let shown = file.display();
    let opened = OpenOptions::new().write(true).create_new(true).open(&file);
    let mut written = opened.map_err(|error| Failure::at(&shown.to_string(), error.to_string()))?;
    written.write_all(template(name, like).as_bytes())?;
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

/// Tells whether a game may be called so; the name is that of a file, too.
fn is_name(name: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    name.len() <= 40
        && name.starts_with(plain)
        && name.ends_with(plain)
        && name.chars().all(|letter| plain(letter) || letter == '-')
}
