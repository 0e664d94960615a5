use entourage_kernel::{Kind, Piece, Problem, Side, Text, TextError};

use super::Field;
use crate::geometry::{ROWS, WIDTHS, at};
use crate::piece::LETTERS;
use crate::pieces::Pieces;

/// Returns the piece of a letter.
pub(super) fn piece_of(letter: char) -> Option<Piece> {
    let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
    Some(Piece::new(kind_of(letter.to_ascii_uppercase())?, side))
}

/// Returns the kind of a capital letter.
pub(super) fn kind_of(letter: char) -> Option<Kind> {
    LETTERS.iter().position(|&other| other == letter).map(|index| Kind(index as u8))
}

/// Returns the letter of a piece.
pub(super) fn letter_of(piece: Piece) -> char {
    let letter = LETTERS[piece.kind().index()];
    if piece.side() == Side::First { letter } else { letter.to_ascii_lowercase() }
}

/// Reads the rows from row 13 to row 1.
pub(super) fn read(field: Field<'_>) -> Result<Pieces, TextError> {
    let mut pieces = Pieces::EMPTY;
    let mut count = 0;
    for row in field.split('/') {
        if count == ROWS {
            return Err(row.error(Text::new("there are more than 13 rows", "il y a plus de 13 rangées")));
        }
        read_row(row, ROWS - 1 - count, &mut pieces)?;
        count += 1;
    }
    if count < ROWS {
        let end = field.at + field.text.len();
        return Err(TextError::new(
            "",
            end,
            Problem::new(
                format!("only {count} of 13 rows are given"),
                format!("il n'y a que {count} rangées sur 13"),
            ),
        ));
    }
    Ok(pieces)
}

fn read_row(field: Field<'_>, row: usize, pieces: &mut Pieces) -> Result<(), TextError> {
    let width = WIDTHS[row];
    let mut place = 0;
    let mut counted = false;
    for (offset, letter) in field.text.char_indices() {
        let token = Field { text: &field.text[offset..offset + letter.len_utf8()], at: field.at + offset };
        if let Some(empties) = letter.to_digit(10) {
            if counted || empties == 0 {
                return Err(token.error(Text::new(
                    "expected one count of empty spaces, 1 to 6, without a zero",
                    "il faut un seul nombre d'espaces vides, de 1 à 6, sans zéro",
                )));
            }
            place += empties as usize;
            counted = true;
        } else {
            let Some(piece) = piece_of(letter) else {
                return Err(token.error(Text::new("no piece has this letter", "aucune pièce n'a cette lettre")));
            };
            if let Some(other) = pieces.find(piece.side(), piece.kind()) {
                let problem = Text::new(
                    "a side has one piece of a colour at most",
                    "un camp a une seule pièce d'une couleur",
                );
                let here = (place < width).then(|| at(row, place));
                return Err(token.error(problem).about([other].into_iter().chain(here)));
            }
            if place < width {
                pieces.put(at(row, place), piece);
            }
            place += 1;
            counted = false;
        }
        if place > width {
            return Err(token.error(Problem::new(
                format!("row {} has no more spaces than {width}", row + 1),
                format!("la rangée {} n'a pas plus d'espaces que {width}", row + 1),
            )));
        }
    }
    if place < width {
        return Err(field.error(Problem::new(
            format!("row {} is {width} wide, here are {place}", row + 1),
            format!("la rangée {} est large de {width}, et non de {place}", row + 1),
        )));
    }
    Ok(())
}

/// Writes the rows from row 13 to row 1.
pub(super) fn write(pieces: &Pieces, text: &mut String) {
    for row in (0..ROWS).rev() {
        let mut empties = 0;
        for place in 0..WIDTHS[row] {
            match pieces.piece_at(at(row, place)) {
                None => empties += 1,
                Some(piece) => {
                    push_count(text, empties);
                    empties = 0;
                    text.push(letter_of(piece));
                }
            }
        }
        push_count(text, empties);
        if row > 0 {
            text.push('/');
        }
    }
}

fn push_count(text: &mut String, empties: u32) {
    text.extend(char::from_digit(empties, 10).filter(|_| empties > 0));
}
