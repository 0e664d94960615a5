use std::path::PathBuf;

use clap::Args;
use entourage_registry::Level;

use super::serve::site;
use crate::arguments::number;

/// Where a bot plays, what, and how.
#[derive(Args, Debug)]
pub struct Bot {
    /// The server: https://HOST or http://HOST:PORT
    #[arg(long, value_name = "URL", value_parser = server)]
    pub server: String,
    /// The file that holds the token of the bot's account, with bot:play; the variable ENTOURAGE_TOKEN if missing
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// A program that speaks the engine protocol, with its arguments, spaces between them; this project's own engine if missing
    #[arg(long, value_name = "COMMAND", conflicts_with = "level")]
    pub engine: Option<String>,
    /// Play as the computer does at this level
    #[arg(long, value_name = "N", value_parser = level)]
    pub level: Option<Level>,
    /// The games that are accepted, with any options: their names with commas between them; every game if missing
    #[arg(long, value_name = "GAME,…", value_delimiter = ',')]
    pub games: Vec<String>,
    /// The folder of games written as text that may be played beside those of the house
    #[arg(long, value_name = "DIR")]
    pub definitions: Option<PathBuf>,
    /// The most games at a time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<usize>(1..=16))]
    pub max_games: usize,
    /// The milliseconds a move where no clock is running
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = number::<u64>(1..=3_600_000))]
    pub movetime: u64,
}

fn level(text: &str) -> Result<Level, String> {
    let known = text.parse().ok().and_then(Level::new);
    known.ok_or_else(|| format!("expected a level from 1 to {}", Level::ALL.len()))
}

/// Reads the address of a server that this build can reach.
fn server(text: &str) -> Result<String, &'static str> {
    let server = site(text)?;
    match cfg!(feature = "tls") || server.starts_with("http:") {
        true => Ok(server),
        false => Err("this build cannot speak https; build the command with `--features tls`"),
    }
}
