use std::fmt;

use entourage_kernel::{Text, TextError};

use crate::Go;
use crate::go::NO_PONDERING;
use crate::words::{Words, missing};

/// Tells an engine what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Asks who it is and which options it has.
    Uci,
    /// Asks for a sign of life.
    IsReady,
    /// Sets an option.
    SetOption {
        /// The option's name.
        name: String,
        /// The new value, empty if none was given.
        value: String,
    },
    /// Announces that what follows belongs to another game than what came before.
    NewGame,
    /// Sets up the game to think about.
    Position {
        /// Where it began.
        start: Start,
        /// The moves played since, in order.
        moves: Vec<String>,
    },
    /// Asks for the best move.
    Go(Go),
    /// Ends the thinking.
    Stop,
    /// Ends the engine.
    Quit,
}

/// Tells where a game began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// At the game's own start.
    Default,
    /// At a position, as its canonical string.
    Position(String),
}

impl Command {
    /// Reads a line; `None` if nothing stands on it.
    ///
    /// # Errors
    /// An unknown command, or one with too much or too little; the offset counts from the line's beginning.
    pub fn read(line: &str) -> Result<Option<Self>, TextError> {
        let mut words = Words::new(line);
        let Some(first) = words.next() else { return Ok(None) };
        let command = match first.text {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            "setoption" => return Self::read_option(words).map(Some),
            "position" => return Self::read_position(words).map(Some),
            "go" => return Go::read(words).map(Self::Go).map(Some),
            "ponderhit" => return Err(first.error(NO_PONDERING)),
            _ => {
                let problem = Text::new(
                    "expected uci, isready, setoption, ucinewgame, position, go, stop or quit",
                    "il faut uci, isready, setoption, ucinewgame, position, go, stop ou quit",
                );
                return Err(first.error(problem));
            }
        };
        match words.next() {
            Some(word) => {
                Err(word.error(Text::new("nothing follows this command", "rien ne suit cette commande")))
            }
            None => Ok(Some(command)),
        }
    }

    fn read_option(mut words: Words) -> Result<Self, TextError> {
        let wanted = Text::new("name", "name");
        let word = words.expect(wanted)?;
        if word.text != "name" {
            return Err(word.error(Text::new("expected name", "il faut name")));
        }
        let name = words.until("value");
        if name.text.is_empty() {
            return Err(missing(name.at, Text::new("an option's name", "le nom d'une option")));
        }
        Ok(Self::SetOption { name: name.text.to_owned(), value: words.rest().text.to_owned() })
    }

    fn read_position(mut words: Words) -> Result<Self, TextError> {
        let word = words.expect(Text::new("startpos or pos", "startpos ou pos"))?;
        // A position string has spaces of its own, and no field of one is the word `moves`.
        let before = words.until("moves");
        let start = match word.text {
            "startpos" if before.text.is_empty() => Start::Default,
            "startpos" => return Err(before.error(Text::new("expected moves", "il faut moves"))),
            "pos" if before.text.is_empty() => {
                return Err(missing(before.at, Text::new("a position", "une position")));
            }
            "pos" => Start::Position(before.text.to_owned()),
            _ => return Err(word.error(Text::new("expected startpos or pos", "il faut startpos ou pos"))),
        };
        Ok(Self::Position { start, moves: words.map(|word| word.text.to_owned()).collect() })
    }
}

