//! Positions are FEN, moves are UCI text.

use entourage_kernel::{Intent, Piece, Problem, Side, Square, Text, TextError};

use crate::geometry::{SIZE, TOPOLOGY, forward, on_rank, rank_of, step};
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

const FIELDS: [Text; 6] = [
    Text::new("the board", "le plateau"),
    Text::new("the side to move, w or b", "le trait, w ou b"),
    Text::new(
        "the castling rights, some of KQkq in this order, or -",
        "les droits au roque, de KQkq et dans cet ordre, ou -",
    ),
    Text::new("the square passed over by a pawn, or -", "la case qu'un pion vient de franchir, ou -"),
    Text::new(
        "the number of plies since a capture or a pawn's move",
        "le nombre de demi-coups depuis une prise ou un coup de pion",
    ),
    Text::new("the number of the move, from 1", "le numéro du coup, à partir de 1"),
];

/// Reads FEN: `BOARD SIDE CASTLING PASSED QUIET NUMBER`.
pub(crate) fn read_position(text: &str) -> Result<Setup, TextError> {
    let mut at = 0;
    let mut fields = [("", 0); 6];
    let mut parts = text.split(' ');
    for (field, meaning) in fields.iter_mut().zip(FIELDS) {
        let Some(part) = parts.next() else {
            let Text { en, fr } = meaning;
            let problem = Problem::new(
                format!("expected {en}, after one space"),
                format!("on attend {fr}, après une espace"),
            );
            return Err(TextError::new("", text.len(), problem));
        };
        *field = (part, at);
        at += part.len() + 1;
    }
    if parts.next().is_some() {
        return Err(TextError::new(
            &text[at..],
            at,
            Text::new("nothing may follow the number of the move", "rien ne peut suivre le numéro du coup"),
        ));
    }
    let wrong = |field: usize| {
        let (token, at) = fields[field];
        let Text { en, fr } = FIELDS[field];
        TextError::new(token, at, Problem::new(format!("expected {en}"), format!("on attend {fr}")))
    };
    let pieces = read_board(fields[0].0)?;
    let side = match fields[1].0 {
        "w" => Side::First,
        "b" => Side::Second,
        _ => return Err(wrong(1)),
    };
    let castling = read_castling(fields[2].0).ok_or_else(|| wrong(2))?;
    check_castling(&pieces, castling).map_err(|problem| TextError::new(fields[2].0, fields[2].1, problem))?;
    let passed = match fields[3].0 {
        "-" => None,
        name => Some(TOPOLOGY.find(name).ok_or_else(|| wrong(3))?),
    };
    if passed.is_some_and(|square| !is_passed(&pieces, side, square)) {
        return Err(TextError::new(
            fields[3].0,
            fields[3].1,
            Text::new("no pawn has just passed over this square", "aucun pion ne vient de franchir cette case"),
        ));
    }
    let clock = |field: usize, least: u16| {
        let digits = fields[field].0;
        let canonical =
            digits == "0" || !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
        match digits.parse::<u16>() {
            Ok(value) if canonical && (least..=CLOCK_LIMIT).contains(&value) => Ok(value),
            _ => Err(wrong(field)),
        }
    };
    let state = State { castling, passed, quiet: clock(4, 0)?, number: clock(5, 1)? };
    Ok(Setup { pieces, side, state })
}

