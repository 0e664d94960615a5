#[cfg(feature = "server")]
mod server;

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use entourage_arena::{Player, milliseconds};
use entourage_kernel::{Degree, Language};
use entourage_picture::{Pieces, Theme};
use entourage_registry::{Limits, Notation};

#[cfg(feature = "server")]
pub use server::{
    Admin, Because, Bot, Broker, Definitions, Kept, Listing, Migrate, Person, Restrained, Serve, Server, Worker,
};

/// Play, understand and study board games whose pieces draw their powers from the pieces around them.
///
/// GAME is a game's name, optionally followed by a colon and options separated by commas;
/// `entourage games` lists them, and every game has repetition=N and quiet-limit=N. A file whose name
/// ends with .game is a game, too. POSITION is one quoted argument: the start if missing; - reads it
/// from the first line of standard input.
///
/// Exit status: 0, or 2 with the error and its place in one line on standard error.
#[derive(Parser, Debug)]
#[command(name = "entourage", subcommand_required = true, verbatim_doc_comment)]
pub struct Arguments {
    /// Language of sentences for people
    #[arg(long, global = true, value_name = "en|fr", default_value = "en", value_parser = one_of::<Language>("en or fr"))]
    pub lang: Language,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Check a definition: print every error with its place and a suggestion
    ///
    /// Ends with 2 if there is an error. A game with warnings only can be played.
    Check {
        /// The text
        file: PathBuf,
    },
    /// Create a playable definition in a file of that name in the current folder
    New {
        /// The game's name in files and commands: lower-case letters, digits, and - between them
        name: String,
        /// Base it on another game
        #[arg(long, value_name = "GAME")]
        like: Option<String>,
        /// Take the board, the pieces and the start from a preset of Game Courier: a settings file or a code; - for standard input
        #[arg(long, value_name = "FILE", conflicts_with = "like")]
        from_courier: Option<PathBuf>,
    },
    /// Convert variants of Fairy-Stockfish to definitions, and report the refused ones by option and line
    ///
    /// One variant is printed, or written into a folder. For a whole file, the results are listed, and the definitions written into a folder.
    /// Ends with 2 if the one variant is refused, or if a file exists.
    Import {
        /// A configuration such as variants.ini, one variant of it as FILE:NAME, a built-in one as :NAME, or all built-in ones as :
        source: String,
        /// Write each definition into a file of this folder; existing files are kept
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// Print the results as JSON
        #[arg(long)]
        json: bool,
    },
    /// Format a definition, and print it
    Fmt {
        /// The text
        file: PathBuf,
        /// Write the result into the file instead
        #[arg(long)]
        write: bool,
        /// Print nothing, and end with 2 unless the file is in canonical form
        #[arg(long, conflicts_with = "write")]
        check: bool,
    },
    /// Print the rules of a game in Markdown
    ///
    /// Boards are drawn as text, with brackets around the squares in question.
    Rules {
        /// The game
        game: String,
        /// Draw the boards as pictures into a folder instead
        #[arg(long, value_name = "DIR")]
        pictures: Option<PathBuf>,
    },
    /// List the games and their options
    Games {
        /// Print everything about them as JSON
        #[arg(long)]
        json: bool,
    },
    /// Show a position in the terminal: board, side to move, status, active powers; with a move, what it would change
    Show(Variation),
    /// List the legal moves, one per line, sorted bytewise
    Moves {
        #[command(flatten)]
        at: Situation,
        /// Print them with their squares, effects and sentences as JSON
        #[arg(long)]
        json: bool,
    },
    /// Print the status after the moves: ongoing, an alert, win-1 …, win-2 … or draw …
    Status(Variation),
    /// Play moves and print the resulting position
    Play(Variation),
    /// Explain what a move does, or list every reason for its refusal, with squares and ruling
    Explain(Variation),
    /// List the lessons of a game, show one, judge an attempt, or check lesson files
    Lessons(Lessons),
    /// List the squares attacked by the opponent, then the pieces that can be captured, and those that cannot with the reason
    Reach(Situation),
    /// Explain why a game is over, and review it in three moments
    Review {
        #[cfg(feature = "server")]
        #[command(flatten)]
        broker: Broker,
        #[command(flatten)]
        variation: Variation,
    },
    /// Count the leaves of the tree of legal moves
    Perft {
        /// The game
        game: String,
        /// The depth in plies, 0 to 64
        #[arg(value_parser = number::<u32>(0..=64))]
        depth: u32,
        /// The position
        position: Option<String>,
        /// List the count below each move, then their sum
        #[arg(long)]
        divide: bool,
    },
    /// Read positions, one per line, and print `position TAB status TAB moves` for each
    ///
    /// Answers the lines of standard input one by one, in bounded memory.
    /// A refused line gives `position TAB refused TAB why`.
    Batch {
        /// The game
        game: String,
    },
    /// Search for the best move, or several, and print it; progress goes to standard error
    Best(Box<Best>),
    /// Prove a forced win and print the proof, or check a proof by the rules
    ///
    /// Searches for a win within 1 ply, 2 plies, and so on; plies of both sides count. See docs/SOLVING.md.
    Solve(Box<Solve>),
    /// Count the positions searched to a fixed depth (the search's signature), and measure the speed
    ///
    /// Searches eight positions per game from random play. The count is the same on every machine.
    Bench {
        /// The game; all games if missing
        game: Option<String>,
        /// The depth in plies, 1 to 100
        #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<u32>(1..=100))]
        depth: u32,
    },
    /// Run as an engine with a protocol like UCI
    ///
    /// Reads commands from standard input, and answers on standard output; see docs/PROTOCOL.md.
    Engine {
        /// The game until another is set; the first listed one if missing
        game: Option<String>,
    },
    /// Play a match of two players in pairs of games, each opening twice with sides exchanged, and report what it proves
    ///
    /// A and B are `captures`, `level:N`, `engine`, settings of our engine such as `time=100`, `nodes=20000` or `depth=4,hash=64`, or
    /// another program that speaks the engine protocol: `cmd:/path/to/entourage engine`, settings before it if wished.
    Match(Box<Match>),
    /// Fit the weights of the evaluation to games of the computer against itself, and print them
    ///
    /// Prints the list for the game's weights.rs; the same options give the same weights.
    Tune(Box<Tune>),
    /// Test a game: let the computer play it against itself, and report results, and the effects of pieces and powers
    Lab(Box<Lab>),
    /// Play a match of each level of the computer against the one below
    ///
    /// The first level plays against a player that captures if possible, and otherwise moves at random.
    Ladder(Box<Ladder>),
    /// Draw a position as an SVG picture, after the given moves
    Picture {
        #[command(flatten)]
        variation: Variation,
        #[command(flatten)]
        look: Look,
        /// The file to write; standard output if missing
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Convert moves from and to Game Courier's notation
    #[command(subcommand)]
    Courier(Courier),
    /// Show, check, convert, split or count game records in a form of PGN; see docs/RECORD.md
    #[command(subcommand)]
    Record(Record),
    #[cfg(feature = "server")]
    #[command(flatten)]
    Server(Server),
    /// Print a shell's completion script for this command
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write manual pages for this command and its subcommands
    Man {
        /// The folder, such as one named man1; existing pages are overwritten
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

#[derive(Subcommand, Debug)]
pub enum Courier {
    /// Read turns, one per line, and print our moves, one per line, or report the first illegal turn
    ///
    /// Blank lines and comments are skipped; resign, drawn and won end a game, and are printed unchanged.
    Import {
        /// The game
        game: String,
        /// The file of turns; - or nothing for standard input
        #[arg(default_value = "-")]
        file: PathBuf,
        /// The start position; the game's own if missing
        #[arg(long, value_name = "POSITION")]
        position: Option<String>,
        /// Whether the rules are enforced: in warned and free games, refused moves are made manually, printed after ~, and
        /// reported on standard error
        #[arg(long, value_name = "enforced|warned|free", default_value = "enforced", value_parser = one_of::<Degree>("enforced, warned or free"))]
        degree: Degree,
    },
    /// Print our moves as turns, one per line
    Export {
        /// Whether the rules are enforced: in warned and free games, moves may be manual, such as ~Pe2-e4;Q-e8
        #[arg(long, value_name = "enforced|warned|free", default_value = "enforced", value_parser = one_of::<Degree>("enforced, warned or free"))]
        degree: Degree,
        /// Print a settings text, with the start position if it is not the game's own
        #[arg(long)]
        settings: bool,
        #[command(flatten)]
        variation: Variation,
    },
}

#[derive(Args, Debug)]
pub struct Situation {
    /// The game
    pub game: String,
    /// The position
    pub position: Option<String>,
}

#[derive(Args, Debug)]
pub struct Variation {
    /// The game
    pub game: String,
    /// The position, if it contains spaces or is -, then moves
    #[arg(value_name = "[POSITION] MOVE")]
    pub rest: Vec<String>,
}

#[derive(Args, Debug)]
pub struct Look {
    /// The colours
    #[arg(long, value_name = Theme::WORDS, default_value = "light", value_parser = one_of::<Theme>(Theme::WORDS))]
    pub theme: Theme,
    /// How pieces are drawn
    #[arg(long, value_name = Pieces::WORDS, default_value = "pictures", value_parser = one_of::<Pieces>(Pieces::WORDS))]
    pub pieces: Pieces,
    /// The notation of labels and coordinates: ours, or Game Courier's
    #[arg(long, value_name = "ours|courier", default_value = "ours", value_parser = one_of::<Notation>("ours or courier"))]
    pub notation: Notation,
    /// Draw the second side at the bottom
    #[arg(long)]
    pub flip: bool,
    /// Omit the coordinates
    #[arg(long)]
    pub bare: bool,
}

#[derive(Args, Debug)]
pub struct Lessons {
    /// The game; all games with lessons if missing
    pub game: Option<String>,
    /// The lesson's name, as listed
    pub lesson: Option<String>,
    /// The move to judge
    #[arg(value_name = "MOVE")]
    pub attempt: Option<String>,
    /// The step of the move
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<usize>(1..=100), requires = "attempt")]
    pub step: usize,
    /// Check files of the game's lessons, and report errors
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "game", conflicts_with = "lesson")]
    pub check: Vec<PathBuf>,
}

