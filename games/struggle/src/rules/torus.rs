use entourage_kernel::{Card, Kind, Side, Square, card};

use crate::cells::Cells;
use crate::geometry::{Direction, SQUARES, allowed, neighbour, wrapped_neighbour};
use crate::piece::BLUE;
use crate::pieces::Pieces;
use crate::position::State;
use crate::rule::Rule;
use crate::team::Team;
use crate::turn::{Moving, Stage};

pub(crate) const BADGE: &str = "M-11 0A11 11 0 1 0 11 0A11 11 0 1 0 -11 0ZM-5 0A5 5 0 1 1 5 0A5 5 0 1 1 -5 0Z";

pub(super) const CARD: Card = card! {
    "torus" "Torus" "Tore", bound: Some(BLUE), once: false, costs_piece: false,
    summary "Its rows wrap around." "Ses rangées se referment sur elles-mêmes."
    text
        "For this piece the two ends of every row are joined. Moving sideways off one end, it continues at the other. Moving \
         forward where its row has no space in that direction, it continues as if it were on the other end of its \
         row. This applies to steps and jumps: the jumped space and the landing space each wrap in this way."
        "Pour cette pièce, les deux bouts de chaque rangée se touchent. En sortant de côté par un bout, elle continue \
         à l'autre. En avançant là où sa rangée n'a pas de case dans cette direction, elle continue comme si elle \
         était à l'autre bout de sa rangée. Cela vaut pour les pas et pour les sauts : la case franchie et la case \
         d'arrivée suivent chacune cette règle."
    example "A step sideways off the edge." "Un pas de côté par-dessus le bord."
        "w/2/3/4/5/6/5/B5/5/4/3/2/W 1 - torus@B - - -" ["a6f6"]
    example "A jump sideways off the edge." "Un saut de côté par-dessus le bord."
        "w/2/3/4/5/6/5/B4r/5/4/3/2/W 1 - torus@B - - -" ["a6:f6:e6"]
    example "A step forward at the edge." "Un pas en avant au bord."
        "w/2/3/4/5/6/5/B5/5/4/3/2/W 1 - torus@B - - -" ["a6e7"]
    example "A jump forward at the edge." "Un saut en avant au bord."
        "w/2/3/4/5/6/4r/B5/5/4/3/2/W 1 - torus@B - - -" ["a6:e7:e8"]
    example "A jump whose landing wraps." "Un saut dont l'arrivée se trouve à l'autre bout."
        "w/2/3/4/5/6/5/rB4/5/4/3/2/W 1 - torus@B - - -" ["b6:a6:f6"]
};

/// Returns whether rows wrap for a piece. In an extra move, which is a conventional move, rows never wrap (G7).
#[inline]
pub(crate) fn wraps(team: Team, kind: Kind, stage: Stage) -> bool {
    stage != Stage::Extra && team.is_bound(Rule::Torus, kind)
}

#[inline]
pub(crate) fn sees(pieces: &Pieces, state: &State, side: Side, moving: &Moving) -> bool {
    let team = state.team(side);
    team.has(Rule::Torus) && pieces.kind_at(side, moving.at).is_some_and(|kind| wraps(team, kind, moving.stage))
}

pub(crate) const fn next(wraps: bool, from: Square, direction: Direction) -> Option<Square> {
    if wraps { wrapped_neighbour(from, direction) } else { neighbour(from, direction) }
}

#[derive(Clone, Copy)]
pub(crate) struct Wraps {
    pub(crate) steps: Cells,
    jumps: [Option<(Square, Square)>; 4],
}

static WRAPS: [[Wraps; SQUARES]; 2] = {
    let mut wraps = [[Wraps { steps: Cells::EMPTY, jumps: [None; 4] }; SQUARES]; 2];
    let mut index = 0;
    while index < SQUARES {
        wraps[0][index] = Wraps::find(Side::First, Square::new(index));
        wraps[1][index] = Wraps::find(Side::Second, Square::new(index));
        index += 1;
    }
    wraps
};

impl Wraps {
    const fn find(side: Side, from: Square) -> Self {
        // Plain moves come first, so that they are not counted as wraps.
        let mut steps = [Cells::EMPTY; 2];
        let mut jumps = [None; 8];
        let (mut count, mut others) = (0, 0);
        let mut number = 0;
        while number < 8 {
            let (wraps, direction) = (number >= 4, allowed(side)[number % 4]);
            number += 1;
            let Some(over) = next(wraps, from, direction) else { continue };
            steps[wraps as usize] = steps[wraps as usize].with(over);
            let Some(to) = next(wraps, over, direction) else { continue };
            // On a wrapped row, two directions can lead to the same jump.
            if to.index() != from.index() && !holds(&jumps, over, to) {
                jumps[count] = Some((over, to));
                count += 1;
                others += !wraps as usize;
            }
        }
        let rest = [jumps[others], jumps[others + 1], jumps[others + 2], jumps[others + 3]];
        Self { steps: steps[1].less(steps[0]), jumps: rest }
    }

    #[inline]
    pub(crate) fn jumps(&self) -> impl Iterator<Item = (Square, Square)> {
        self.jumps.iter().map_while(|&jump| jump)
    }
}

const fn holds(jumps: &[Option<(Square, Square)>], over: Square, to: Square) -> bool {
    let mut slot = 0;
    while slot < jumps.len() {
        if let Some((a, b)) = jumps[slot]
            && a.index() == over.index()
            && b.index() == to.index()
        {
            return true;
        }
        slot += 1;
    }
    false
}

#[inline]
pub(crate) fn wraps_from(side: Side, from: Square) -> &'static Wraps {
    &WRAPS[side.index()][from.index()]
}

#[cfg(test)]
mod tests {
    use super::super::test::legal;

    #[test]
    fn a_wrap_needs_a_space_on_the_other_side() {
        // The last row has only one space, and nothing is ahead of it.
        let home = "B/2/3/4/5/6/5/2w3/5/4/3/2/W 1 - torus@B - - -";
        assert!(!legal(home, "a13a12"));
        // There is no wrap if the plain neighbour exists.
        assert!(legal("w/2/3/4/5/6/B4/6/5/4/3/2/W 1 - torus@B - - -", "a7a8"));
        assert!(!legal("w/2/3/4/5/6/B4/6/5/4/3/2/W 1 - torus@B - - -", "a7e8"));
    }

    #[test]
    fn other_pieces_do_not_wrap() {
        assert!(!legal("w/2/3/4/5/6/5/R5/5/4/3/B1/W 1 - torus@B - - -", "a6f6"));
    }
}
