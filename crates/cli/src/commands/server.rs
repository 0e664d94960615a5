//! What those do who run a server.

mod admin;
mod archive;
mod bot;
mod definitions;
mod health;
mod migrate;
mod serve;
mod worker;

use std::io::Write;

use entourage_kernel::Language;
use entourage_registry::Registry;

use crate::arguments::Server;
use crate::definition;
use crate::failure::Failure;

/// Runs a command of those who run a server.
///
/// # Errors
/// What is wrong and where, or a closed output.
pub fn run(
    registry: &Registry,
    asked: &Server,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    match asked {
        Server::Serve(options) => serve::run(registry, options, language),
        Server::Worker(options) => worker::run(options, out),
        Server::Bot(options) => bot::run(registry, options, language, out),
        Server::Migrate(asked) => migrate::run(asked, language, out),
        Server::Health { port } => health::run(*port, out),
        Server::Backup { file, data, database } => {
            archive::backup(file, data.as_deref(), database.as_ref(), language, out)
        }
        Server::Restore { file, database: Some(database), .. } => {
            archive::restore_into(file, database, language, out)
        }
        Server::Restore { file, data, replace, .. } => {
            archive::restore(file, data.as_deref(), *replace, language, out)
        }
        Server::Admin(asked) => admin::run(asked, language, out),
        Server::Definitions(asked) => definitions::run(asked, language, out),
        Server::Verify { file, data, database, games } => {
            if let Some(folder) = games {
                definition::offer(registry, folder, language)?;
            }
            let named =
                archive::Named { file: file.as_deref(), data: data.as_deref(), database: database.as_ref() };
            archive::verify(registry, named, language, out)
        }
    }
}
