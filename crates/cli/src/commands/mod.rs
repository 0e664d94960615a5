mod batch;
mod bench;
mod best;
mod courier;
mod engine;
mod explain;
mod games;
mod ladder;
mod line;
mod matches;
mod moves;
mod perft;
mod picture;
mod serve;
mod show;
mod solve;
mod tune;

use std::io::{self, Write};

use crate::arguments::{Arguments, Command, Courier};
use crate::failure::Failure;

/// Runs a command and writes what it has to say.
///
/// # Errors
/// What is wrong and where, or a closed output.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let language = arguments.lang;
    match &arguments.command {
        Command::Games { json } => games::run(*json, language, out),
        Command::Show { at } => show::run(at, language, out),
        Command::Moves { at, json } => moves::run(at, *json, language, out),
        Command::Status { line } => line::status(line, out),
        Command::Play { line } => line::play(line, out),
        Command::Explain { line } => explain::run(line, language, out),
        Command::Perft { game, depth, position, divide } => {
            perft::run(game, position.as_deref(), *depth, *divide, out)
        }
        Command::Batch { game } => batch::run(game, language, io::stdin().lock(), out),
        Command::Best { at, bounds, threads, lines } => best::run(at, bounds, *threads, *lines, out),
        Command::Solve(plan) => solve::run(plan, language, out),
        Command::Bench { game, depth } => bench::run(game.as_deref(), *depth, out),
        Command::Engine { game } => engine::run(game.as_deref(), language),
        Command::Match(plan) => matches::run(plan, out),
        &Command::Tune { ref game, games, nodes, handicap, seed, hold, ref keep, threads } => {
            tune::run(game, &tune::Plan { games, nodes, handicap, seed, hold, keep, threads }, out)
        }
        &Command::Ladder { ref game, games, from, seed, threads, check } => {
            ladder::run(game, &ladder::Plan { games, from, seed, threads, check }, out)
        }
        Command::Picture { line, look, out: file } => picture::run(line, look, file.as_deref(), language, out),
        Command::Courier(Courier::Import { game, file, position, degree }) => {
            let notes = courier::import(game, position.as_deref(), *degree, file, out)?;
            // The moves come first.
            out.flush()?;
            courier::tell(&notes, language, &mut io::stderr());
            Ok(())
        }
        Command::Courier(Courier::Export { line, degree, settings }) => {
            courier::export(line, *degree, *settings, out)
        }
        Command::Serve(options) => serve::run(options, language),
    }
}
