use entourage_kernel::{Problem, Text, TextError};

use crate::words::{Word, Words};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    XBoard,
    Protover,
    /// Starts a new game; the engine plays the second side.
    New,
    Variant(String),
    /// The engine stops playing either side.
    Force,
    /// The engine plays the side to move.
    Go,
    /// The engine plays the side that is not to move.
    PlayOther,
    Level(Control),
    Depth(u32),
    /// The engine's clock in hundredths of a second.
    Time(i64),
    OpponentTime(i64),
    Move {
        text: String,
        /// Whether the line begins with `usermove`.
        named: bool,
    },
    MoveNow,
    Ping(String),
    Draw,
    Result,
    SetBoard(String),
    Hint,
    Book,
    Undo,
    /// Takes back one move of each side.
    Remove,
    Ponder(bool),
    Post(bool),
    Analyze,
    Exit,
    HowFar,
    /// Maximum memory in mebibytes.
    Memory(u64),
    Cores(u64),
    Option {
        name: String,
        /// The value of the option; empty if none was specified.
        value: String,
    },
    /// The user has picked up the piece on a square.
    Lift(String),
    /// The user has put the piece down on a square.
    Put(String),
    /// The user holds the piece over a square on which it can capture.
    Hover(String),
    Quit,
}

const COUNT: Text = Text::new("a whole number", "un nombre entier");
const DURATION: Text = Text::new("a time", "une durée");
const MOVE: Text = Text::new("a move", "un coup");
const SQUARE: Text = Text::new("a square", "une case");

/// GUI commands that are ignored with the rest of their line.
const IGNORED: [&str; 10] =
    ["accepted", "rejected", "random", "name", "rating", "ics", "computer", "pause", "resume", "egtpath"];

impl Command {
    /// Parses a line; returns `None` if it is ignored. A single unknown word is treated as a move.
    pub fn read(line: &str) -> Result<Option<Self>, TextError> {
        let mut words = Words::new(line);
        let Some(first) = words.next() else { return Ok(None) };
        let rest = words.rest();
        let owned = |word: Word| word.text.to_owned();
        Ok(Some(match first.text {
            "xboard" => Self::XBoard,
            "protover" => Self::Protover,
            "new" => Self::New,
            "variant" => Self::Variant(owned(words.expect(Text::new("a variant", "une variante"))?)),
            "force" => Self::Force,
            "go" => Self::Go,
            "playother" => Self::PlayOther,
            "level" => Self::Level(Control::read_level(&mut words)?),
            "st" => Self::Level(Control::read_each(&mut words)?),
            "sd" => {
                let depth = count(words.expect(COUNT)?)?;
                Self::Depth(u32::try_from(depth).unwrap_or(u32::MAX).max(1))
            }
            "time" => Self::Time(hundredths(words.expect(COUNT)?)?),
            "otim" => Self::OpponentTime(hundredths(words.expect(COUNT)?)?),
            "usermove" => Self::Move { text: owned(words.expect(MOVE)?), named: true },
            "?" => Self::MoveNow,
            "ping" => Self::Ping(owned(words.expect(COUNT)?)),
            "draw" => Self::Draw,
            "result" => Self::Result,
            "setboard" if rest.text.is_empty() => {
                return Err(words
                    .expect(Text::new("a position", "une position"))
                    .err()
                    .unwrap_or_else(|| rest.error(UNKNOWN)));
            }
            "setboard" => Self::SetBoard(owned(rest)),
            "hint" => Self::Hint,
            "bk" => Self::Book,
            "undo" => Self::Undo,
            "remove" => Self::Remove,
            "hard" => Self::Ponder(true),
            "easy" => Self::Ponder(false),
            "post" => Self::Post(true),
            "nopost" => Self::Post(false),
            "analyze" => Self::Analyze,
            "exit" => Self::Exit,
            "." => Self::HowFar,
            "memory" => Self::Memory(count(words.expect(COUNT)?)?),
            "cores" => Self::Cores(count(words.expect(COUNT)?)?),
            "option" => {
                words.expect(Text::new("an option's name", "le nom d'une option"))?;
                let (name, value) = rest.text.split_once('=').unwrap_or((rest.text, ""));
                Self::Option { name: name.trim().to_owned(), value: value.trim().to_owned() }
            }
            "lift" => Self::Lift(owned(words.expect(SQUARE)?)),
            "put" => Self::Put(owned(words.expect(SQUARE)?)),
            "hover" => Self::Hover(owned(words.expect(SQUARE)?)),
            "quit" => Self::Quit,
            word if IGNORED.contains(&word) => return Ok(None),
            _ if rest.text.is_empty() => Self::Move { text: owned(first), named: false },
            _ => return Err(first.error(UNKNOWN)),
        }))
    }
}

