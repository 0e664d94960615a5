use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use entourage_arena::{Engine, Player};
use entourage_server::Signals;

use crate::arguments::Bot as Options;
use crate::bot::{Bot, BotSettings, Connection};
use crate::definition;
use crate::failure::{Console, Failure, Outcome};

const TOKEN: &str = "ENTOURAGE_TOKEN";

pub fn run(console: &mut Console<'_>, options: &Options) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    if let Some(folder) = &options.definitions {
        definition::offer(registry, folder, language)?;
    }
    let player = match (&options.engine, options.level) {
        (Some(command), _) => {
            let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
            if words.is_empty() {
                return Err(Failure::about("--engine", "a command is required", "commande requise"));
            }
            Player::Engine(Engine { command: Some(words), ..Engine::default() })
        }
        (None, Some(level)) => Player::Level(level),
        (None, None) => Player::Engine(Engine::default()),
    };
    let connection = Connection::new(&options.server, &token(options)?);
    // Installs signal handlers before the first request.
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    runtime.spawn(async move {
        Signals::listen().told_to_end().await;
        stopped.store(true, Ordering::Relaxed);
    });
    let account = connection.get("/api/account").map_err(|error| refused(&error.to_string()))?;
    let name = account["username"].as_str().unwrap_or_default().to_owned();
    if account["title"] != "BOT" {
        return Err(refused(&format!("{name} is not a bot account; see docs/BOTS.md")));
    }
    writeln!(out, "playing as {name} on {}", options.server)?;
    out.flush()?;
    let settings = BotSettings {
        name,
        registry: registry.clone(),
        player,
        movetime: options.movetime,
        games: options.games.clone(),
        max_games: options.max_games,
    };
    let played = Bot::new(connection, settings, stop, report).run();
    runtime.shutdown_background();
    played.map_err(|error| refused(&error.to_string()))
}

fn refused(why: &str) -> Failure {
    Failure::about("--server", why, why)
}

/// Prints a line about the bot's activity; errors are ignored.
fn report(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}

/// Reads the token from a file or the environment. An argument would be visible to other users of the machine.
fn token(options: &Options) -> Outcome<String> {
    let text = match &options.token_file {
        Some(file) => std::fs::read_to_string(file).map_err(|error| {
            let problem = format!("cannot read \"{}\": {error}", file.display());
            Failure::about("--token-file", problem.clone(), problem)
        })?,
        None => std::env::var(TOKEN).map_err(|_| {
            let fr = format!("jeton manquant : utilisez --token-file ou la variable {TOKEN}");
            Failure::message(format!("a token is required; use --token-file or set {TOKEN}"), fr)
        })?,
    };
    let token = text.trim();
    // Prevents header injection.
    let known = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    match !token.is_empty() && token.len() <= 100 && token.chars().all(known) {
        true => Ok(token.to_owned()),
        false => Err(Failure::message("invalid token", "jeton non valide")),
    }
}
