use entourage_kernel::{Board, Effect, Intent, Side, Square};

use crate::geometry::{SIZE, forward, on_rank, step};
use crate::law::effects;
use crate::piece::PAWN;
use crate::position::{CLOCK_LIMIT, Position, State, castling_bit};

/// Returns the position after a legal move.
pub(crate) fn play(position: &Position, intent: Intent) -> Position {
    let side = position.side();
    let mut next = *position;
    let (Some(from), Some(to)) = (intent.square(0), intent.square(1)) else { return next };
    let is_pawn = position.placement().of(side, PAWN).contains(from);
    let mut captures = false;
    for effect in effects(position, intent) {
        captures |= matches!(effect, Effect::Remove { .. });
        next.apply(effect);
    }
    let state = position.state();
    let one = step(from, forward(side));
    let two = one.and_then(|one| step(one, forward(side)));
    next.set_turn(
        !side,
        State {
            castling: state.castling & !lost_rights(from) & !lost_rights(to),
            passed: if is_pawn && Some(to) == two { one } else { None },
            quiet: if is_pawn || captures { 0 } else { (state.quiet + 1).min(CLOCK_LIMIT) },
            number: (state.number + side as u16).min(CLOCK_LIMIT),
        },
    );
    next
}

/// Returns the castling rights that end when a piece leaves or takes a square.
fn lost_rights(square: Square) -> u8 {
    let mut lost = 0;
    for side in Side::BOTH {
        for queenside in [false, true] {
            let rook = on_rank(side, 0, if queenside { 0 } else { SIZE - 1 });
            if square == rook || square == on_rank(side, 0, 4) {
                lost |= castling_bit(side, queenside);
            }
        }
    }
    lost
}
