use entourage_kernel::{Side, SquareSet};

use crate::attack::around;
use crate::bare::is_major;
use crate::geometry::{KNIGHT_LEAPS, NEIGHBOURS, step_diagonally};
use crate::piece::{CAPTAIN, GENIUS, PHOENIX, SOLDIER};
use crate::position::Position;
use crate::reach::{ANDROID_SLOTS, EMPEROR_SLOT, EMPRESS_SLOT, NURSE_SLOTS, look_spare};

/// Attacks on the enemy Toddler and the adjacent squares, except by pieces that the enemy Genius neutralises (power 3).
///
/// The attacks are approximate: Captains attack as on an empty board, and protection and freezes are ignored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Siege {
    pub once: SquareSet,
    /// Squares attacked at least twice; an Angel can be captured only with two attackers (power 5).
    pub twice: SquareSet,
    pub escapes: SquareSet,
    pub silenced: SquareSet,
}

impl Siege {
    pub fn of(position: &Position, besieger: Side) -> Self {
        let (pieces, reach) = (position.placement(), &position.reach);
        let besieged = reach.toddler(!besieger);
        let ring = NEIGHBOURS[besieged].with(besieged);
        let own = pieces.side(besieger);
        let silenced = around(pieces, !besieger, GENIUS) & own;
        let of = |kind| pieces.of(besieger, kind) - silenced;
        let (mut once, mut twice) = (SquareSet::EMPTY, SquareSet::EMPTY);
        let mut strike = |sight: SquareSet| {
            let struck = sight & ring;
            twice |= once & struck;
            once |= struck;
        };
        for slot in [EMPEROR_SLOT, EMPRESS_SLOT, NURSE_SLOTS[0], NURSE_SLOTS[1]] {
            if !silenced.contains(reach.origin(besieger, slot)) {
                strike(reach.set(besieger, slot));
            }
        }
        for slot in ANDROID_SLOTS {
            if !silenced.contains(reach.origin(besieger, slot)) {
                strike(reach.android(besieger, slot));
            }
        }
        for from in (reach.spare() & own) - silenced {
            strike(look_spare(pieces, from, pieces.occupied()));
        }
        of(PHOENIX).into_iter().for_each(|from| strike(KNIGHT_LEAPS[from]));
        of(CAPTAIN).into_iter().for_each(|from| strike(KNIGHT_LEAPS[from] | NEIGHBOURS[from]));
        step_diagonally(of(SOLDIER)).into_iter().for_each(&mut strike);
        let toddler = reach.toddler(besieger);
        if is_major(pieces, besieger) && !silenced.contains(toddler) {
            strike(NEIGHBOURS[toddler]);
        }
        let escapes = ring.without(besieged) - pieces.side(!besieger) - once;
        Self { once, twice, escapes, silenced }
    }
}

#[cfg(test)]
mod tests {
    use entourage_kernel::Rules;

    use super::*;
    use crate::Toddler;
    use crate::geometry::TOPOLOGY;

    fn names(set: SquareSet) -> Vec<&'static str> {
        set.into_iter().map(|square| TOPOLOGY.name(square)).collect()
    }

    #[test]
    fn siege_of_a_toddler_in_the_corner() {
        // The Toddler on k1 has its Genius on j1. An Android attacks all four squares, a Nurse the diagonal of k1, a
        // Captain j1, and the Soldier on i2 is neutralised by the Genius.
        let position = Toddler::default().read_position("9gt/7CS2/11/11/6N4/11/10A/11/11/11/3T7 b -").unwrap();
        let siege = Siege::of(&position, Side::First);
        assert_eq!(names(siege.silenced), ["i2"]);
        assert_eq!(names(siege.once), ["j1", "k1", "j2", "k2"]);
        assert_eq!(names(siege.twice), ["j1", "k1", "j2"]);
        assert_eq!(names(siege.escapes), [""; 0]);
    }
}
