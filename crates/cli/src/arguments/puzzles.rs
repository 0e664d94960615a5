use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use entourage_registry::solver::Stipulation;

use crate::arguments::{duration, number, one_of};

#[derive(Subcommand, Debug)]
pub enum Puzzles {
    /// Find puzzles in games that the computer plays against itself, or in stored games, and append them to a file
    ///
    /// The same seed or the same stored games give the same puzzles. If the file contains puzzles, continues after the last one.
    Generate(GeneratePuzzles),
    /// Check every puzzle by the rules alone, and report errors with line numbers; exits with 2 if there are any
    Check {
        /// The file with one puzzle per line; - for standard input
        file: PathBuf,
        /// Folder of definitions of games that are neither built in nor shipped
        #[arg(long, value_name = "DIR")]
        games: Option<PathBuf>,
    },
    /// Solve a composition: print every key with its threats and variations, set play, tries, duals and cooks
    ///
    /// For the text of the solution, see docs/PUZZLES.md.
    Solve(SolveComposition),
}

#[derive(Args, Debug)]
pub struct SolveComposition {
    /// Game name with any options, name of a shipped definition, or path of a .game file
    pub game: String,
    /// The position; - for the first line of standard input
    pub position: String,
    /// Number of turns of the side to move, within which the goal must be reached
    #[arg(long = "in", value_name = "N", value_parser = number::<u16>(1..=20))]
    pub turns: u16,
    /// The goal: win or draw by force, force the other side to win (self), cooperate so that the other side wins (help), or win by
    /// turns in a row (series)
    #[arg(
        long,
        value_name = "GOAL",
        default_value = "win",
        value_parser = one_of::<Stipulation>("win, draw, self, help or series")
    )]
    pub stipulation: Stipulation,
    /// Also print tries: first moves that fail because of at most N replies (1 if N is omitted)
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1",
        value_parser = number::<usize>(1..=1000))]
    pub tries: Option<usize>,
    /// Also print set play: what happens if the other side moves first
    #[arg(long)]
    pub set_play: bool,
    /// Write the solution as a game record with variations to this file; - to print it instead of the text
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Maximum number of positions to examine
    #[arg(long, value_name = "N", default_value_t = 100_000_000, value_parser = number::<u64>(1..=u64::MAX))]
    pub nodes: u64,
}

#[derive(Args, Debug)]
pub struct GeneratePuzzles {
    /// Game name with any options, name of a shipped definition, or path of a .game file
    pub game: String,
    /// Number of puzzles in the file at the end, including those already there; 100 by default, or with --from as many as there are
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1_000_000))]
    pub count: Option<usize>,
    /// PGN file of stored games in which to seek puzzles; - for standard input. The puzzles are placed in the public domain
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    pub from: Option<PathBuf>,
    /// Random seed for openings and players
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Maximum length of a win in plies, counting the moves of both sides
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = number::<u16>(1..=7))]
    pub within: u16,
    /// Time limit, such as 500ms, 5s or 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// The file to which puzzles are appended; created if missing
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}
