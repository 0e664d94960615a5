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
/// GAME is a game's name, then options after a colon in a comma list; `entourage games` lists
/// them, and every game takes repetition=N and quiet-limit=N. A file whose name ends with .game is a
/// game, too. POSITION is one quoted argument: missing, it is the start; - reads it from the first
/// line of standard input.
///
/// Exit status: 0, or 2 with one line on standard error that says what is wrong and where.
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
    /// Check a game that is written as text: every fault with its place, and what would help
    ///
    /// Ends with 2 if there is an error; with warnings alone the game can be played.
    Check {
        /// The text
        file: PathBuf,
    },
    /// Begin a game that is written as text: a file of that name in this folder, which can be played as it stands
    New {
        /// What the game is called in files and commands: small letters and digits, perhaps with - between them
        name: String,
        /// Begin with all of another game
        #[arg(long, value_name = "GAME")]
        like: Option<String>,
        /// Begin with the board, the pieces and the start of a preset of Game Courier: a settings file, or a code; - for standard input
        #[arg(long, value_name = "FILE", conflicts_with = "like")]
        from_courier: Option<PathBuf>,
    },
    /// Write variants of Fairy-Stockfish as games that are written as text, and say which are refused, by option and line
    ///
    /// One variant is printed, or written into a folder; of a whole file it is told what could be imported, and all of it written into a folder.
    /// Ends with 2 if the one variant is refused, or if a file is there already.
    Import {
        /// A configuration such as variants.ini, one variant of it as FILE:NAME, one that is built in as :NAME, or all of these as :
        source: String,
        /// Write each game into a file of this folder; none that is there already is written over
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// Write what becomes of each variant as JSON
        #[arg(long)]
        json: bool,
    },
    /// Set a game that is written as text in canonical form, and print it
    Fmt {
        /// The text
        file: PathBuf,
        /// Write it into the file instead
        #[arg(long)]
        write: bool,
        /// Print nothing, and end with 2 unless the file is in canonical form
        #[arg(long, conflicts_with = "write")]
        check: bool,
    },
    /// Print the rules of a game for players, in Markdown: what people wrote, or what a game written as text says of itself
    ///
    /// Boards are drawn in letters, with brackets around the squares that are spoken of.
    Rules {
        /// The game
        game: String,
        /// Draw the boards as pictures into files of a folder instead, and show these
        #[arg(long, value_name = "DIR")]
        pictures: Option<PathBuf>,
    },
    /// List the games and their options
    Games {
        /// Write everything known of them as JSON
        #[arg(long)]
        json: bool,
    },
    /// Show a board in the terminal: pieces, side to move, status, powers at work; with a move, what it would change
    Show(Variation),
    /// List the legal moves, sorted bytewise, one a line
    Moves {
        #[command(flatten)]
        at: Situation,
        /// Write them with their squares, effects and sentences as JSON
        #[arg(long)]
        json: bool,
    },
    /// Tell where the game stands, after the moves given: ongoing, an alert, win-1 …, win-2 … or draw …
    Status(Variation),
    /// Play moves and print the resulting position
    Play(Variation),
    /// Say what a move does, or every reason why it is refused, each with squares and ruling
    Explain(Variation),
    /// List the lessons of a game, show one, judge a try at it, or check files of lessons
    Lessons(Lessons),
    /// List the squares that the enemies of the side to move attack, then who can be captured, and who cannot and why
    Reach(Situation),
    /// Say why a game is over, and what happened in it in three moments
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
    /// Read positions, one a line, and write `position TAB status TAB moves` for each
    ///
    /// Reads standard input and answers lines as they come, in bounded memory.
    /// A line that is refused gives `position TAB refused TAB why`.
    Batch {
        /// The game
        game: String,
    },
    /// Search for the best move, or several, and print it; progress goes to standard error
    Best(Box<Best>),
    /// Prove that one side can force a win, and print the proof; or check a proof by the rules alone
    ///
    /// Looks for a win within 1 ply, 2, and so on, each ply counting alone, whoever's it is. See docs/SOLVING.md.
    Solve(Box<Solve>),
    /// Count the positions that the search looks at to a fixed depth: its signature, and its speed
    ///
    /// Searches eight positions of each game that random play reaches. The count is the same on every machine; a change that
    /// should not touch the search leaves it alone.
    Bench {
        /// The game; all games if missing
        game: Option<String>,
        /// The depth in plies, 1 to 100
        #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<u32>(1..=100))]
        depth: u32,
    },
    /// Talk with another program, a line at a time, as an engine: a protocol of UCI's shape
    ///
    /// Reads commands from standard input and answers on standard output; see docs/PROTOCOL.md.
    Engine {
        /// The game until another is set; the first one listed if missing
        game: Option<String>,
    },
    /// Let two players meet in pairs of games, each opening twice with sides changed, and say what that proves
    ///
    /// A and B are `captures`, `level:N`, `engine`, settings of our engine such as `time=100`, `nodes=20000` or `depth=4,hash=64`, or
    /// another program that speaks the engine protocol: `cmd:/path/to/entourage engine`, settings before it if wished.
    Match(Box<Match>),
    /// Fit the weights of the computer's estimate to games against itself, and print them
    ///
    /// What is printed is the list in the game's weights.rs; the same options print the same weights.
    Tune(Box<Tune>),
    /// Find out what a game is like: let the computer play it against itself, and tell who wins and why, what pieces and powers do
    Lab(Box<Lab>),
    /// Let each level of the computer play a match against the one below
    ///
    /// The first level plays against one that captures when it can and else moves at random.
    Ladder(Box<Ladder>),
    /// Draw a position, after the moves given, as an SVG picture
    Picture {
        #[command(flatten)]
        variation: Variation,
        #[command(flatten)]
        look: Look,
        /// The file to write; standard output if missing
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Translate moves from and to Game Courier's notation
    #[command(subcommand)]
    Courier(Courier),
    /// Show, check, convert, split or count records of games in PGN's shape, of any game and any length; see docs/RECORD.md
    #[command(subcommand)]
    Record(Record),
    #[cfg(feature = "server")]
    #[command(flatten)]
    Server(Server),
    /// Print what lets a shell complete the words of this command
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write a manual page for this command and for each of its subcommands
    Man {
        /// The folder, such as one named man1; pages that are there already are written over
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

#[derive(Subcommand, Debug)]
pub enum Courier {
    /// Read turns, one a line, and print our moves, one a line, or say which turn is illegal and why
    ///
    /// Blank lines and lines with a comment alone are skipped; resign, drawn and won end a game and are printed as they are.
    Import {
        /// The game
        game: String,
        /// The file of turns; - or nothing for standard input
        #[arg(default_value = "-")]
        file: PathBuf,
        /// The position in which the game began; its start if missing
        #[arg(long, value_name = "POSITION")]
        position: Option<String>,
        /// How much the rules help: in warned and free games what they refuse is done by hand, printed after ~, and named on
        /// standard error
        #[arg(long, value_name = "enforced|warned|free", default_value = "enforced", value_parser = one_of::<Degree>("enforced, warned or free"))]
        degree: Degree,
    },
    /// Write our moves as turns, one a line
    Export {
        /// How much the rules help: in warned and free games moves may be turns by hand, such as ~Pe2-e4;Q-e8
        #[arg(long, value_name = "enforced|warned|free", default_value = "enforced", value_parser = one_of::<Degree>("enforced, warned or free"))]
        degree: Degree,
        /// Write a settings text with the opening position, unless the game began at its start
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
    /// The position, recognised by its spaces, then moves
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
    /// Whose labels and coordinates are written: ours, or those of Game Courier's players
    #[arg(long, value_name = "ours|courier", default_value = "ours", value_parser = one_of::<Notation>("ours or courier"))]
    pub notation: Notation,
    /// Draw the second player's home below
    #[arg(long)]
    pub flip: bool,
    /// Leave the coordinates out
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
    /// The step at which the move is tried
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<usize>(1..=100), requires = "attempt")]
    pub step: usize,
    /// Check files of the game's lessons, and say what does not hold
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "game", conflicts_with = "lesson")]
    pub check: Vec<PathBuf>,
}

