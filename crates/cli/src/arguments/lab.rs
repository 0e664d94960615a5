use std::path::PathBuf;

use clap::Args;

use super::number;

/// What is asked of the laboratory.
#[derive(Args, Debug)]
pub struct Lab {
    /// The game
    pub game: String,
    /// The games to play; those that the record holds count
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u32>(2..=1_000_000))]
    pub games: u32,
    /// The level of the players
    #[arg(long, value_name = "LEVEL", default_value_t = 3, value_parser = number::<u8>(1..=8))]
    pub level: u8,
    /// How many levels less the weaker player has in every fourth game, to see whether skill matters; 0 for no such games
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::<u8>(0..=7))]
    pub gap: u8,
    /// The moves at random that begin each game
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<u32>(0..=100))]
    pub opening: u32,
    /// The plies after which a game is given up
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = number::<u32>(1..=10_000))]
    pub longest: u32,
    /// The cards of each side, drawn anew for each game; for a game with cards to choose, of which it is told what each brings
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<usize>(0..=64))]
    pub cards: usize,
    /// Determines openings and choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Keep each game in this file as it ends, and go on from those that it holds
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Write the report as JSON to this file, too
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Change one number of the text at a time, play so many games of each, and tell what came of it; for a game of a file
    #[arg(long, value_name = "N", value_parser = number::<u32>(2..=10_000))]
    pub vary: Option<u32>,
    /// Do not look at positions without each power of the text, too: what powers allowed and decided is not told
    #[arg(long)]
    pub quick: bool,
    /// Begin no game after so many seconds, for a game whose moves take long: what was played until then is counted
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=1_000_000))]
    pub seconds: Option<u64>,
    /// Games played at a time; as many as there are processors if missing
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1024))]
    pub threads: Option<usize>,
    /// Workers that play the games, --threads of them at a time; what no worker plays is played here
    #[cfg(feature = "server")]
    #[command(flatten)]
    pub broker: super::Broker,
}
