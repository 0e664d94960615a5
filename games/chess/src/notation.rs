//! Positions are FEN, moves are UCI text.

use entourage_kernel::{Intent, Part, Piece, Problem, Reading, Side, Square, Text, TextError};

use crate::geometry::{TOPOLOGY, forward, on_rank, rank_of, step};
use crate::metadata::METADATA;
use crate::piece::{KING, PAWN, PROMOTIONS, ROOK};
use crate::position::{CLOCK_LIMIT, Pieces, Position, State, castling_bit};

/// The start position.
pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Holds a position as read; whether the side not to move is in check is not yet looked at.
pub(crate) struct Setup {
    pub(crate) pieces: Pieces,
    pub(crate) side: Side,
    pub(crate) state: State,
}

/// Reads FEN: `BOARD SIDE CASTLING PASSED QUIET NUMBER`.
pub(crate) fn set_up(reading: &Reading<'_>) -> Result<Setup, TextError> {
    let (pieces, side) = (reading.placed().collect(), reading.side);
    check_board(&pieces, reading.rows)?;
    let &[castling, passed, quiet, number] = reading.words.as_slice() else {
        return Err(reading.text.missing("FEN has six fields"));
    };
    let state = State {
        castling: read_castling(castling, &pieces)?,
        passed: read_passed(passed, &pieces, side)?,
        quiet: read_clock(quiet, 0)?,
        number: read_clock(number, 1)?,
    };
    Ok(Setup { pieces, side, state })
}

fn read_passed(word: Part<'_>, pieces: &Pieces, side: Side) -> Result<Option<Square>, TextError> {
    if word.text == "-" {
        return Ok(None);
    }
    let Some(square) = TOPOLOGY.find(word.text) else {
        return Err(word.error(Text::new(
            "expected the square passed over by a pawn, or -",
            "on attend la case qu'un pion vient de franchir, ou -",
        )));
    };
    if is_passed(pieces, side, square) {
        return Ok(Some(square));
    }
    Err(word.error(Text::new(
        "no pawn has just passed over this square",
        "aucun pion ne vient de franchir cette case",
    )))
}

/// Reads one of the two clocks, which begins with a number.
fn read_clock(word: Part<'_>, least: u16) -> Result<u16, TextError> {
    let digits = word.text;
    let canonical =
        digits == "0" || !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
    let value = digits.parse().ok().filter(|value| canonical && (least..=CLOCK_LIMIT).contains(value));
    value.ok_or_else(|| {
        word.error(if least == 0 {
            Text::new(
                "expected the number of plies since a capture or a pawn's move",
                "on attend le nombre de demi-coups depuis une prise ou un coup de pion",
            )
        } else {
            Text::new("expected the number of the move, from 1", "on attend le numéro du coup, à partir de 1")
        })
    })
}

fn check_board(pieces: &Pieces, rows: Part<'_>) -> Result<(), TextError> {
    for side in Side::BOTH {
        let kings = pieces.of(side, KING);
        if kings.len() != 1 {
            let (letter, kings_here) = (METADATA.letter_of(Piece::new(KING, side)), kings.len());
            let problem = Problem::new(
                format!("there must be one {letter}, here are {kings_here}"),
                format!("il faut un {letter}, il y en a {kings_here}"),
            );
            return Err(rows.error(problem).about(kings));
        }
        let pawns = pieces.of(side, PAWN).into_iter();
        let strays: Vec<Square> = pawns.filter(|&square| matches!(rank_of(side, square), 0 | 7)).collect();
        if !strays.is_empty() {
            let problem = Text::new(
                "no pawn stands on the first or last rank",
                "aucun pion ne se tient sur la première ou la dernière rangée",
            );
            return Err(rows.error(problem).about(strays));
        }
    }
    Ok(())
}

const CASTLING: [char; 4] = ['K', 'Q', 'k', 'q'];

