use entourage_kernel::{Effect, Intent, Kind, Side, Square};

use crate::geometry::{LINES, SIZE, rank_of};
use crate::law::effects;
use crate::piece::{BISHOP, KINDS, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::position::{Pieces, Position, king_of};

const WORTH: [i32; KINDS] = [0, 950, 500, 335, 325, 100];

pub(crate) fn worth(kind: Kind) -> i32 {
    WORTH[kind.index()]
}

pub(crate) fn evaluate(position: &Position) -> i32 {
    let pieces = &position.pieces;
    let score = side_score(pieces, Side::First) - side_score(pieces, Side::Second);
    if position.side == Side::First { score } else { -score }
}

pub(crate) fn gain(position: &Position, intent: Intent) -> i32 {
    let mut gain = 0;
    for effect in effects(position, intent) {
        match effect {
            Effect::Remove { piece, .. } => gain += worth(piece.kind()),
            Effect::Transform { from, to, .. } => gain += worth(to.kind()) - worth(from.kind()),
            _ => {}
        }
    }
    gain
}

fn centrality(square: Square) -> i32 {
    let from_edge = |at: usize| at.min(SIZE - 1 - at) as i32;
    from_edge(square.index() % SIZE) + from_edge(square.index() / SIZE)
}

fn side_score(pieces: &Pieces, side: Side) -> i32 {
    let occupied = pieces.occupied();
    let own_pawns = pieces.of(side, PAWN);
    let mut score: i32 =
        (0..).map(Kind).zip(WORTH).map(|(kind, worth)| worth * pieces.of(side, kind).len() as i32).sum();
    for pawn in own_pawns {
        let rank = rank_of(side, pawn) as i32;
        score += [0, 0, 2, 6, 14, 30, 60, 0][rank as usize] + centrality(pawn) * 2;
        let file = own_pawns.into_iter().filter(|other| other.index() % SIZE == pawn.index() % SIZE);
        score -= 8 * (file.count() as i32 - 1);
    }
    for knight in pieces.of(side, KNIGHT) {
        score += centrality(knight) * 6 - 15;
    }
    for at in pieces.of(side, BISHOP) {
        score += LINES.bishop(at, occupied).len() as i32 * 4 - 20;
    }
    if pieces.of(side, BISHOP).is_several() {
        score += 30;
    }
    for at in pieces.of(side, ROOK) {
        score += LINES.rook(at, occupied).len() as i32 * 3 - 18;
    }
    for at in pieces.of(side, QUEEN) {
        score += (LINES.rook(at, occupied) | LINES.bishop(at, occupied)).len() as i32 - 10;
    }
    // The king prefers the edge in the middlegame and the centre in the endgame.
    let hunters: i32 = [QUEEN, ROOK, BISHOP, KNIGHT]
        .iter()
        .map(|&kind| worth(kind) * pieces.of(!side, kind).len() as i32)
        .sum();
    let king = king_of(pieces, side);
    score += if hunters > 1_400 { -centrality(king) * 10 } else { centrality(king) * 6 };
    debug_assert!(pieces.of(side, KING).contains(king));
    score
}
