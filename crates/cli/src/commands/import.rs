use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use entourage_definition::Severity;
use entourage_fairy::{Configuration, Imported, MAX_BYTES, Refusal};
use entourage_kernel::{Language, Problem};
use serde::Serialize;

use super::variation::write_json;
use crate::definition;
use crate::failure::{Console, Failure, Outcome, pick};

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
struct Results {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    passed_over: Vec<RefusalView>,
    imported: Vec<Written>,
    refused: Vec<Refused>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Written {
    variant: String,
    game: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Refused {
    variant: String,
    refusals: Vec<RefusalView>,
    /// Whether the only problem is that the output file exists.
    #[serde(skip)]
    file_exists: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RefusalView {
    option: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    problem: String,
}

impl RefusalView {
    fn placed(&self) -> String {
        let place = self.line.map_or_else(String::new, |line| format!("{line}: "));
        place + &self.problem
    }
}

/// Converts one or all variants of a Fairy-Stockfish configuration.
///
/// `source` is a file, one of its variants as `FILE:NAME`, a built-in variant as `:NAME`, or `:` for all built-in variants.
pub fn run(console: &mut Console<'_>, source: &str, folder: Option<&Path>, json: bool) -> Outcome {
    let (file, name) = match source.rsplit_once(':') {
        Some((file, name)) if !Path::new(source).is_file() => {
            (file, Some(name).filter(|name| !name.is_empty()))
        }
        _ => (source, None),
    };
    let configuration = match file {
        "" => Configuration::built_in(),
        file => {
            let text = definition::bounded_text(Path::new(file), MAX_BYTES)?;
            Configuration::read(&text).map_err(|error| Failure::at(file, error.problem()))?
        }
    };
    if let Some(folder) = folder {
        fs::create_dir_all(folder).map_err(|error| Failure::at("--out", error.to_string()))?;
    }
    match name {
        Some(name) => one(console, &configuration, name, folder, json),
        None => {
            let names: Vec<String> = match file {
                "" => configuration.built_in_names().map(str::to_owned).collect(),
                _ => configuration.names().map(str::to_owned).collect(),
            };
            all(console, &configuration, &names, folder, json)
        }
    }
}

fn one(
    console: &mut Console<'_>,
    configuration: &Configuration,
    name: &str,
    folder: Option<&Path>,
    json: bool,
) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    if !configuration.has(name) {
        let en = format!("unknown variant {name}");
        return Err(Failure::about("SOURCE", en, format!("variante {name} inconnue")));
    }
    let mut results = Results::default();
    // A section in the file takes precedence over a built-in variant of the same name.
    let passed_over = configuration.ignored().iter().find(|refusal| refusal.option == name);
    let imported = match passed_over.filter(|_| configuration.line(name).is_none()) {
        Some(refusal) => {
            let refusals = vec![view(refusal, language)];
            results.refused.push(Refused { variant: name.to_owned(), refusals, file_exists: false });
            None
        }
        None => import(configuration, name, folder, language, &mut results)?,
    };
    match imported {
        _ if json => write_json(&results, out)?,
        Some(imported) if folder.is_none() => write!(out, "{}", imported.text)?,
        _ => print_results(console, &results)?,
    }
    if results.refused.is_empty() { Ok(()) } else { Err(Failure::Reported) }
}

/// Converts all variants, and counts how often each option was refused.
fn all(
    console: &mut Console<'_>,
    configuration: &Configuration,
    names: &[String],
    folder: Option<&Path>,
    json: bool,
) -> Outcome {
    let language = console.language;
    let passed_over = configuration.ignored().iter().map(|refusal| view(refusal, language)).collect();
    let mut results = Results { passed_over, ..Results::default() };
    for name in names {
        import(configuration, name, folder, language, &mut results)?;
    }
    let file_exists = results.refused.iter().any(|refused| refused.file_exists);
    let done = if file_exists { Err(Failure::Reported) } else { Ok(()) };
    if json {
        write_json(&results, &mut console.out)?;
        return done;
    }
    print_results(console, &results)?;
    let mut options: BTreeMap<&str, usize> = BTreeMap::new();
    for refusal in results.refused.iter().flat_map(|refused| &refused.refusals) {
        *options.entry(&refusal.option).or_default() += 1;
    }
    let mut options: Vec<(&str, usize)> = options.into_iter().collect();
    options.sort_by_key(|(option, times)| (std::cmp::Reverse(*times), *option));
    for (option, times) in options {
        writeln!(console.out, "{times:5} {option}")?;
    }
    let (imported, refused) = (results.imported.len(), results.refused.len());
    let words = pick(language, ["imported", "refused"], ["importées", "refusées"]);
    writeln!(console.out, "{imported} {}, {refused} {}", words[0], words[1])?;
    done
}

fn import(
    configuration: &Configuration,
    name: &str,
    folder: Option<&Path>,
    language: Language,
    results: &mut Results,
) -> Outcome<Option<Imported>> {
    let refused =
        |refusals: Vec<RefusalView>| Refused { variant: name.to_owned(), refusals, file_exists: false };
    let imported = match configuration.import(name) {
        Ok(imported) => imported,
        Err(refusals) => {
            let views = refusals.iter().map(|refusal| view(refusal, language)).collect();
            results.refused.push(refused(views));
            return Ok(None);
        }
    };
    let file = PathBuf::from(format!("{}{}", imported.id, definition::ENDING));
    let report = definition::report_of(&file, imported.text.clone());
    if let Some(fault) = report.diagnostics.iter().find(|fault| fault.severity == Severity::Error) {
        let problem = format!("{name}: {}", fault.problem.get(language));
        let line = configuration.line(name);
        results.refused.push(refused(vec![RefusalView { option: name.to_owned(), line, problem }]));
        return Ok(None);
    }
    let mut shown = None;
    if let Some(folder) = folder {
        let file = folder.join(file);
        let part = file.display().to_string();
        match OpenOptions::new().write(true).create_new(true).open(&file) {
            Ok(mut written) => written.write_all(imported.text.as_bytes())?,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let fr = format!("{part} existe déjà et n'a pas été remplacé");
                let problem = Problem::new(format!("{part} already exists and was not overwritten"), fr);
                let problem = problem.get(language).to_owned();
                let refusals = vec![RefusalView { option: name.to_owned(), line: None, problem }];
                results.refused.push(Refused { variant: name.to_owned(), refusals, file_exists: true });
                return Ok(None);
            }
            Err(error) => return Err(Failure::at(&part, error.to_string())),
        }
        shown = Some(part);
    }
    let notes = imported.notes.iter().map(|note| note.problem().get(language).to_owned()).collect();
    results.imported.push(Written { variant: name.to_owned(), game: imported.id.clone(), notes, file: shown });
    Ok(Some(imported))
}

fn view(refusal: &Refusal, language: Language) -> RefusalView {
    let problem = refusal.problem().get(language).to_owned();
    RefusalView { option: refusal.option.clone(), line: refusal.line, problem }
}

fn print_results(console: &mut Console<'_>, results: &Results) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    for refusal in &results.passed_over {
        writeln!(out, "{}", refusal.placed())?;
    }
    for refused in &results.refused {
        for refusal in &refused.refusals {
            writeln!(out, "{}: {}", refused.variant, refusal.placed())?;
        }
    }
    for written in &results.imported {
        let file = written.file.as_deref().unwrap_or(&written.game);
        let notes: String = written.notes.iter().map(|note| format!("; {note}")).collect();
        let word = pick(language, "imported as", "importée comme");
        writeln!(out, "{}: {word} {file}{notes}", written.variant)?;
    }
    Ok(())
}
