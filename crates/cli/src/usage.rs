use std::error::Error as _;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches};
use clap_complete::{Shell, generate};
use entourage_kernel::Language;
use entourage_registry::Registry;

use crate::arguments::Arguments;
use crate::failure::{Failure, Outcome};

pub fn read(registry: &Registry, arguments: &[OsString]) -> Outcome<Option<Arguments>> {
    let found = command(registry).version(version(registry)).try_get_matches_from(arguments);
    match found.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => Ok(Some(arguments)),
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            error.print()?;
            Ok(None)
        }
        Err(error) => Err(Failure::Message(line(&error, arguments).into())),
    }
}

pub fn command(registry: &Registry) -> clap::Command {
    Arguments::command().version(env!("CARGO_PKG_VERSION")).after_help(examples(registry))
}

fn version(registry: &Registry) -> String {
    let games = registry.games().iter().filter_map(|id| registry.open(id).ok());
    let lines = games.map(|game| {
        let metadata = game.metadata();
        format!("\n{} rules {} ({})", metadata.id, metadata.rules_version, metadata.name.get(Language::English))
    });
    std::iter::once(env!("CARGO_PKG_VERSION").to_owned()).chain(lines).collect()
}

fn examples(registry: &Registry) -> String {
    let game = registry.games().first().unwrap_or(&"GAME");
    let lines = [
        format!("show {game}"),
        format!("moves {game} -  < POSITION"),
        format!("best {game} --time 5s"),
        "serve".to_owned(),
    ];
    let lines = lines.map(|line| format!("\n  entourage {line}"));
    format!("Examples:{}", lines.concat())
}

fn line(error: &clap::Error, arguments: &[OsString]) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(" ")),
        _ => None,
    };
    let argument = text(ContextKind::InvalidArg);
    let value = text(ContextKind::InvalidValue);
    let reason = error.source().map(ToString::to_string);
    let end = format!("(argument {})", arguments.len());
    let problem = match (error.kind(), argument, value) {
        (ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand, ..) => {
            format!("a command is required {end}")
        }
        (ErrorKind::InvalidSubcommand, ..) => {
            let word = text(ContextKind::InvalidSubcommand).unwrap_or_default();
            format!("unknown command {}", located(&word, arguments))
        }
        (ErrorKind::MissingRequiredArgument, Some(argument), _) => {
            format!("{} is missing {end}", bare(&argument).replace('|', " or "))
        }
        (ErrorKind::UnknownArgument, Some(argument), _) => {
            format!("unknown argument {}", located(&argument, arguments))
        }
        (ErrorKind::ArgumentConflict, Some(argument), _) => {
            let name = argument.split(' ').next().unwrap_or_default();
            format!("{} is repeated or conflicts with another argument", located(name, arguments))
        }
        (_, Some(argument), Some(value)) if value.is_empty() => {
            format!("a value is missing after {}", bare(&argument))
        }
        (_, Some(argument), Some(value)) => {
            let reason = reason.unwrap_or_else(|| match error.get(ContextKind::ValidValue) {
                Some(ContextValue::Strings(known)) => format!("expected one of {}", known.join(", ")),
                _ => "invalid value".to_owned(),
            });
            format!("{}: {}: {reason}", bare(&argument), located(&value, arguments))
        }
        _ => {
            let whole = error.to_string();
            whole.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
        }
    };
    format!("{problem}; see entourage --help")
}

fn located(word: &str, arguments: &[OsString]) -> String {
    let place = arguments.iter().skip(1).position(|argument| {
        let argument = argument.to_string_lossy();
        argument == word || argument.split_once('=').is_some_and(|(name, value)| name == word || value == word)
    });
    let shown: String = word.chars().take(60).collect();
    let ellipsis = if shown.len() < word.len() { "…" } else { "" };
    match place {
        Some(index) => format!("\"{shown}{ellipsis}\" (argument {})", index + 1),
        None => format!("\"{shown}{ellipsis}\""),
    }
}

fn bare(argument: &str) -> String {
    argument.replace(['<', '>'], "").trim_end_matches("...").to_owned()
}

pub fn completions(registry: &Registry, shell: Shell, mut out: impl Write) -> Outcome {
    let mut command = command(registry);
    let name = command.get_name().to_owned();
    // Generates the whole script first, because `generate` panics if the output is closed.
    let mut script = Vec::new();
    generate(shell, &mut command, name, &mut script);
    Ok(out.write_all(&script)?)
}

/// Writes man pages for all commands to a folder, which is created if missing.
pub fn man(registry: &Registry, folder: &Path) -> Outcome {
    let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command(registry), folder));
    written.map_err(|error| {
        let folder = folder.display();
        let en = format!("cannot write \"{folder}\": {error}");
        let fr = format!("impossible d'écrire «\u{a0}{folder}\u{a0}»\u{a0}: {error}");
        Failure::about("DIR", en, fr)
    })
}
