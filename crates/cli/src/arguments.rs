mod puzzles;
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
use entourage_kernel::{Enforcement, Language};
use entourage_picture::{Pieces, Theme};
use entourage_registry::{Limits, Notation};

pub use puzzles::{GeneratePuzzles, Puzzles, SolveComposition};
#[cfg(feature = "server")]
pub use server::{
    ActionArgs, Admin, Bot, Broker, DefinitionArgs, Definitions, Migrate, SanctionArgs, Serve, Server, Storage,
    UserArgs, Worker,
};

/// Play, understand and study board games whose pieces draw their powers from the pieces around them.
///
/// GAME is a game's name, optionally followed by a colon and comma-separated options, such as
/// NAME:repetition=3; `entourage games` lists games and options. A path that ends with .game is a game
/// definition. POSITION is one quoted argument and defaults to the game's start position; - reads the
/// position from the first line of standard input.
///
/// Exit status: 0 on success, or 2 on failure, with one line on standard error.
#[derive(Parser, Debug)]
#[command(name = "entourage", subcommand_required = true, verbatim_doc_comment)]
pub struct Arguments {
    /// Language of messages
    #[arg(long, global = true, value_name = "en|fr", default_value = "en", value_parser = one_of::<Language>("en or fr"))]
    pub lang: Language,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Check a game definition, and print each error with its location and a suggested fix
    ///
    /// Exits with 2 if there are errors. Definitions that have only warnings can be played.
    /// Also plays games, and lists the sentences that changed no move, no threat and no end in them.
    Check {
        /// Path of the game definition
        file: PathBuf,
        /// Number of games to play in search of unused sentences
        #[arg(long, value_name = "N", default_value_t = 400, value_parser = number::<u32>(0..=100_000))]
        games: u32,
    },
    /// Create a game definition in the current folder
    New {
        /// The game's name: lower-case letters, digits and hyphens
        name: String,
        /// Base the new game on another game
        #[arg(long, value_name = "GAME")]
        like: Option<String>,
        /// Import board, pieces and start position from a Game Courier settings file or position code; - for standard input
        #[arg(long, value_name = "FILE", conflicts_with = "like")]
        from_courier: Option<PathBuf>,
    },
    /// Convert Fairy-Stockfish variants to game definitions, and report unsupported options
    ///
    /// For one variant, prints the definition or, with --out, writes it to a file; otherwise lists the result for each variant.
    /// Exits with 2 if the requested variant cannot be converted, or if an output file exists.
    Import {
        /// Configuration file such as variants.ini, FILE:NAME for one variant, :NAME for a built-in variant, or : for all built-in variants
        source: String,
        /// Write each definition to a file in this folder; existing files are not overwritten
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// Print the results as JSON
        #[arg(long)]
        json: bool,
    },
    /// Format a game definition, and print it
    Fmt {
        /// Path of the game definition
        file: PathBuf,
        /// Overwrite the file instead of printing the result
        #[arg(long)]
        write: bool,
        /// Only check the format; exit with 2 if the file is not formatted
        #[arg(long, conflicts_with = "write")]
        check: bool,
    },
    /// Print the rules of a game in Markdown
    ///
    /// Boards are drawn as text, with highlighted squares in brackets.
    Rules {
        /// Game name with any options, or path of a .game file
        game: String,
        /// Write boards to this folder as SVG files instead of drawing them as text
        #[arg(long, value_name = "DIR")]
        pictures: Option<PathBuf>,
    },
    /// List the games and their options
    Games {
        /// Print complete descriptions as JSON
        #[arg(long)]
        json: bool,
    },
    /// Show a position: board, side to move, status and active powers; with a move, also the effects of the move
    Show(Variation),
    /// List the legal moves, sorted, one per line
    Moves {
        #[command(flatten)]
        at: Situation,
        /// Print the moves as JSON, with squares, effects and descriptions
        #[arg(long)]
        json: bool,
    },
    /// Print the status after the moves: ongoing, an alert such as check, or a result (win-1, win-2 or draw) with its cause
    Status(Variation),
    /// Play moves and print the resulting position
    Play(Variation),
    /// Explain what a move does, or why it is illegal, with squares and rulings
    Explain(Variation),
    /// List lessons, show one, check a solution, or validate lesson files
    Lessons(Lessons),
    /// List the squares that the opponent attacks, and whether each piece can be captured, with the reasons
    Reach(Situation),
    /// Explain how a game ended, and show mistakes and other key moments
    Review {
        #[cfg(feature = "server")]
        #[command(flatten)]
        broker: Broker,
        #[command(flatten)]
        variation: Variation,
    },
    /// Count the move sequences of a given length (perft)
    Perft {
        /// Game name with any options, or path of a .game file
        game: String,
        /// Depth in plies (0 to 64)
        #[arg(value_parser = number::<u32>(0..=64))]
        depth: u32,
        /// Position to start from; by default the game's start position
        position: Option<String>,
        /// Print the count for each first move, then the total
        #[arg(long)]
        divide: bool,
    },
    /// Read positions from standard input, one per line, and print `position TAB status TAB moves` for each
    ///
    /// An invalid line gives `position TAB refused TAB reason`. Memory use does not grow with the input.
    Batch {
        /// Game name with any options, or path of a .game file
        game: String,
    },
    /// Search for the best move or moves; progress goes to standard error
    Best(Box<Best>),
    /// Prove a forced win and print the proof, or verify a proof
    ///
    /// Searches for wins of increasing length in plies (moves of either side). See docs/SOLVING.md.
    Solve(Box<Solve>),
    /// Find puzzles (forced wins with a unique solution), or check a file of puzzles; see docs/PUZZLES.md
    #[command(subcommand)]
    Puzzles(Puzzles),
    /// Search a fixed set of positions, and print the node count (the search's signature) and speed
    ///
    /// Searches eight positions per game, reached by random play. The node count is the same on every machine.
    Bench {
        /// Game name with any options; by default all built-in games
        game: Option<String>,
        /// Depth in plies (1 to 100)
        #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<u32>(1..=100))]
        depth: u32,
    },
    /// Run as a UCI-like or XBoard engine
    ///
    /// Reads commands from standard input and answers on standard output; see docs/PROTOCOL.md.
    Engine {
        /// Initial game; by default the first game that `entourage games` lists
        game: Option<String>,
    },
    /// Play a match between two players, and report the Elo difference
    ///
    /// Each opening is played twice with sides exchanged. A and B can be `captures` (captures if possible and otherwise
    /// moves at random), `level:N`, `engine`, engine settings such as `time=100`, `nodes=20000` or `depth=4,hash=64`,
    /// or an external engine, optionally after settings, such as `depth=4,cmd:/path/to/entourage engine`.
    Match(Box<Match>),
    /// Tune the evaluation weights on self-play games, and print them
    ///
    /// Prints the weights as the content of the game's source file weights.rs. The same options give the same weights.
    Tune(Box<Tune>),
    /// Analyse a game by self-play: results, game length, and the effects of pieces and powers
    Lab(Box<Lab>),
    /// Play a match between each computer level and the one below
    ///
    /// Level 1 plays against `captures`, which captures if possible and otherwise moves at random.
    Ladder(Box<Ladder>),
    /// Draw the position after the moves, if any, as an SVG image
    Picture {
        #[command(flatten)]
        variation: Variation,
        #[command(flatten)]
        look: Look,
        /// The output file; by default standard output
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Convert moves to and from Game Courier's notation
    #[command(subcommand)]
    Courier(Courier),
    /// Show, check, convert, split or summarise game records in PGN; see docs/RECORD.md
    #[command(subcommand)]
    Record(Record),
    #[cfg(feature = "server")]
    #[command(flatten)]
    Server(Server),
    /// Print a shell completion script
    Completions {
        /// The shell for which to generate the script
        shell: Shell,
    },
    /// Write man pages for all commands
    Man {
        /// The output folder, such as man1; existing files are overwritten
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

#[derive(Subcommand, Debug)]
pub enum Courier {
    /// Convert Game Courier turns, a log or a settings file to moves, one per line, or report the first illegal turn
    ///
    /// Blank lines and comments are skipped; resign, drawn and won end the game and are printed unchanged.
    Import {
        /// Game name with any options, or path of a .game file
        game: String,
        /// The input file; by default standard input
        #[arg(default_value = "-")]
        file: PathBuf,
        /// The position to start from; by default the game's start position
        #[arg(long, value_name = "POSITION")]
        position: Option<String>,
        /// Rule enforcement: with warned or free, illegal moves are allowed, printed with a leading ~, and reported on standard error
        #[arg(long = "enforcement", alias = "degree", value_name = "enforced|warned|free", default_value = "enforced", value_parser = one_of::<Enforcement>("enforced, warned or free"))]
        enforcement: Enforcement,
    },
    /// Convert moves to Game Courier turns, one per line
    Export {
        /// Rule enforcement: with warned or free, manual moves such as ~Pe2-e4;Q-e8 are allowed
        #[arg(long = "enforcement", alias = "degree", value_name = "enforced|warned|free", default_value = "enforced", value_parser = one_of::<Enforcement>("enforced, warned or free"))]
        enforcement: Enforcement,
        /// Print a settings file, which includes the start position unless it is the game's default
        #[arg(long)]
        settings: bool,
        #[command(flatten)]
        variation: Variation,
    },
}

#[derive(Args, Debug)]
pub struct Situation {
    /// Game name with any options, or path of a .game file
    pub game: String,
    /// Position to start from; by default the game's start position
    pub position: Option<String>,
}

#[derive(Args, Debug)]
pub struct Variation {
    /// Game name with any options, or path of a .game file
    pub game: String,
    /// Optionally a position (quoted, or - for standard input), then moves
    #[arg(value_name = "[POSITION] MOVE")]
    pub rest: Vec<String>,
}

#[derive(Args, Debug)]
pub struct Look {
    /// The colour theme
    #[arg(long, value_name = Theme::WORDS, default_value = "light", value_parser = one_of::<Theme>(Theme::WORDS))]
    pub theme: Theme,
    /// The style of pieces
    #[arg(long, value_name = Pieces::WORDS, default_value = "pictures", value_parser = one_of::<Pieces>(Pieces::WORDS))]
    pub pieces: Pieces,
    /// Notation of piece letters and coordinates: ours (Entourage's) or courier (Game Courier's)
    #[arg(long, value_name = "ours|courier", default_value = "ours", value_parser = one_of::<Notation>("ours or courier"))]
    pub notation: Notation,
    /// Show the board from the second side's point of view
    #[arg(long)]
    pub flip: bool,
    /// Hide coordinates
    #[arg(long)]
    pub bare: bool,
}

#[derive(Args, Debug)]
pub struct Lessons {
    /// The game; by default all games with lessons
    pub game: Option<String>,
    /// The lesson's name
    pub lesson: Option<String>,
    /// The move to check
    #[arg(value_name = "MOVE")]
    pub attempt: Option<String>,
    /// Number of the lesson step that the move answers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<usize>(1..=100), requires = "attempt")]
    pub step: usize,
    /// Validate these lesson files for the game
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "game", conflicts_with = "lesson")]
    pub check: Vec<PathBuf>,
}

#[derive(Args, Debug)]
#[group(required = true, multiple = true)]
pub struct Bounds {
    /// Time limit, such as 500ms, 5s or 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Depth limit in plies, 1 to 100
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=100))]
    pub depth: Option<u32>,
    /// Node limit, at least 1
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
    /// The first player, whose score is reported
    pub a: Player,
    /// The second player
    pub b: Player,
    /// Game name with any options, or path of a .game file
    pub game: String,
    /// Number of games, rounded up to an even number
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u32>(2..=1_000_000))]
    pub games: u32,
    /// Milliseconds per move for players without limits; by default the other player's limit, or 100
    #[arg(long, value_name = "MS", value_parser = number::<u64>(1..=3_600_000))]
    pub movetime: Option<u64>,
    /// Number of concurrent games; by default the number of CPU cores
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1024))]
    pub threads: Option<usize>,
    /// Record games in this file; if the file exists, continue the recorded match
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Stop when a sequential probability ratio test (SPRT) accepts elo1 or elo0
    #[arg(long)]
    pub sprt: bool,
    /// SPRT: Elo difference of the null hypothesis
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true, requires = "sprt")]
    pub elo0: f64,
    /// SPRT: Elo difference of the alternative hypothesis
    #[arg(long, value_name = "ELO", default_value_t = 10.0, allow_negative_numbers = true, requires = "sprt")]
    pub elo1: f64,
    /// SPRT: probability of accepting elo1 if elo0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = chance, requires = "sprt")]
    pub alpha: f64,
    /// SPRT: probability of accepting elo0 if elo1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = chance, requires = "sprt")]
    pub beta: f64,
    /// Random seed for openings and players
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Number of random plies in an opening
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = number::<usize>(0..=100))]
    pub plies: usize,
    /// Maximum advantage of either side after the opening, in centipawns (hundredths of the least valuable piece)
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = number::<i32>(0..=20_000))]
    pub balance: i32,
    /// Number of plies after the opening at which a game is adjudicated as a draw
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<usize>(1..=100_000))]
    pub longest: usize,
}

