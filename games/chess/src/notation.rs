//! FEN for positions, UCI notation for moves.

use entourage_kernel::{Intent, Part, Piece, Problem, Reading, Side, Square, Text, TextError};

use crate::castling::{Homes, WINGS, forget, home};
use crate::geometry::{SIZE, TOPOLOGY, forward, on_rank, rank_of, step};
use crate::metadata::METADATA;
use crate::piece::{KING, PAWN, PROMOTIONS, ROOK};
use crate::position::{CLOCK_LIMIT, Pieces, Position, State, castling_bit, king_of};

pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

macro_rules! problems {
    ($($name:ident $en:literal $fr:literal;)*) => { $(const $name: Text = Text::new($en, $fr);)* };
}

problems! {
    PASSED "expected the en passant square, or -" "attendu\u{a0}: la case de prise en passant, ou -";
    NOT_PASSED "no pawn has just passed over this square" "aucun pion ne vient de franchir cette case";
    QUIET "expected the number of plies since a capture or pawn move"
        "attendu\u{a0}: le nombre de demi-coups depuis une prise ou un coup de pion";
    NUMBER "expected the move number, from 1" "attendu\u{a0}: le numéro du coup, à partir de 1";
    STRAYS "no pawn can be on the first or last rank" "aucun pion ne peut être sur la première ou la dernière rangée";
    RIGHTS "expected the castling rights (letters of KQkq in this order) or -"
        "attendu\u{a0}: les droits au roque (des lettres de KQkq dans cet ordre) ou -";
    NOT_HOME "castling requires king and rook on their start squares"
        "pour le roque, le roi et la tour doivent être sur leurs cases de départ";
    FILES "expected the files of rooks that can castle, such as HAha, or -"
        "attendu\u{a0}: les colonnes des tours qui peuvent roquer, par exemple HAha, ou -";
    FILES_ORDER "expected at most one rook per wing, White first and kingside first"
        "attendu\u{a0}: au plus une tour par aile, d'abord les Blancs et l'aile roi";
}

/// A parsed position; the side not to move may still be in check.
pub(crate) struct Setup {
    pub(crate) pieces: Pieces,
    pub(crate) side: Side,
    pub(crate) state: State,
}

