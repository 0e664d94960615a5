use entourage_kernel::{Intent, Kind, Piece, Side, SmallSet, Square, settle_exchange};

use crate::attack::{attackers, riders_now};
use crate::geometry::ARENA;
use crate::notation::Choice;
use crate::piece::{
    ADVANCER_BISHOP, ADVANCER_ROOK, BAWN, DRAGON_BISHOP, DRAGON_ROOK, KING, KNIGHT, PAWN, is_untouchable,
};
use crate::position::{Pieces, Position};
use crate::worth::worth;

/// The capturing kinds by increasing value; the King captures last because it cannot be recaptured.
const CAPTORS: [Kind; 8] =
    [PAWN, BAWN, KNIGHT, ADVANCER_BISHOP, ADVANCER_ROOK, DRAGON_BISHOP, DRAGON_ROOK, KING];
const ROYAL: i32 = 10_000;

/// Estimates a move's gain after all recaptures on its last square (static exchange evaluation).
///
/// Uses the powers before the move and ignores pins.
pub(crate) fn exchange(position: &Position, intent: Intent, gain: i32) -> i32 {
    let pieces = &position.pieces;
    let side = position.side;
    let (Some(from), Some(target)) = (intent.first(), intent.square(1)) else { return gain };
    let Some(mover) = pieces.piece_at(from).map(Piece::kind) else { return gain };
    let standing = match Choice::of(intent) {
        Some(Choice::Promote(kind)) => kind,
        Some(Choice::Explode) => {
            let enemy = pieces.piece_at(target).map(Piece::kind);
            return enemy.map_or(0, worth) - worth(mover);
        }
        _ => mover,
    };
    // The piece can never be recaptured, or no capture is possible on the square.
    if standing == KING || is_untouchable(standing) || !ARENA.contains(target) {
        return gain;
    }
    let victims = intent.squares().skip(1).collect::<SmallSet>() & pieces.side(!side);
    let mut gone = victims.with(from);
    let mut occupied = (pieces.occupied() - gone).with(target);
    let riders = Side::BOTH.map(|side| riders_now(pieces, side));
    let mut owner = side;
    let mut is_over = false;
    settle_exchange(gain, worth(standing), || {
        let captor = !owner;
        let found = attackers(pieces, &riders[captor.index()], captor, target, occupied, gone);
        let (kind, at) = cheapest(pieces, captor, found).filter(|_| !is_over)?;
        gone.insert(at);
        occupied.remove(at);
        owner = captor;
        // An Advancer captures without entering, so the square is left empty.
        is_over = matches!(kind, ADVANCER_ROOK | ADVANCER_BISHOP);
        Some(if kind == KING { ROYAL } else { worth(kind) })
    })
}

fn cheapest(pieces: &Pieces, side: Side, among: SmallSet) -> Option<(Kind, Square)> {
    if among.is_empty() {
        return None;
    }
    CAPTORS.into_iter().find_map(|kind| Some((kind, (among & pieces.of(side, kind)).first()?)))
}
