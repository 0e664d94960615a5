use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use entourage_kernel::Language;
use entourage_server::Config;

/// Play, understand and study board games whose pieces draw their powers from the pieces around them.
///
/// GAME is a game's name, then options after a colon in a comma list; `entourage games` lists
/// them, and every game takes repetition=N and quiet-limit=N. POSITION is one quoted argument:
/// missing, it is the start; - reads it from the first line of standard input.
///
/// Exit status: 0, or 2 with one line on standard error that says what is wrong and where.
#[derive(Parser, Debug)]
#[command(name = "entourage", subcommand_required = true, verbatim_doc_comment)]
pub struct Arguments {
    /// Language of sentences for people
    #[arg(long, global = true, value_name = "en|fr", default_value = "en", value_parser = language)]
    pub lang: Language,
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// List the games and their options
    Games {
        /// Write everything known of them as JSON
        #[arg(long)]
        json: bool,
    },
    /// Show a board in the terminal: pieces, side to move, status, powers at work
    Show {
        #[command(flatten)]
        at: Place,
    },
    /// List the legal moves, sorted bytewise, one a line
    Moves {
        #[command(flatten)]
        at: Place,
        /// Write them with their squares, effects and sentences as JSON
        #[arg(long)]
        json: bool,
    },
    /// Tell where the game stands, after the moves given: ongoing, an alert, win-1 …, win-2 … or draw …
    Status {
        #[command(flatten)]
        line: Line,
    },
    /// Play moves and print the resulting position
    Play {
        #[command(flatten)]
        line: Line,
    },
    /// Say what a move does, or every reason why it is refused, each with squares and ruling
    Explain {
        #[command(flatten)]
        line: Line,
    },
    /// Count the leaves of the tree of legal moves
    Perft {
        /// The game
        #[arg(value_name = "GAME")]
        game: String,
        /// The depth in plies, 0 to 64
        #[arg(value_name = "DEPTH", value_parser = number::<u32>(0..=64))]
        depth: u32,
        /// The position
        #[arg(value_name = "POSITION")]
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
        #[arg(value_name = "GAME")]
        game: String,
    },
    /// Search for the best move and print it; progress goes to standard error
    Best {
        #[command(flatten)]
        at: Place,
        #[command(flatten)]
        bounds: Bounds,
    },
    /// Talk with another program, a line at a time, as an engine: a protocol of UCI's shape
    ///
    /// Reads commands from standard input and answers on standard output; see docs/PROTOCOL.md.
    Engine {
        /// The game until another is set; the first one listed if missing
        #[arg(value_name = "GAME")]
        game: Option<String>,
    },
    /// Let each level of the computer play a match against the one below
    ///
    /// The first level plays against one that captures when it can and else moves at random.
    Ladder {
        /// The game
        #[arg(value_name = "GAME")]
        game: String,
        /// Games a match; each opening is played twice, sides changed
        #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u32>(2..=1_000_000))]
        games: u32,
        /// Determines openings and choices
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
        seed: u64,
        /// Games played at a time; as many as there are processors if missing
        #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1024))]
        threads: Option<usize>,
        /// End with 2 unless each level scores 65 % or more against the one below, and the first 60 % or less
        #[arg(long)]
        check: bool,
    },
    /// Translate moves from and to Game Courier's notation
    #[command(subcommand)]
    Courier(Courier),
    /// Serve the page, and keep its games in one file
    Serve(Serve),
}

/// Translations of Game Courier's notation.
#[derive(Subcommand, Debug)]
pub enum Courier {
    /// Read turns, one a line, and print our moves, one a line, or say which turn is illegal and why
    ///
    /// Blank lines and lines with a comment alone are skipped; resign, drawn and won end a game and are printed as they are.
    Import {
        /// The game
        #[arg(value_name = "GAME")]
        game: String,
        /// The file of turns; - or nothing for standard input
        #[arg(value_name = "FILE", default_value = "-")]
        file: PathBuf,
        /// The position in which the game began; its start if missing
        #[arg(long, value_name = "POSITION")]
        position: Option<String>,
    },
    /// Write our moves as turns, one a line
    Export {
        #[command(flatten)]
        line: Line,
    },
}

/// A game and a position of it.
#[derive(Args, Debug)]
pub struct Place {
    /// The game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The position
    #[arg(value_name = "POSITION")]
    pub position: Option<String>,
}

/// A game, a position of it, and moves from there.
#[derive(Args, Debug)]
pub struct Line {
    /// The game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The position, recognised by its spaces, then moves
    #[arg(value_name = "[POSITION] MOVE")]
    pub rest: Vec<String>,
}

/// What ends a search.
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

/// How the page is served.
#[derive(Args, Debug)]
pub struct Serve {
    /// The directory of the games' file; the user's data directory if missing
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// The name or address to listen on
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub host: String,
    /// The port to listen on; 0 lets the system choose
    #[arg(long, value_name = "N", default_value_t = Config::PORT, value_parser = number::<u16>(0..=u16::MAX))]
    pub port: u16,
    /// Do not open the page in a browser
    #[arg(long)]
    pub no_open: bool,
}

fn language(code: &str) -> Result<Language, &'static str> {
    code.parse().map_err(|()| "expected en or fr")
}

/// Makes a reader of whole numbers of a range.
fn number<N>(range: RangeInclusive<N>) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: FromStr + Ord + Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Reads `500ms`, `5s`, `1.5s` or `2m`, up to a day and above zero.
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
