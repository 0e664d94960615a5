use entourage_kernel::{Intent, Kind, Piece, Side, Square, SquareSet, settle_exchange};

use crate::Edition;
use crate::attack::{around, is_frozen};
use crate::bare::{Pieces, parents, toddler_of};
use crate::geometry::{DIAGONAL_NEIGHBOURS, KNIGHT_LEAPS, NEAR, NEIGHBOURS, spread_orthogonally};
use crate::lines::{BISHOP_LINES, ROOK_LINES, android, bishop, queen};
use crate::piece::{
    ANDROID, ANGEL, CAPTAIN, EMPEROR, EMPRESS, GENIUS, NURSE, PHOENIX, SOLDIER, TODDLER, promotes_soldier,
};
use crate::position::Position;
use crate::worth::worth;

const ROYAL: i32 = 10_000;

/// Estimates a move's gain after all recaptures on its last square (static exchange evaluation).
///
/// Uses the powers before the move; ignores pins and changes of power during the exchange.
pub(crate) fn exchange(position: &Position, edition: Edition, intent: Intent, gain: i32) -> i32 {
    let pieces = position.placement();
    let side = position.side();
    let (Some(from), Some(target)) = (intent.first(), intent.last()) else { return gain };
    let Some(mover) = pieces.piece_at(from).map(Piece::kind) else { return gain };
    // No recapture: an Angel or Genius falls only to two attackers, the Toddler moved safely, or captures are frozen.
    if matches!(mover, TODDLER | ANGEL | GENIUS) || is_frozen(pieces) {
        return gain;
    }
    let victims = intent.squares().skip(1).collect::<SquareSet>() & pieces.side(!side);
    let victim = victims.first().and_then(|square| pieces.piece_at(square)).map(Piece::kind);
    let mut standing = match (mover, victim) {
        (SOLDIER, Some(victim)) if promotes_soldier(victim) => CAPTAIN,
        _ => mover,
    };
    let mut gone = victims.with(from);
    let mut occupied = (pieces.occupied() - gone).with(target);
    let mut owner = side;
    settle_exchange(gain, worth(standing), || {
        let captor = !owner;
        if is_safe(pieces, owner, standing, target, occupied) {
            return None;
        }
        let neutralised = around(pieces, owner, GENIUS);
        let barred = match standing {
            PHOENIX => neutralised | pieces.of(captor, PHOENIX),
            _ => neutralised,
        };
        let (kind, at) = cheapest_attacker(pieces, edition, captor, target, occupied, gone, gone | barred)?;
        gone.insert(at);
        occupied.remove(at);
        (owner, standing) = (captor, kind);
        Some(if kind == TODDLER { ROYAL } else { worth(kind) })
    })
}

/// Returns whether a piece is protected by a friendly Angel or sheltered by a friendly Emperor (powers 4 and 6).
fn is_safe(pieces: &Pieces, owner: Side, kind: Kind, target: Square, occupied: SquareSet) -> bool {
    around(pieces, owner, ANGEL).contains(target)
        || kind == EMPRESS && queen(target, occupied).intersects(pieces.of(owner, EMPEROR))
}

/// Returns the least valuable attacker of `target` except those on `barred`, ignoring powers, as if exactly the squares in
/// `occupied` were occupied and the pieces on `gone` had been captured.
///
/// Tries the kinds by increasing value, and the Toddler last because it cannot be recaptured.
fn cheapest_attacker(
    pieces: &Pieces,
    edition: Edition,
    side: Side,
    target: Square,
    occupied: SquareSet,
    gone: SquareSet,
    barred: SquareSet,
) -> Option<(Kind, Square)> {
    let of = |kind| pieces.of(side, kind) - barred;
    let found = |kind, at: SquareSet| at.first().map(|square| (kind, square));
    let steps = || {
        let captains = of(CAPTAIN) & NEAR[target];
        if captains.is_empty() {
            return captains;
        }
        captains & (DIAGONAL_NEIGHBOURS[target] | spread_orthogonally(DIAGONAL_NEIGHBOURS[target] - occupied))
    };
    let along = |pieces: SquareSet, sight: fn(Square, SquareSet) -> SquareSet| {
        if pieces.is_empty() { pieces } else { pieces & sight(target, occupied) }
    };
    let in_line = BISHOP_LINES[target] | ROOK_LINES[target];
    let toddler = toddler_of(pieces, side);
    let beside = NEIGHBOURS[target].contains(toddler);
    found(SOLDIER, of(SOLDIER) & DIAGONAL_NEIGHBOURS[target])
        .or_else(|| found(CAPTAIN, steps()))
        .or_else(|| found(NURSE, along(of(NURSE) & BISHOP_LINES[target], bishop)))
        .or_else(|| found(PHOENIX, of(PHOENIX) & KNIGHT_LEAPS[target]))
        .or_else(|| found(ANDROID, along(of(ANDROID), android)))
        .or_else(|| found(EMPEROR, along(of(EMPEROR) & in_line, queen)))
        .or_else(|| {
            let leaps = beside && edition == Edition::Summary;
            found(EMPRESS, if leaps { of(EMPRESS) } else { along(of(EMPRESS) & in_line, queen) })
        })
        .or_else(|| {
            let captures = beside && (parents(pieces, side) - gone).is_empty();
            found(TODDLER, if captures { of(TODDLER) } else { SquareSet::EMPTY })
        })
}
