use entourage_kernel::{Evaluate, Intent, Kind, Side, Square, SquareSet};

use crate::Toddler;
use crate::attack::is_frozen;
use crate::generate::{Captures, captured, generate, orphans};
use crate::geometry::{
    KNIGHT_LEAPS, NEIGHBOURS, SIZE, SQUARES, Table, difference, file_span, row_span, spread_diagonally, within,
};
use crate::piece::{ANGEL, CAPTAIN, KINDS, PHOENIX, SOLDIER, promotes_soldier};
use crate::position::{Pieces, Position};
use crate::reach::{ANGEL_SLOT, GENIUS_SLOT};

/// Worth of each kind in hundredths of a Soldier, in the order of the kinds.
const WORTH: [i32; KINDS] = [0, 900, 950, 500, 450, 500, 850, 400, 100, 250];

fn worth(kind: Kind) -> i32 {
    WORTH[kind.index()]
}

impl Evaluate for Toddler {
    fn evaluate(&self, position: &Position) -> i32 {
        let pieces = position.placement();
        let material = Side::BOTH.map(|side| material(pieces, side));
        let lead = material[0] - material[1];
        let conversion = match lead {
            0 => 0,
            1.. => conversion(position, Side::First, lead),
            _ => -conversion(position, Side::Second, -lead),
        };
        let standing = standing(position, Side::First) - standing(position, Side::Second);
        let score = (lead + standing + conversion).clamp(-20_000, 20_000);
        if position.side() == Side::First { score } else { -score }
    }

    fn noisy_moves(&self, position: &Position, moves: &mut Vec<Intent>) {
        let enemies = position.placement().side(!position.side());
        generate(position, self.edition(), &mut Captures { enemies, moves });
    }

    fn gain(&self, position: &Position, intent: Intent) -> i32 {
        let Some(victim) = captured(position, intent).first().and_then(|at| position.placement().piece_at(at))
        else {
            return 0;
        };
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
}

/// What losing the last parent costs beside it: no more swaps.
const ORPHAN: i32 = 50;
/// What an Angel beside its Toddler is worth.
const GUARDED: i32 = 60;
/// What a Genius beside its Toddler is worth.
const SCREENED: i32 = 20;

fn material(pieces: &Pieces, side: Side) -> i32 {
    (0..).map(Kind).zip(WORTH).map(|(kind, worth)| worth * pieces.of(side, kind).len() as i32).sum()
}

/// Values how well a side's pieces stand: safety of the Toddler, room to move, pressure on the enemy Toddler.
fn standing(position: &Position, side: Side) -> i32 {
    let (pieces, reach) = (position.placement(), &position.reach);
    let of = |kind| pieces.of(side, kind);
    let count = |set: SquareSet| set.len() as i32;
    let own = pieces.side(side);
    let toddler = reach.toddler(side);
    let mut score = 0;
    if NEIGHBOURS[reach.place(side, ANGEL_SLOT)].contains(toddler) {
        score += GUARDED;
    }
    if NEIGHBOURS[reach.place(side, GENIUS_SLOT)].contains(toddler) {
        score += SCREENED;
    }
    score += 4 * count(NEIGHBOURS[toddler] & own);
    // Soldiers gain by standing forward, all pieces near the middle.
    let backward = BACKWARD[side.index()].iter().map(|&rows| count(of(SOLDIER) & rows)).sum::<i32>();
    score += 2 * (4 * count(of(SOLDIER)) - backward);
    score += 3 * count(own & CENTRE);

    let besieged = reach.toddler(!side);
    let siege = NEIGHBOURS[besieged].with(besieged)
        | pieces.of(!side, ANGEL)
        | NEIGHBOURS[reach.place(!side, ANGEL_SLOT)];
    let (mut pressure, mut room) = (0, 0);
    let mut look = |sight: SquareSet| {
        pressure += count(sight & siege);
        room += count(sight - own);
    };
    reach.sights(side, pieces, &mut look);
    of(PHOENIX).into_iter().for_each(|from| look(KNIGHT_LEAPS[from]));
    pressure += count(spread_diagonally(of(SOLDIER) | of(CAPTAIN)) & siege);
    score + room + PRESSURE * pressure
}

/// For each side the rows behind its fifth step forward, behind its fourth, and so on: a Soldier in all of them stands on
/// its first row.
const BACKWARD: [[SquareSet; 6]; 2] = {
    let mut backward = [[SquareSet::EMPTY; 6]; 2];
    let mut step = 0;
    while step < 6 {
        backward[Side::First.index()][step] = row_span(5 + step, SIZE - 1);
        backward[Side::Second.index()][step] = row_span(0, 5 - step);
        step += 1;
    }
    backward
};

/// What an attack on a square at the enemy Toddler is worth.
const PRESSURE: i32 = 5;
/// The lead from which winning the game counts in full.
const CLEAR_LEAD: i32 = 1_000;

/// Values how near the side that leads by `lead` is to winning the game: its pieces around an enemy
/// Toddler on the edge, the Toddlers far from a contact that draws (T12), no freeze.
fn conversion(position: &Position, leader: Side, lead: i32) -> i32 {
    let (pieces, reach) = (position.placement(), &position.reach);
    let (own, enemy) = (reach.toddler(leader), reach.toddler(!leader));
    let attackers = pieces.side(leader).without(own);
    // Eleven less the distance: one for every ring around the enemy Toddler that a piece is within.
    let nearness = RINGS[enemy].iter().map(|&ring| (attackers & ring).len()).sum::<usize>() as i32;
    let centre = Square::new(SQUARES / 2);
    let freeze = if is_frozen(pieces) { FREEZE } else { 0 };
    let grip = 3 * nearness + 8 * distance(enemy, centre) + 12 * distance(own, enemy).min(5) - freeze;
    lead.min(CLEAR_LEAD) * grip / CLEAR_LEAD
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

/// What a freeze costs the side that leads and would go on capturing.
const FREEZE: i32 = 80;

/// Returns the number of king's steps between two squares.
#[inline]
fn distance(a: Square, b: Square) -> i32 {
    let (files, rows) = difference(a, b);
    i32::from(files.unsigned_abs().max(rows.unsigned_abs()))
}

/// The five rows and files in the middle.
const CENTRE: SquareSet = SquareSet(file_span(3, 7).0 & row_span(3, 7).0);
