use entourage_kernel::{Board, Evaluate, Intent, Kind, Side, Square, SquareSet};

use crate::Symmetron;
use crate::attack::{Riders, riders_now};
use crate::exchange::exchange;
use crate::generate::{Noisy, generate, in_check, removed};
use crate::geometry::{ARENA, FILES, NEIGHBOURS, PALACE, RANKS, bishop, launching_square, rook};
use crate::notation::Choice;
use crate::piece::{BAWN, KINDS, KNIGHT, PAWN};
use crate::position::{Pieces, Position, State, THREE, king_of};

/// Worth of each kind in hundredths of a Pawn, in the order of the kinds.
const WORTH: [i32; KINDS] = [100, 100, 330, 260, 200, 430, 340, 520, 640, 0];

pub(crate) fn worth(kind: Kind) -> i32 {
    WORTH[kind.index()]
}

/// What a Knight in hand is worth beyond one on the board: it enters anywhere.
const IN_HAND: i32 = 60;

impl Evaluate for Symmetron {
    fn evaluate(&self, position: &Position) -> i32 {
        let pieces = position.placement();
        let score = side_score(pieces, Side::First) - side_score(pieces, Side::Second);
        if position.side() == Side::First { score } else { -score }
    }

    fn noisy_moves(&self, position: &Position, moves: &mut Vec<Intent>) {
        let enemies = position.placement().side(!position.side());
        generate(position, &mut Noisy { enemies, moves });
    }

    fn gain(&self, position: &Position, intent: Intent) -> i32 {
        let pieces = position.placement();
        let side = position.side();
        let promotion = match Choice::of(intent) {
            Some(Choice::Promote(kind)) => worth(kind) - worth(PAWN),
            Some(Choice::Explode | Choice::Mutate(_)) => return 0,
            _ => 0,
        };
        let Some(victim) = removed(position, intent).first().and_then(|square| pieces.piece_at(square)) else {
            return promotion;
        };
        let is_recruited = victim.kind() == KNIGHT && pieces.piece_at(launching_square(side)).is_none();
        let recruit = if is_recruited { worth(KNIGHT) + IN_HAND } else { 0 };
        // With three left the enemy has lost.
        let last = if pieces.side(!side).len() == THREE + 1 { 5_000 } else { 0 };
        worth(victim.kind()) + recruit + promotion + last
    }

    fn stake(&self, position: &Position, intent: Intent) -> i32 {
        let piece = intent.first().and_then(|from| position.piece_at(from));
        piece.map_or(0, |piece| worth(piece.kind()))
    }

    fn exchange(&self, position: &Position, intent: Intent) -> i32 {
        exchange(position, intent, self.gain(position, intent))
    }

    fn skip(&self, position: &Position) -> Option<Position> {
        // With few pieces left, having to move may be a burden.
        if position.placement().side(position.side()).len() <= THREE + 2 || in_check(position) {
            return None;
        }
        let mut next = *position;
        next.set_turn(!position.side(), State);
        Some(next)
    }
}

/// What each piece above three is worth when few are left, the first one most.
const SPARE: [i32; 6] = [0, 260, 420, 520, 580, 600];

fn side_score(pieces: &Pieces, side: Side) -> i32 {
    let own = pieces.side(side);
    let mut score = 0;
    for (kind, worth) in (0..).map(Kind).zip(WORTH) {
        score += worth * pieces.of(side, kind).len() as i32;
    }
    let spare = own.len().saturating_sub(THREE);
    score += SPARE[spare.min(SPARE.len() - 1)];
    if pieces.of(side, KNIGHT).contains(launching_square(side)) {
        score += IN_HAND;
    }
    for square in pieces.of(side, PAWN) | pieces.of(side, BAWN) {
        score += ADVANCE[advance(square, side)];
    }
    score += 4 * (own & CENTRE).len() as i32;
    score += safety(pieces, side);
    score + mobility(pieces, side, &riders_now(pieces, side))
}

/// What a Pawn or Bawn gains by the ranks it has come forward.
const ADVANCE: [i32; RANKS] = [0, 0, 8, 22, 70, 0];

fn advance(square: Square, side: Side) -> usize {
    let row = square.index() / FILES;
    match side {
        Side::First => RANKS - 1 - row,
        Side::Second => row,
    }
}

/// Values the King's place: at home among his own, or alone abroad.
fn safety(pieces: &Pieces, side: Side) -> i32 {
    let king = king_of(pieces, side);
    let beside = NEIGHBOURS[king.index()];
    let friends = (beside & pieces.side(side)).len() as i32;
    let enemies = (beside & pieces.side(!side)).len() as i32;
    let home = if PALACE[side.index()].contains(king) { 25 } else { 0 };
    8 * friends.min(4) - 12 * enemies + home
}

/// Values the squares that riders and Knights reach, as the powers let them move now.
fn mobility(pieces: &Pieces, side: Side, riders: &Riders) -> i32 {
    let occupied = pieces.occupied();
    let open = ARENA - pieces.side(side);
    let mut count = 0;
    let mut add = |reach: SquareSet| count += (reach & open).len() as i32;
    for square in riders.straight_dragons {
        add(rook(square, occupied) | NEIGHBOURS[square.index()]);
    }
    for square in riders.slant_dragons {
        add(bishop(square, occupied) | NEIGHBOURS[square.index()]);
    }
    for square in riders.straight_advancers - riders.reduced {
        add(rook(square, occupied));
    }
    for square in riders.slant_advancers - riders.reduced {
        add(bishop(square, occupied));
    }
    for square in pieces.of(side, KNIGHT) & ARENA {
        add(crate::geometry::KNIGHT_LEAPS[square.index()]);
    }
    let reduced = (riders.straight_advancers | riders.slant_advancers) & riders.reduced | riders.short_dragons;
    5 * count - 20 * reduced.len() as i32
}

const CENTRE: SquareSet = {
    let mut set = SquareSet::EMPTY;
    let mut row = 2;
    while row < 4 {
        let mut file = 2;
        while file < 5 {
            set.insert(Square::new(row * FILES + file));
            file += 1;
        }
        row += 1;
    }
    set
};