#[derive(Args, Debug)]
pub struct Best {
    #[command(flatten)]
    pub at: Situation,
    #[command(flatten)]
    pub bounds: Bounds,
    /// Number of search threads; with more than one, results vary between runs
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<usize>(1..=256))]
    pub threads: usize,
    /// Number of best moves to print (1 to 256); if more than one, each is followed by its score and line, separated by tabs
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<usize>(1..=256))]
    pub lines: usize,
    /// Also explain the principal variation and the effects of the move
    #[arg(long, conflicts_with = "lines")]
    pub why: bool,
    /// Search every position of an EPD file (- for standard input), and print each with its search result
    ///
    /// Checks bm (best moves), am (moves to avoid) and dm (win within a number of moves); exits with 2 unless all are solved.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "lines", "why"])]
    pub epd: Option<String>,
}

#[derive(Args, Debug)]
pub struct Tune {
    /// Game name with any options, or path of a .game file
    pub game: String,
    /// Number of training games
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = number::<u32>(1..=10_000_000))]
    pub games: u32,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = number::<u64>(1..=u64::MAX))]
    pub nodes: u64,
    /// Maximum number of pieces removed at random from each side before a game
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u32>(0..=100))]
    pub handicap: u32,
    /// Random seed for openings
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Strength of regularisation towards the current weights: 0 disables it; with 10, weights change little
    #[arg(long, value_name = "H", default_value_t = 10.0, allow_negative_numbers = true, value_parser = not_negative)]
    pub hold: f64,
    /// Terms whose weights are not changed, such as ADVANCE,HUNTER; the output lists all terms
    #[arg(long, value_name = "TERM", value_delimiter = ',')]
    pub keep: Vec<String>,
    /// Number of concurrent games; by default the number of CPU cores
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1024))]
    pub threads: Option<usize>,
}