#[derive(Args, Debug)]
#[group(required = true, multiple = true)]
pub struct Bounds {
    /// Search for a time, such as 500ms, 5s or 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Search to a depth in plies, 1 to 100
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=100))]
    pub depth: Option<u32>,
    /// Search a number of positions, 1 or more
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    pub nodes: Option<u64>,
}

impl Bounds {
    pub fn limits(&self) -> Limits {
        let time_ms = self.time.map(milliseconds);
        Limits { depth: self.depth, nodes: self.nodes, time_ms, ..Limits::NONE }
    }
}

#[derive(Args, Debug)]
pub struct Match {
    /// The player whose results are counted
    pub a: Player,
    /// The other player
    pub b: Player,
    /// The game
    pub game: String,
    /// Games, rounded up to an even number
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u32>(2..=1_000_000))]
    pub games: u32,
    /// Milliseconds per move for players without limits; the other player's if missing, or else 100
    #[arg(long, value_name = "MS", value_parser = number::<u64>(1..=3_600_000))]
    pub movetime: Option<u64>,
    /// Number of games at a time; that of the processors if missing
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1024))]
    pub threads: Option<usize>,
    /// Record every game in a file, and continue its match
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Stop as soon as it is decided whether A is stronger by elo1 or only by elo0
    #[arg(long)]
    pub sprt: bool,
    /// The smaller Elo difference of the test
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true, requires = "sprt")]
    pub elo0: f64,
    /// The greater Elo difference of the test
    #[arg(long, value_name = "ELO", default_value_t = 10.0, allow_negative_numbers = true, requires = "sprt")]
    pub elo1: f64,
    /// The probability of accepting elo1 if elo0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = chance, requires = "sprt")]
    pub alpha: f64,
    /// The probability of accepting elo0 if elo1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = chance, requires = "sprt")]
    pub beta: f64,
    /// The seed of openings and of players' random choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Number of random plies of an opening
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = number::<usize>(0..=100))]
    pub plies: usize,
    /// Maximum advantage of a side after the opening, in hundredths of the smallest piece
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = number::<i32>(0..=20_000))]
    pub balance: i32,
    /// Number of plies after the opening at which a game is drawn
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<usize>(1..=100_000))]
    pub longest: usize,
}