fn read_board(text: &str) -> Result<Pieces, TextError> {
    let mut pieces = Pieces::EMPTY;
    let mut at = 0;
    let mut rows = 0;
    for row in text.split('/') {
        if rows == SIZE {
            return Err(TextError::new(
                row,
                at,
                Text::new("there are more than 8 ranks", "il y a plus de 8 rangées"),
            ));
        }
        let mut file = 0;
        let mut after_count = false;
        for (offset, letter) in row.char_indices() {
            let wrong = |problem: Text| Err(TextError::new(letter, at + offset, problem));
            if let Some(count) = letter.to_digit(10) {
                if after_count || !(1..=8).contains(&count) {
                    return wrong(Text::new(
                        "expected one count of empty squares, 1 to 8",
                        "on attend un seul nombre de cases vides, de 1 à 8",
                    ));
                }
                file += count as usize;
            } else if let Some(piece) = METADATA.piece_of(letter) {
                if file < SIZE {
                    pieces.put(Square::new(rows * SIZE + file), piece);
                }
                file += 1;
            } else {
                return wrong(Text::new("no piece has this letter", "aucune pièce n'a cette lettre"));
            }
            after_count = letter.is_ascii_digit();
            if file > SIZE {
                return wrong(Text::new("the rank is more than 8 squares wide", "la rangée dépasse 8 cases"));
            }
        }
        if file < SIZE {
            return Err(TextError::new(
                row,
                at,
                Problem::new(
                    format!("the rank has {file} squares instead of 8"),
                    format!("la rangée a {file} cases au lieu de 8"),
                ),
            ));
        }
        rows += 1;
        at += row.len() + 1;
    }
    if rows < SIZE {
        return Err(TextError::new(
            "",
            text.len(),
            Problem::new(
                format!("only {rows} of 8 ranks are given"),
                format!("il n'y a que {rows} rangées sur 8"),
            ),
        ));
    }
    for side in Side::BOTH {
        let kings = pieces.of(side, KING).len();
        if kings != 1 {
            let squares = pieces.of(side, KING);
            let letter = METADATA.letter_of(Piece::new(KING, side));
            return Err(TextError::new(
                text,
                0,
                Problem::new(
                    format!("there must be one {letter}, here are {kings}"),
                    format!("il faut un {letter}, il y en a {kings}"),
                ),
            )
            .about(squares));
        }
        let strays: Vec<Square> = pieces
            .of(side, PAWN)
            .into_iter()
            .filter(|&square| matches!(rank_of(side, square), 0 | 7))
            .collect();
        if !strays.is_empty() {
            return Err(TextError::new(
                text,
                0,
                Text::new(
                    "no pawn stands on the first or last rank",
                    "aucun pion ne se tient sur la première ou la dernière rangée",
                ),
            )
            .about(strays));
        }
    }
    Ok(pieces)
}

const CASTLING: [char; 4] = ['K', 'Q', 'k', 'q'];

fn read_castling(text: &str) -> Option<u8> {
    if text == "-" {
        return Some(0);
    }
    let mut rights = 0;
    for letter in text.chars() {
        let bit = 1 << CASTLING.iter().position(|&other| other == letter)?;
        // Bits must rise: that is the order, and forbids doubles.
        if bit <= rights {
            return None;
        }
        rights |= bit;
    }
    (rights != 0).then_some(rights)
}

/// Tells whether a side's king and its rook of a wing stand where they castle from.
fn is_home(pieces: &Pieces, side: Side, queenside: bool) -> bool {
    let rook = on_rank(side, 0, if queenside { 0 } else { 7 });
    pieces.of(side, KING).contains(on_rank(side, 0, 4)) && pieces.of(side, ROOK).contains(rook)
}

/// Returns what is remembered where hands made pieces stand so: no pawn has just passed, and castling is lost for good
/// with king or rook away.
pub(crate) fn state_after(before: &Position, pieces: &Pieces, side: Side) -> State {
    let mut state = State { passed: None, quiet: 0, ..before.state() };
    for (owner, queenside) in Side::BOTH.into_iter().flat_map(|side| [(side, false), (side, true)]) {
        if !is_home(pieces, owner, queenside) {
            state.castling &= !castling_bit(owner, queenside);
        }
    }
    if before.side() == Side::Second && side == Side::First {
        state.number = CLOCK_LIMIT.min(state.number + 1);
    }
    state
}

fn check_castling(pieces: &Pieces, castling: u8) -> Result<(), Text> {
    for side in Side::BOTH {
        for queenside in [false, true] {
            if castling & castling_bit(side, queenside) != 0 && !is_home(pieces, side, queenside) {
                return Err(Text::new(
                    "castling needs king and rook on their first squares",
                    "le roque demande le roi et la tour sur leurs cases de départ",
                ));
            }
        }
    }
    Ok(())
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

/// Writes FEN.
pub(crate) fn write_position(position: &Position) -> String {
    let mut text = String::with_capacity(80);
    for row in 0..SIZE {
        if row > 0 {
            text.push('/');
        }
        let mut empties = 0u8;
        for file in 0..SIZE {
            match position.placement().piece_at(Square::new(row * SIZE + file)) {
                None => empties += 1,
                Some(piece) => {
                    if empties > 0 {
                        text.push(char::from(b'0' + empties));
                    }
                    empties = 0;
                    text.push(METADATA.letter_of(piece));
                }
            }
        }
        if empties > 0 {
            text.push(char::from(b'0' + empties));
        }
    }
    let state = position.state();
    text.push_str(if position.side() == Side::First { " w " } else { " b " });
    if state.castling == 0 {
        text.push('-');
    }
    text.extend((0..4).filter(|bit| state.castling >> bit & 1 != 0).map(|bit| CASTLING[bit]));
    let passed = state.passed.map_or("-", |square| TOPOLOGY.name(square));
    text.push_str(&format!(" {passed} {} {}", state.quiet, state.number));
    text
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