fn read_castling(word: Part<'_>, pieces: &Pieces) -> Result<u8, TextError> {
    if word.text == "-" {
        return Ok(0);
    }
    let mut rights = 0;
    for (letter, _) in word.letters() {
        let bit = CASTLING.iter().position(|&other| other == letter).map_or(0, |index| 1 << index);
        // Bits must rise: that is the order, and forbids doubles.
        if bit <= rights {
            return Err(word.error(Text::new(
                "expected the castling rights, some of KQkq in this order, or -",
                "on attend les droits au roque, de KQkq et dans cet ordre, ou -",
            )));
        }
        rights |= bit;
    }
    let homes = Side::BOTH.into_iter().flat_map(|side| [(side, false), (side, true)]);
    for (side, queenside) in homes {
        if rights & castling_bit(side, queenside) != 0 && !is_home(pieces, side, queenside) {
            return Err(word.error(Text::new(
                "castling needs king and rook on their first squares",
                "le roque demande le roi et la tour sur leurs cases de départ",
            )));
        }
    }
    Ok(rights)
}

/// Tells whether a side's king and its rook of a wing stand where they castle from.
fn is_home(pieces: &Pieces, side: Side, queenside: bool) -> bool {
    let rook = on_rank(side, 0, if queenside { 0 } else { 7 });
    pieces.of(side, KING).contains(on_rank(side, 0, 4)) && pieces.of(side, ROOK).contains(rook)
}

/// Returns what is remembered where hands made pieces stand so: no pawn has just passed, and castling is lost for good
/// with king or rook away.
pub(crate) fn state_after(before: &Position, pieces: &Pieces, side: Side) -> State {
    let mut state = State { passed: None, quiet: 0, ..before.state };
    for (owner, queenside) in Side::BOTH.into_iter().flat_map(|side| [(side, false), (side, true)]) {
        if !is_home(pieces, owner, queenside) {
            state.castling &= !castling_bit(owner, queenside);
        }
    }
    if before.side == Side::Second && side == Side::First {
        state.number = CLOCK_LIMIT.min(state.number + 1);
    }
    state
}

/// Tells whether the side that just moved may have passed over a square with a pawn.
fn is_passed(pieces: &Pieces, to_move: Side, square: Square) -> bool {
    let mover = !to_move;
    let (dx, dy) = forward(mover);
    rank_of(mover, square) == 2
        && pieces.piece_at(square).is_none()
        && step(square, (-dx, -dy)).is_some_and(|home| pieces.piece_at(home).is_none())
        && step(square, (dx, dy)).is_some_and(|pawn| pieces.of(mover, PAWN).contains(pawn))
}

/// Writes what FEN says beside board and side.
pub(crate) fn words(position: &Position) -> Vec<String> {
    let state = position.state;
    let castling: String =
        (0..4).filter(|bit| state.castling >> bit & 1 != 0).map(|bit| CASTLING[bit]).collect();
    let castling = if castling.is_empty() { "-".to_owned() } else { castling };
    let passed = state.passed.map_or("-", |square| TOPOLOGY.name(square)).to_owned();
    vec![castling, passed, state.quiet.to_string(), state.number.to_string()]
}

/// Reads UCI text such as `e2e4`, `e1g1` (castling) or `e7e8q`.
pub(crate) fn read_move(text: &str) -> Result<Intent, TextError> {
    let square = |text, at: usize| {
        TOPOLOGY.read(text).ok_or_else(|| {
            TextError::new(
                text,
                at,
                Text::new("expected a square from a1 to h8", "on attend une case de a1 à h8"),
            )
        })
    };
    let (from, rest) = square(text, 0)?;
    let (to, rest) = square(rest, 2)?;
    let intent = Intent::from_to(from, to);
    if rest.is_empty() {
        return Ok(intent);
    }
    let promotion = PROMOTIONS.into_iter().find(|kind| {
        let mut letters = rest.chars();
        letters.next() == Some(METADATA.kinds[kind.index()].letters[1]) && letters.next().is_none()
    });
    match promotion {
        Some(kind) => Ok(intent.with_choice(kind.0)),
        None => Err(TextError::new(
            rest,
            4,
            Text::new(
                "expected nothing more, or the promotion q, r, b or n",
                "on n'attend plus rien, ou la promotion q, r, b ou n",
            ),
        )),
    }
}

/// Writes UCI text.
pub(crate) fn write_move(intent: Intent) -> String {
    let mut text: String = intent.squares().map(|square| TOPOLOGY.name(square)).collect();
    if let Some(kind) = METADATA.kinds.get(usize::from(intent.choice())).filter(|_| intent.choice() != 0) {
        text.push(kind.letters[1]);
    }
    text
}
