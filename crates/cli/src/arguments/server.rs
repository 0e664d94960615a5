mod admin;
mod bot;
mod broker;
mod definitions;
mod serve;
mod worker;

use std::path::PathBuf;

use clap::Subcommand;
use entourage_server::{Config, DatabaseAddress};

use super::number;

pub use admin::{Admin, Because, Listing, Person, Restrained};
pub use bot::Bot;
pub use broker::Broker;
pub use definitions::{Definitions, Kept, Moderated};
pub use serve::{Migrate, Serve};
pub use worker::Worker;

/// Commands of those who run a server.
#[derive(Subcommand, Debug)]
pub enum Server {
    /// Serve the page, and keep its games in one file
    Serve(Box<Serve>),
    /// Do the long work of servers, such as trying games that people wrote: as many workers on as many machines as you like, which need no database
    Worker(Worker),
    /// Play on a server under the account of a bot, with this project's engine or any that speaks the engine protocol; see docs/BOTS.md
    Bot(Bot),
    /// Make the tables of a database, or bring them up to date, while servers of this version and the one before may be at work on it; or move a whole server
    Migrate(Migrate),
    /// Ask a server on this machine whether it is well; ends with 0 if it is
    Health {
        /// Its port
        #[arg(long, value_name = "N", default_value_t = Config::PORT, value_parser = number::<u16>(1..=u16::MAX))]
        port: u16,
    },
    /// Copy the games of a data directory into one file, as they stand at one moment; a server may be playing on them
    Backup {
        /// The file, which does not exist yet
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The directory of the games' file; the user's data directory if missing
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
        /// The database instead: postgres://USER@HOST:PORT/NAME, the password in PGPASSWORD, or sqlite:DIR
        #[arg(long, value_name = "URL", value_parser = serve::database, conflicts_with = "data")]
        database: Option<DatabaseAddress>,
    },
    /// Put a backup in the place of a data directory's games; no server may be at work there
    Restore {
        /// The backup
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The directory of the games' file; the user's data directory if missing
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
        /// The database instead: postgres://USER@HOST:PORT/NAME, the password in PGPASSWORD, or sqlite:DIR, which holds nothing yet
        #[arg(long, value_name = "URL", value_parser = serve::database, conflicts_with_all = ["data", "replace"])]
        database: Option<DatabaseAddress>,
        /// Replace the games that are there; they are kept beside, under another name
        #[arg(long)]
        replace: bool,
    },
    /// Look after the games that people wrote and handed in, also while a server is at work on them
    #[command(subcommand)]
    Definitions(Definitions),
    /// Keep order among people: reports, roles, and who may say or do what; also while a server is at work
    #[command(subcommand)]
    Admin(Admin),
    /// Play every game of a data directory or a backup again, and compare where it stood after each event with what was kept
    ///
    /// A server may be playing on them: what is looked through is a copy.
    Verify {
        /// A backup; the data directory if missing
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        /// The directory of the games' file; the user's data directory if missing
        #[arg(long, value_name = "DIR", conflicts_with = "file")]
        data: Option<PathBuf>,
        /// The database instead: postgres://USER@HOST:PORT/NAME, the password in PGPASSWORD, or sqlite:DIR
        #[arg(long, value_name = "URL", value_parser = serve::database, conflicts_with_all = ["file", "data"])]
        database: Option<DatabaseAddress>,
        /// The folder of games written as text that the server offers, if any: games of others are not played again
        #[arg(long, value_name = "DIR")]
        games: Option<PathBuf>,
    },
}
