use std::fs;
use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use entourage_definition::{Diagnostic, Severity, Source, format, template};
use entourage_registry::{Registry, skeleton};

use crate::failure::{Console, Failure, Outcome, number_of, pick};
use crate::{definition, input};

pub fn check(console: &mut Console<'_>, file: &Path) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let report = definition::report(file)?;
    let pictures = Registry::built_in().unknown_pictures(&report);
    let told = report.diagnostics.iter().cloned().chain(report.lint()).chain(pictures);
    let all: Vec<Diagnostic> = told.filter(|fault| !report.is_meant(fault)).collect();
    for fault in &all {
        writeln!(out, "{}", fault.render(&report.sources, language))?;
    }
    let count = |severity| all.iter().filter(|fault| fault.severity == severity).count() as u64;
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let errors = number_of(language, errors, ["error", "errors", "erreur", "erreurs"]);
    let warnings = number_of(language, warnings, ["warning", "warnings", "avertissement", "avertissements"]);
    writeln!(out, "{}{} {errors}, {warnings}", file.display(), pick(language, ":", "\u{a0}:"))?;
    out.flush()?;
    if report.is_playable() { Ok(()) } else { Err(Failure::Told) }
}

pub fn fmt(console: &mut Console<'_>, file: &Path, write: bool, check: bool) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let text = definition::text(file)?;
    let set = match format(&text) {
        Ok(set) => set,
        Err(faults) => {
            let sources = [Source::new(file.display().to_string(), text)];
            // On standard error, as the text may go into a file.
            let mut told = std::io::stderr().lock();
            for fault in faults {
                writeln!(told, "{}", fault.render(&sources, language))?;
            }
            return Err(Failure::Told);
        }
    };
    if check && set != text {
        let (en, fr) = ("this is not in canonical form", "ceci n'est pas sous forme canonique");
        return Err(Failure::about(&file.display().to_string(), en, fr));
    }
    if write && set != text {
        fs::write(file, set)?;
    } else if !write && !check {
        out.write_all(set.as_bytes())?;
    }
    Ok(())
}

/// Maximum size of a preset in bytes.
const LONGEST_PRESET: u64 = 1 << 20;

pub fn new(console: &mut Console<'_>, name: &str, like: Option<&str>, preset: Option<&Path>) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    if !is_name(name) {
        let en = "a name is small letters and digits, perhaps with - between them, such as my-game";
        let fr = "un nom est fait de petites lettres et de chiffres, avec - entre eux au besoin, comme mon-jeu";
        return Err(Failure::about("NAME", en, fr));
    }
    if let Some(base) = like
        && !definition::knows(base)
    {
        let known = definition::names().join(", ");
        let en = format!("no game is called {base} here; there are {known}");
        let fr = format!("aucun jeu ne s'appelle {base} ici\u{a0}; il y a {known}");
        return Err(Failure::about("--like", en, fr));
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
    let en = format!("{shown}: try `entourage check {shown}`, then `entourage show {shown}`");
    let fr = format!("{shown}\u{a0}: essayez `entourage check {shown}`, puis `entourage show {shown}`");
    writeln!(out, "{}", pick(language, en, fr))?;
    Ok(())
}

fn read(preset: &Path) -> Outcome<String> {
    let mut bytes = Vec::new();
    input::source("--from-courier", preset)?.0.take(LONGEST_PRESET + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_PRESET {
        return Err(Failure::reading("--from-courier", &input::too_long()));
    }
    Ok(input::text(&bytes).map_err(|error| Failure::reading("--from-courier", &error))?.to_owned())
}

fn is_name(name: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    name.len() <= 40
        && name.starts_with(plain)
        && name.ends_with(plain)
        && name.chars().all(|letter| plain(letter) || letter == '-')
}
