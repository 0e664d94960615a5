mod best;
mod check;
mod courier;
mod import;
mod lab;
mod lessons;
mod matches;
mod puzzles;
mod record;
mod rules;
#[cfg(feature = "server")]
mod server;
mod show;
mod solve;
mod variation;
#[cfg(feature = "server")]
mod workers;

use std::io::{self, IsTerminal, Write};
use std::thread;

#[cfg(feature = "server")]
use entourage_registry::AnyMatch;

use crate::arguments::{Command, Courier};
use crate::failure::{Console, Outcome};
use crate::{engine, input, usage};

pub fn run(console: &mut Console<'_>, command: &Command) -> Outcome {
    match command {
        Command::New { name, like, from_courier } => {
            check::new(console, name, like.as_deref(), from_courier.as_deref())
        }
        Command::Check { file, games } => check::check(console, file, *games),
        Command::Import { source, out: folder, json } => import::run(console, source, folder.as_deref(), *json),
        Command::Fmt { file, write, check } => check::fmt(console, file, *write, *check),
        Command::Games { json } => rules::list(console, *json),
        Command::Rules { game, pictures } => rules::run(console, game, pictures.as_deref()),
        Command::Show(variation) => show::run(console, variation),
        Command::Moves { at, json } => variation::moves(console, at, *json),
        Command::Status(variation) => variation::status(console, variation),
        Command::Play(variation) => variation::play(console, variation),
        Command::Explain(variation) => variation::explain(console, variation),
        Command::Lessons(options) => lessons::run(console, options),
        Command::Reach(at) => variation::reach(console, at),
        #[cfg(feature = "server")]
        Command::Review { variation, broker } => {
            let (registry, language) = (console.registry, console.language);
            let review_remotely = |game: &dyn AnyMatch, later: &[String]| {
                workers::review(broker, registry, variation, game, later, language)
            };
            variation::review(console, variation, &review_remotely)
        }
        #[cfg(not(feature = "server"))]
        Command::Review { variation } => variation::review(console, variation, &|_, _| Ok(None)),
        Command::Perft { game, depth, position, divide } => {
            variation::perft(console, game, position.as_deref(), *depth, *divide)
        }
        Command::Batch { game } => variation::batch(console, game, io::stdin().lock()),
        Command::Best(options) => match &options.epd {
            Some(file) => best::epd(console, &options.at.game, file, &options.bounds, options.threads),
            None => best::run(console, options),
        },
        Command::Solve(options) => solve::run(console, options),
        Command::Puzzles(command) => puzzles::run(console, command),
        Command::Bench { game, depth } => best::bench(console, game.as_deref(), *depth),
        Command::Engine { game } => {
            let registry = console.registry;
            let first = || registry.games().first().copied().unwrap_or_default();
            let game = input::open(registry, game.as_deref().unwrap_or_else(first))?;
            engine::serve(registry.clone(), game, console.language, io::stdin(), io::stdout())
        }
        Command::Match(options) => matches::play(console, options),
        Command::Tune(options) => matches::tune(console, options),
        Command::Ladder(options) => matches::ladder(console, options),
        Command::Lab(options) => lab::run(console, options),
        Command::Picture { variation, look, out: file } => {
            show::picture(console, variation, look, file.as_deref())
        }
        Command::Courier(Courier::Import { game, file, position, enforcement }) => {
            let notes = courier::import(console, game, position.as_deref(), *enforcement, file)?;
            // Prints the moves before the notes.
            console.out.flush()?;
            courier::print_notes(&notes, console.language, &mut io::stderr());
            Ok(())
        }
        Command::Courier(Courier::Export { variation, enforcement, settings }) => {
            courier::export(console, variation, *enforcement, *settings)
        }
        Command::Record(command) => record::run(console, command),
        #[cfg(feature = "server")]
        Command::Server(command) => server::run(console, command),
        &Command::Completions { shell } => usage::completions(console.registry, shell, &mut console.out),
        Command::Man { folder } => usage::man(console.registry, folder),
    }
}

fn threads(requested: Option<usize>) -> usize {
    requested.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

/// Shows progress on one line of a terminal; an empty string clears the line. Errors are ignored.
fn show_progress(line: &str) {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
    }
}
