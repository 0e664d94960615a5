//! A lower bound on the number of plies to a forced win in games without Rules, computed statically from the board.
//!
//! All approximations favour the attacker, so the bound is never too high.

use entourage_kernel::Side;

use crate::cells::{BOARD, Cells, HOME, ZAP_ROW, rows_of};
use crate::generate::{jumps, steps};
use crate::geometry::GOAL;
use crate::position::Position;
use crate::turn::Turn;

const BEFORE_GOAL: [Cells; 2] = [rows_of(Side::First, 10, 11), rows_of(Side::Second, 10, 11)];
const BEFORE_ZAP: [Cells; 2] = [rows_of(Side::First, 7, 9), rows_of(Side::Second, 7, 9)];
/// With this many possible steps, the defender still has one after any ply: a ply removes at most the four steps of a
/// captured piece and the four that lead to the ply's end space.
const STEPS_TO_SPARE: usize = 9;

/// Returns a lower bound on the number of plies in which a side can force a win: 1 to 4, or `u16::MAX` if the opponent wins
/// with the next ply. Always 1 if there are Rules or Pacts.
#[inline]
pub(crate) fn least_plies(position: &Position, attacker: Side) -> u16 {
    if !position.state.is_plain() {
        return 1;
    }
    let least = match attacker {
        Side::First => least_plies_of::<0, 1>(position),
        Side::Second => least_plies_of::<1, 0>(position),
    };
    least.unwrap_or(1)
}

fn least_plies_of<const SIDE: usize, const OTHER: usize>(position: &Position) -> Option<u16> {
    let attack = Attack::<SIDE>::new(position)?;
    if position.side.index() == SIDE {
        return Some(attack.least_plies_on_move(position));
    }
    let counter = Attack::<OTHER>::new(position)?;
    let never = counter.wins(&counter.landings_on_move(position));
    Some(if never { u16::MAX } else { attack.least_plies_off_move(position) })
}

/// The board from the attacker's perspective; the side is a const generic, so that the compiler knows the shift distances.
struct Attack<const SIDE: usize> {
    own: Cells,
    white: Cells,
    enemies: Cells,
    enemy_white: Cells,
    vacant: Cells,
}

struct Landings {
    jumps: Cells,
    white_jumps: Cells,
    steps: Cells,
    white_steps: Cells,
    captures_white: bool,
}

impl<const SIDE: usize> Attack<SIDE> {
    const SIDE: Side = Side::BOTH[SIDE];
    const DEFENDER: Side = Side::BOTH[1 - SIDE];
    const GOAL: Cells = Cells::of(GOAL[SIDE]);
    const ENEMY_HOME: Cells = HOME[1 - SIDE];

    #[inline]
    fn new(position: &Position) -> Option<Self> {
        let pieces = &position.pieces;
        Some(Self {
            own: pieces.side(Self::SIDE),
            white: Cells::of(pieces.white(Self::SIDE)?),
            enemies: pieces.side(Self::DEFENDER),
            enemy_white: Cells::of(pieces.white(Self::DEFENDER)?),
            vacant: BOARD - pieces.occupied(),
        })
    }

    #[inline]
    fn least_plies_off_move(&self, position: &Position) -> u16 {
        // The defender has a waiting ply: ending a chain, or a step of a nonwhite piece.
        let has_time = matches!(position.state.turn, Turn::Moving(_)) || self.steps_of_others() > 0;
        if has_time && !self.threatens(self.own, self.white) { 3 } else { 2 }
    }

    #[inline]
    fn least_plies_on_move(&self, position: &Position) -> u16 {
        let landings = self.landings_on_move(position);
        if self.wins(&landings) {
            1
        } else if self.threatens(landings.jumps, landings.white_jumps) {
            2
        } else if self.may_win_by_the_third(&landings) {
            3
        } else {
            4
        }
    }

    #[inline]
    fn landings_on_move(&self, position: &Position) -> Landings {
        match &position.state.turn {
            Turn::Moving(moving) => self.landings(Cells::of(moving.at), self.vacant - moving.barred, false),
            _ => self.landings(self.own, self.vacant, true),
        }
    }

    #[inline]
    fn landings(&self, movers: Cells, open: Cells, may_step: bool) -> Landings {
        let occupied = BOARD - self.vacant;
        let white = movers & self.white;
        let jumps = |movers, over| union(jumps(Self::SIDE, movers, over, open));
        let steps = |movers| if may_step { union(steps(Self::SIDE, movers, open)) } else { Cells::EMPTY };
        Landings {
            jumps: jumps(movers, occupied),
            white_jumps: jumps(white, occupied),
            steps: steps(movers),
            white_steps: steps(white),
            captures_white: !jumps(movers, self.enemy_white).is_empty(),
        }
    }

    #[inline]
    fn wins(&self, landings: &Landings) -> bool {
        let white = landings.white_jumps | landings.white_steps;
        landings.captures_white || white.intersects(Self::GOAL) || self.zaps_white(white & ZAP_ROW[SIDE])
    }

    #[inline]
    fn zaps_white(&self, zapping: Cells) -> bool {
        !zapping.is_empty() && self.enemy_white.intersects(Self::ENEMY_HOME)
    }

    #[inline]
    fn threatens(&self, pieces: Cells, white: Cells) -> bool {
        !union(jumps(Self::SIDE, pieces, self.enemy_white, BOARD)).is_empty()
            || white.intersects(BEFORE_GOAL[SIDE])
            || self.zaps_white(white & BEFORE_ZAP[SIDE])
    }

    /// Returns whether a side without a win in two plies might win with a third, in a chain or after a waiting ply.
    #[inline]
    fn may_win_by_the_third(&self, landings: &Landings) -> bool {
        let &Landings { jumps, white_jumps, steps, white_steps, .. } = landings;
        let white = white_jumps | white_steps;
        if white.intersects(ZAP_ROW[SIDE]) || self.steps_of_others() < STEPS_TO_SPARE {
            return true;
        }
        self.threatens(self.own | jumps | steps, self.white | white)
            || !jumps.is_empty() && self.threatens(self.beyond(jumps), self.beyond(white_jumps))
    }

    #[inline]
    fn beyond(&self, landings: Cells) -> Cells {
        union(jumps(Self::SIDE, landings, BOARD - self.vacant, BOARD))
    }

    #[inline]
    fn steps_of_others(&self) -> usize {
        let others = self.enemies - self.enemy_white;
        steps(Self::DEFENDER, others, self.vacant).map(Cells::len).into_iter().sum()
    }
}

#[inline]
fn union([a, b, c, d]: [Cells; 4]) -> Cells {
    a | b | c | d
}
