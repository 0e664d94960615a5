use entourage_kernel::{Intent, Kind, Piece, Side, Square, SquareSet, settle_exchange};

use crate::Edition;
use crate::attack::{around, attackers_if, is_frozen};
use crate::evaluation::worth;
use crate::lines::queen;
use crate::piece::{
    ANDROID, ANGEL, CAPTAIN, EMPEROR, EMPRESS, GENIUS, NURSE, PHOENIX, SOLDIER, TODDLER, promotes_soldier,
};
use crate::position::{Pieces, Position};

/// The kinds that capture, the cheapest first; a Toddler captures last, since it may not be recaptured.
const CAPTORS: [Kind; 8] = [SOLDIER, CAPTAIN, NURSE, PHOENIX, ANDROID, EMPEROR, EMPRESS, TODDLER];
/// What a Toddler that could be recaptured would lose.
const ROYAL: i32 = 10_000;

/// Estimates what a move wins once the captures on its last square are over.
///
/// Powers count as they stand when the move is made: those of pieces that take part, and pins, are left aside.
pub(crate) fn exchange(position: &Position, edition: Edition, intent: Intent, gain: i32) -> i32 {
    let pieces = position.placement();
    let side = position.side();
    let (Some(from), Some(target)) = (intent.first(), intent.last()) else { return gain };
    let Some(mover) = pieces.piece_at(from).map(Piece::kind) else { return gain };
    // Angel and Genius need two attackers, a legal move leaves the Toddler safe, and a freeze stops all captures.
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
        let mut found = attackers_if(pieces, edition, captor, target, occupied, gone) - neutralised;
        if standing == PHOENIX {
            found -= pieces.of(captor, PHOENIX);
        }
        let (kind, at) = cheapest(pieces, captor, found)?;
        gone.insert(at);
        occupied.remove(at);
        (owner, standing) = (captor, kind);
        Some(if kind == TODDLER { ROYAL } else { worth(kind) })
    })
}

/// Tells whether a piece on the square is protected by its Angel or sheltered by its Emperor (powers 4 and 6).
fn is_safe(pieces: &Pieces, owner: Side, kind: Kind, target: Square, occupied: SquareSet) -> bool {
    around(pieces, owner, ANGEL).contains(target)
        || kind == EMPRESS && queen(target, occupied).intersects(pieces.of(owner, EMPEROR))
}

fn cheapest(pieces: &Pieces, side: Side, among: SquareSet) -> Option<(Kind, Square)> {
    if among.is_empty() {
        return None;
    }
    CAPTORS.into_iter().find_map(|kind| Some((kind, (among & pieces.of(side, kind)).first()?)))
}
