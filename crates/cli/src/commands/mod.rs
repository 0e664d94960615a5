mod batch;
mod bench;
mod best;
mod check;
mod completions;
mod courier;
mod engine;
mod epd;
mod explain;
mod fmt;
mod games;
mod import;
mod lab;
mod ladder;
mod lessons;
mod man;
mod matches;
mod moves;
mod new;
mod perft;
mod picture;
mod reach;
mod record;
mod review;
mod rules;
#[cfg(feature = "server")]
mod server;
mod show;
mod solve;
mod tune;
mod variation;
#[cfg(feature = "server")]
mod workers;

use std::io::{self, Write};

#[cfg(feature = "server")]
use entourage_registry::AnyMatch;
use entourage_registry::Registry;

use crate::arguments::{Arguments, Command, Courier};
use crate::failure::Failure;

/// Runs a command and writes what it has to say.
///
/// # Errors
/// What is wrong and where, or a closed output.
pub fn run(registry: &Registry, arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let language = arguments.lang;
    match &arguments.command {
        Command::New { name, like, from_courier } => {
            new::run(name, like.as_deref(), from_courier.as_deref(), language, out)
        }
        Command::Check { file } => check::run(file, language, out),
        Command::Import { source, out: folder, json } => {
            import::run(source, folder.as_deref(), *json, language, out)
        }
        &Command::Fmt { ref file, write, check } => fmt::run(file, write, check, language, out),
        Command::Games { json } => games::run(registry, *json, language, out),
        Command::Rules { game, pictures } => rules::run(registry, game, pictures.as_deref(), language, out),
        Command::Show { variation } => show::run(registry, variation, language, out),
        Command::Moves { at, json } => moves::run(registry, at, *json, language, out),
        Command::Status { variation } => variation::status(registry, variation, out),
        Command::Play { variation } => variation::play(registry, variation, out),
        Command::Explain { variation } => explain::run(registry, variation, language, out),
        Command::Lessons(asked) => lessons::run(registry, asked, language, out),
        Command::Reach { at } => reach::run(registry, at, language, out),
        #[cfg(feature = "server")]
        Command::Review { variation, broker } => {
            let elsewhere = |game: &dyn AnyMatch| {
                review::workers::look_through(broker, registry, variation, game, language)
            };
            review::run(registry, variation, &elsewhere, language, out)
        }
        #[cfg(not(feature = "server"))]
        Command::Review { variation } => review::run(registry, variation, &|_| Ok(None), language, out),
        Command::Perft { game, depth, position, divide } => {
            perft::run(registry, game, position.as_deref(), *depth, *divide, out)
        }
        Command::Batch { game } => batch::run(registry, game, language, io::stdin().lock(), out),
        &Command::Best { ref at, ref bounds, threads, epd: Some(ref file), .. } => {
            epd::run(registry, &at.game, file, bounds, threads, out)
        }
        &Command::Best { ref at, ref bounds, threads, lines, why, epd: None } => {
            let wish = best::Wish { threads, lines, why: why.then_some(language) };
            best::run(registry, at, bounds, &wish, out)
        }
        Command::Solve(plan) => solve::run(registry, plan, language, out),
        Command::Bench { game, depth } => bench::run(registry, game.as_deref(), *depth, out),
        Command::Engine { game } => engine::run(registry, game.as_deref(), language),
        Command::Match(plan) => matches::run(registry, plan, out),
        &Command::Tune { ref game, games, nodes, handicap, seed, hold, ref keep, threads } => {
            tune::run(registry, game, &tune::Plan { games, nodes, handicap, seed, hold, keep, threads }, out)
        }
        &Command::Ladder { ref game, games, from, seed, threads, check } => {
            ladder::run(registry, game, &ladder::Plan { games, from, seed, threads, check }, out)
        }
        Command::Lab(plan) => lab::run(registry, plan, language, out),
        Command::Picture { variation, look, out: file } => {
            picture::run(registry, variation, look, file.as_deref(), language, out)
        }
        Command::Courier(Courier::Import { game, file, position, degree }) => {
            let notes = courier::import(registry, game, position.as_deref(), *degree, file, out)?;
            // The moves come first.
            out.flush()?;
            courier::tell(&notes, language, &mut io::stderr());
            Ok(())
        }
        Command::Courier(Courier::Export { variation, degree, settings }) => {
            courier::export(registry, variation, *degree, *settings, out)
        }
        Command::Record(asked) => record::run(registry, asked, language, out),
        #[cfg(feature = "server")]
        Command::Server(asked) => server::run(registry, asked, language, out),
        &Command::Completions { shell } => completions::run(registry, shell, out),
        Command::Man { folder } => man::run(registry, folder),
    }
}
