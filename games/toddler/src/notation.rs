//! The canonical text forms of positions and moves (`NOTATION.md`).

use entourage_kernel::{Intent, Piece, Problem, Side, Square, Text, TextError};

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

/// Reads `ROWS SIDE PASS`.
pub(crate) fn read_position(text: &str) -> Result<Setup, TextError> {
    let mut fields = text.split(' ');
    let rows = fields.next().unwrap_or_default();
    let mut pieces = Pieces::EMPTY;
    let mut at = 0;
    let mut count = 0;
    for row in rows.split('/') {
        if count == SIZE {
            let problem = Text::new("there are more than 11 rows", "il y a plus de 11 rangées");
            return Err(TextError::new(row, at, problem));
        }
        read_row(row, count, &mut pieces).map_err(|error| error.shifted(at))?;
        count += 1;
        at += row.len() + 1;
    }
    if count < SIZE {
        let problem = Problem::new(
            format!("only {count} of 11 rows are given"),
            format!("il manque des rangées\u{a0}: {count} sur 11 sont données"),
        );
        return Err(TextError::new("", rows.len(), problem));
    }
    let side_text = fields.next();
    let side = match side_text {
        Some("w") => Side::First,
        Some("b") => Side::Second,
        other => {
            let at = if other.is_some() { at } else { text.len() };
            let problem = Text::new(
                "expected the side to move, w or b, after one space",
                "il faut le camp au trait, w ou b, après une espace",
            );
            return Err(TextError::new(other.unwrap_or_default(), at, problem));
        }
    };
    at += 2;
    let passes = match fields.next() {
        Some("-") => 0,
        Some("p") => 1,
        Some("pp") => 2,
        other => {
            let at = if other.is_some() { at } else { text.len() };
            let problem = Text::new(
                "expected the passes just made, -, p or pp, after one space",
                "il faut les passes qui viennent d'être faites, -, p ou pp, après une espace",
            );
            return Err(TextError::new(other.unwrap_or_default(), at, problem));
        }
    };
    at += passes.max(1) as usize;
    if fields.next().is_some() {
        let problem = Text::new("nothing may follow the passes", "rien ne doit suivre les passes");
        return Err(TextError::new(&text[at..], at, problem));
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
                _ => {
                    let problem = Text::new(
                        "expected a count of empty squares, 1 to 11",
                        "il faut un nombre de cases vides, de 1 à 11",
                    );
                    return Err(TextError::new(token, at, problem));
                }
            };
            file += empties;
        } else {
            let Some(piece) = METADATA.piece_of(first) else {
                let problem = Text::new("no piece has this letter", "aucune pièce n'a cette lettre");
                return Err(TextError::new(token, at, problem));
            };
            if file < SIZE {
                pieces.put(Square::new(number * SIZE + file), piece);
            }
            file += 1;
        }
        if file > SIZE {
            let row = number + 1;
            let problem = Problem::new(
                format!("row {row} is more than 11 squares wide"),
                format!("la rangée {row} a plus de 11 cases"),
            );
            return Err(TextError::new(token, at, problem));
        }
        rest = after;
    }
    if file < SIZE {
        let place = number + 1;
        let squares = if file == 1 { "case" } else { "cases" };
        let problem = Problem::new(
            format!("row {place} has {file} squares instead of 11"),
            format!("la rangée {place} a {file} {squares} au lieu de 11"),
        );
        return Err(TextError::new(row, 0, problem));
    }
    Ok(())
}

fn check_numbers(pieces: &Pieces, rows: &str) -> Result<(), TextError> {
    for side in Side::BOTH {
        for kind in UNIQUE {
            let letter = METADATA.letter_of(Piece::new(kind, side));
            let count = pieces.of(side, kind).len();
            if count > 1 {
                let at = rows.rfind(letter).unwrap_or_default();
                let problem = Problem::naming(&METADATA.courier, |voice| {
                    let letter = voice.letter(&METADATA, Piece::new(kind, side));
                    Problem::new(
                        format!("a side has at most one {letter}, here are {count}"),
                        format!("un camp a au plus un {letter}, il y en a {count} ici"),
                    )
                });
                return Err(TextError::new(letter, at, problem).about(pieces.of(side, kind)));
            }
            if kind == TODDLER && count == 0 {
                let problem = Problem::new(
                    format!("a Toddler is missing: there must be one {letter}"),
                    format!("il manque un Bambin\u{a0}: il faut un {letter}"),
                );
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
                    text.push(METADATA.letter_of(piece));
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
            let problem =
                Text::new("expected a square from a1 to k11, or pass", "il faut une case de a1 à k11, ou pass");
            return Err(TextError::new(rest, at, problem));
        };
        if squares.len() == 3 {
            let problem = Text::new("a move has at most three squares", "un coup a au plus trois cases");
            return Err(TextError::new(rest, at, problem));
        }
        squares.push(square);
        rest = after;
    }
    if squares.len() < 2 {
        let problem = Text::new(
            "a move needs the square it starts from and the one it goes to",
            "il faut à un coup la case d'où il part et celle où il va",
        );
        return Err(TextError::new("", text.len(), problem));
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
