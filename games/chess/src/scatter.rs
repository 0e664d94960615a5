use entourage_kernel::{Kind, Piece, Random, Side, Square};

use crate::castling::Homes;
use crate::geometry::{SQUARES, forward, on_rank, rank_of, step};
use crate::notation::Setup;
use crate::piece::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::position::{Pieces, State, castling_bit};

const COMMON: [Kind; 8] = [PAWN, PAWN, PAWN, PAWN, KNIGHT, BISHOP, ROOK, QUEEN];

/// Creates a random position, often with castling rights and a possible en passant capture.
pub(crate) fn scatter(random: &mut Random, is_shuffled: bool) -> Setup {
    let mut pieces = Pieces::EMPTY;
    let mut castling = 0;
    let mut homes = if is_shuffled { Homes::LOST } else { Homes::CORNERS };
    let side = Side::BOTH[random.below(2)];
    for owner in Side::BOTH {
        let file = if is_shuffled { 1 + random.below(6) } else { 4 };
        let home = on_rank(owner, 0, file);
        if random.one_in(2) && pieces.piece_at(home).is_none() {
            pieces.put(home, Piece::new(KING, owner));
            let wings = if is_shuffled {
                [(false, file + 1 + random.below(7 - file)), (true, random.below(file))]
            } else {
                [(false, 7), (true, 0)]
            };
            for (queenside, file) in wings {
                let corner = on_rank(owner, 0, file);
                if !random.one_in(3) && pieces.piece_at(corner).is_none() {
                    pieces.put(corner, Piece::new(ROOK, owner));
                    castling |= castling_bit(owner, queenside);
                    if is_shuffled {
                        homes = homes.with(owner, queenside, file);
                    }
                }
            }
        } else {
            place(KING, owner, &mut pieces, random);
        }
    }
    let mut passed = None;
    if random.one_in(2) {
        let pawn = on_rank(!side, 3, random.below(8));
        let over = step(pawn, forward(side));
        let home = over.and_then(|over| step(over, forward(side)));
        let empty = |square: Option<Square>| square.is_some_and(|square| pieces.piece_at(square).is_none());
        if empty(Some(pawn)) && empty(over) && empty(home) {
            pieces.put(pawn, Piece::new(PAWN, !side));
            passed = over.zip(home);
            for beside in [(1, 0), (-1, 0)].into_iter().filter_map(|by| step(pawn, by)) {
                if pieces.piece_at(beside).is_none() && random.one_in(2) {
                    pieces.put(beside, Piece::new(PAWN, side));
                }
            }
        }
    }
    for _ in 0..random.below(16) {
        let kind = COMMON[random.below(COMMON.len())];
        place(kind, Side::BOTH[random.below(2)], &mut pieces, random);
    }
    let passed = passed
        .filter(|&(over, home)| pieces.piece_at(over).is_none() && pieces.piece_at(home).is_none())
        .map(|(over, _)| over);
    let quiet = [0, 7, 98, 99, 100][random.below(5)];
    let quiet = if passed.is_some() { 0 } else { quiet };
    Setup { pieces, side, state: State { castling, homes, passed, quiet, number: 1 + random.below(99) as u16 } }
}

fn place(kind: Kind, side: Side, pieces: &mut Pieces, random: &mut Random) {
    loop {
        let square = Square::new(random.below(SQUARES));
        let fits = kind != PAWN || !matches!(rank_of(side, square), 0 | 7);
        if fits && pieces.piece_at(square).is_none() {
            pieces.put(square, Piece::new(kind, side));
            return;
        }
    }
}
