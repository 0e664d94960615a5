use entourage_kernel::{
    Evaluate, Intent, Kind, Side, Square, SquareSet, Tally, WEIGHT_UNIT, WeightedSum, Weights,
};

use crate::Toddler;
use crate::attack::{around, is_frozen};
use crate::exchange::exchange;
use crate::generate::{Captures, generate, in_threat, orphans};
use crate::geometry::{
    KNIGHT_LEAPS, NEIGHBOURS, SIZE, SQUARES, Table, difference, file_span, row_span, spread_diagonally, within,
};
use crate::piece::{ANGEL, CAPTAIN, GENIUS, KINDS, PHOENIX, SOLDIER, promotes_soldier};
use crate::position::{Pieces, Position, State, parents, toddler_of};
use crate::terms::{
    ADVANCE, ANGEL_GONE, ANGEL_SHUT, APART, CENTRAL, CORNERED, FROZEN, GENIUS_GONE, GENIUS_SHUT, GROUPS,
    GUARDED, HUDDLE, HUNTER, INWARD, NEARNESS, NEUTRALISED, ORPHANED, PRESSURE, PROTECTED, ROOM, SCREENED,
    TEMPO, WORTH,
};
use crate::weights::WEIGHTS;

/// Returns a kind's worth in hundredths of a Soldier.
pub(crate) fn worth(kind: Kind) -> i32 {
    WEIGHTS[WORTH + kind.index()] / WEIGHT_UNIT
}

impl Evaluate for Toddler {
    fn evaluate(&self, position: &Position) -> i32 {
        let mut sum = WeightedSum::new(&WEIGHTS);
        terms(position, &mut sum);
        let score = sum.hundredths().clamp(-20_000, 20_000);
        if position.side() == Side::First { score } else { -score }
    }

    fn weights(&self) -> Option<Weights> {
        Some(Weights { groups: GROUPS, values: &WEIGHTS })
    }

    fn terms(&self, position: &Position, tally: &mut impl Tally) {
        terms(position, tally);
    }

    fn noisy_moves(&self, position: &Position, moves: &mut Vec<Intent>) {
        let enemies = position.placement().side(!position.side());
        generate(position, self.edition(), &mut Captures { enemies, moves });
    }

    fn gain(&self, position: &Position, intent: Intent) -> i32 {
        // Whatever a move captures stands on its second square.
        let Some(victim) = intent.square(1).and_then(|at| position.placement().piece_at(at)) else { return 0 };
        if victim.side() == position.side() {
            return 0;
        }
        let promotes = intent
            .first()
            .and_then(|from| position.placement().piece_at(from))
            .is_some_and(|piece| piece.kind() == SOLDIER && promotes_soldier(victim.kind()));
        let promotion = if promotes { worth(CAPTAIN) - worth(SOLDIER) } else { 0 };
        worth(victim.kind()) + promotion + if orphans(position, intent) { ORPHAN } else { 0 }
    }

    fn stake(&self, position: &Position, intent: Intent) -> i32 {
        let piece = intent.first().and_then(|from| position.placement().piece_at(from));
        piece.map_or(0, |piece| worth(piece.kind()))
    }

    fn exchange(&self, position: &Position, intent: Intent) -> i32 {
        exchange(position, self.edition(), intent, self.gain(position, intent))
    }

    fn skip(&self, position: &Position) -> Option<Position> {
        // A pass is legal but in Threat. This one does not count as one, so that it cannot end the game.
        if in_threat(position, self.edition()) {
            return None;
        }
        let mut next = *position;
        next.bare.set_turn(!position.side(), State::default());
        Some(next)
    }
}

/// What losing the last parent costs beside it, for ordering: no more swaps.
const ORPHAN: i32 = 50;

/// Tells how a position stands, term by term, from the first side's point of view.
#[inline]
fn terms(position: &Position, tally: &mut impl Tally) {
    let pieces = position.placement();
    let hunters = [side_terms(position, Side::First, 1, tally), side_terms(position, Side::Second, -1, tally)];
    tally.add(TEMPO, if position.side() == Side::First { 1 } else { -1 });
    let lead = material(pieces, Side::First) - material(pieces, Side::Second);
    if lead > 0 {
        conversion(pieces, Side::First, lead.min(CLEAR_LEAD), hunters[0], tally);
    } else if lead < 0 {
        conversion(pieces, Side::Second, lead.max(-CLEAR_LEAD), hunters[1], tally);
    }
}

fn material(pieces: &Pieces, side: Side) -> i32 {
    (0..KINDS).map(|kind| WEIGHTS[WORTH + kind] * pieces.of(side, Kind(kind as u8)).len() as i32).sum::<i32>()
        / WEIGHT_UNIT
}

