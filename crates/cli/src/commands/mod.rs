mod best;
mod check;
mod courier;
mod import;
mod lab;
mod lessons;
mod matches;
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
        Command::Check { file } => check::check(console, file),
        Command::Import { source, out: folder, json } => import::run(console, source, folder.as_deref(), *json),
        Command::Fmt { file, write, check } => check::fmt(console, file, *write, *check),
        Command::Games { json } => rules::list(console, *json),
        Command::Rules { game, pictures } => rules::run(console, game, pictures.as_deref()),
        Command::Show(variation) => show::run(console, variation),
        Command::Moves { at, json } => variation::moves(console, at, *json),
        Command::Status(variation) => variation::status(console, variation),
        Command::Play(variation) => variation::play(console, variation),
        Command::Explain(variation) => variation::explain(console, variation),
        Command::Lessons(asked) => lessons::run(console, asked),
        Command::Reach(at) => variation::reach(console, at),
        #[cfg(feature = "server")]
        Command::Review { variation, broker } => {
            let (registry, language) = (console.registry, console.language);
            let elsewhere =
                |game: &dyn AnyMatch| workers::look_through(broker, registry, variation, game, language);
            variation::review(console, variation, &elsewhere)
        }
        #[cfg(not(feature = "server"))]
        Command::Review { variation } => variation::review(console, variation, &|_| Ok(None)),
        Command::Perft { game, depth, position, divide } => {
            variation::perft(console, game, position.as_deref(), *depth, *divide)
        }
        Command::Batch { game } => variation::batch(console, game, io::stdin().lock()),
        Command::Best(asked) => match &asked.epd {
            Some(file) => best::epd(console, &asked.at.game, file, &asked.bounds, asked.threads),
            None => best::run(console, asked),
        },
        Command::Solve(plan) => solve::run(console, plan),
        Command::Bench { game, depth } => best::bench(console, game.as_deref(), *depth),
        Command::Engine { game } => {
            let registry = console.registry;
            let first = || registry.games().first().copied().unwrap_or_default();
            let game = input::open(registry, game.as_deref().unwrap_or_else(first))?;
            engine::serve(registry.clone(), game, console.language, io::stdin(), io::stdout())
        }
        Command::Match(plan) => matches::play(console, plan),
        Command::Tune(plan) => matches::tune(console, plan),
        Command::Ladder(plan) => matches::ladder(console, plan),
        Command::Lab(plan) => lab::run(console, plan),
        Command::Picture { variation, look, out: file } => {
            show::picture(console, variation, look, file.as_deref())
        }
        Command::Courier(Courier::Import { game, file, position, degree }) => {
            let notes = courier::import(console, game, position.as_deref(), *degree, file)?;
            // The moves come first.
            console.out.flush()?;
            courier::tell(&notes, console.language, &mut io::stderr());
            Ok(())
        }
        Command::Courier(Courier::Export { variation, degree, settings }) => {
            courier::export(console, variation, *degree, *settings)
        }
        Command::Record(asked) => record::run(console, asked),
        #[cfg(feature = "server")]
        Command::Server(asked) => server::run(console, asked),
        &Command::Completions { shell } => usage::completions(console.registry, shell, &mut console.out),
        Command::Man { folder } => usage::man(console.registry, folder),
    }
}

fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

/// Shows progress in one line of a terminal; an empty one clears it. The work goes on if it cannot be written.
fn show_progress(line: &str) {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
    }
}