const UNKNOWN: Text = Text::new("unknown command", "commande inconnue");

/// Parses a non-negative whole number, clamped to `u64::MAX`.
fn count(word: Word) -> Result<u64, TextError> {
    if word.text.is_empty() || !word.text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(not_a_count(word));
    }
    Ok(word.text.parse().unwrap_or(u64::MAX))
}

/// Parses a time in hundredths of a second, negative if the clock has run out.
fn hundredths(word: Word) -> Result<i64, TextError> {
    let magnitude = |text: &str, at| count(Word { text, at });
    let clamped = |number: u64| i64::try_from(number).unwrap_or(i64::MAX / 10).min(i64::MAX / 10);
    match word.text.strip_prefix('-') {
        Some(digits) => {
            magnitude(digits, word.at).map(|number| -clamped(number)).map_err(|_| not_a_count(word))
        }
        None => magnitude(word.text, word.at).map(clamped),
    }
}

fn not_a_count(word: Word) -> TextError {
    word.error(Text::new("expected a whole number", "attendu\u{a0}: un nombre entier"))
}

fn not_a_duration(word: Word) -> TextError {
    let en = "expected a time, such as 5, 5:30 or 0.1";
    word.error(Problem::new(en, "attendu\u{a0}: une durée, par exemple 5, 5:30 ou 0.1"))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// A fixed time per move, in milliseconds.
    EachMove(u64),
    Clock {
        /// The number of moves per session; `None` if the time is for the whole game.
        moves: Option<u32>,
        /// The time per session, in milliseconds.
        base: u64,
        increment: u64,
    },
}

const MAX_MILLISECONDS: u64 = 1 << 35;

impl Control {
    /// Parses the arguments of `level`: moves, minutes or `minutes:seconds`, and the increment in seconds.
    fn read_level(words: &mut Words) -> Result<Self, TextError> {
        let [moves, base, increment] = [words.expect(COUNT)?, words.expect(DURATION)?, words.expect(DURATION)?];
        let count = count(moves)?;
        let (minutes, seconds) = base.text.split_once(':').unwrap_or((base.text, "0"));
        // Some GUIs append a letter to the time; it is ignored.
        let seconds = seconds.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        let base = match (milliseconds(minutes), milliseconds(seconds)) {
            (Some(minutes), Some(seconds)) => {
                minutes.saturating_mul(60).saturating_add(seconds).min(MAX_MILLISECONDS)
            }
            _ => return Err(not_a_duration(base)),
        };
        let increment = duration(increment)?;
        Ok(Self::Clock { moves: u32::try_from(count).ok().filter(|&moves| moves > 0), base, increment })
    }

    /// Parses the argument of `st`: seconds per move.
    fn read_each(words: &mut Words) -> Result<Self, TextError> {
        duration(words.expect(DURATION)?).map(Self::EachMove)
    }
}

fn duration(word: Word) -> Result<u64, TextError> {
    milliseconds(word.text).ok_or_else(|| not_a_duration(word))
}

