#![allow(missing_docs, reason = "fields are named for what they hold")]

use entourage_kernel::{Piece, Problem, Square, Text, TextError};

use crate::Vocabulary;

pub(crate) const MAX_LEGS: usize = 64;

pub(crate) fn too_many() -> Problem {
    let fr = format!("un coup comporte au plus {MAX_LEGS} étapes");
    Problem::new(format!("a turn has at most {MAX_LEGS} legs"), fr)
}

/// A turn as typed by a player: legs or a word, and a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The changes of the board (legs), or a word such as `resign`.
    pub action: Action,
    /// The text after `//`, trimmed.
    pub comment: String,
}

/// The action of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Changes of the board, leg by leg; empty only if the turn consists of a comment.
    Legs(Vec<Leg>),
    /// A word such as `pass` instead of legs.
    Word(Word),
}

entourage_kernel::words! {
    /// A word that a player can enter instead of a move.
    pub enum Word: text {
        /// The player passes.
        Pass = "pass",
        /// The player resigns.
        Resign = "resign",
        /// The game is declared drawn.
        Drawn = "drawn",
        /// The game is declared won.
        Won = "won",
    }
}

impl Word {
    /// Parses a word that ends the game, optionally followed by `//` and a comment; returns `None` for any other line.
    pub fn ending(line: &str) -> Option<Self> {
        let word = line.split("//").next()?.trim().parse().ok()?;
        (word != Self::Pass).then_some(word)
    }
}

/// One manual change of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leg {
    /// A piece moves to a space and captures the piece there, if any (`P e2-e4`).
    Move {
        /// The label of the piece, if specified.
        label: Option<Piece>,
        from: Square,
        to: Square,
    },
    /// A piece is placed on a space and replaces the piece there (`q-e8`).
    Put { piece: Piece, at: Square },
    /// A space is emptied, or restored if it was removed (`@-e4`).
    Clear(Square),
    /// A space is emptied (`e4-`).
    Empty(Square),
    /// The space itself is removed (`-e4`).
    Cut(Square),
    /// A piece is dropped from the hand (`b*e5`).
    Drop { piece: Piece, at: Square },
}

impl Leg {
    /// Formats the leg with the vocabulary's labels and coordinates.
    pub fn write(&self, words: &Vocabulary) -> String {
        let square = |square| words.coordinate(square);
        match *self {
            Self::Move { label: Some(piece), from, to } => {
                format!("{} {}-{}", words.label(piece), square(from), square(to))
            }
            Self::Move { label: None, from, to } => format!("{}-{}", square(from), square(to)),
            Self::Put { piece, at } => format!("{}-{}", words.label(piece), square(at)),
            Self::Clear(at) => format!("@-{}", square(at)),
            Self::Empty(at) => format!("{}-", square(at)),
            Self::Cut(at) => format!("-{}", square(at)),
            Self::Drop { piece, at } => format!("{}*{}", words.label(piece), square(at)),
        }
    }
}

impl Turn {
    /// Parses a turn; labels and coordinates are case-sensitive. Fails on a text that is not a turn, or an unknown label or
    /// coordinate.
    pub fn read(text: &str, words: &Vocabulary) -> Result<Self, TextError> {
        read(text, words)
    }

    /// Formats the turn, with its comment after `//`.
    pub fn write(&self, words: &Vocabulary) -> String {
        let action = match &self.action {
            Action::Legs(legs) => legs.iter().map(|leg| leg.write(words)).collect::<Vec<_>>().join("; "),
            Action::Word(word) => word.text().to_owned(),
        };
        match (action.is_empty(), self.comment.is_empty()) {
            (_, true) => action,
            (true, false) => format!("// {}", self.comment),
            (false, false) => format!("{action} // {}", self.comment),
        }
    }
}

const LEG: Text = Text::new(
    "expected a leg such as P e2-e4, q-e8, e4-, @-e4, -e4 or b*e5",
    "attendu\u{a0}: une étape comme P e2-e4, q-e8, e4-, @-e4, -e4 ou b*e5",
);

fn read(text: &str, words: &Vocabulary) -> Result<Turn, TextError> {
    let (doing, comment) = text.split_once("//").unwrap_or((text, ""));
    let comment = comment.trim().to_owned();
    let trimmed = doing.trim();
    if trimmed.is_empty() {
        if comment.is_empty() {
            return Err(TextError::new("", 0, Text::new("the turn has no moves", "le tour n'a aucun coup")));
        }
        return Ok(Turn { action: Action::Legs(Vec::new()), comment });
    }
    if let Ok(word) = trimmed.parse() {
        return Ok(Turn { action: Action::Word(word), comment });
    }
    let mut legs = Vec::new();
    let mut at = 0;
    for part in doing.split(';') {
        if legs.len() == MAX_LEGS {
            return Err(TextError::new(part.trim(), at, too_many()));
        }
        let start = at + (part.len() - part.trim_start().len());
        legs.push(leg(part.trim(), words).map_err(|error| error.shifted(start))?);
        at += part.len() + 1;
    }
    Ok(Turn { action: Action::Legs(legs), comment })
}

fn leg(text: &str, words: &Vocabulary) -> Result<Leg, TextError> {
    if let Some((label, coordinate)) = text.split_once('*') {
        let piece = piece(label, 0, words)?;
        return Ok(Leg::Drop { piece, at: square(coordinate, label.len() + 1, words)? });
    }
    let Some((left, right)) = text.split_once('-') else { return Err(TextError::new(text, 0, LEG)) };
    let right_at = left.len() + 1;
    match (left, right) {
        ("", _) => Ok(Leg::Cut(square(right, right_at, words)?)),
        ("@", _) => Ok(Leg::Clear(square(right, right_at, words)?)),
        (_, "") => Ok(Leg::Empty(square(left, 0, words)?)),
        _ => match left.split_once(' ') {
            Some((label, from)) => {
                let label_piece = piece(label, 0, words)?;
                let from_at = label.len() + 1;
                let from = square(from, from_at, words)?;
                Ok(Leg::Move { label: Some(label_piece), from, to: square(right, right_at, words)? })
            }
            None => match words.square(left) {
                Some(from) => Ok(Leg::Move { label: None, from, to: square(right, right_at, words)? }),
                None => Ok(Leg::Put { piece: piece(left, 0, words)?, at: square(right, right_at, words)? }),
            },
        },
    }
}

fn square(text: &str, at: usize, words: &Vocabulary) -> Result<Square, TextError> {
    words.square(text).ok_or_else(|| {
        TextError::new(text, at, Text::new("the board has no such coordinate", "le plateau n'a pas cette case"))
    })
}

fn piece(label: &str, at: usize, words: &Vocabulary) -> Result<Piece, TextError> {
    words.piece(label).ok_or_else(|| {
        let en = "no piece of this game has this label; labels are case-sensitive";
        let fr = "aucune pièce de ce jeu n'a cette étiquette\u{a0}; la casse est prise en compte";
        TextError::new(label, at, Text::new(en, fr))
    })
}
