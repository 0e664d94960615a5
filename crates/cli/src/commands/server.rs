//! Commands for server operators.

mod admin;
mod archive;
mod bot;
mod serve;

use crate::arguments::Server;
use crate::definition;
use crate::failure::{Console, Outcome};

pub fn run(console: &mut Console<'_>, asked: &Server) -> Outcome {
    match asked {
        Server::Serve(options) => serve::serve(console, options),
        Server::Worker(options) => serve::worker(console, options),
        Server::Bot(options) => bot::run(console, options),
        Server::Migrate(asked) => archive::migrate(console, asked),
        Server::Health { port } => serve::health(console, *port),
        Server::Backup { file, kept } => archive::backup(console, file, kept),
        Server::Restore { file, kept, replace } => archive::restore(console, file, kept, *replace),
        Server::Admin(asked) => admin::admin(console, asked),
        Server::Definitions(asked) => admin::definitions(console, asked),
        Server::Verify { file, kept, games } => {
            if let Some(folder) = games {
                definition::offer(console.registry, folder, console.language)?;
            }
            archive::verify(console, file.as_deref(), kept)
        }
    }
}