fn milliseconds(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(part) {
        return None;
    }
    let whole = whole.parse().unwrap_or(MAX_MILLISECONDS);
    let thousandths: String = part.chars().chain("000".chars()).take(3).collect();
    Some(whole.saturating_mul(1000).saturating_add(thousandths.parse().unwrap_or(0)).min(MAX_MILLISECONDS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(line: &str) -> Command {
        Command::read(line).unwrap().unwrap()
    }

    #[test]
    fn every_command_is_parsed() {
        let text = str::to_owned;
        let clock = |moves, base, increment| Command::Level(Control::Clock { moves, base, increment });
        for (line, command) in [
            ("xboard", Command::XBoard),
            ("protover 2", Command::Protover),
            (" new ", Command::New),
            ("variant nocastle", Command::Variant(text("nocastle"))),
            ("force", Command::Force),
            ("go", Command::Go),
            ("playother", Command::PlayOther),
            ("level 40 5 0", clock(Some(40), 300_000, 0)),
            ("level 0 0:30 0.25", clock(None, 30_000, 250)),
            ("level 0 5:30x 12", clock(None, 330_000, 12_000)),
            ("level 99999999999999999999 1 1", clock(None, 60_000, 1_000)),
            ("st 7", Command::Level(Control::EachMove(7_000))),
            ("st 0.05", Command::Level(Control::EachMove(50))),
            ("sd 4", Command::Depth(4)),
            ("sd 0", Command::Depth(1)),
            ("time 1234", Command::Time(1234)),
            ("time -5", Command::Time(-5)),
            ("otim 99999999999999999999999", Command::OpponentTime(i64::MAX / 10)),
            ("usermove e2e4", Command::Move { text: text("e2e4"), named: true }),
            ("e7e8q", Command::Move { text: text("e7e8q"), named: false }),
            ("?", Command::MoveNow),
            ("ping 12", Command::Ping(text("12"))),
            ("draw", Command::Draw),
            ("result 1-0 {White mates}", Command::Result),
            ("setboard 8/8/8 w - - 0 1", Command::SetBoard(text("8/8/8 w - - 0 1"))),
            ("hint", Command::Hint),
            ("bk", Command::Book),
            ("undo", Command::Undo),
            ("remove", Command::Remove),
            ("hard", Command::Ponder(true)),
            ("easy", Command::Ponder(false)),
            ("post", Command::Post(true)),
            ("nopost", Command::Post(false)),
            ("analyze", Command::Analyze),
            ("exit", Command::Exit),
            (".", Command::HowFar),
            ("memory 64", Command::Memory(64)),
            ("cores 2", Command::Cores(2)),
            ("option Two Words=a b", Command::Option { name: text("Two Words"), value: text("a b") }),
            ("option Button", Command::Option { name: text("Button"), value: String::new() }),
            ("lift e2", Command::Lift(text("e2"))),
            ("put e4", Command::Put(text("e4"))),
            ("hover e5", Command::Hover(text("e5"))),
            ("quit", Command::Quit),
        ] {
            assert_eq!(plain(line), command, "{line}");
        }
        for ignored in
            ["", " \t", "accepted ping", "rejected x", "random", "computer", "name Ada B", "rating 1 2"]
        {
            assert_eq!(Command::read(ignored), Ok(None), "{ignored}");
        }
    }

    #[test]
    fn errors_locate_the_offending_word() {
        for (line, token, at) in [
            ("what is it", "what", 0),
            ("variant", "", 7),
            ("level 40 5", "", 10),
            ("level x 5 0", "x", 6),
            ("level 40 x:5 0", "x:5", 9),
            ("level 40 5 -1", "-1", 11),
            ("st soon", "soon", 3),
            ("sd", "", 2),
            ("sd -1", "-1", 3),
            ("time 1.5", "1.5", 5),
            ("time --5", "--5", 5),
            ("usermove", "", 8),
            ("ping", "", 4),
            ("setboard", "", 8),
            ("memory much", "much", 7),
            ("cores", "", 5),
            ("option", "", 6),
            ("lift", "", 4),
        ] {
            let error = Command::read(line).unwrap_err();
            assert_eq!((error.token.as_str(), error.at), (token, at), "{line}: {error}");
        }
    }
}