#[derive(Args, Debug)]
#[group(required = true, multiple = true)]
pub struct Bounds {
    /// Think for a time, such as 500ms, 5s or 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Look a number of plies ahead, 1 to 100
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=100))]
    pub depth: Option<u32>,
    /// Look at a number of positions, 1 or more
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
    /// Milliseconds a move, for players without bounds of their own; the other player's if missing, or else 100
    #[arg(long, value_name = "MS", value_parser = number::<u64>(1..=3_600_000))]
    pub movetime: Option<u64>,
    /// Games played at a time; as many as there are processors if missing
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1024))]
    pub threads: Option<usize>,
    /// Keep every game in a file, and go on with the match that it holds
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// End as soon as it is proved whether A is stronger by elo1 or only by elo0
    #[arg(long)]
    pub sprt: bool,
    /// The smaller difference of the test
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true, requires = "sprt")]
    pub elo0: f64,
    /// The greater difference of the test
    #[arg(long, value_name = "ELO", default_value_t = 10.0, allow_negative_numbers = true, requires = "sprt")]
    pub elo1: f64,
    /// The chance of finding elo1 where elo0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = chance, requires = "sprt")]
    pub alpha: f64,
    /// The chance of finding elo0 where elo1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = chance, requires = "sprt")]
    pub beta: f64,
    /// Determines openings, and what players leave to chance
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Random plies of an opening
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = number::<usize>(0..=100))]
    pub plies: usize,
    /// How much better, in hundredths of the smallest piece, a side may be after the opening
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = number::<i32>(0..=20_000))]
    pub balance: i32,
    /// Plies after the opening at which a game is called a draw
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<usize>(1..=100_000))]
    pub longest: usize,
}

