//! The interaction of Rules: which Rules apply at each moment of a turn, and in which order.
//!
//! | moment | Rules that apply, in order | ruling |
//! |---|---|---|
//! | before the main action | Mad Hatter, Nonaggression Pact: any, in any order | plies 1 |
//! | a target space is determined | Torus, but not in an extra move | G6, G7 |
//! | a jump or Catapult is attempted | Pact forbids it | G9 |
//! | a friendly piece is jumped in the main action | Jolt gives the piece an extra move later | G8 |
//! | an enemy is jumped | 1 Conversion of the jumper (not of a White, not in an extra move), 2 Pacifist of the jumper, 3 Pacifist of the jumped, 4 Armor of the jumped, 5 capture | G7, G10 |
//! | a piece is captured or converted | its Rule and its Pacts end | G9 |
//! | a White is captured or reaches its goal | the game ends at once | G14 |
//! | a White lands on the zap row | enemies in their home base are captured, except Pacifists | G3, G13 |
//! | the main action is done | 1 the chain continues, 2 Sacrifice's second move with its chain, 3 Jolt's extra moves with their chains, 4 the turn ends | G8 |
//! | the turn ends | Grim Reaper of the opponent | reaper, G14 |

use entourage_kernel::{Piece, Square};

use crate::position::{Position, State};
use crate::rules::{armor, conversion, jolt, pacifist, reaper, sacrifice};
use crate::turn::Stage;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    Spared,
    Jolted,
    Converted,
    Unarmored,
    Captured,
}

#[inline]
pub(crate) fn fate(state: &State, jumper: Piece, jumped: Piece, stage: Stage) -> Fate {
    if jumped.side() == jumper.side() {
        if jolt::jolts(state, jumper, jumped, stage) { Fate::Jolted } else { Fate::Spared }
    } else if conversion::converts(state, jumper, jumped, stage) {
        Fate::Converted
    } else if pacifist::is_pacifist(state, jumper) || pacifist::is_pacifist(state, jumped) {
        Fate::Spared
    } else if armor::holds(state, jumped) {
        Fate::Unarmored
    } else {
        Fate::Captured
    }
}

#[inline]
pub(crate) fn is_zapped(state: &State, enemy: Piece) -> bool {
    !pacifist::is_pacifist(state, enemy)
}

#[inline]
pub(crate) fn moves_twice(position: &Position, at: Square) -> bool {
    sacrifice::moves_twice(position, at)
}

/// Returns the start and end of the move that the opponent's Grim Reaper makes when the turn ends; `None` if it does not move.
#[inline]
pub(crate) fn answer(position: &Position) -> Option<(Square, Square)> {
    reaper::answer(position, !position.side)
}