#[derive(Args, Debug)]
pub struct Best {
    #[command(flatten)]
    pub at: Situation,
    #[command(flatten)]
    pub bounds: Bounds,
    /// Search with a number of threads; with more than one, results differ from run to run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<usize>(1..=256))]
    pub threads: usize,
    /// Number of best moves to print, 1 to 256; if several, each with its score and line, separated by tabs
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<usize>(1..=256))]
    pub lines: usize,
    /// Print the result of the move's line, and what the move changes
    #[arg(long, conflicts_with = "lines")]
    pub why: bool,
    /// Search every position of an EPD file instead, - for standard input, and print each with the result
    ///
    /// Checks bm (the best moves), am (moves to avoid) and dm (a win within a number of moves).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "lines", "why"])]
    pub epd: Option<String>,
}

#[derive(Args, Debug)]
pub struct Tune {
    /// The game
    pub game: String,
    /// Number of games to learn from
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = number::<u32>(1..=10_000_000))]
    pub games: u32,
    /// Number of positions searched per move
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = number::<u64>(1..=u64::MAX))]
    pub nodes: u64,
    /// Maximum number of pieces removed at random from each side at the start
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u32>(0..=100))]
    pub handicap: u32,
    /// The seed of openings
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Strength of the pull to the present weights: 0 follows the games alone, 10 changes little
    #[arg(long, value_name = "H", default_value_t = 10.0, allow_negative_numbers = true, value_parser = not_negative)]
    pub hold: f64,
    /// Keep the weights of these terms (such as ADVANCE,HUNTER; the command prints their names)
    #[arg(long, value_name = "TERM", value_delimiter = ',')]
    pub keep: Vec<String>,
    /// Number of games at a time; that of the processors if missing
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1024))]
    pub threads: Option<usize>,
}