/// Tells how well a side's pieces stand: safety of the Toddler, room to move, pressure on the enemy Toddler.
///
/// Returns the number of attacks on the enemy Angel and Genius.
#[inline]
fn side_terms(position: &Position, side: Side, sign: i32, tally: &mut impl Tally) -> i32 {
    let (pieces, reach) = (position.placement(), &position.reach);
    let of = |kind| pieces.of(side, kind);
    let own = pieces.side(side);
    for kind in 0..KINDS {
        let set = of(Kind(kind as u8));
        tally.add(WORTH + kind, sign * set.len() as i32);
        tally.add(CENTRAL + kind, sign * (set & CENTRE).len() as i32);
    }
    let toddler = toddler_of(pieces, side);
    let beside = NEIGHBOURS[toddler];
    let is_beside = |kind| i32::from(beside.intersects(of(kind)));
    tally.add(GUARDED, sign * is_beside(ANGEL));
    tally.add(SCREENED, sign * is_beside(GENIUS));
    tally.add(HUDDLE, sign * (beside & own).len() as i32);
    tally.add(ORPHANED, sign * i32::from(parents(pieces, side).is_empty()));
    tally.add(NEUTRALISED, sign * (around(pieces, !side, GENIUS) & own).len() as i32);
    tally.add(PROTECTED, sign * (around(pieces, side, ANGEL) & own).without(toddler).len() as i32);
    tally.add(INWARD, sign * (SIZE as i32 / 2 - distance(toddler, Square::new(SQUARES / 2))));
    for square in of(SOLDIER) {
        tally.add(ADVANCE + advance(square.index() / SIZE, side), sign);
    }

    let besieged = toddler_of(pieces, !side);
    let siege = NEIGHBOURS[besieged].with(besieged) | pieces.of(!side, ANGEL) | around(pieces, !side, ANGEL);
    let prey = pieces.of(!side, ANGEL) | pieces.of(!side, GENIUS);
    let mut hunters = 0;
    let mut look = |kind: Kind, sight: SquareSet| {
        hunters += (sight & prey).len() as i32;
        tally.add(PRESSURE + kind.index(), sign * (sight & siege).len() as i32);
        tally.add(ROOM + kind.index(), sign * (sight - own).len() as i32);
    };
    reach.sights(side, pieces, &mut look);
    of(PHOENIX).into_iter().for_each(|from| look(PHOENIX, KNIGHT_LEAPS[from]));
    for kind in [SOLDIER, CAPTAIN] {
        let sight = spread_diagonally(of(kind));
        hunters += (sight & prey).len() as i32;
        tally.add(PRESSURE + kind.index(), sign * (sight & siege).len() as i32);
    }
    hunters
}

/// The lead from which winning the game counts in full.
const CLEAR_LEAD: i32 = 1_000;
/// The lead that counts a term of conversion once.
const STEP: i32 = 200;

/// Tells how near the side that leads is to winning the game; the lead is negative for the second side.
#[inline]
fn conversion(pieces: &Pieces, leader: Side, lead: i32, hunters: i32, tally: &mut impl Tally) {
    let mut add = |term, count: i32| tally.add(term, lead * count / STEP);
    let (own, enemy) = (toddler_of(pieces, leader), toddler_of(pieces, !leader));
    let attackers = pieces.side(leader).without(own);
    // Eleven less the distance: one for every ring around the enemy Toddler that a piece is within.
    add(NEARNESS, RINGS[enemy].iter().map(|&ring| (attackers & ring).len()).sum::<usize>() as i32);
    add(CORNERED, distance(enemy, Square::new(SQUARES / 2)));
    add(APART, distance(own, enemy).min(5));
    add(FROZEN, i32::from(is_frozen(pieces)));
    for (kind, shut, gone) in [(ANGEL, ANGEL_SHUT, ANGEL_GONE), (GENIUS, GENIUS_SHUT, GENIUS_GONE)] {
        add(shut, 8 - (around(pieces, leader, kind) - pieces.occupied()).len() as i32);
        add(gone, i32::from(pieces.of(!leader, kind).is_empty()));
    }
    add(HUNTER, hunters);
}

/// For every square the squares within ten king's steps of it, which are all, within nine, and so on down to one.
static RINGS: Table<[SquareSet; 10]> = {
    let mut rings = Table::filled([SquareSet::EMPTY; 10]);
    let mut steps = 1;
    while steps <= 10 {
        let ring = within(steps);
        let mut square = 0;
        while square < SQUARES {
            let mut around = rings.get(square);
            around[10 - steps] = ring.get(square);
            rings.set(square, around);
            square += 1;
        }
        steps += 1;
    }
    rings
};

/// Returns the number of king's steps between two squares.
#[inline]
fn distance(a: Square, b: Square) -> i32 {
    let (files, rows) = difference(a, b);
    i32::from(files.unsigned_abs().max(rows.unsigned_abs()))
}

/// The five rows and files in the middle.
const CENTRE: SquareSet = SquareSet(file_span(3, 7).0 & row_span(3, 7).0);

/// Returns the rows that a Soldier has come forward from its first one, 0 to 7.
fn advance(row: usize, side: Side) -> usize {
    let rows = match side {
        Side::First => 8_usize.saturating_sub(row),
        Side::Second => row.saturating_sub(2),
    };
    rows.min(7)
}
