//! The canonical notation of positions and moves (`NOTATION.md`).

use entourage_kernel::{Intent, Piece, Problem, Reading, Side, Text, TextError};

use crate::bare::{Bare, Pieces, State};
use crate::geometry::TOPOLOGY;
use crate::metadata::METADATA;
use crate::piece::{TODDLER, UNIQUE};

pub(crate) const PASS_CHOICE: u8 = 1;
pub(crate) const PASS: Intent = Intent::choice_only(PASS_CHOICE);

pub(crate) const START: &str = "anpegtwipan/11/ssssscsssss/11/11/11/11/11/SSSSSCSSSSS/11/NAPIWTGEPNA w -";

/// A parsed position with valid piece counts, not yet checked for Threat.
pub(crate) struct Setup {
    pub(crate) pieces: Pieces,
    pub(crate) side: Side,
    pub(crate) state: State,
}

const PASSES: [&str; 3] = ["-", "p", "pp"];

/// Parses a position, `ROWS SIDE PASS`.
pub(crate) fn set_up(reading: &Reading<'_>) -> Result<Setup, TextError> {
    let word = reading.words[0];
    let Some(passes) = (0..).zip(PASSES).find_map(|(passes, written)| (written == word.text).then_some(passes))
    else {
        return Err(word.error(Text::new(
            "expected the consecutive passes (-, p or pp) after one space",
            "attendu après une espace\u{a0}: les passes consécutives (-, p ou pp)",
        )));
    };
    check_numbers(reading)?;
    Ok(Setup { pieces: reading.placed().collect(), side: reading.side, state: State { passes } })
}

fn check_numbers(reading: &Reading<'_>) -> Result<(), TextError> {
    for side in Side::BOTH {
        for kind in UNIQUE {
            let piece = Piece::new(kind, side);
            let count = reading.letters_of(piece).count();
            if let Some(last) = reading.letters_of(piece).last().filter(|_| count > 1) {
                let problem = Problem::naming(&METADATA.courier, |voice| {
                    let letter = voice.letter(&METADATA, piece);
                    Problem::new(
                        format!("a side has at most one {letter}, but there are {count}"),
                        format!("un camp a au plus un {letter}, mais il y en a {count}"),
                    )
                });
                let squares = reading.placed().filter(|&(_, other)| other == piece).map(|(square, _)| square);
                return Err(last.error(problem).about(squares));
            }
            if kind == TODDLER && count == 0 {
                let letter = METADATA.letter_of(piece);
                return Err(reading.rows.missing(Problem::new(
                    format!("a Toddler is missing: there must be exactly one {letter}"),
                    format!("il manque un Bambin\u{a0}: il faut exactement un {letter}"),
                )));
            }
        }
    }
    Ok(())
}

pub(crate) fn words(position: &Bare) -> Vec<String> {
    vec![PASSES[usize::from(position.state().passes)].to_owned()]
}

/// Parses a move, such as `pass`, `f11e10` or `f9e8e7`.
pub(crate) fn read_move(text: &str) -> Result<Intent, TextError> {
    if text == "pass" {
        return Ok(PASS);
    }
    let mut squares = Vec::with_capacity(3);
    let mut rest = text;
    while !rest.is_empty() {
        let at = text.len() - rest.len();
        let Some((square, after)) = TOPOLOGY.read(rest) else {
            let problem = Text::new(
                "expected a square from a1 to k11, or pass",
                "attendu\u{a0}: une case de a1 à k11, ou pass",
            );
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
            "a move needs a start square and an end square",
            "un coup doit avoir une case de départ et une case d'arrivée",
        );
        return Err(TextError::new("", text.len(), problem));
    }
    Ok(Intent::of(&squares))
}

pub(crate) fn write_move(intent: Intent) -> String {
    if intent.is_empty() {
        return "pass".to_owned();
    }
    intent.squares().map(|square| TOPOLOGY.name(square)).collect()
}
