//! Commands for server operators.

mod admin;
mod archive;
mod bot;
mod serve;

use crate::arguments::Server;
use crate::definition;
use crate::failure::{Console, Outcome};

pub fn run(console: &mut Console<'_>, command: &Server) -> Outcome {
    match command {
        Server::Serve(options) => serve::serve(console, options),
        Server::Worker(options) => serve::worker(console, options),
        Server::Bot(options) => bot::run(console, options),
        Server::Migrate(options) => archive::migrate(console, options),
        Server::Health { port } => serve::health(console, *port),
        Server::Backup { file, storage } => archive::backup(console, file, storage),
        Server::Restore { file, storage, replace } => archive::restore(console, file, storage, *replace),
        Server::Admin(command) => admin::admin(console, command),
        Server::Definitions(command) => admin::definitions(console, command),
        Server::Verify { file, storage, games, repair, after } => {
            if let Some(folder) = games {
                definition::offer(console.registry, folder, console.language)?;
            }
            archive::verify(console, file.as_deref(), storage, *repair, *after)
        }
    }
}
