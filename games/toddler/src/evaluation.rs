use entourage_kernel::{Evaluate, Intent, Kind, Side, Square, SquareSet};

use crate::Toddler;
use crate::attack::{around, is_frozen};
use crate::exchange::exchange;
use crate::generate::{Captures, generate, in_threat, orphans};
use crate::geometry::{KNIGHT_LEAPS, NEIGHBOURS, SIZE, SQUARES, android, bishop, queen, spread_diagonally};
use crate::piece::{
    ANDROID, ANGEL, CAPTAIN, EMPEROR, EMPRESS, GENIUS, KINDS, NURSE, PHOENIX, SOLDIER, promotes_soldier,
};
use crate::position::{Pieces, Position, State, toddler_of};

/// Worth of each kind in hundredths of a Soldier, in the order of the kinds.
const WORTH: [i32; KINDS] = [0, 900, 950, 500, 450, 500, 850, 400, 100, 250];

pub(crate) fn worth(kind: Kind) -> i32 {
    WORTH[kind.index()]
}

impl Evaluate for Toddler {
    fn evaluate(&self, position: &Position) -> i32 {
        let pieces = position.placement();
        let material = Side::BOTH.map(|side| material(pieces, side));
        let lead = material[0] - material[1];
        let conversion = match lead {
            0 => 0,
            1.. => conversion(pieces, Side::First, lead),
            _ => -conversion(pieces, Side::Second, -lead),
        };
        let standing = standing(pieces, Side::First) - standing(pieces, Side::Second);
        let score = (lead + standing + conversion).clamp(-20_000, 20_000);
        if position.side() == Side::First { score } else { -score }
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
        next.set_turn(!position.side(), State::default());
        Some(next)
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
fn standing(pieces: &Pieces, side: Side) -> i32 {
    let mut score = 0;
    let of = |kind| pieces.of(side, kind);
    let toddler = toddler_of(pieces, side);
    if around(pieces, side, ANGEL).contains(toddler) {
        score += GUARDED;
    }
    if around(pieces, side, GENIUS).contains(toddler) {
        score += SCREENED;
    }
    score += 4 * (NEIGHBOURS[toddler.index()] & pieces.side(side)).len() as i32;
    // Soldiers gain by standing forward, all pieces near the middle.
    for square in of(SOLDIER) {
        score += 2 * advance(square.index() / SIZE, side).min(4);
    }
    score += 3 * (pieces.side(side) & CENTRE).len() as i32;

    let occupied = pieces.occupied();
    let besieged = toddler_of(pieces, !side);
    let siege =
        NEIGHBOURS[besieged.index()].with(besieged) | pieces.of(!side, ANGEL) | around(pieces, !side, ANGEL);
    let mut pressure = 0;
    let mut room = 0;
    let mut look = |sight: SquareSet| {
        pressure += (sight & siege).len() as i32;
        room += (sight - pieces.side(side)).len() as i32;
    };
    (of(EMPEROR) | of(EMPRESS)).into_iter().for_each(|from| look(queen(from, occupied)));
    of(ANDROID).into_iter().for_each(|from| look(android(from, occupied)));
    of(NURSE).into_iter().for_each(|from| look(bishop(from, occupied)));
    of(PHOENIX).into_iter().for_each(|from| look(KNIGHT_LEAPS[from.index()]));
    pressure += (spread_diagonally(of(SOLDIER) | of(CAPTAIN)) & siege).len() as i32;
    score + room + PRESSURE * pressure
}

/// What an attack on a square at the enemy Toddler is worth.
const PRESSURE: i32 = 5;
/// The lead from which winning the game counts in full.
const CLEAR_LEAD: i32 = 1_000;

/// Values how near the side that leads by `lead` is to winning the game: its pieces around an enemy
/// Toddler on the edge, the Toddlers far from a contact that draws (T12), no freeze.
fn conversion(pieces: &Pieces, leader: Side, lead: i32) -> i32 {
    let (own, enemy) = (toddler_of(pieces, leader), toddler_of(pieces, !leader));
    let attackers = pieces.side(leader) - SquareSet::of(own);
    let nearness: i32 = attackers.into_iter().map(|square| SIZE as i32 - distance(square, enemy)).sum();
    let centre = Square::new(SQUARES / 2);
    let freeze = if is_frozen(pieces) { FREEZE } else { 0 };
    let grip = 3 * nearness + 8 * distance(enemy, centre) + 12 * distance(own, enemy).min(5) - freeze;
    lead.min(CLEAR_LEAD) * grip / CLEAR_LEAD
}

/// What a freeze costs the side that leads and would go on capturing.
const FREEZE: i32 = 80;

/// Returns the number of king's steps between two squares.
fn distance(a: Square, b: Square) -> i32 {
    let files = (a.index() % SIZE).abs_diff(b.index() % SIZE);
    let rows = (a.index() / SIZE).abs_diff(b.index() / SIZE);
    files.max(rows) as i32
}

const CENTRE: SquareSet = {
    let mut set = SquareSet::EMPTY;
    let mut row = 3;
    while row < 8 {
        let mut file = 3;
        while file < 8 {
            set.insert(Square::new(row * SIZE + file));
            file += 1;
        }
        row += 1;
    }
    set
};

fn advance(row: usize, side: Side) -> i32 {
    match side {
        Side::First => 8 - row as i32,
        Side::Second => row as i32 - 2,
    }
}
