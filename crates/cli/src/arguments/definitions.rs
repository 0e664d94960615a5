use std::path::PathBuf;

use clap::{Args, Subcommand};

/// What is done with games that people handed in.
#[derive(Subcommand, Debug)]
pub enum Definitions {
    /// List them, the newest first: name, state, games begun, author, and how each calls itself
    List {
        /// The directory of the games' file; the user's data directory if missing
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
    },
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
    /// The directory of the games' file; the user's data directory if missing
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}
