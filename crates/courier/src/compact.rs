//! Formats and parses manual turns in canonical form: one word with Entourage's piece letters and square names.

use entourage_kernel::{Piece, Square, Text, TextError};

use crate::Vocabulary;
use crate::turn::{Leg, MAX_LEGS};

const NOTHING: &str = "pass";

const LEG: Text = Text::new(
    "expected a leg such as Pe2-e4, Q-e8, e4-, @-e4 or -e4",
    "attendu\u{a0}: une étape comme Pe2-e4, Q-e8, e4-, @-e4 ou -e4",
);
const SQUARE: Text = Text::new("the board has no such square", "le plateau n'a pas cette case");
const PIECE: Text = Text::new("no piece has this letter", "aucune pièce n'a cette lettre");

/// Formats legs as one word such as `Pe2-e4;Q-e8`, or as `pass` if there are none. Every moving piece must be named.
pub fn write_compact(legs: &[Leg], words: &Vocabulary) -> String {
    if legs.is_empty() {
        return NOTHING.to_owned();
    }
    let legs: Vec<String> = legs.iter().map(|leg| leg.write(words).replace(' ', "")).collect();
    legs.join(";")
}

/// Parses the output of [`write_compact`] strictly. Fails on any other form, an unknown letter or square, or too many
/// legs.
pub fn read_compact(text: &str, words: &Vocabulary) -> Result<Vec<Leg>, TextError> {
    if text == NOTHING {
        return Ok(Vec::new());
    }
    let mut legs = Vec::new();
    let mut at = 0;
    for part in text.split(';') {
        if legs.len() == MAX_LEGS {
            return Err(TextError::new(part, at, crate::turn::too_many()));
        }
        legs.push(leg(part, words).map_err(|error| error.shifted(at))?);
        at += part.len() + 1;
    }
    Ok(legs)
}

fn leg(text: &str, words: &Vocabulary) -> Result<Leg, TextError> {
    let Some((left, right)) = text.split_once('-') else { return Err(TextError::new(text, 0, LEG)) };
    let right_at = left.len() + 1;
    let square = |text: &str, at: usize| -> Result<Square, TextError> {
        words.square(text).ok_or_else(|| TextError::new(text, at, SQUARE))
    };
    let piece = |label: &str| -> Result<Piece, TextError> {
        words.piece(label).ok_or_else(|| TextError::new(label, 0, PIECE))
    };
    if right.is_empty() {
        return Ok(Leg::Empty(square(left, 0)?));
    }
    let to = square(right, right_at)?;
    let label_end = left.chars().next().map_or(0, char::len_utf8);
    match left.split_at(label_end) {
        ("", _) => Ok(Leg::Cut(to)),
        ("@", "") => Ok(Leg::Clear(to)),
        (label, "") => Ok(Leg::Put { piece: piece(label)?, at: to }),
        (label, from) => {
            let label = Some(piece(label)?);
            Ok(Leg::Move { label, from: square(from, label_end)?, to })
        }
    }
}
