use entourage_kernel::{
    Evaluate, Intent, Kind, Piece, Rules, Side, Square, SquareSet, Tally, WeightedSum, Weights,
};

use crate::Toddler;
use crate::attack::{around, is_frozen};
use crate::bare::{parents, toddler_of};
use crate::exchange::exchange;
use crate::generate::{Captures, generate, in_threat};
use crate::geometry::{KNIGHT_LEAPS, NEIGHBOURS, SQUARES, Table, difference, spread_diagonally, within};
use crate::piece::{ANGEL, CAPTAIN, EMPEROR, EMPRESS, GENIUS, PHOENIX, SOLDIER, promotes_soldier};
use crate::piece_sum;
use crate::position::Position;
use crate::reach::{ANGEL_SLOT, GENIUS_SLOT, look_spare};
use crate::siege::Siege;
use crate::terms::{
    ANGEL_GONE, APART, BESIEGED, BESIEGED_TWICE, CORNERED, ESCAPE, FOOT_NEARNESS, FROZEN, GENIUS_GONE, GROUPS,
    GUARDED, HEMMED, HUDDLE, HUNTER, NEARNESS, NEUTRALISED, ORPHANED, PRESSURE, PROTECTED, ROOM, SCREENED,
    TEMPO,
};
use crate::weights::WEIGHTS;
use crate::worth::{InUse, worth};

impl Evaluate for Toddler {
    const MANY_MOVES: bool = true;

    fn evaluate(&self, position: &Position) -> i32 {
        let mut sum = WeightedSum::<InUse>::new(position.piece_sum.sum());
        play_terms(position, &mut sum);
        let score = sum.hundredths().clamp(-20_000, 20_000);
        if position.side() == Side::First { score } else { -score }
    }

    fn weights(&self) -> Option<Weights> {
        Some(Weights { groups: GROUPS.into(), values: (&WEIGHTS).into() })
    }

    fn terms(&self, position: &Position, tally: &mut impl Tally) {
        terms(position, tally);
    }

    fn noisy_moves(&self, position: &Position, moves: &mut Vec<Intent>) {
        let enemies = position.placement().side(!position.side());
        generate(position, self.edition(), &mut Captures { enemies, moves });
    }

    #[inline]
    fn gain(&self, position: &Position, intent: Intent) -> i32 {
        // A captured piece is always on the move's second square.
        let victim = intent.square(1).and_then(|at| position.placement().piece_at(at));
        match victim.filter(|victim| victim.side() != position.side()) {
            Some(victim) => gain(position, intent, victim.kind()),
            None => 0,
        }
    }

    fn stake(&self, position: &Position, intent: Intent) -> i32 {
        let piece = intent.first().and_then(|from| position.placement().piece_at(from));
        piece.map_or(0, |piece| worth(piece.kind()))
    }

    fn static_exchange(&self, position: &Position, intent: Intent) -> i32 {
        exchange(position, self.edition(), intent, self.gain(position, intent))
    }

    fn null_move(&self, position: &Position) -> Option<Position> {
        // Passing is legal except in Threat.
        if in_threat(position, self.edition()) { None } else { self.turned(position) }
    }
}

fn gain(position: &Position, intent: Intent, victim: Kind) -> i32 {
    let captor = intent.first().and_then(|from| position.placement().piece_at(from)).map(Piece::kind);
    let promotes = captor == Some(SOLDIER) && promotes_soldier(victim);
    let promotion = if promotes { worth(CAPTAIN) - worth(SOLDIER) } else { 0 };
    worth(victim) + promotion + if orphans(position, victim) { ORPHAN } else { 0 }
}

/// Returns whether capturing the victim removes the opponent's last parent (Emperor or Empress; power 1).
fn orphans(position: &Position, victim: Kind) -> bool {
    matches!(victim, EMPEROR | EMPRESS) && parents(position.placement(), !position.side()).len() == 1
}

/// Extra value, for move ordering, of capturing the last parent, after which the Toddler can no longer swap with a Nurse.
const ORPHAN: i32 = 50;

fn terms(position: &Position, tally: &mut impl Tally) {
    piece_sum::terms(position.placement(), tally);
    play_terms(position, tally);
}

/// Adds the terms that depend on several pieces.
#[inline]
fn play_terms(position: &Position, tally: &mut impl Tally) {
    let hunters = [side_terms(position, Side::First, 1, tally), side_terms(position, Side::Second, -1, tally)];
    tally.add(TEMPO, if position.side() == Side::First { 1 } else { -1 });
    let lead = position.piece_sum.lead();
    if lead > 0 {
        conversion(position, Side::First, lead.min(CLEAR_LEAD), hunters[0], tally);
    } else if lead < 0 {
        conversion(position, Side::Second, lead.max(-CLEAR_LEAD), hunters[1], tally);
    }
}

