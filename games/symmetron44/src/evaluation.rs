use arrayvec::ArrayVec;
use entourage_kernel::{
    Board, Evaluate, FixedWeights, Intent, Kind, Rules, Side, SmallSet, Square, Tally, WEIGHT_UNIT,
    WeightedSum, Weights,
};

use crate::Symmetron;
use crate::attack::{Riders, around, riders_now};
use crate::exchange::exchange;
use crate::generate::{Noisy, generate, in_check, removed};
use crate::geometry::{ARENA, FILES, KNIGHT_LEAPS, NEIGHBOURS, PALACE, RANKS, launching_square};
use crate::notation::Choice;
use crate::piece::{BAWN, KINDS, KNIGHT, PAWN, SHS};
use crate::position::{Pieces, Position, THREE, king_of};
use crate::terms::{
    BAWN_ADVANCE, CENTRAL, COMPANY, CROSSFIRE, GROUPS, HOME, IN_HAND, INTRUDER, PAWN_ADVANCE, PRESSURE,
    REDUCED, REFUGE, ROOM, SPARE, SYMMETRISED, TEMPO, WORTH,
};
use crate::weights::WEIGHTS;
use crate::worth::worth;

struct Fitted;

impl FixedWeights for Fitted {
    const VALUES: &'static [i32] = &WEIGHTS;
}

impl Evaluate for Symmetron {
    fn evaluate(&self, position: &Position) -> i32 {
        let mut sum = WeightedSum::<Fitted>::new(0);
        terms(position, &mut sum);
        let score = sum.hundredths().clamp(-20_000, 20_000);
        if position.side == Side::First { score } else { -score }
    }

    fn weights(&self) -> Option<Weights> {
        Some(Weights { groups: GROUPS.into(), values: (&WEIGHTS).into() })
    }

    fn terms(&self, position: &Position, tally: &mut impl Tally) {
        terms(position, tally);
    }

    fn noisy_moves(&self, position: &Position, moves: &mut Vec<Intent>) {
        let enemies = position.pieces.side(!position.side);
        generate(position, &mut Noisy { enemies, moves });
    }

    fn gain(&self, position: &Position, intent: Intent) -> i32 {
        let pieces = &position.pieces;
        let side = position.side;
        let promotion = match Choice::of(intent) {
            Some(Choice::Promote(kind)) => worth(kind) - worth(PAWN),
            Some(Choice::Explode | Choice::Mutate(_)) => return 0,
            _ => 0,
        };
        let Some(victim) = removed(position, intent).first().and_then(|square| pieces.piece_at(square)) else {
            return promotion;
        };
        let is_recruited = victim.kind() == KNIGHT && pieces.piece_at(launching_square(side)).is_none();
        let recruit = if is_recruited { worth(KNIGHT) + WEIGHTS[IN_HAND] / WEIGHT_UNIT } else { 0 };
        // A side with only three pieces left has lost.
        let last = if pieces.side(!side).len() == THREE + 1 { 5_000 } else { 0 };
        worth(victim.kind()) + recruit + promotion + last
    }

    fn stake(&self, position: &Position, intent: Intent) -> i32 {
        let piece = intent.first().and_then(|from| position.piece_at(from));
        piece.map_or(0, |piece| worth(piece.kind()))
    }

    fn static_exchange(&self, position: &Position, intent: Intent) -> i32 {
        exchange(position, intent, self.gain(position, intent))
    }

    fn null_move(&self, position: &Position) -> Option<Position> {
        // Zugzwang is possible with few pieces.
        if position.pieces.side(position.side).len() <= THREE + 2 || in_check(position) {
            return None;
        }
        self.turned(position)
    }
}

#[inline]
fn terms(position: &Position, tally: &mut impl Tally) {
    let pieces = &position.pieces;
    let reach = Side::BOTH.map(|side| Reach::new(pieces, side));
    for (side, sign) in Side::BOTH.into_iter().zip([1, -1]) {
        side_terms(pieces, side, sign, tally);
        room_terms(pieces, side, sign, &reach, tally);
    }
    tally.add(TEMPO, if position.side == Side::First { 1 } else { -1 });
}

