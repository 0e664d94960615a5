//! The canonical notation of positions and moves (`NOTATION.md`).

use entourage_kernel::{Intent, Kind, Part, Piece, Problem, Reading, Side, Square, Text, TextError};

use crate::geometry::{FAR_RANK, TOPOLOGY, launching_square};
use crate::metadata::METADATA;
use crate::piece::{BAWN, KING, KNIGHT, PAWN, PROMOTIONS, REDUCER, SHS, is_foot};
use crate::position::Pieces;

pub(crate) const START: &str = "darkhad/ppbbbpp/7/7/PPBBBPP/DARKHAD [N|n] w";

/// What a move does besides going from square to square, encoded as the choice of its intent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    None,
    Promote(Kind),
    Mutate(Kind),
    Explode,
}

const MUTATIONS: [Kind; 2] = [PAWN, BAWN];
const EXPLODE: u8 = 6;

impl Choice {
    pub(crate) fn code(self) -> u8 {
        let index = |kinds: &[Kind], kind| kinds.iter().position(|&other| other == kind);
        match self {
            Self::None => 0,
            Self::Promote(kind) => index(&PROMOTIONS, kind).map_or(0, |index| 1 + index as u8),
            Self::Mutate(kind) => index(&MUTATIONS, kind).map_or(0, |index| 4 + index as u8),
            Self::Explode => EXPLODE,
        }
    }

    /// Returns the choice of an intent; `None` for an invalid code.
    pub(crate) fn of(intent: Intent) -> Option<Self> {
        match intent.choice() {
            0 => Some(Self::None),
            code @ 1..=3 => Some(Self::Promote(PROMOTIONS[usize::from(code) - 1])),
            code @ 4..=5 => Some(Self::Mutate(MUTATIONS[usize::from(code) - 4])),
            EXPLODE => Some(Self::Explode),
            _ => None,
        }
    }
}

/// A parsed position with valid piece counts and ranks; the side not to move may still be in check.
pub(crate) struct Setup {
    pub(crate) pieces: Pieces,
    pub(crate) side: Side,
}

pub(crate) fn set_up(reading: &Reading<'_>) -> Result<Setup, TextError> {
    check_launching_squares(reading)?;
    check_numbers(reading)?;
    check_far_ranks(reading)?;
    Ok(Setup { pieces: reading.placed().collect(), side: reading.side })
}

fn check_launching_squares(reading: &Reading<'_>) -> Result<(), TextError> {
    for side in Side::BOTH {
        for &(square, piece, letter) in &reading.pieces {
            let fits = piece.side() == side && matches!(piece.kind(), KNIGHT | REDUCER | SHS);
            if square == launching_square(side) && !fits {
                let [n, r, h] = [KNIGHT, REDUCER, SHS].map(|kind| METADATA.letter_of(Piece::new(kind, side)));
                return Err(letter.error(Problem::new(
                    format!("expected {n}, {r} or {h} on the Launching Square, or - if it is empty"),
                    format!("attendu sur la case de lancement\u{a0}: {n}, {r} ou {h}, ou - si elle est vide"),
                )));
            }
        }
    }
    Ok(())
}

fn check_numbers(reading: &Reading<'_>) -> Result<(), TextError> {
    for side in Side::BOTH {
        for kind in [KING, REDUCER, SHS] {
            let piece = Piece::new(kind, side);
            let letter = METADATA.letter_of(piece);
            let count = reading.letters_of(piece).count();
            if let Some(last) = reading.letters_of(piece).last().filter(|_| count > 1) {
                let problem = Problem::new(
                    format!("a side has at most one {letter}, but there are {count}"),
                    format!("un camp a au plus un {letter}, mais il y en a {count}"),
                );
                let squares = reading.placed().filter(|&(_, other)| other == piece).map(|(square, _)| square);
                return Err(last.error(problem).about(squares));
            }
            if kind == KING && count == 0 {
                return Err(reading.rows.missing(Problem::new(
                    format!("a King is missing: there must be exactly one {letter}"),
                    format!("il manque un Roi\u{a0}: il faut exactement un {letter}"),
                )));
            }
        }
    }
    Ok(())
}

