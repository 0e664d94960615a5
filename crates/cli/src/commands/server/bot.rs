use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use entourage_arena::{Engine, Player};
use entourage_server::Signals;

use crate::arguments::Bot as Options;
use crate::bot::{Bot, Connection, Manner};
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
                return Err(Failure::about("--engine", "a program is missing", "il manque un programme"));
            }
            Player::Engine(Engine { command: Some(words), ..Engine::default() })
        }
        (None, Some(level)) => Player::Level(level),
        (None, None) => Player::Engine(Engine::default()),
    };
    let connection = Connection::new(&options.server, &token(options)?);
    // Signals are handled before the first request.
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let stop = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&stop);
    runtime.spawn(async move {
        Signals::listen().told_to_end().await;
        told.store(true, Ordering::Relaxed);
    });
    let account = connection.get("/api/account").map_err(|trouble| refused(&trouble.to_string()))?;
    let name = account["username"].as_str().unwrap_or_default().to_owned();
    if account["title"] != "BOT" {
        return Err(refused(&format!("{name} is no bot's account; docs/BOTS.md says how one becomes that")));
    }
    writeln!(out, "playing as {name} on {}", options.server)?;
    out.flush()?;
    let manner = Manner {
        name,
        registry: registry.clone(),
        player,
        movetime: options.movetime,
        games: options.games.clone(),
        most: options.max_games,
    };
    let played = Bot::new(connection, manner, stop, tell).run();
    runtime.shutdown_background();
    played.map_err(|trouble| refused(&trouble.to_string()))
}

fn refused(why: &str) -> Failure {
    Failure::about("--server", why, why)
}

/// Prints what the bot does; it plays on if this fails.
fn tell(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}

/// Reads the token from a file or the environment, never from an argument.
fn token(options: &Options) -> Outcome<String> {
    let text = match &options.token_file {
        Some(file) => std::fs::read_to_string(file).map_err(|error| {
            let problem = format!("cannot read {}: {error}", file.display());
            Failure::about("--token-file", problem.clone(), problem)
        })?,
        None => std::env::var(TOKEN).map_err(|_| {
            let fr = format!("il manque un jeton : nommez un fichier avec --token-file, ou définissez {TOKEN}");
            Failure::wrong(format!("a token is missing: name a file with --token-file, or set {TOKEN}"), fr)
        })?,
    };
    let token = text.trim();
    // An invalid token must not get into a header.
    let known = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    match !token.is_empty() && token.len() <= 100 && token.chars().all(known) {
        true => Ok(token.to_owned()),
        false => Err(Failure::wrong("this is no token", "ce n'est pas un jeton")),
    }
}
