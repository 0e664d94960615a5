use entourage_kernel::{Evaluate, Intent, Kind, Side, SquareSet};

use crate::Toddler;
use crate::attack::around;
use crate::generate::{Captures, captured, generate, orphans};
use crate::geometry::{NEIGHBOURS, SIZE};
use crate::piece::{ANGEL, GENIUS, KINDS, SOLDIER, promotes_soldier};
use crate::position::{Pieces, Position, toddler_of};

/// Worth of each kind in hundredths of a Soldier, in the order of the kinds.
const WORTH: [i32; KINDS] = [0, 900, 950, 450, 450, 550, 750, 400, 100, 250];

fn worth(kind: Kind) -> i32 {
    WORTH[kind.index()]
}

impl Evaluate for Toddler {
    fn evaluate(&self, position: &Position) -> i32 {
        let pieces = position.placement();
        let score = side_score(pieces, Side::First) - side_score(pieces, Side::Second);
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
        let promotion = if promotes { worth(crate::piece::CAPTAIN) - worth(SOLDIER) } else { 0 };
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

fn side_score(pieces: &Pieces, side: Side) -> i32 {
    let mut score = 0;
    for (kind, worth) in (0..).map(Kind).zip(WORTH) {
        score += worth * pieces.of(side, kind).len() as i32;
    }
    let toddler = toddler_of(pieces, side);
    if around(pieces, side, ANGEL).contains(toddler) {
        score += GUARDED;
    }
    if around(pieces, side, GENIUS).contains(toddler) {
        score += SCREENED;
    }
    score += 4 * (NEIGHBOURS[toddler.index()] & pieces.side(side)).len() as i32;
    // Soldiers and officers gain by standing forward, and near the middle files.
    for square in pieces.of(side, SOLDIER) {
        score += 2 * advance(square.index() / SIZE, side);
    }
    score += 3 * (pieces.side(side) & CENTRE).len() as i32;
    score
}

const CENTRE: SquareSet = {
    let mut set = SquareSet::EMPTY;
    let mut row = 3;
    while row < 8 {
        let mut file = 3;
        while file < 8 {
            set.insert(entourage_kernel::Square::new(row * SIZE + file));
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
