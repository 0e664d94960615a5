use entourage_kernel::{Problem, Text, TextError};

use super::Control;
use crate::words::{Word, Words};

/// Tells an engine what a board wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Begins the talk.
    XBoard,
    /// Says which version the board speaks, and asks for features.
    Protover,
    /// Begins a new game of the board's own, the engine playing the second side.
    New,
    /// Says that the game is another one.
    Variant(String),
    /// Plays neither side.
    Force,
    /// Plays the side to move.
    Go,
    /// Plays the side that is not to move.
    PlayOther,
    /// Says how much time there is.
    Level(Control),
    /// Bounds the plies to look ahead.
    Depth(u32),
    /// Tells the engine's clock, in hundredths of a second.
    Time(i64),
    /// Tells the opponent's clock.
    OpponentTime(i64),
    /// A move.
    Move {
        /// The move as the board writes it.
        text: String,
        /// Whether the line says that it is one.
        named: bool,
    },
    /// Moves at once.
    MoveNow,
    /// Asks for a sign of life with this word.
    Ping(String),
    /// Offers a draw.
    Draw,
    /// Says how the game ended.
    Result,
    /// Sets up a position.
    SetBoard(String),
    /// Asks for a move to play.
    Hint,
    /// Asks what the book says.
    Book,
    /// Takes a move back.
    Undo,
    /// Takes a move of each side back.
    Remove,
    /// Thinks on the opponent's time from now on, or does not.
    Ponder(bool),
    /// Shows its thinking from now on, or does not.
    Post(bool),
    /// Thinks about the position without end, and about each that follows.
    Analyze,
    /// Ends that.
    Exit,
    /// Asks how far that has come.
    HowFar,
    /// Says how many mebibytes the engine may use.
    Memory(u64),
    /// Says how many threads the engine may use.
    Cores(u64),
    /// Sets an option.
    Option {
        /// Its name.
        name: String,
        /// Its value, empty if none was given.
        value: String,
    },
    /// Says that a person has picked up what stands on a square.
    Lift(String),
    /// Says that a person has put it down on a square.
    Put(String),
    /// Says that a person holds it over a square where it captures.
    Hover(String),
    /// Ends the engine.
    Quit,
}

/// What a missing number is called.
pub(super) const COUNT: Text = Text::new("a whole number", "un nombre entier");
/// What a missing time is called.
pub(super) const DURATION: Text = Text::new("a time", "une durée");
const MOVE: Text = Text::new("a move", "un coup");
const SQUARE: Text = Text::new("a square", "une case");

/// Words of boards that ask for nothing here, with all that follows.
const IDLE: [&str; 10] =
    ["accepted", "rejected", "random", "name", "rating", "ics", "computer", "pause", "resume", "egtpath"];

impl Command {
    /// Reads a line; `None` if there is nothing to do.
    ///
    /// A word alone that is no command may be a move.
    ///
    /// # Errors
    /// A word that is no command with others behind it, or a command without what it needs.
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
                    .unwrap_or_else(|| rest.error(NONE)));
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
            word if IDLE.contains(&word) => return Ok(None),
            _ if rest.text.is_empty() => Self::Move { text: owned(first), named: false },
            _ => return Err(first.error(NONE)),
        }))
    }
}

const NONE: Text = Text::new("unknown command", "commande inconnue");

/// Reads a whole number that is not negative; one too great for any use is the greatest.
pub(super) fn count(word: Word) -> Result<u64, TextError> {
    if word.text.is_empty() || !word.text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(no_count(word));
    }
    Ok(word.text.parse().unwrap_or(u64::MAX))
}

/// Reads hundredths of a second, which may be negative, for a clock that is overdrawn.
fn hundredths(word: Word) -> Result<i64, TextError> {
    let magnitude = |text: &str, at| count(Word { text, at });
    let most = |number: u64| i64::try_from(number).unwrap_or(i64::MAX / 10).min(i64::MAX / 10);
    match word.text.strip_prefix('-') {
        Some(digits) => magnitude(digits, word.at).map(|number| -most(number)).map_err(|_| no_count(word)),
        None => magnitude(word.text, word.at).map(most),
    }
}

fn no_count(word: Word) -> TextError {
    word.error(Text::new("expected a whole number", "il faut un nombre entier"))
}

/// Makes the error of a word that is no time.
pub(super) fn no_duration(word: Word) -> TextError {
    let en = "expected a time, such as 5, 5:30 or 0.1";
    word.error(Problem::new(en, "il faut une durée, telle que 5, 5:30 ou 0.1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(line: &str) -> Command {
        Command::read(line).unwrap().unwrap()
    }

    #[test]
    fn every_word_is_read() {
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
        for nothing in
            ["", " \t", "accepted ping", "rejected x", "random", "computer", "name Ada B", "rating 1 2"]
        {
            assert_eq!(Command::read(nothing), Ok(None), "{nothing}");
        }
    }

    #[test]
    fn lines_that_cannot_be_followed_say_where() {
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
