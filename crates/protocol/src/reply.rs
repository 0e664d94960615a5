use std::fmt;

use crate::Info;
use crate::words::Words;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    Name(String),
    Author(String),
    Option(Declaration),
    UciOk,
    ReadyOk,
    Info(Info),
    Error(String),
    /// A message for the user, sent as `info string`.
    Note(String),
    BestMove {
        best: Option<String>,
        /// The expected reply of the opponent, on which the engine can ponder.
        ponder: Option<String>,
    },
}

const NO_MOVE: &str = "(none)";
const ERROR: &str = "info string error ";

impl Reply {
    pub const fn best_move(best: Option<String>) -> Self {
        Self::BestMove { best, ponder: None }
    }

    /// Parses the lines that a program running an engine must understand; returns `None` for all others.
    pub fn read(line: &str) -> Option<Self> {
        if let Some(problem) = line.trim().strip_prefix(ERROR) {
            return Some(Self::Error(problem.to_owned()));
        }
        let mut words = Words::new(line);
        match (words.next()?.text, words.next()) {
            ("uciok", None) => Some(Self::UciOk),
            ("readyok", None) => Some(Self::ReadyOk),
            ("bestmove", Some(word)) if word.text == NO_MOVE => Some(Self::best_move(None)),
            ("bestmove", Some(word)) => {
                let ponder = words.next().filter(|word| word.text == "ponder").and_then(|_| words.next());
                let [best, ponder] = [Some(word), ponder].map(|word| word.map(|word| word.text.to_owned()));
                Some(Self::BestMove { best, ponder })
            }
            ("id", Some(word)) if word.text == "name" => Some(Self::Name(words.rest().text.to_owned())),
            _ => None,
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(author) => write!(f, "id author {author}"),
            Self::Option(declaration) => write!(f, "option {declaration}"),
            Self::UciOk => f.write_str("uciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => write!(f, "info {info}"),
            Self::Note(note) => write!(f, "info string {note}"),
            Self::Error(problem) => write!(f, "{ERROR}{problem}"),
            Self::BestMove { best, ponder } => {
                write!(f, "bestmove {}", best.as_deref().unwrap_or(NO_MOVE))?;
                ponder.iter().try_for_each(|text| write!(f, " ponder {text}"))
            }
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    pub name: &'static str,
    pub kind: OptionKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    Text { default: String },
    Number { default: u64, range: (u64, u64) },
    Check { default: bool },
    Choice { default: String, choices: Vec<String> },
    Button,
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Text { default } => write!(f, "string default {default}"),
            OptionKind::Number { default, range: (min, max) } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Choice { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionKind::Button => f.write_str("button"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_that_a_driver_reads_round_trip() {
        for line in [
            "uciok",
            "readyok",
            "bestmove a1a2",
            "bestmove a1a2 ponder b1b2",
            "bestmove (none)",
            "info string error \"x\" at character 3: no",
            "id name Some Engine 1.0",
        ] {
            assert_eq!(Reply::read(line).unwrap().to_string(), line);
        }
        assert_eq!(Reply::read("bestmove a1a2 ponder"), Some(Reply::best_move(Some("a1a2".to_owned()))));
        for line in ["", "info depth 3 pv a1a2", "option name Hash type spin", "bestmove", "hello", "uciok?"] {
            assert_eq!(Reply::read(line), None, "{line}");
        }
    }
}
