use entourage_kernel::{Kind, Piece, Random, Side, Square};

use crate::bare::{Pieces, State};
use crate::geometry::{KNIGHT_LEAPS, NEIGHBOURS, SQUARES};
use crate::notation::Setup;
use crate::piece::{ANDROID, ANGEL, CAPTAIN, EMPEROR, EMPRESS, GENIUS, NURSE, PHOENIX, SOLDIER, TODDLER};

/// The kinds to draw from, repeated by weight: kinds that interact with more powers are more frequent.
const COMMON: [Kind; 8] = [SOLDIER, SOLDIER, CAPTAIN, CAPTAIN, ANDROID, NURSE, NURSE, PHOENIX];

/// Creates a random position in which powers interact often: few pieces, many of them close together.
pub(crate) fn scatter(random: &mut Random) -> Setup {
    let mut pieces = Pieces::EMPTY;
    let mut hubs = Vec::new();
    for side in Side::BOTH {
        place(TODDLER, side, &mut pieces, &mut hubs, random);
        for kind in [ANGEL, GENIUS] {
            if !random.one_in(3) {
                place(kind, side, &mut pieces, &mut hubs, random);
            }
        }
        for kind in [EMPEROR, EMPRESS] {
            if random.one_in(2) {
                place(kind, side, &mut pieces, &mut hubs, random);
            }
        }
    }
    let crowd = [4, 8, 14, 24][random.below(4)];
    for _ in 0..random.below(crowd) + 1 {
        let kind = COMMON[random.below(COMMON.len())];
        let side = Side::BOTH[random.below(2)];
        place(kind, side, &mut pieces, &mut hubs, random);
    }
    let side = Side::BOTH[random.below(2)];
    let passes = [0, 0, 0, 0, 1, 1, 2][random.below(7)];
    Setup { pieces, side, state: State { passes } }
}

/// Puts a piece on a random empty square, which is near a piece with powers about two times out of three.
fn place(kind: Kind, side: Side, pieces: &mut Pieces, hubs: &mut Vec<Square>, random: &mut Random) {
    let square = loop {
        let hub = if random.one_in(3) { None } else { random.pick(hubs).copied() };
        let square = match hub {
            None => Square::new(random.below(SQUARES)),
            Some(hub) => {
                let near = NEIGHBOURS[hub] | KNIGHT_LEAPS[hub];
                let near: Vec<Square> = near.into_iter().collect();
                near[random.below(near.len())]
            }
        };
        if pieces.piece_at(square).is_none() {
            break square;
        }
    };
    pieces.put(square, Piece::new(kind, side));
    if !matches!(kind, SOLDIER | CAPTAIN | NURSE | ANDROID | PHOENIX) {
        hubs.push(square);
    }
}