#[derive(Args, Debug)]
pub struct Best {
    #[command(flatten)]
    pub at: Situation,
    #[command(flatten)]
    pub bounds: Bounds,
    /// Think on a number of threads; with more than one, results differ from run to run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<usize>(1..=256))]
    pub threads: usize,
    /// Print so many of the best moves, 1 to 256; each of several with its score and line, separated by tabs
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<usize>(1..=256))]
    pub lines: usize,
    /// Say after the move what its line comes to, and what the move changes
    #[arg(long, conflicts_with = "lines")]
    pub why: bool,
    /// Search every position of a file instead, a line each as EPD has it, - for standard input; print each with what was found
    ///
    /// What a line asks for counts: bm (the best moves), am (moves to avoid), dm (a win within so many moves).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "lines", "why"])]
    pub epd: Option<String>,
}

#[derive(Args, Debug)]
pub struct Tune {
    /// The game
    pub game: String,
    /// Games to learn from
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = number::<u32>(1..=10_000_000))]
    pub games: u32,
    /// Positions to look at for a move
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = number::<u64>(1..=u64::MAX))]
    pub nodes: u64,
    /// Pieces of each side that may be missing, by chance, when a game begins
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u32>(0..=100))]
    pub handicap: u32,
    /// Determines the openings
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// How strongly to hold the weights where they are: 0 follows the games alone, 10 changes little
    #[arg(long, value_name = "H", default_value_t = 10.0, allow_negative_numbers = true, value_parser = not_negative)]
    pub hold: f64,
    /// Leave the weights of these terms as they are (such as ADVANCE,HUNTER; the command prints their names)
    #[arg(long, value_name = "TERM", value_delimiter = ',')]
    pub keep: Vec<String>,
    /// Games played at a time; as many as there are processors if missing
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1024))]
    pub threads: Option<usize>,
}

#[derive(Args, Debug)]
pub struct Ladder {
    /// The game
    pub game: String,
    /// Games a match; each opening is played twice, sides changed
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u32>(2..=1_000_000))]
    pub games: u32,
    /// The level to begin with
    #[arg(long, value_name = "LEVEL", default_value_t = 1, value_parser = number::<u8>(1..=8))]
    pub from: u8,
    /// Determines openings and choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Games played at a time; as many as there are processors if missing
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
    /// Check the proof in a file; nothing is searched
    #[arg(long, value_name = "FILE", exclusive = true)]
    pub check: Option<PathBuf>,
    /// The side whose win is sought; the side to move if missing
    #[arg(long, value_name = "1|2", value_parser = number::<u8>(1..=2))]
    pub side: Option<u8>,
    /// The most plies that a win may take
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
    /// Save what is known in a file, and go on from there
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
}

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
    pub broker: Broker,
}

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

#[derive(Args, Debug)]
pub struct RecordFile {
    /// The file, of any length; - for standard input
    pub file: PathBuf,
}

#[derive(Args, Debug)]
pub struct Texts {
    /// Know the games written as text in a folder, too, by their names and by those of their files; otherwise files beside the record
    #[arg(long, value_name = "DIR")]
    pub games: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Moves {
    /// As players do.
    Short,
    /// As programs do.
    Plain,
    /// As Game Courier's players do, turn by turn.
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
