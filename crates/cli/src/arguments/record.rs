use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::number;

/// What is done with records of games.
#[derive(Subcommand, Debug)]
pub enum Record {
    /// Show one game: who played, its moves, and the board at its end
    Show {
        #[command(flatten)]
        file: RecordFile,
        #[command(flatten)]
        texts: Texts,
        /// Which game of the file
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(1..=u64::MAX))]
        game: u64,
    },
    /// Play every game under its rules and tell what is wrong, by game and line; ends with 2 if anything is
    Check {
        #[command(flatten)]
        file: RecordFile,
        #[command(flatten)]
        texts: Texts,
    },
    /// Print every game in normal form, numbered as the rules have it; what is wrong is told, left out, and ends it with 2
    Convert {
        #[command(flatten)]
        file: RecordFile,
        #[command(flatten)]
        texts: Texts,
        /// How moves are written: short as players do where their game has such a notation, or plain as programs do
        #[arg(long, value_name = "HOW", value_enum, default_value_t = Moves::Short)]
        moves: Moves,
    },
    /// Write the games into files of a folder, 000001.pgn and so on, whether or not the rules allow their moves
    Split {
        #[command(flatten)]
        file: RecordFile,
        /// The folder; it is made if it is missing, and no file that is there is written over
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// The games of a file
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(1..=u64::MAX))]
        games: u64,
    },
    /// Count games, moves, results and causes, without playing the games
    Stats {
        #[command(flatten)]
        file: RecordFile,
        /// Write the counts as JSON
        #[arg(long)]
        json: bool,
    },
}

/// Where records are read.
#[derive(Args, Debug)]
pub struct RecordFile {
    /// The file, of any length; - for standard input
    pub file: PathBuf,
}

/// Where games written as text are found that records name.
#[derive(Args, Debug)]
pub struct Texts {
    /// Know the games written as text in a folder, too, by their names and by those of their files; otherwise files beside the record
    #[arg(long, value_name = "DIR")]
    pub games: Option<PathBuf>,
}

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Moves {
    /// As players do.
    Short,
    /// As programs do.
    Plain,
    /// As Game Courier's players do, turn by turn.
    Courier,
}