fn check_far_ranks(reading: &Reading<'_>) -> Result<(), TextError> {
    let is_stray = |&&(square, piece, _): &&(Square, Piece, Part<'_>)| {
        is_foot(piece.kind()) && FAR_RANK[piece.side().index()].contains(square)
    };
    let Some((_, first, letter)) = reading.pieces.iter().find(is_stray) else { return Ok(()) };
    let strays = reading.pieces.iter().filter(is_stray).filter(|(_, piece, _)| piece.side() == first.side());
    let problem = Text::new(
        "a Pawn or Bawn cannot be on its far rank, where it promotes",
        "un Pion ou un Bawn ne peut pas être sur sa dernière rangée, où il est promu",
    );
    Err(letter.error(problem).about(strays.map(|(square, ..)| *square)))
}

/// Parses a move, such as `b1b4`, `b1b4xb5`, `a5a6=G`, `a2=B` or `c3*c4`.
pub(crate) fn read_move(text: &str) -> Result<Intent, TextError> {
    let square = |at: usize| {
        TOPOLOGY.read(&text[at..]).map(|(square, rest)| (square, text.len() - rest.len())).ok_or_else(|| {
            TextError::new(
                &text[at..],
                at,
                Text::new(
                    "expected a square from a1 to g6, wls or bls",
                    "attendu\u{a0}: une case de a1 à g6, wls ou bls",
                ),
            )
        })
    };
    let end = |intent: Intent, at: usize| match &text[at..] {
        "" => Ok(intent),
        rest => Err(TextError::new(
            rest,
            at,
            Text::new("expected the end of the move", "attendu\u{a0}: la fin du coup"),
        )),
    };
    let (from, at) = square(0)?;
    match text[at..].chars().next() {
        Some('=') => {
            let (kind, after) = read_kind(text, at + 1, &MUTATIONS)?;
            return end(Intent::of(&[from]).with_choice(Choice::Mutate(kind).code()), after);
        }
        Some('*') => {
            let (to, after) = square(at + 1)?;
            return end(Intent::from_to(from, to).with_choice(EXPLODE), after);
        }
        None => {
            let problem = Text::new(
                "a move needs a start square and an end square",
                "un coup doit avoir une case de départ et une case d'arrivée",
            );
            return Err(TextError::new("", at, problem));
        }
        Some(_) => {}
    }
    let (to, at) = square(at)?;
    match text[at..].chars().next() {
        Some('=') => {
            let (kind, after) = read_kind(text, at + 1, &PROMOTIONS)?;
            end(Intent::from_to(from, to).with_choice(Choice::Promote(kind).code()), after)
        }
        Some('x') => {
            let (victim, after) = square(at + 1)?;
            end(Intent::through(from, to, victim), after)
        }
        _ => end(Intent::from_to(from, to), at),
    }
}

fn read_kind(text: &str, at: usize, kinds: &[Kind]) -> Result<(Kind, usize), TextError> {
    let letter = text[at..].chars().next();
    let found = kinds.iter().find(|kind| Some(METADATA.kinds[kind.index()].letters[0]) == letter);
    match found {
        Some(&kind) => Ok((kind, at + 1)),
        None => {
            let letters: Vec<String> =
                kinds.iter().map(|kind| METADATA.kinds[kind.index()].letters[0].to_string()).collect();
            let letters = letters.join(", ");
            let problem = Problem::new(
                format!("expected one of the capital letters {letters}"),
                format!("attendu\u{a0}: une des majuscules {letters}"),
            );
            Err(TextError::new(letter.map(String::from).unwrap_or_default(), at, problem))
        }
    }
}

pub(crate) fn write_move(intent: Intent) -> String {
    let names: Vec<&str> = intent.squares().map(|square| TOPOLOGY.name(square)).collect();
    let letter = |kind: Kind| METADATA.kinds[kind.index()].letters[0];
    match (Choice::of(intent), names.as_slice()) {
        (Some(Choice::Promote(kind) | Choice::Mutate(kind)), names) => {
            format!("{}={}", names.concat(), letter(kind))
        }
        (Some(Choice::Explode), names) => names.join("*"),
        (_, [from, to, victim]) => format!("{from}{to}x{victim}"),
        (_, names) => names.concat(),
    }
}

/// Returns whether a kind can mutate to another (power 2).
pub(crate) fn mutates(from: Kind, to: Kind) -> bool {
    is_foot(from) && is_foot(to) && from != to
}