#[derive(Args, Debug)]
pub struct Ladder {
    /// Game name with any options, or path of a .game file
    pub game: String,
    /// Number of games per match; each opening is played twice, with sides exchanged
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u32>(2..=1_000_000))]
    pub games: u32,
    /// The first level to test
    #[arg(long, value_name = "LEVEL", default_value_t = 1, value_parser = number::<u8>(1..=8))]
    pub from: u8,
    /// Random seed for openings and players
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Number of concurrent games; by default the number of CPU cores
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1024))]
    pub threads: Option<usize>,
    /// Exit with 2 unless each level scores at least 65 % against the one below, and level 1 at most 60 % against `captures`
    #[arg(long)]
    pub check: bool,
}

#[derive(Args, Debug)]
pub struct Solve {
    /// Game name with any options, or path of a .game file
    #[arg(required_unless_present = "check")]
    pub game: Option<String>,
    /// Position to start from; by default the game's start position
    pub position: Option<String>,
    /// Verify the proof in a file, without searching
    #[arg(long, value_name = "FILE", exclusive = true)]
    pub check: Option<PathBuf>,
    /// The winning side; by default the side to move
    #[arg(long, value_name = "1|2", value_parser = number::<u8>(1..=2))]
    pub side: Option<u8>,
    /// Maximum length of a win in plies
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u16>(1..=500))]
    pub within: u16,
    /// Time limit, such as 500ms, 5s or 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Node limit
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    pub nodes: Option<u64>,
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = number::<usize>(1..=131_072))]
    pub hash: usize,
    /// Save progress to this file; if the file exists, continue from it
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Lab {
    /// Game name with any options, or path of a .game file
    pub game: String,
    /// Total number of games, including those recorded by an earlier run
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u32>(2..=1_000_000))]
    pub games: u32,
    /// The level of both players
    #[arg(long, value_name = "LEVEL", default_value_t = 3, value_parser = number::<u8>(1..=8))]
    pub level: u8,
    /// In every fourth game one player is this many levels weaker, to measure the influence of skill; 0 disables this
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::<u8>(0..=7))]
    pub gap: u8,
    /// Number of random moves at the start of each game; by default one for every 20 moves of a game
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=100))]
    pub opening: Option<u32>,
    /// Maximum number of plies; longer games are abandoned
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = number::<u32>(1..=10_000))]
    pub longest: u32,
    /// For games with cards: number of random cards for each side; the report shows the effect of each card
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<usize>(0..=64))]
    pub cards: usize,
    /// Random seed for openings and players
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Record games in this file, and include the games recorded there
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Also write the report to this file as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// For game definitions: search for single edits that improve the game, and confirm the best with up to this many games
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "4000", value_parser = number::<u32>(8..=100_000))]
    pub improve: Option<u32>,
    /// For game definitions: play the same openings with another version, and compare the two
    #[arg(long, value_name = "GAME", conflicts_with = "improve")]
    pub against: Option<String>,
    /// Do not compare positions with and without each power; the report omits how often powers allowed or decided moves
    #[arg(long)]
    pub quick: bool,
    /// Start no new game after this many seconds, and report on the finished games
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=1_000_000))]
    pub seconds: Option<u64>,
    /// Number of concurrent games; by default the number of CPU cores
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1024))]
    pub threads: Option<usize>,
    #[cfg(feature = "server")]
    #[command(flatten)]
    pub broker: Broker,
}

