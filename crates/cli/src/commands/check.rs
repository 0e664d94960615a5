use std::fs;
use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use entourage_definition::{Diagnostic, Severity, Source, format, template};
use entourage_registry::{Registry, skeleton, unused};

use crate::failure::{Console, Failure, Outcome, number_of, pick};
use crate::{definition, input};

pub fn check(console: &mut Console<'_>, file: &Path, games: u32) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let report = definition::report(file)?;
    let pictures = Registry::built_in().unknown_pictures(&report);
    let all = report.diagnostics.iter().cloned().chain(report.lint()).chain(pictures);
    let all: Vec<Diagnostic> = all.filter(|diagnostic| !report.is_meant(diagnostic)).collect();
    for diagnostic in &all {
        writeln!(out, "{}", diagnostic.render(&report.sources, language))?;
    }
    for diagnostic in unused(&report, games) {
        writeln!(out, "{}", diagnostic.render(&report.sources, language))?;
    }
    let count = |severity| all.iter().filter(|diagnostic| diagnostic.severity == severity).count() as u64;
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let errors = number_of(language, errors, ["error", "errors", "erreur", "erreurs"]);
    let warnings = number_of(language, warnings, ["warning", "warnings", "avertissement", "avertissements"]);
    writeln!(out, "{}{} {errors}, {warnings}", file.display(), pick(language, ":", "\u{a0}:"))?;
    out.flush()?;
    if report.is_playable() { Ok(()) } else { Err(Failure::Reported) }
}

pub fn fmt(console: &mut Console<'_>, file: &Path, write: bool, check: bool) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let text = definition::text(file)?;
    let formatted = match format(&text) {
        Ok(formatted) => formatted,
        Err(diagnostics) => {
            let sources = [Source::new(file.display().to_string(), text)];
            // Standard output is reserved for the formatted definition.
            let mut errors = std::io::stderr().lock();
            for diagnostic in diagnostics {
                writeln!(errors, "{}", diagnostic.render(&sources, language))?;
            }
            return Err(Failure::Reported);
        }
    };
    if check && formatted != text {
        let (en, fr) = (
            "the file is not formatted; run `entourage fmt --write`",
            "le fichier n'est pas formaté\u{a0}; lancez `entourage fmt --write`",
        );
        return Err(Failure::about(&file.display().to_string(), en, fr));
    }
    if write && formatted != text {
        fs::write(file, formatted)?;
    } else if !write && !check {
        out.write_all(formatted.as_bytes())?;
    }
    Ok(())
}

/// Maximum size of a Game Courier settings file (preset) in bytes.
const MAX_PRESET: u64 = 1 << 20;

pub fn new(console: &mut Console<'_>, name: &str, like: Option<&str>, preset: Option<&Path>) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    if !is_name(name) {
        let en = "a name consists of lower-case letters, digits and hyphens, such as my-game";
        let fr = "un nom se compose de lettres minuscules, de chiffres et de tirets, comme mon-jeu";
        return Err(Failure::about("NAME", en, fr));
    }
    if let Some(base) = like
        && !definition::knows(base)
    {
        let names = definition::names().join(", ");
        let en = format!("unknown game {base}; known games: {names}");
        let fr = format!("jeu {base} inconnu\u{a0}; jeux connus\u{a0}: {names}");
        return Err(Failure::about("--like", en, fr));
    }
    let text = match preset {
        Some(preset) => {
            let read = skeleton(&read(preset)?, name, "");
            read.map_err(|error| Failure::invalid("--from-courier", &error))?
        }
        None => template(name, like),
    };
    let file = PathBuf::from(format!("{name}{}", definition::ENDING));
    let shown = file.display();
    let opened = OpenOptions::new().write(true).create_new(true).open(&file);
    let mut written = opened.map_err(|error| Failure::at(&shown.to_string(), error.to_string()))?;
    written.write_all(text.as_bytes())?;
    let en = format!("created {shown}; try `entourage check {shown}` and `entourage show {shown}`");
    let fr = format!("{shown} créé\u{a0}; essayez `entourage check {shown}` et `entourage show {shown}`");
    writeln!(out, "{}", pick(language, en, fr))?;
    Ok(())
}

fn read(preset: &Path) -> Outcome<String> {
    let mut bytes = Vec::new();
    input::source("--from-courier", preset)?.0.take(MAX_PRESET + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_PRESET {
        return Err(Failure::invalid("--from-courier", &input::too_long()));
    }
    Ok(input::text(&bytes).map_err(|error| Failure::invalid("--from-courier", &error))?.to_owned())
}

fn is_name(name: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    name.len() <= 40
        && name.starts_with(plain)
        && name.ends_with(plain)
        && name.chars().all(|letter| plain(letter) || letter == '-')
}
