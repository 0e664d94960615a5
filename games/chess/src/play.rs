use entourage_kernel::{Intent, Kind, Side, SmallSet, Square};

use crate::geometry::{SIZE, SQUARES, on_rank};
use crate::piece::{KING, PAWN, ROOK};
use crate::position::{CLOCK_LIMIT, Position, State, castling_bit};

/// Returns the position after a legal move.
pub(crate) fn play(position: &Position, intent: Intent) -> Position {
    let mut next = *position;
    play_into(position, intent, &mut next);
    next
}

/// Writes the position after a legal move over another one.
#[inline]
pub(crate) fn play_into(position: &Position, intent: Intent, next: &mut Position) {
    *next = *position;
    let Some([from, to]) = intent.ends() else { return };
    let side = position.side;
    let state = position.state;
    let pieces = &mut next.pieces;
    let kind = pieces.kind_at(from);
    let captures = pieces.side(!side).contains(to);
    let mut passed = None;

    // Whatever stands on the two squares goes, and what moved comes back: nobody needs to know the victim.
    pieces.clear(SmallSet::of(from).with(to));
    let became = if intent.choice() == 0 { kind } else { Kind(intent.choice()) };
    pieces.fill(SmallSet::of(to), became, side);
    if kind == PAWN {
        if state.passed == Some(to) {
            pieces.clear(SmallSet::of(Square::new(to.index() ^ SIZE)));
        }
        if from.index().abs_diff(to.index()) == 2 * SIZE {
            passed = Some(Square::new((from.index() + to.index()) / 2));
        }
    } else if kind == KING && from.index().abs_diff(to.index()) == 2 {
        let queenside = to < from;
        pieces.clear(SmallSet::of(on_rank(side, 0, if queenside { 0 } else { SIZE - 1 })));
        pieces.fill(SmallSet::of(on_rank(side, 0, if queenside { 3 } else { 5 })), ROOK, side);
    }
    let state = State {
        castling: state.castling & LASTING_RIGHTS[from.index()] & LASTING_RIGHTS[to.index()],
        passed,
        quiet: if kind == PAWN || captures { 0 } else { (state.quiet + 1).min(CLOCK_LIMIT) },
        number: (state.number + side as u16).min(CLOCK_LIMIT),
    };
    next.begin_turn(!side, state);
}

/// The castling rights that stay when a piece leaves or takes a square.
static LASTING_RIGHTS: [u8; SQUARES] = {
    let mut lasting = [u8::MAX; SQUARES];
    let mut bit = 0;
    while bit < 4 {
        let side = Side::BOTH[bit / 2];
        let queenside = bit % 2 == 1;
        let rook = on_rank(side, 0, if queenside { 0 } else { SIZE - 1 });
        lasting[rook.index()] &= !castling_bit(side, queenside);
        lasting[on_rank(side, 0, 4).index()] &= !castling_bit(side, queenside);
        bit += 1;
    }
    lasting
};
