use entourage_kernel::{Intent, Kind, Side, SmallSet, Square};

use crate::castling::{self, Castling, Homes};
use crate::geometry::{SIZE, SQUARES, on_rank};
use crate::piece::{KING, PAWN, ROOK};
use crate::position::{CLOCK_LIMIT, Position, State, castling_bit};

pub(crate) fn play(position: &Position, intent: Intent) -> Position {
    let mut next = *position;
    play_into(position, intent, &mut next);
    next
}

#[inline]
pub(crate) fn play_into(position: &Position, intent: Intent, next: &mut Position) {
    if position.state.homes.is_shuffled() {
        *next = *position;
        return play_shuffled(position, intent, next);
    }
    play_plain(position, intent, next);
}

#[inline(always)]
fn play_plain(position: &Position, intent: Intent, next: &mut Position) {
    *next = *position;
    let Some([from, to]) = intent.ends() else { return };
    let side = position.side;
    let state = position.state;
    let pieces = &mut next.pieces;
    let kind = pieces.kind_at(from);
    let captures = pieces.side(!side).contains(to);
    let mut passed = None;

    // Clearing both squares and then placing the piece works for every kind of captured piece.
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
        homes: state.homes,
    };
    next.begin_turn(!side, state);
}

/// Plays a move of a Chess960 game; a separate function, so that orthodox games are not slowed down.
#[cold]
#[inline(never)]
fn play_shuffled(position: &Position, intent: Intent, next: &mut Position) {
    let Some([from, to]) = intent.ends() else { return };
    let (side, kind) = (position.side, position.pieces.kind_at(from));
    let castles = castling::wing(&position.pieces, &position.state, from, to);
    let mut state = position.state;
    if let Some(queenside) = castles {
        let Castling { king, rook, king_to, rook_to } = Castling::of(&position.pieces, &state, side, queenside);
        next.pieces.clear(SmallSet::of(king).with(rook));
        next.pieces.fill(SmallSet::of(king_to), KING, side);
        next.pieces.fill(SmallSet::of(rook_to), ROOK, side);
        state = State {
            passed: None,
            quiet: (state.quiet + 1).min(CLOCK_LIMIT),
            number: (state.number + side as u16).min(CLOCK_LIMIT),
            ..state
        };
    } else {
        // All moves except castling are played as in orthodox chess.
        let mut plain = *position;
        plain.begin_turn(side, State { castling: 0, homes: Homes::CORNERS, ..state });
        play_plain(&plain, intent, next);
        state = State { castling: state.castling, homes: state.homes, ..next.state };
    }
    castling::lose(&mut state, (kind == KING).then_some(side), from, to);
    next.begin_turn(!side, state);
}

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
