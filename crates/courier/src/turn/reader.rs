use entourage_kernel::{Piece, Square, Text, TextError};

use super::{Action, Leg, MOST_LEGS, Turn, Word, too_many};
use crate::Vocabulary;

const LEG: Text = Text::new(
    "expected a leg such as P e2-e4, q-e8, e4-, @-e4, -e4 or b*e5",
    "on attend une étape comme P e2-e4, q-e8, e4-, @-e4, -e4 ou b*e5",
);

pub(super) fn read(text: &str, words: &Vocabulary) -> Result<Turn, TextError> {
    let (doing, comment) = text.split_once("//").unwrap_or((text, ""));
    let comment = comment.trim().to_owned();
    let trimmed = doing.trim();
    if trimmed.is_empty() {
        if comment.is_empty() {
            return Err(TextError::new("", 0, Text::new("the turn is empty", "le tour est vide")));
        }
        return Ok(Turn { action: Action::Legs(Vec::new()), comment });
    }
    if let Some(word) = Word::ALL.into_iter().find(|word| word.text() == trimmed) {
        return Ok(Turn { action: Action::Word(word), comment });
    }
    let mut legs = Vec::new();
    let mut at = 0;
    for part in doing.split(';') {
        if legs.len() == MOST_LEGS {
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
        let en = "no piece of this game has this label; upper and lower case differ";
        let fr = "aucune pièce de ce jeu n'a cette étiquette ; majuscules et minuscules diffèrent";
        TextError::new(label, at, Text::new(en, fr))
    })
}
