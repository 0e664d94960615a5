use std::fmt;

use entourage_kernel::Side;

use crate::{Evaluation, Info};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Feature(&'static str, Feature),
    Pong(String),
    /// One leg of the engine's move; most moves have only one leg.
    Move {
        leg: String,
        /// Whether another leg follows.
        more: bool,
    },
    Illegal {
        reason: String,
        /// The move as the GUI wrote it.
        text: String,
    },
    Error {
        reason: String,
        line: String,
    },
    Result {
        winner: Option<Side>,
        cause: String,
    },
    OfferDraw,
    Thought(Info),
    Progress {
        thought: Info,
        moves: usize,
    },
    Hint(String),
    Book(String),
    BookEnd,
    /// Describes a variant that the GUI does not know.
    Setup {
        letters: String,
        files: usize,
        ranks: usize,
        position: String,
    },
    /// Describes the moves of a piece that the GUI does not know.
    Piece {
        letter: char,
        betza: String,
    },
    /// Marks squares, in the form of a FEN board: colour letters, and counts of the squares between them.
    Highlight(String),
    /// The letters of the pieces to which a pawn can promote.
    Choice(String),
    UserError(String),
    Comment(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Feature {
    Is(bool),
    Text(String),
}

/// Scores of at least this magnitude are proven wins or losses.
const MATE: i64 = 100_000;

fn score(evaluation: Option<Evaluation>) -> i64 {
    match evaluation {
        None => 0,
        Some(Evaluation::Hundredths(score)) => i64::from(score).clamp(1 - MATE, MATE - 1),
        Some(Evaluation::Mate(moves)) if moves > 0 => MATE + i64::from(moves),
        Some(Evaluation::Mate(moves)) => i64::from(moves) - MATE,
    }
}

fn replace_brackets(text: &str, open: char, close: char, instead: [char; 2]) -> String {
    text.chars()
        .map(|letter| match letter {
            letter if letter == open => instead[0],
            letter if letter == close => instead[1],
            letter => letter,
        })
        .collect()
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Feature(name, Feature::Is(is)) => write!(f, "feature {name}={}", u8::from(*is)),
            Self::Feature(name, Feature::Text(text)) => {
                write!(f, "feature {name}=\"{}\"", text.replace('"', "'"))
            }
            Self::Pong(word) => write!(f, "pong {word}"),
            Self::Move { leg, more } => write!(f, "move {leg}{}", if *more { "," } else { "" }),
            Self::Illegal { reason, text } if reason.is_empty() => write!(f, "Illegal move: {text}"),
            Self::Illegal { reason, text } => {
                write!(f, "Illegal move ({}): {text}", replace_brackets(reason, '(', ')', ['[', ']']))
            }
            Self::Error { reason, line } => {
                write!(f, "Error ({}): {line}", replace_brackets(reason, '(', ')', ['[', ']']))
            }
            Self::Result { winner, cause } => {
                let result = match winner {
                    Some(Side::First) => "1-0",
                    Some(Side::Second) => "0-1",
                    None => "1/2-1/2",
                };
                write!(f, "{result} {{{}}}", replace_brackets(cause, '{', '}', ['(', ')']))
            }
            Self::OfferDraw => f.write_str("offer draw"),
            Self::Thought(info) => {
                let Info { depth, nodes, time, .. } = info;
                write!(f, "{depth} {} {} {nodes}", score(info.score), time / 10)?;
                info.line.iter().try_for_each(|text| write!(f, " {text}"))
            }
            Self::Progress { thought, moves } => {
                let Info { depth, nodes, time, .. } = thought;
                write!(f, "stat01: {} {nodes} {depth} 0 {moves}", time / 10)?;
                thought.line.first().map_or(Ok(()), |text| write!(f, " {text}"))
            }
            Self::Hint(text) => write!(f, "Hint: {text}"),
            Self::Book(line) => write!(f, " {line}"),
            Self::BookEnd => Ok(()),
            Self::Setup { letters, files, ranks, position } => {
                write!(f, "setup ({letters}) {files}x{ranks}+0_fairy {position}")
            }
            Self::Piece { letter, betza } => write!(f, "piece {letter}& {betza}"),
            Self::Highlight(rows) => write!(f, "highlight {rows}"),
            Self::Choice(letters) => write!(f, "choice {letters}"),
            Self::UserError(text) => write!(f, "tellusererror {text}"),
            Self::Comment(text) => write!(f, "# {text}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_written() {
        let text = str::to_owned;
        let mut info = Info {
            depth: 9,
            rank: None,
            score: Some(Evaluation::Hundredths(156)),
            chances: None,
            nodes: 48000,
            time: 10_840,
            hashfull: Some(1),
            line: vec![text("g1f3"), text("b8c6")],
        };
        for (answer, line) in [
            (Answer::Feature("ping", Feature::Is(true)), "feature ping=1"),
            (Answer::Feature("myname", Feature::Text(text("A \"B\""))), "feature myname=\"A 'B'\""),
            (Answer::Pong(text("12")), "pong 12"),
            (Answer::Move { leg: text("e2e4"), more: false }, "move e2e4"),
            (Answer::Move { leg: text("c4d5"), more: true }, "move c4d5,"),
            (Answer::Illegal { reason: String::new(), text: text("e2e5") }, "Illegal move: e2e5"),
            (
                Answer::Illegal { reason: text("no (never)."), text: text("e2e5") },
                "Illegal move (no [never].): e2e5",
            ),
            (Answer::Error { reason: text("what"), line: text("x y") }, "Error (what): x y"),
            (Answer::Result { winner: Some(Side::First), cause: text("mate {x}") }, "1-0 {mate (x)}"),
            (Answer::Result { winner: Some(Side::Second), cause: text("mate") }, "0-1 {mate}"),
            (Answer::Result { winner: None, cause: text("stalemate") }, "1/2-1/2 {stalemate}"),
            (Answer::OfferDraw, "offer draw"),
            (Answer::Thought(info.clone()), "9 156 1084 48000 g1f3 b8c6"),
            (Answer::Progress { thought: info.clone(), moves: 20 }, "stat01: 1084 48000 9 0 20 g1f3"),
            (Answer::Hint(text("e2e4")), "Hint: e2e4"),
            (Answer::Book(text("nothing")), " nothing"),
            (Answer::BookEnd, ""),
            (
                Answer::Setup { letters: text("PKpk"), files: 11, ranks: 9, position: text("11/11 w") },
                "setup (PKpk) 11x9+0_fairy 11/11 w",
            ),
            (Answer::Piece { letter: 'K', betza: text("K") }, "piece K& K"),
            (Answer::Highlight(text("8/4Y3")), "highlight 8/4Y3"),
            (Answer::Choice(text("QRBN")), "choice QRBN"),
            (Answer::UserError(text("Illegal position")), "tellusererror Illegal position"),
            (Answer::Comment(text("hush")), "# hush"),
        ] {
            assert_eq!(answer.to_string(), line);
        }
        for (evaluation, expected) in [
            (Some(Evaluation::Mate(3)), "100003"),
            (Some(Evaluation::Mate(0)), "-100000"),
            (Some(Evaluation::Mate(-2)), "-100002"),
            (Some(Evaluation::Hundredths(i32::MIN)), "-99999"),
            (None, "0"),
        ] {
            info = Info { score: evaluation, line: Vec::new(), ..info };
            assert_eq!(Answer::Thought(info.clone()).to_string(), format!("9 {expected} 1084 48000"));
        }
    }
}
