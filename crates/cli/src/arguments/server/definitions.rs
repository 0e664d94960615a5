use std::path::PathBuf;

use clap::{Args, Subcommand};
use entourage_server::DatabaseAddress;

/// What is done with games that people handed in.
#[derive(Subcommand, Debug)]
pub enum Definitions {
    /// List them, the newest first: name, state (rated where its games may be), games begun, author, and how each calls itself
    List(Kept),
    /// Tell nobody of one any more; games under way go on, and none begins
    Hide(Moderated),
    /// Tell of one again as its author says
    Show(Moderated),
}

/// Which game a moderator means, and why.
#[derive(Args, Debug)]
pub struct Moderated {
    /// The name of the game: @sha256- and 64 hexadecimal digits
    pub id: String,
    /// Why, for the log
    #[arg(long, value_name = "TEXT")]
    pub reason: String,
    #[command(flatten)]
    pub kept: Kept,
}

/// Where games are kept.
#[derive(Args, Debug)]
pub struct Kept {
    /// The directory of the games' file; the user's data directory if missing
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// The database of the games instead: postgres://USER@HOST:PORT/NAME, the password in PGPASSWORD, or sqlite:DIR
    #[arg(long, value_name = "URL", value_parser = super::serve::database, conflicts_with = "data")]
    pub database: Option<DatabaseAddress>,
}
