use entourage_kernel::{Card, Example, Kind, Side, Square, Text};

use super::Rule;
use crate::cells::Cells;
use crate::geometry::{Direction, SQUARES, allowed, neighbour, wrapped_neighbour};
use crate::piece::BLUE;
use crate::pieces::Pieces;
use crate::position::State;
use crate::team::Team;
use crate::turn::{Moving, Stage};

/// The shape of its mark.
pub(crate) const BADGE: &str = "M-11 0A11 11 0 1 0 11 0A11 11 0 1 0 -11 0ZM-5 0A5 5 0 1 1 5 0A5 5 0 1 1 -5 0Z";

pub(super) const CARD: Card = Card {
    code: "torus",
    name: Text::new("Torus", "Tore"),
    summary: Text::new("Its rows wrap around.", "Ses rangées se referment sur elles-mêmes."),
    text: Text::new(
        "For this piece the two ends of every row meet. Going sideways off one end, it continues at the other. Going \
         forward where its row has no space in that direction, it continues as if it stood on the other end of its \
         row. Steps and jumps alike: the jumped space and the landing space each wrap in this way.",
        "Pour cette pièce, les deux bouts de chaque rangée se touchent. En sortant de côté par un bout, elle continue \
         à l'autre. En avançant là où sa rangée n'a pas d'espace dans cette direction, elle continue comme si elle se \
         tenait à l'autre bout de sa rangée. Cela vaut pour les pas et pour les sauts : l'espace sauté et l'espace \
         d'arrivée suivent chacun cette loi.",
    ),
    bound: Some(BLUE),
    once: false,
    costs_piece: false,
    examples: &[
        Example {
            caption: Text::new("A step sideways off the edge.", "Un pas de côté par-dessus le bord."),
            position: "w/2/3/4/5/6/5/B5/5/4/3/2/W 1 - torus@B - - -",
            moves: &["a6f6"],
        },
        Example {
            caption: Text::new("A jump sideways off the edge.", "Un saut de côté par-dessus le bord."),
            position: "w/2/3/4/5/6/5/B4r/5/4/3/2/W 1 - torus@B - - -",
            moves: &["a6:f6:e6"],
        },
        Example {
            caption: Text::new("A step forward at the edge.", "Un pas en avant au bord."),
            position: "w/2/3/4/5/6/5/B5/5/4/3/2/W 1 - torus@B - - -",
            moves: &["a6e7"],
        },
        Example {
            caption: Text::new("A jump forward at the edge.", "Un saut en avant au bord."),
            position: "w/2/3/4/5/6/4r/B5/5/4/3/2/W 1 - torus@B - - -",
            moves: &["a6:e7:e8"],
        },
        Example {
            caption: Text::new(
                "A jump whose landing wraps.",
                "Un saut dont l'arrivée se trouve à l'autre bout.",
            ),
            position: "w/2/3/4/5/6/5/rB4/5/4/3/2/W 1 - torus@B - - -",
            moves: &["b6:a6:f6"],
        },
    ],
};

/// Tells whether a piece moves by wrapped rows: not in an extra move, which is conventional (G7).
#[inline]
pub(crate) fn wraps(team: Team, kind: Kind, stage: Stage) -> bool {
    stage != Stage::Extra && team.is_bound(Rule::Torus, kind)
}

/// Tells whether the piece that goes on moves by wrapped rows.
#[inline]
pub(crate) fn sees(pieces: &Pieces, state: &State, side: Side, moving: &Moving) -> bool {
    let team = state.team(side);
    team.has(Rule::Torus) && pieces.kind_at(side, moving.at).is_some_and(|kind| wraps(team, kind, moving.stage))
}

/// Returns the space next to another as the piece sees it.
pub(crate) fn next(wraps: bool, from: Square, direction: Direction) -> Option<Square> {
    if wraps { wrapped_neighbour(from, direction) } else { neighbour(from, direction) }
}

/// What a piece with Torus can do from each space of the empty board.
struct Reach {
    steps: [Cells; SQUARES],
    /// The spaces jumped and those behind them.
    jumps: [[Option<(Square, Square)>; 4]; SQUARES],
}

static REACH: [Reach; 2] = [Reach::new(Side::First), Reach::new(Side::Second)];

impl Reach {
    const fn new(side: Side) -> Self {
        let mut reach = Self { steps: [Cells::EMPTY; SQUARES], jumps: [[None; 4]; SQUARES] };
        let mut index = 0;
        while index < SQUARES {
            let from = Square::new(index);
            let mut slot = 0;
            while slot < 4 {
                let direction = allowed(side)[slot];
                slot += 1;
                let Some(over) = wrapped_neighbour(from, direction) else { continue };
                reach.steps[index] = reach.steps[index].with(over);
                let Some(to) = wrapped_neighbour(over, direction) else { continue };
                if to.index() != index && !holds(&reach.jumps[index], over, to) {
                    reach.jumps[index][slot - 1] = Some((over, to));
                }
            }
            index += 1;
        }
        reach
    }
}

/// Tells whether a jump is listed: on a wrapped row two directions may come to the same one.
const fn holds(jumps: &[Option<(Square, Square)>; 4], over: Square, to: Square) -> bool {
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

/// Returns the spaces next to one as a piece with Torus sees them, vacant or not.
#[inline]
pub(crate) fn steps(side: Side, from: Square) -> Cells {
    REACH[side.index()].steps[from.index()]
}

/// Lists the jumps of a piece with Torus, possible or not: the space jumped and the one behind it.
#[inline]
pub(crate) fn jumps(side: Side, from: Square) -> impl Iterator<Item = (Square, Square)> {
    REACH[side.index()].jumps[from.index()].iter().filter_map(|&jump| jump)
}

#[cfg(test)]
mod tests {
    use super::super::test::legal;

    #[test]
    fn a_wrap_needs_a_space_on_the_other_side() {
        // The last row has one space only, and nothing lies ahead of it.
        let home = "B/2/3/4/5/6/5/2w3/5/4/3/2/W 1 - torus@B - - -";
        assert!(!legal(home, "a13a12"));
        // Where the plain neighbour exists there is no wrap.
        assert!(legal("w/2/3/4/5/6/B4/6/5/4/3/2/W 1 - torus@B - - -", "a7a8"));
        assert!(!legal("w/2/3/4/5/6/B4/6/5/4/3/2/W 1 - torus@B - - -", "a7e8"));
    }

    #[test]
    fn other_pieces_do_not_wrap() {
        assert!(!legal("w/2/3/4/5/6/5/R5/5/4/3/B1/W 1 - torus@B - - -", "a6f6"));
    }
}