/// Writes the line that [`read`](Command::read) reads.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::IsReady => f.write_str("isready"),
            Self::NewGame => f.write_str("ucinewgame"),
            Self::Stop => f.write_str("stop"),
            Self::Quit => f.write_str("quit"),
            Self::Go(go) => go.fmt(f),
            Self::SetOption { name, value } if value.is_empty() => write!(f, "setoption name {name}"),
            Self::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Self::Position { start, moves } => {
                match start {
                    Start::Default => f.write_str("position startpos")?,
                    Start::Position(position) => write!(f, "position pos {position}")?,
                }
                if !moves.is_empty() {
                    f.write_str(" moves")?;
                }
                moves.iter().try_for_each(|text| write!(f, " {text}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_round_trip() {
        for line in [
            "uci",
            "isready",
            "ucinewgame",
            "stop",
            "quit",
            "setoption name Hash value 64",
            "setoption name Game value game:1=a@B+c/KBG,repetition=3",
            "setoption name Two Words value a value b",
            "setoption name Clear",
            "position startpos",
            "position startpos moves a1a2 b1b2=G",
            "position pos r/pp w - - 0 1",
            "position pos r/pp w - - 0 1 moves a1a2 c1*c2 a1:a2:a3",
            "go infinite",
            "go depth 4",
            "go depth 4 nodes 1000 movetime 100",
            "go wtime 60000 btime 59000",
            "go wtime -3 btime 59000 winc 600",
            "go btime 1000 binc 600 movestogo 40",
            "go depth 4 nodes 1000 movetime 100 wtime 1 btime 2 winc 3 binc 4 movestogo 5",
        ] {
            assert_eq!(Command::read(line).unwrap().unwrap().to_string(), line);
        }
        let loose = Command::read("\t position  pos  r/pp w -   moves   a1a2  ").unwrap().unwrap();
        assert_eq!(loose.to_string(), "position pos r/pp w - moves a1a2");
        let loose =
            Command::read("go movestogo 4 binc 0 btime 2000 depth 3 wtime 1000 winc 0").unwrap().unwrap();
        assert_eq!(loose.to_string(), "go depth 3 wtime 1000 btime 2000 movestogo 4");
        assert_eq!(Command::read("position startpos moves").unwrap().unwrap().to_string(), "position startpos");
        assert_eq!(Command::read("go").unwrap(), Some(Command::Go(Go::INFINITE)));
        assert_eq!((Command::read(""), Command::read(" \t ")), (Ok(None), Ok(None)));
    }

    #[test]
    fn bad_lines_say_where() {
        for (line, token, at) in [
            ("ponder", "ponder", 0),
            (" UCI", "UCI", 1),
            ("stop now", "now", 5),
            ("setoption", "", 9),
            ("setoption Hash 3", "Hash", 10),
            ("setoption name", "", 14),
            ("setoption name value 3", "", 15),
            ("position", "", 8),
            ("position fen x", "fen", 9),
            ("position pos", "", 12),
            ("position pos moves a1a2", "", 13),
            ("position startpos a1a2", "a1a2", 18),
            ("go depth", "", 8),
            ("go depth 0", "0", 9),
            ("go nodes -1", "-1", 9),
            ("go movetime 99999999999999999999", "99999999999999999999", 12),
            ("go depth 3 depth 4", "depth", 11),
            ("go infinite depth 4", "infinite", 3),
            ("go infinite wtime 3", "infinite", 3),
            ("go wtime", "", 8),
            ("go wtime 3.5", "3.5", 9),
            ("go wtime --3", "--3", 9),
            ("go btime 9223372036854775808", "9223372036854775808", 9),
            ("go wtime 3 btime 3 wtime 3", "wtime", 19),
            ("go wtime 3 winc 0 winc 0", "winc", 18),
            ("go wtime 3 winc -1", "-1", 16),
            ("go wtime 3 binc 1", "", 17),
            ("go wtime 3 movestogo 0", "0", 21),
            ("go movestogo 3", "", 14),
            ("go ponder wtime 3", "ponder", 3),
            ("go searchmoves a1a2", "searchmoves", 3),
            ("ponderhit", "ponderhit", 0),
        ] {
            let error = Command::read(line).unwrap_err();
            assert_eq!((error.token.as_str(), error.at), (token, at), "{line}: {error}");
        }
    }

    #[test]
    fn damaged_lines_are_read_as_they_would_be_written_or_refused() {
        use entourage_kernel::Random;
        let lines = [
            "position pos r/pp w - - 0 1 moves a1a2 c1*c2",
            "setoption name Hash value 64",
            "go depth 4 nodes 1000 movetime 100",
            "go wtime 60000 btime -59000 winc 600 binc 700 movestogo 40",
        ];
        let mut random = Random::new(1);
        for _ in 0..20_000 {
            let mut letters: Vec<char> =
                random.pick(&lines).into_iter().flat_map(|line| line.chars()).collect();
            for _ in 0..=random.below(3) {
                if letters.is_empty() {
                    break;
                }
                let at = random.below(letters.len());
                match random.below(3) {
                    0 => letters[at] = [' ', '\t', 'é', '9', '-', '\u{2003}'][random.below(6)],
                    1 => drop(letters.remove(at)),
                    _ => letters.truncate(at),
                }
            }
            let line: String = letters.into_iter().collect();
            match Command::read(&line) {
                Ok(None) => assert_eq!(line.trim(), ""),
                Ok(Some(command)) => {
                    assert_eq!(Command::read(&command.to_string()), Ok(Some(command)), "{line}")
                }
                Err(error) => assert!(line[error.at..].starts_with(&error.token), "{line}: {error}"),
            }
        }
    }
}