/// Adds a side's terms for its Toddler's safety, its mobility, and its pressure on the enemy Toddler; returns the number of
/// attacks on the enemy Angel and Genius.
#[inline]
fn side_terms(position: &Position, side: Side, sign: i32, tally: &mut impl Tally) -> i32 {
    let (pieces, reach) = (position.placement(), &position.reach);
    let of = |kind| pieces.of(side, kind);
    let own = pieces.side(side);
    let toddler = toddler_of(pieces, side);
    let beside = NEIGHBOURS[toddler];
    let is_beside = |kind| i32::from(beside.intersects(of(kind)));
    tally.add(GUARDED, sign * is_beside(ANGEL));
    tally.add(SCREENED, sign * is_beside(GENIUS));
    tally.add(HUDDLE, sign * (beside & own).len() as i32);
    tally.add(ORPHANED, sign * i32::from(parents(pieces, side).is_empty()));
    tally.add(NEUTRALISED, sign * (around(pieces, !side, GENIUS) & own).len() as i32);
    tally.add(PROTECTED, sign * (around(pieces, side, ANGEL) & own).without(toddler).len() as i32);

    let besieged = toddler_of(pieces, !side);
    let siege = NEIGHBOURS[besieged].with(besieged) | pieces.of(!side, ANGEL) | around(pieces, !side, ANGEL);
    let prey = [ANGEL_SLOT, GENIUS_SLOT].map(|slot| reach.origin(!side, slot));
    let mut hunters: u32 = prey.iter().map(|&prey| reach.seeing_pieces(side, prey)).sum();
    for spare in reach.spare() & own {
        let sight = look_spare(pieces, spare, pieces.occupied());
        hunters += prey.iter().filter(|&&prey| sight.contains(prey)).count() as u32;
    }
    let mut look = |kind: Kind, sight: SquareSet| {
        tally.add(PRESSURE + kind.index(), sign * (sight & siege).len() as i32);
        tally.add(ROOM + kind.index(), sign * (sight - own).len() as i32);
    };
    reach.sights(side, pieces, &mut look);
    for from in of(PHOENIX) {
        look(PHOENIX, KNIGHT_LEAPS[from]);
        hunters += prey.iter().filter(|&&prey| KNIGHT_LEAPS[from].contains(prey)).count() as u32;
    }
    for kind in [SOLDIER, CAPTAIN] {
        let sight = spread_diagonally(of(kind));
        hunters += prey.iter().filter(|&&prey| sight.contains(prey)).count() as u32;
        tally.add(PRESSURE + kind.index(), sign * (sight & siege).len() as i32);
    }
    hunters as i32
}

const CLEAR_LEAD: i32 = 1_000;
const STEP: i32 = 200;

/// Adds the terms for converting a material lead into a win; `lead` is negative if the second side leads.
#[inline]
fn conversion(position: &Position, leader: Side, lead: i32, hunters: i32, tally: &mut impl Tally) {
    let pieces = position.placement();
    let mut add = |term, count: i32| tally.add(term, lead * count / STEP);
    let (own, enemy) = (toddler_of(pieces, leader), toddler_of(pieces, !leader));
    let attackers = pieces.side(leader).without(own);
    add(NEARNESS, nearness(attackers, enemy));
    add(FOOT_NEARNESS, nearness(pieces.of(leader, SOLDIER) | pieces.of(leader, CAPTAIN), enemy));
    add(CORNERED, distance(enemy, Square::new(SQUARES / 2)));
    add(APART, distance(own, enemy).min(5));
    add(FROZEN, i32::from(is_frozen(pieces)));
    for (kind, gone) in [(ANGEL, ANGEL_GONE), (GENIUS, GENIUS_GONE)] {
        add(gone, i32::from(pieces.of(!leader, kind).is_empty()));
    }
    add(HUNTER, hunters);
    let siege = Siege::of(position, leader);
    add(BESIEGED, siege.once.len() as i32);
    add(BESIEGED_TWICE, siege.twice.len() as i32);
    add(ESCAPE, siege.escapes.len() as i32);
    add(HEMMED, siege.silenced.len() as i32);
}

#[inline]
fn nearness(pieces: SquareSet, to: Square) -> i32 {
    let digits = NEARNESS_DIGITS[to].iter().enumerate();
    digits.map(|(digit, &set)| (pieces & set).len() << digit).sum::<usize>() as i32
}

/// The nearness of all squares to each square: 11 minus the distance in king steps, or 10 for the square itself. Stored
/// in bit slices: set `i` contains the squares whose nearness has bit `i` set.
static NEARNESS_DIGITS: Table<[SquareSet; 4]> = {
    let mut digits = Table::filled([SquareSet::EMPTY; 4]);
    let mut steps = 1;
    while steps <= 10 {
        let ring = within(steps);
        let mut square = 0;
        while square < SQUARES {
            // Add one to the nearness of every square within `steps` king steps.
            let mut sum = digits.get(square);
            let mut carry = ring.get(square).0;
            let mut digit = 0;
            while digit < 4 {
                let one = sum[digit].0;
                sum[digit] = SquareSet(one ^ carry);
                carry &= one;
                digit += 1;
            }
            digits.set(square, sum);
            square += 1;
        }
        steps += 1;
    }
    digits
};

#[inline]
fn distance(a: Square, b: Square) -> i32 {
    let (files, rows) = difference(a, b);
    i32::from(files.unsigned_abs().max(rows.unsigned_abs()))
}
