//! The canonical text forms of positions and moves (`NOTATION.md`).

use entourage_kernel::{Intent, Piece, Side, Square, TextError};

use crate::geometry::{SIZE, TOPOLOGY};
use crate::metadata::METADATA;
use crate::piece::{TODDLER, UNIQUE};
use crate::position::{Pieces, Position, State};

/// The choice that makes an intent without squares a pass.
pub(crate) const PASS_CHOICE: u8 = 1;
/// The intent of passing.
pub(crate) const PASS: Intent = Intent::choice_only(PASS_CHOICE);

/// The start position.
pub(crate) const START: &str = "anpegtwipan/11/ssssscsssss/11/11/11/11/11/SSSSSCSSSSS/11/NAPIWTGEPNA w -";

/// Holds a position as read: the text is canonical, the numbers of pieces are right, Threat is not yet looked at.
pub(crate) struct Setup {
    pub(crate) pieces: Pieces,
    pub(crate) side: Side,
    pub(crate) state: State,
}

fn piece_of(letter: char) -> Option<Piece> {
    let kinds = METADATA.kinds.iter().zip(0..);
    kinds
        .flat_map(|(kind, index)| Side::BOTH.map(|side| (kind.letters[side.index()], index, side)))
        .find(|&(of_piece, ..)| of_piece == letter)
        .map(|(_, index, side)| Piece::new(entourage_kernel::Kind(index), side))
}

fn letter_of(piece: Piece) -> char {
    METADATA.kinds[piece.kind().index()].letters[piece.side().index()]
}

/// Reads `ROWS SIDE PASS`.
pub(crate) fn read_position(text: &str) -> Result<Setup, TextError> {
    let mut fields = text.split(' ');
    let rows = fields.next().unwrap_or_default();
    let mut pieces = Pieces::EMPTY;
    let mut at = 0;
    let mut count = 0;
    for row in rows.split('/') {
        if count == SIZE {
            return Err(TextError::new(row, at, "there are more than 11 rows"));
        }
        read_row(row, count, &mut pieces).map_err(|error| error.shifted(at))?;
        count += 1;
        at += row.len() + 1;
    }
    if count < SIZE {
        return Err(TextError::new("", rows.len(), format!("only {count} of 11 rows are given")));
    }
    let side_text = fields.next();
    let side = match side_text {
        Some("w") => Side::First,
        Some("b") => Side::Second,
        other => {
            let at = if other.is_some() { at } else { text.len() };
            return Err(TextError::new(
                other.unwrap_or_default(),
                at,
                "expected the side to move, w or b, after one space",
            ));
        }
    };
    at += 2;
    let passes = match fields.next() {
        Some("-") => 0,
        Some("p") => 1,
        Some("pp") => 2,
        other => {
            let at = if other.is_some() { at } else { text.len() };
            let problem = "expected the passes just made, -, p or pp, after one space";
            return Err(TextError::new(other.unwrap_or_default(), at, problem));
        }
    };
    at += passes.max(1) as usize;
    if fields.next().is_some() {
        return Err(TextError::new(&text[at..], at, "nothing may follow the passes"));
    }
    check_numbers(&pieces, rows)?;
    Ok(Setup { pieces, side, state: State { passes } })
}

fn read_row(row: &str, number: usize, pieces: &mut Pieces) -> Result<(), TextError> {
    let mut file = 0;
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let at = row.len() - rest.len();
        let token_length = if first.is_ascii_digit() {
            rest.bytes().take_while(u8::is_ascii_digit).count()
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(token_length);
        if first.is_ascii_digit() {
            let empties = match token.parse::<usize>() {
                Ok(empties) if first != '0' && empties <= SIZE => empties,
                _ => return Err(TextError::new(token, at, "expected a count of empty squares, 1 to 11")),
            };
            file += empties;
        } else {
            let Some(piece) = piece_of(first) else {
                return Err(TextError::new(token, at, "no piece has this letter"));
            };
            if file < SIZE {
                pieces.put(Square::new(number * SIZE + file), piece);
            }
            file += 1;
        }
        if file > SIZE {
            return Err(TextError::new(token, at, format!("row {} is more than 11 squares wide", number + 1)));
        }
        rest = after;
    }
    if file < SIZE {
        let problem = format!("row {} has {file} squares instead of 11", number + 1);
        return Err(TextError::new(row, 0, problem));
    }
    Ok(())
}

fn check_numbers(pieces: &Pieces, rows: &str) -> Result<(), TextError> {
    for side in Side::BOTH {
        for kind in UNIQUE {
            let letter = letter_of(Piece::new(kind, side));
            let count = pieces.of(side, kind).len();
            if count > 1 {
                let at = rows.rfind(letter).unwrap_or_default();
                let problem = format!("a side has at most one {letter}, here are {count}");
                return Err(TextError::new(letter, at, problem));
            }
            if kind == TODDLER && count == 0 {
                let problem = format!("a Toddler is missing: there must be one {letter}");
                return Err(TextError::new("", rows.len(), problem));
            }
        }
    }
    Ok(())
}

/// Writes `ROWS SIDE PASS`.
pub(crate) fn write_position(position: &Position) -> String {
    let mut text = String::with_capacity(96);
    for row in 0..SIZE {
        if row > 0 {
            text.push('/');
        }
        let mut empties = 0;
        for file in 0..SIZE {
            match position.placement().piece_at(Square::new(row * SIZE + file)) {
                None => empties += 1,
                Some(piece) => {
                    push_count(&mut text, empties);
                    empties = 0;
                    text.push(letter_of(piece));
                }
            }
        }
        push_count(&mut text, empties);
    }
    text.push_str(if position.side() == Side::First { " w " } else { " b " });
    text.push_str(["-", "p", "pp"][position.state().passes as usize]);
    text
}

fn push_count(text: &mut String, empties: usize) {
    if empties > 0 {
        text.push_str(&empties.to_string());
    }
}

/// Reads `pass`, `f11e10` or `f9e8e7`.
pub(crate) fn read_move(text: &str) -> Result<Intent, TextError> {
    if text == "pass" {
        return Ok(PASS);
    }
    let mut squares = Vec::with_capacity(3);
    let mut rest = text;
    while !rest.is_empty() {
        let at = text.len() - rest.len();
        let Some((square, after)) = TOPOLOGY.read(rest) else {
            return Err(TextError::new(rest, at, "expected a square from a1 to k11, or pass"));
        };
        if squares.len() == 3 {
            return Err(TextError::new(rest, at, "a move has at most three squares"));
        }
        squares.push(square);
        rest = after;
    }
    if squares.len() < 2 {
        return Err(TextError::new(
            "",
            text.len(),
            "a move needs the square it starts from and the one it goes to",
        ));
    }
    Ok(Intent::of(&squares))
}

/// Writes the canonical text of a move.
pub(crate) fn write_move(intent: Intent) -> String {
    if intent.is_empty() {
        return "pass".to_owned();
    }
    intent.squares().map(|square| TOPOLOGY.name(square)).collect()
}
