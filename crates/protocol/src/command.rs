use std::fmt;

use entourage_kernel::{Text, TextError};

use crate::Go;
use crate::words::{Words, missing};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    Uci,
    IsReady,
    SetOption {
        name: String,
        /// The value of the option; empty if none was specified.
        value: String,
    },
    NewGame,
    Position {
        start: Start,
        moves: Vec<String>,
    },
    Go(Go),
    /// The opponent played the expected move; the search continues on the engine's own clock.
    PonderHit,
    Stop,
    Quit,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    Default,
    Position(String),
    /// A FEN as GUIs send it, in which the last fields can be missing.
    Fen(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedLine {
    pub command: Result<Option<Command>, TextError>,
    /// Warnings about words that were ignored or corrected, in the order of the words.
    pub warnings: Vec<TextError>,
}

const COMMANDS: [&str; 9] =
    ["uci", "isready", "setoption", "ucinewgame", "position", "go", "stop", "ponderhit", "quit"];
/// GUI commands that are ignored with the rest of their line.
const IGNORED: [&str; 2] = ["debug", "register"];

impl Command {
    /// Parses a line. Words before the first known command and after a complete command are ignored.
    pub fn read(line: &str) -> ParsedLine {
        let mut warnings = Vec::new();
        let command = Self::read_line(line, &mut warnings);
        ParsedLine { command, warnings }
    }

    fn read_line(line: &str, warnings: &mut Vec<TextError>) -> Result<Option<Self>, TextError> {
        let mut words = Words::new(line);
        let Some(begin) = words.next() else { return Ok(None) };
        let mut first = begin;
        while !COMMANDS.contains(&first.text) && !IGNORED.contains(&first.text) {
            let en = "expected uci, isready, setoption, ucinewgame, position, go, stop, ponderhit or quit";
            let fr =
                "attendu\u{a0}: uci, isready, setoption, ucinewgame, position, go, stop, ponderhit ou quit";
            let problem = Text::new(en, fr);
            first = words.next().ok_or_else(|| begin.error(problem))?;
        }
        if first != begin {
            warnings.push(begin.error(Text::new("ignored: unknown word", "ignoré\u{a0}: mot inconnu")));
        }
        let command = match first.text {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" => Self::Quit,
            "setoption" => return Self::read_option(words, warnings).map(Some),
            "position" => return Self::read_position(words).map(Some),
            "go" => return Ok(Some(Self::Go(Go::read(words, warnings)))),
            _ => return Ok(None),
        };
        if let Some(word) = words.next() {
            warnings.push(word.error(Text::new(
                "ignored: this command takes no arguments",
                "ignoré\u{a0}: cette commande ne prend pas d'argument",
            )));
        }
        Ok(Some(command))
    }

    fn read_option(mut words: Words, warnings: &mut Vec<TextError>) -> Result<Self, TextError> {
        let before = words;
        let word = words.expect(Text::new("\"name\"", "«\u{a0}name\u{a0}»"))?;
        if word.text != "name" {
            warnings.push(word.error(Text::new("expected \"name\"", "attendu\u{a0}: «\u{a0}name\u{a0}»")));
            words = before;
        }
        let name = words.until("value");
        if name.text.is_empty() {
            return Err(missing(name.at, Text::new("an option's name", "le nom d'une option")));
        }
        Ok(Self::SetOption { name: name.text.to_owned(), value: words.rest().text.to_owned() })
    }

    fn read_position(mut words: Words) -> Result<Self, TextError> {
        let word = words.expect(Text::new("startpos, fen or pos", "startpos, fen ou pos"))?;
        // A position string contains spaces, but none of its fields is the word `moves`.
        let before = words.until("moves");
        let start = match word.text {
            "startpos" if before.text.is_empty() => Start::Default,
            "startpos" => {
                return Err(before.error(Text::new("expected \"moves\"", "attendu\u{a0}: «\u{a0}moves\u{a0}»")));
            }
            "pos" | "fen" if before.text.is_empty() => {
                return Err(missing(before.at, Text::new("a position", "une position")));
            }
            "pos" => Start::Position(before.text.to_owned()),
            "fen" => Start::Fen(before.text.to_owned()),
            _ => {
                let problem = Text::new("expected startpos, fen or pos", "attendu\u{a0}: startpos, fen ou pos");
                return Err(word.error(problem));
            }
        };
        Ok(Self::Position { start, moves: words.map(|word| word.text.to_owned()).collect() })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::IsReady => f.write_str("isready"),
            Self::NewGame => f.write_str("ucinewgame"),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Quit => f.write_str("quit"),
            Self::Go(go) => go.fmt(f),
            Self::SetOption { name, value } if value.is_empty() => write!(f, "setoption name {name}"),
            Self::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Self::Position { start, moves } => {
                match start {
                    Start::Default => f.write_str("position startpos")?,
                    Start::Position(position) => write!(f, "position pos {position}")?,
                    Start::Fen(position) => write!(f, "position fen {position}")?,
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

    /// Parses a line that must cause no warning.
    fn plain(line: &str) -> Command {
        let parsed = Command::read(line);
        assert_eq!(parsed.warnings, [], "{line}");
        parsed.command.unwrap().unwrap()
    }

    #[test]
    fn lines_round_trip() {
        for line in [
            "uci",
            "isready",
            "ucinewgame",
            "stop",
            "ponderhit",
            "quit",
            "setoption name Hash value 64",
            "setoption name Game value game:1=a@B+c/KBG,repetition=3",
            "setoption name Two Words value a value b",
            "setoption name Clear",
            "position startpos",
            "position startpos moves a1a2 b1b2=G",
            "position pos r/pp w - - 0 1",
            "position pos r/pp w - - 0 1 moves a1a2 c1*c2 a1:a2:a3",
            "position fen r/pp w - - moves a1a2",
            "go infinite",
            "go infinite depth 3",
            "go depth 4",
            "go depth 4 nodes 1000 movetime 100",
            "go mate 3",
            "go wtime 60000 btime 59000",
            "go wtime -3 btime 59000 winc 600",
            "go btime 1000 binc 600 movestogo 40",
            "go ponder wtime 1000 btime 1000",
            "go ponder infinite",
            "go depth 2 searchmoves a1a2 b1b2",
            "go depth 4 nodes 1000 movetime 100 mate 2 wtime 1 btime 2 winc 3 binc 4 movestogo 5",
        ] {
            assert_eq!(plain(line).to_string(), line);
        }
        for (loose, line) in [
            ("\t position  pos  r/pp w -   moves   a1a2  ", "position pos r/pp w - moves a1a2"),
            (
                "go movestogo 4 binc 0 btime 2000 depth 3 wtime 1000 winc 0",
                "go depth 3 wtime 1000 btime 2000 movestogo 4",
            ),
            ("go searchmoves a1a2 b1b2 depth 2", "go depth 2 searchmoves a1a2 b1b2"),
            ("go wtime 5 movestogo 0", "go wtime 5"),
            ("go ponder", "go ponder infinite"),
            ("position startpos moves", "position startpos"),
        ] {
            assert_eq!(plain(loose).to_string(), line);
        }
        assert_eq!(plain("go"), Command::Go(Go::INFINITE));
        for ignored in ["", " \t ", "debug on", "register later"] {
            assert_eq!(Command::read(ignored), ParsedLine { command: Ok(None), warnings: Vec::new() });
        }
    }

    #[test]
    fn errors_locate_the_offending_word() {
        for (line, token, at) in [
            ("ponder", "ponder", 0),
            (" UCI", "UCI", 1),
            ("what is it", "what", 0),
            ("setoption", "", 9),
            ("setoption name", "", 14),
            ("setoption name value 3", "", 15),
            ("position", "", 8),
            ("position epd x", "epd", 9),
            ("position pos", "", 12),
            ("position fen", "", 12),
            ("position pos moves a1a2", "", 13),
            ("position startpos a1a2", "a1a2", 18),
        ] {
            let error = Command::read(line).command.unwrap_err();
            assert_eq!((error.token.as_str(), error.at), (token, at), "{line}: {error}");
        }
    }

    #[test]
    fn ignored_and_corrected_words_cause_a_warning() {
        for (line, token, at, corrected) in [
            ("joho isready", "joho", 0, "isready"),
            ("joho ho go depth 3", "joho", 0, "go depth 3"),
            ("stop now", "now", 5, "stop"),
            ("setoption Hash value 3", "Hash", 10, "setoption name Hash value 3"),
            ("go depth", "", 8, "go depth 1"),
            ("go depth 0", "0", 9, "go depth 1"),
            ("go depth nodes 5", "", 9, "go depth 1 nodes 5"),
            ("go nodes -1", "-1", 9, "go nodes 1"),
            ("go movetime 0", "0", 12, "go movetime 1"),
            ("go mate 0", "0", 8, "go mate 1"),
            ("go depth 3 depth 4", "depth", 11, "go depth 4"),
            ("go wtime", "", 8, "go wtime 0"),
            ("go wtime 3.5", "3.5", 9, "go wtime 0"),
            ("go wtime --3", "--3", 9, "go wtime 0"),
            ("go wtime 3 btime 3 wtime 4", "wtime", 19, "go wtime 4 btime 3"),
            ("go wtime 3 winc -1", "-1", 16, "go wtime 3"),
            ("go wtime 3 binc 1", "", 17, "go wtime 3 btime 0 binc 1"),
            ("go depth 2 movestogo 3", "", 22, "go depth 2"),
            ("go perft depth 3", "perft", 3, "go depth 3"),
        ] {
            let ParsedLine { command, warnings } = Command::read(line);
            assert_eq!(command.unwrap().unwrap().to_string(), corrected, "{line}");
            let warnings: Vec<(&str, usize)> = warnings.iter().map(|error| (&*error.token, error.at)).collect();
            assert_eq!(warnings, [(token, at)], "{line}");
        }
        // Numbers out of range are clamped.
        for (line, corrected) in [
            ("go movetime 99999999999999999999", "go movetime 18446744073709551615"),
            ("go depth 99999999999", "go depth 4294967295"),
            ("go btime 9223372036854775808", "go btime 9223372036854775807"),
            ("go btime -99999999999999999999999999999999999999999999", "go btime -9223372036854775808"),
        ] {
            assert_eq!(plain(line).to_string(), corrected);
        }
    }

    #[test]
    fn damaged_lines_are_rejected_or_read_as_they_would_be_written() {
        use entourage_kernel::Random;
        let lines = [
            "position pos r/pp w - - 0 1 moves a1a2 c1*c2",
            "setoption name Hash value 64",
            "go depth 4 nodes 1000 movetime 100 mate 3 searchmoves a1a2",
            "go ponder wtime 60000 btime -59000 winc 600 binc 700 movestogo 40",
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
            let ParsedLine { command, warnings } = Command::read(&line);
            match command {
                Ok(None) => assert_eq!(line.trim(), ""),
                Ok(Some(command)) => {
                    assert_eq!(plain(&command.to_string()), command, "{line}");
                }
                Err(ref error) => assert!(line[error.at..].starts_with(&error.token), "{line}: {error}"),
            }
            for error in warnings {
                assert!(line[error.at..].starts_with(&error.token), "{line}: {error}");
            }
        }
    }
}