#[derive(Args, Debug)]
pub struct Ladder {
    /// The game
    pub game: String,
    /// Number of games per match; each opening is played twice with sides exchanged
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u32>(2..=1_000_000))]
    pub games: u32,
    /// The first level
    #[arg(long, value_name = "LEVEL", default_value_t = 1, value_parser = number::<u8>(1..=8))]
    pub from: u8,
    /// The seed of openings and random choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Number of games at a time; that of the processors if missing
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1024))]
    pub threads: Option<usize>,
    /// End with 2 unless each level scores 65 % or more against the one below, and the first 60 % or less
    #[arg(long)]
    pub check: bool,
}

#[derive(Args, Debug)]
pub struct Solve {
    /// The game
    #[arg(required_unless_present = "check")]
    pub game: Option<String>,
    /// The position
    pub position: Option<String>,
    /// Check the proof in a file, without a search
    #[arg(long, value_name = "FILE", exclusive = true)]
    pub check: Option<PathBuf>,
    /// The side that is to win; the side to move if missing
    #[arg(long, value_name = "1|2", value_parser = number::<u8>(1..=2))]
    pub side: Option<u8>,
    /// Maximum length of a win in plies
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u16>(1..=500))]
    pub within: u16,
    /// Stop after a time, such as 500ms, 5s or 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Stop after a number of positions
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    pub nodes: Option<u64>,
    /// The size of the table in mebibytes
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = number::<usize>(1..=131_072))]
    pub hash: usize,
    /// Save the progress in a file, and continue from it
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Lab {
    /// The game
    pub game: String,
    /// Number of games, recorded ones included
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u32>(2..=1_000_000))]
    pub games: u32,
    /// The level of the players
    #[arg(long, value_name = "LEVEL", default_value_t = 3, value_parser = number::<u8>(1..=8))]
    pub level: u8,
    /// The handicap in levels of the weaker player in every fourth game, to measure skill; 0 for no such games
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::<u8>(0..=7))]
    pub gap: u8,
    /// Number of random moves at the start of each game
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<u32>(0..=100))]
    pub opening: u32,
    /// The ply after which a game is abandoned
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = number::<u32>(1..=10_000))]
    pub longest: u32,
    /// Number of cards per side, drawn for each game, whose effects are reported; for a game with cards
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<usize>(0..=64))]
    pub cards: usize,
    /// The seed of openings and random choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Record each game in this file, and continue from its games
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Also write the report as JSON to this file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Change one number of the definition at a time, and report the results of this many games each; for a game in a file
    #[arg(long, value_name = "N", value_parser = number::<u32>(2..=10_000))]
    pub vary: Option<u32>,
    /// Do not compare positions with and without each power: the report omits what powers allowed and decided
    #[arg(long)]
    pub quick: bool,
    /// Start no game after this number of seconds; the games until then are reported
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=1_000_000))]
    pub seconds: Option<u64>,
    /// Number of games at a time; that of the processors if missing
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1024))]
    pub threads: Option<usize>,
    /// Workers that play the games, --threads at a time; what no worker plays is played here
    #[cfg(feature = "server")]
    #[command(flatten)]
    pub broker: Broker,
}

