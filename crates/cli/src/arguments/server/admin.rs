use clap::{Args, Subcommand};

use super::Kept;

/// What is done to keep order among people.
#[derive(Subcommand, Debug)]
pub enum Admin {
    /// Have somebody keep order, or no more
    Role {
        /// The person, by name
        name: String,
        /// moderator, administrator or none
        #[arg(value_parser = ["moderator", "administrator", "none"])]
        role: String,
        #[command(flatten)]
        because: Because,
    },
    /// List what people reported, the oldest first: number, date, what it is about, by whom, about whom, and what they say
    Reports {
        /// Those that are closed instead, the newest first
        #[arg(long)]
        closed: bool,
        /// The report after which the list begins
        #[arg(long, value_name = "N")]
        after: Option<u32>,
        #[command(flatten)]
        kept: Kept,
    },
    /// Close a report
    Close {
        /// The number of the report
        number: u32,
        #[command(flatten)]
        because: Because,
    },
    /// Let somebody say nothing in games any more
    Mute(Restrained),
    /// Let somebody speak again
    Unmute(Person),
    /// Sign somebody out everywhere, let them sign in no more, and have them resign their games
    Ban(Restrained),
    /// Let somebody sign in again
    Unban(Person),
    /// Give somebody another name
    Rename {
        /// The person, by name
        name: String,
        /// The new name
        new: String,
        #[command(flatten)]
        because: Because,
    },
    /// Have games of a text that somebody handed in count for ratings
    List(Listing),
    /// Have them count no more; ratings stay
    Unlist(Listing),
    /// List the tournaments that are open or under way, the newest first: name in addresses, how far it is, how many take part, by whom, and what it is called
    Tournaments {
        /// The tournament after which the list begins
        #[arg(long, value_name = "TOURNAMENT")]
        after: Option<String>,
        #[command(flatten)]
        kept: Kept,
    },
    /// Call a tournament off
    Cancel {
        /// The tournament, by its name in addresses
        tournament: String,
        #[command(flatten)]
        because: Because,
    },
    /// Show what was done, the newest first: number, date, act, with whom, what more there is to it, by whom, and why
    Log {
        /// The entry before which the list begins
        #[arg(long, value_name = "N")]
        before: Option<u32>,
        #[command(flatten)]
        kept: Kept,
    },
}

/// Whom it concerns, and why.
#[derive(Args, Debug)]
pub struct Person {
    /// The person, by name
    pub name: String,
    #[command(flatten)]
    pub because: Because,
}

/// Which game it concerns, and why.
#[derive(Args, Debug)]
pub struct Listing {
    /// The name of the game: @sha256- and 64 hexadecimal digits, as definitions list tells
    pub definition: String,
    #[command(flatten)]
    pub because: Because,
}

/// Whom it concerns, for how long, and why.
#[derive(Args, Debug)]
pub struct Restrained {
    /// The person, by name
    pub name: String,
    /// For how many days; until it is lifted if missing
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=3660))]
    pub days: Option<u32>,
    #[command(flatten)]
    pub because: Because,
}

/// Why something is done, and where.
#[derive(Args, Debug)]
pub struct Because {
    /// Why, for the log; whom it concerns is told
    #[arg(long, value_name = "TEXT")]
    pub reason: String,
    #[command(flatten)]
    pub kept: Kept,
}