/// Parses FEN, or Shredder-FEN for Chess960.
pub(crate) fn set_up(reading: &Reading<'_>, is_shuffled: bool) -> Result<Setup, TextError> {
    let (pieces, side) = (reading.placed().collect(), reading.side);
    check_board(&pieces, reading.rows)?;
    let &[castling, passed, quiet, number] = reading.words.as_slice() else {
        return Err(reading.text.missing("FEN has six fields"));
    };
    let (castling, homes) = if is_shuffled {
        read_files(castling, &pieces)?
    } else {
        (read_castling(castling, &pieces)?, Homes::CORNERS)
    };
    let state = State {
        castling,
        homes,
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
    let square = TOPOLOGY.find(word.text).ok_or_else(|| word.error(PASSED))?;
    if is_passed(pieces, side, square) { Ok(Some(square)) } else { Err(word.error(NOT_PASSED)) }
}

fn read_clock(word: Part<'_>, least: u16) -> Result<u16, TextError> {
    let digits = word.text;
    let canonical =
        digits == "0" || !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
    let value = digits.parse().ok().filter(|value| canonical && (least..=CLOCK_LIMIT).contains(value));
    value.ok_or_else(|| word.error(if least == 0 { QUIET } else { NUMBER }))
}

fn check_board(pieces: &Pieces, rows: Part<'_>) -> Result<(), TextError> {
    for side in Side::BOTH {
        let kings = pieces.of(side, KING);
        if kings.len() != 1 {
            let (letter, kings_here) = (METADATA.letter_of(Piece::new(KING, side)), kings.len());
            let problem = Problem::new(
                format!("there must be exactly one {letter}, but there are {kings_here}"),
                format!("il faut exactement un {letter}, mais il y en a {kings_here}"),
            );
            return Err(rows.error(problem).about(kings));
        }
        let pawns = pieces.of(side, PAWN).into_iter();
        let strays: Vec<Square> = pawns.filter(|&square| matches!(rank_of(side, square), 0 | 7)).collect();
        if !strays.is_empty() {
            return Err(rows.error(STRAYS).about(strays));
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
        // Requiring increasing bits enforces the order and excludes duplicates.
        if bit <= rights {
            return Err(word.error(RIGHTS));
        }
        rights |= bit;
    }
    for (side, queenside) in WINGS {
        if rights & castling_bit(side, queenside) != 0 && !is_home(pieces, side, queenside) {
            return Err(word.error(NOT_HOME));
        }
    }
    Ok(rights)
}

/// Parses castling rights in Chess960: the files of the rooks, with White before Black and kingside before queenside.
fn read_files(word: Part<'_>, pieces: &Pieces) -> Result<(u8, Homes), TextError> {
    let (mut rights, mut homes) = (0, Homes::LOST);
    if word.text == "-" {
        return Ok((rights, homes));
    }
    for (letter, _) in word.letters() {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        let file = (letter.to_ascii_lowercase() as usize).wrapping_sub('a' as usize);
        let king = king_of(pieces, side);
        let stands =
            file < SIZE && rank_of(side, king) == 0 && pieces.of(side, ROOK).contains(on_rank(side, 0, file));
        if !stands {
            return Err(word.error(FILES));
        }
        let queenside = file < king.index() % SIZE;
        let bit = castling_bit(side, queenside);
        if bit <= rights {
            return Err(word.error(FILES_ORDER));
        }
        rights |= bit;
        homes = homes.with(side, queenside, file);
    }
    Ok((rights, homes))
}

/// Converts castling rights from other programs to canonical form. Accepts `KQkq` for the outermost rooks (X-FEN) or
/// rook files, in any order. Keeps letters that match no rook; parsing rejects them. `None` if the text is not a FEN.
pub(crate) fn adopt(text: &str, is_shuffled: bool) -> Option<String> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let rows: Vec<&str> = words.first()?.split('/').collect();
    let castling = *words.get(2)?;
    let ranks = [rows.last()?, rows.first()?].map(|row| spread(row));
    let mut rights: Vec<(usize, char)> = Vec::new();
    for letter in castling.chars() {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        let right = match CASTLING.iter().position(|&other| other == letter) {
            Some(bit) if !is_shuffled => (bit, letter),
            _ => {
                named_right(letter, side, &ranks[side.index()], is_shuffled).unwrap_or((CASTLING.len(), letter))
            }
        };
        if !rights.contains(&right) {
            rights.push(right);
        }
    }
    rights.sort_by_key(|&(bit, _)| bit);
    let written: String = rights.into_iter().map(|(_, letter)| letter).collect();
    words[2] = &written;
    Some(words.join(" "))
}

fn named_right(letter: char, side: Side, rank: &[char], is_shuffled: bool) -> Option<(usize, char)> {
    let [king, rook] = [KING, ROOK].map(|kind| METADATA.letter_of(Piece::new(kind, side)));
    let king = rank.iter().position(|&other| other == king)?;
    let is_rook = |file: &usize| rank.get(*file) == Some(&rook);
    let file = match letter.to_ascii_lowercase() {
        'k' => (king + 1..SIZE).rev().find(is_rook),
        'q' => (0..king).find(is_rook),
        file => Some((file as usize).wrapping_sub('a' as usize)).filter(is_rook),
    }?;
    let bit = 2 * side.index() + usize::from(file < king);
    let canonical = if is_shuffled { file_letter(side, file) } else { CASTLING[bit] };
    Some((bit, canonical))
}

fn file_letter(side: Side, file: usize) -> char {
    let first = if side == Side::First { b'A' } else { b'a' };
    char::from(first + file as u8)
}

fn spread(row: &str) -> Vec<char> {
    let squares = row.chars().flat_map(|letter| match letter.to_digit(10) {
        Some(count) => vec![' '; count as usize],
        None => vec![letter],
    });
    squares.take(SIZE).collect()
}

fn is_home(pieces: &Pieces, side: Side, queenside: bool) -> bool {
    let rook = on_rank(side, 0, if queenside { 0 } else { 7 });
    pieces.of(side, KING).contains(on_rank(side, 0, 4)) && pieces.of(side, ROOK).contains(rook)
}

fn may_castle(before: &Position, pieces: &Pieces, side: Side, queenside: bool) -> bool {
    let state = &before.state;
    if state.homes.is_shuffled() {
        let stays = king_of(&before.pieces, side) == king_of(pieces, side);
        return stays && pieces.of(side, ROOK).contains(home(state, side, queenside));
    }
    is_home(pieces, side, queenside)
}

/// Returns the state after a manual rearrangement of pieces: no en passant square, and castling rights only for kings and
/// rooks that are still on their start squares.
pub(crate) fn state_after(before: &Position, pieces: &Pieces, side: Side) -> State {
    let mut state = State { passed: None, quiet: 0, ..before.state };
    for (owner, queenside) in WINGS {
        // A missing king is reported elsewhere.
        if pieces.of(owner, KING).is_empty() || !may_castle(before, pieces, owner, queenside) {
            forget(&mut state, owner, queenside);
        }
    }
    if before.side == Side::Second && side == Side::First {
        state.number = CLOCK_LIMIT.min(state.number + 1);
    }
    state
}

fn is_passed(pieces: &Pieces, to_move: Side, square: Square) -> bool {
    let mover = !to_move;
    let (dx, dy) = forward(mover);
    rank_of(mover, square) == 2
        && pieces.piece_at(square).is_none()
        && step(square, (-dx, -dy)).is_some_and(|home| pieces.piece_at(home).is_none())
        && step(square, (dx, dy)).is_some_and(|pawn| pieces.of(mover, PAWN).contains(pawn))
}

pub(crate) fn words(position: &Position) -> Vec<String> {
    let state = position.state;
    let letter = |bit: usize| {
        let (side, queenside) = WINGS[bit];
        let file = home(&state, side, queenside).index() % SIZE;
        if state.homes.is_shuffled() { file_letter(side, file) } else { CASTLING[bit] }
    };
    let castling: String = (0..4).filter(|bit| state.castling >> bit & 1 != 0).map(letter).collect();
    let castling = if castling.is_empty() { "-".to_owned() } else { castling };
    let passed = state.passed.map_or("-", |square| TOPOLOGY.name(square)).to_owned();
    vec![castling, passed, state.quiet.to_string(), state.number.to_string()]
}

/// Parses UCI notation such as `e2e4`, `e1g1` (castling) or `e7e8q`.
pub(crate) fn read_move(text: &str) -> Result<Intent, TextError> {
    let square = |text, at: usize| {
        TOPOLOGY.read(text).ok_or_else(|| {
            TextError::new(
                text,
                at,
                Text::new("expected a square from a1 to h8", "attendu\u{a0}: une case de a1 à h8"),
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
                "expected the end of the move, or a promotion to q, r, b or n",
                "attendu\u{a0}: la fin du coup, ou une promotion en q, r, b ou n",
            ),
        )),
    }
}

pub(crate) fn write_move(intent: Intent) -> String {
    let mut text: String = intent.squares().map(|square| TOPOLOGY.name(square)).collect();
    if let Some(kind) = METADATA.kinds.get(usize::from(intent.choice())).filter(|_| intent.choice() != 0) {
        text.push(kind.letters[1]);
    }
    text
}