#[inline]
fn side_terms(pieces: &Pieces, side: Side, sign: i32, tally: &mut impl Tally) {
    let own = pieces.side(side);
    for kind in 0..KINDS {
        let set = pieces.of(side, Kind(kind as u8));
        tally.add(WORTH + kind, sign * set.len() as i32);
        tally.add(CENTRAL + kind, sign * (set & CENTRE).len() as i32);
    }
    let spare = own.len().saturating_sub(THREE);
    for piece in 0..spare.min(5) {
        tally.add(SPARE + piece, sign);
    }
    tally.add(IN_HAND, sign * i32::from(pieces.of(side, KNIGHT).contains(launching_square(side))));
    for (kind, term) in [(PAWN, PAWN_ADVANCE), (BAWN, BAWN_ADVANCE)] {
        for square in pieces.of(side, kind) {
            tally.add(term + advance(square, side), sign);
        }
    }
    let king = king_of(pieces, side);
    let beside = NEIGHBOURS[king.index()];
    tally.add(HOME, sign * i32::from(PALACE[side.index()].contains(king)));
    tally.add(COMPANY, sign * (beside & own).len().min(4) as i32);
    tally.add(INTRUDER, sign * (beside & pieces.side(!side)).len() as i32);
}

/// Returns the number of ranks that a Pawn or Bawn has advanced from its side's first rank.
fn advance(square: Square, side: Side) -> usize {
    let row = square.index() / FILES;
    match side {
        Side::First => RANKS - 1 - row,
        Side::Second => row,
    }
}

/// The squares that a side's riders and Knights attack under the current powers.
struct Reach {
    riders: Riders,
    sights: ArrayVec<(usize, SmallSet), 44>,
    once: SmallSet,
    twice: SmallSet,
}

impl Reach {
    #[inline]
    fn new(pieces: &Pieces, side: Side) -> Self {
        let riders = riders_now(pieces, side);
        let occupied = pieces.occupied();
        let mut reach = Self { riders, sights: ArrayVec::new(), once: SmallSet::EMPTY, twice: SmallSet::EMPTY };
        let able = !riders.reduced;
        for (group, set) in [(0, riders.straight), (1, riders.diagonal)] {
            for square in (set & able) - riders.advancers {
                reach.add(group, riders.lines(square, occupied) | NEIGHBOURS[square.index()]);
            }
            for square in set & able & riders.advancers {
                reach.add(2 + group, riders.lines(square, occupied));
            }
        }
        for square in pieces.of(side, KNIGHT) & ARENA {
            reach.add(4, KNIGHT_LEAPS[square.index()]);
        }
        reach
    }

    #[inline]
    fn add(&mut self, group: usize, sight: SmallSet) {
        self.sights.push((group, sight));
        self.twice |= self.once & sight;
        self.once |= sight;
    }
}

/// Adds the terms for mobility of riders and Knights, and for pressure on the enemy King.
#[inline]
fn room_terms(pieces: &Pieces, side: Side, sign: i32, reach: &[Reach; 2], tally: &mut impl Tally) {
    let (own, enemy) = (&reach[side.index()], king_of(pieces, !side));
    let open = ARENA - pieces.side(side);
    let siege = NEIGHBOURS[enemy.index()].with(enemy);
    for &(group, sight) in &own.sights {
        tally.add(ROOM + group, sign * (sight & open).len() as i32);
        tally.add(PRESSURE + group, sign * (sight & siege).len() as i32);
    }
    tally.add(CROSSFIRE, sign * (own.twice & siege).len() as i32);
    let refuge = (NEIGHBOURS[enemy.index()] & ARENA) - pieces.side(!side) - own.once;
    tally.add(REFUGE, sign * refuge.len() as i32);
    let riders = &own.riders;
    let reduced = (riders.straight | riders.diagonal) & riders.reduced;
    tally.add(REDUCED, sign * reduced.len() as i32);
    let all = riders.straight | riders.diagonal;
    tally.add(SYMMETRISED, sign * (around(pieces, side, SHS) & all).len() as i32);
}

const CENTRE: SmallSet = {
    let mut set = SmallSet::EMPTY;
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