#[derive(Subcommand, Debug)]
pub enum Record {
    /// Show one game: its players, its moves, and the final board
    Show {
        #[command(flatten)]
        file: RecordFile,
        #[command(flatten)]
        texts: Texts,
        /// The number of the game in the file
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(1..=u64::MAX))]
        game: u64,
    },
    /// Play every game under its rules, and report errors by game and line; ends with 2 if there are any
    Check {
        #[command(flatten)]
        file: RecordFile,
        #[command(flatten)]
        texts: Texts,
    },
    /// Print every game in normal form; invalid games are reported and omitted, and it ends with 2
    Convert {
        #[command(flatten)]
        file: RecordFile,
        #[command(flatten)]
        texts: Texts,
        /// The notation of moves
        #[arg(long, value_name = "HOW", value_enum, default_value_t = Moves::Short)]
        moves: Moves,
    },
    /// Write the games into files of a folder, 000001.pgn and so on, without checking their moves
    Split {
        #[command(flatten)]
        file: RecordFile,
        /// The folder, created if missing; existing files are kept
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// Number of games per file
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(1..=u64::MAX))]
        games: u64,
    },
    /// Count games, moves, results and causes, without checking the moves
    Stats {
        #[command(flatten)]
        file: RecordFile,
        /// Print the counts as JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args, Debug)]
pub struct RecordFile {
    /// The file; - for standard input
    pub file: PathBuf,
}

#[derive(Args, Debug)]
pub struct Texts {
    /// A folder of definitions, found by their names or file names; otherwise files beside the record
    #[arg(long, value_name = "DIR")]
    pub games: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Moves {
    /// The players' short notation, if the game has one.
    Short,
    /// The canonical notation.
    Plain,
    /// Game Courier's notation, turn by turn.
    Courier,
}

fn one_of<T: FromStr>(words: &'static str) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| text.parse().map_err(|_| format!("expected {words}"))
}

fn chance(text: &str) -> Result<f64, &'static str> {
    let chance = text.parse().ok().filter(|chance| (1e-6..0.5).contains(chance));
    chance.ok_or("expected a chance from 0.000001 to below 0.5")
}

fn number<N>(range: RangeInclusive<N>) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: FromStr + Ord + Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
    }
}

fn not_negative(text: &str) -> Result<f64, &'static str> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or("expected a number that is not negative, such as 0.5 or 10")
}

fn duration(text: &str) -> Result<Duration, &'static str> {
    const EXPECTED: &str = "expected a time above zero such as 500ms, 5s or 2m, up to 1440m";
    let unit_at = text.find(|letter: char| letter.is_ascii_alphabetic()).ok_or(EXPECTED)?;
    let (number, unit) = text.split_at(unit_at);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        _ => return Err(EXPECTED),
    };
    let plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number: f64 = number.parse().ok().filter(|_| plain).ok_or(EXPECTED)?;
    let duration = Duration::try_from_secs_f64(number * seconds).map_err(|_| EXPECTED)?;
    let range = Duration::from_millis(1)..=Duration::from_secs(24 * 60 * 60);
    if range.contains(&duration) { Ok(duration) } else { Err(EXPECTED) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }

    #[test]
    fn times_are_read() {
        for (text, milliseconds) in [("5s", 5_000), ("500ms", 500), ("1.5s", 1_500), ("2m", 120_000)] {
            assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "5", "s", "0s", "-5s", "5 s", "5h", "1e3s", "infs", "99999m", "1.2.3s"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