#[derive(Subcommand, Debug)]
pub enum Record {
    /// Show one game: players, moves and final position
    Show {
        #[command(flatten)]
        file: RecordFile,
        #[command(flatten)]
        texts: Texts,
        /// The number of the game in the file
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(1..=u64::MAX))]
        game: u64,
    },
    /// Replay every game, and report errors with game and line; exits with 2 if there are any
    Check {
        #[command(flatten)]
        file: RecordFile,
        #[command(flatten)]
        texts: Texts,
    },
    /// Print every game in normal form; invalid games are reported and omitted, and the exit status is 2
    Convert {
        #[command(flatten)]
        file: RecordFile,
        #[command(flatten)]
        texts: Texts,
        /// The notation of moves
        #[arg(long, value_name = "HOW", value_enum, default_value_t = Moves::Short)]
        moves: Moves,
    },
    /// Split the games into files 000001.pgn and so on, without checking moves
    Split {
        #[command(flatten)]
        file: RecordFile,
        /// The output folder, created if missing; existing files are not overwritten
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// Number of games per file
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(1..=u64::MAX))]
        games: u64,
    },
    /// Count games, moves, results and their causes, without checking moves
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
    /// The PGN file; - for standard input
    pub file: PathBuf,
}

#[derive(Args, Debug)]
pub struct Texts {
    /// Folder of definitions that records refer to by game or file name; the record's folder is always searched first
    #[arg(long, value_name = "DIR")]
    pub games: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Moves {
    /// Short notation such as Nf3, if the game has one.
    Short,
    /// Coordinate notation.
    Plain,
    /// Game Courier's notation.
    Courier,
}

fn one_of<T: FromStr>(words: &'static str) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| text.parse().map_err(|_| format!("expected {words}"))
}

fn chance(text: &str) -> Result<f64, &'static str> {
    let chance = text.parse().ok().filter(|chance| (1e-6..0.5).contains(chance));
    chance.ok_or("expected a probability of at least 0.000001 and below 0.5")
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
    number.ok_or("expected a non-negative number, such as 0.5 or 10")
}

fn duration(text: &str) -> Result<Duration, &'static str> {
    const EXPECTED: &str = "expected a time such as 500ms, 5s or 2m, at most 1440m";
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
    fn clap_accepts_the_definition() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }

    #[test]
    fn times_are_parsed() {
        for (text, milliseconds) in [("5s", 5_000), ("500ms", 500), ("1.5s", 1_500), ("2m", 120_000)] {
            assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "5", "s", "0s", "-5s", "5 s", "5h", "1e3s", "infs", "99999m", "1.2.3s"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
