use entourage_kernel::{Kind, Piece, Random, Side, Square};

use crate::geometry::{ARENA, FAR_RANK, KNIGHT_LEAPS, NEIGHBOURS, PALACE, launching_square};
use crate::notation::Setup;
use crate::piece::{
    ADVANCER_BISHOP, ADVANCER_ROOK, BAWN, DRAGON_BISHOP, DRAGON_ROOK, KING, KNIGHT, PAWN, REDUCER, SHS,
    is_foot, is_rider,
};
use crate::position::Pieces;

/// The kinds to draw from, repeated by weight: kinds that powers affect are more frequent.
const COMMON: [Kind; 10] = [
    PAWN,
    BAWN,
    BAWN,
    KNIGHT,
    ADVANCER_ROOK,
    ADVANCER_ROOK,
    ADVANCER_BISHOP,
    DRAGON_BISHOP,
    DRAGON_BISHOP,
    DRAGON_ROOK,
];

/// Creates a random position in which powers interact often: few pieces, many of them close together.
pub(crate) fn scatter(random: &mut Random) -> Setup {
    let mut pieces = Pieces::EMPTY;
    let mut hubs = Vec::new();
    for side in Side::BOTH {
        place(KING, side, &mut pieces, &mut hubs, random);
        for kind in [REDUCER, SHS] {
            let square = launching_square(side);
            match random.below(6) {
                0 => {}
                1 if pieces.piece_at(square).is_none() => pieces.put(square, Piece::new(kind, side)),
                _ => place(kind, side, &mut pieces, &mut hubs, random),
            }
        }
        let square = launching_square(side);
        if random.one_in(4) && pieces.piece_at(square).is_none() {
            pieces.put(square, Piece::new(KNIGHT, side));
        }
    }
    let crowd = [4, 8, 14, 22][random.below(4)];
    for _ in 0..random.below(crowd) + 2 {
        let kind = COMMON[random.below(COMMON.len())];
        let side = Side::BOTH[random.below(2)];
        place(kind, side, &mut pieces, &mut hubs, random);
    }
    Setup { pieces, side: Side::BOTH[random.below(2)] }
}

/// Puts a piece on a random empty square, mostly near a piece with powers; Pawns and Bawns stay off their far rank.
fn place(kind: Kind, side: Side, pieces: &mut Pieces, hubs: &mut Vec<Square>, random: &mut Random) {
    let square = loop {
        let hub = if random.one_in(3) { None } else { random.pick(hubs).copied() };
        let choices = match hub {
            Some(hub) => NEIGHBOURS[hub.index()] | KNIGHT_LEAPS[hub.index()],
            None if kind == KING && random.one_in(2) => PALACE[side.index()],
            None => ARENA,
        };
        let choices: Vec<Square> = choices.into_iter().collect();
        let square = choices[random.below(choices.len())];
        let is_far = is_foot(kind) && FAR_RANK[side.index()].contains(square);
        if pieces.piece_at(square).is_none() && !is_far {
            break square;
        }
    };
    pieces.put(square, Piece::new(kind, side));
    if !is_rider(kind) && !is_foot(kind) && kind != KNIGHT {
        hubs.push(square);
    }
}
