use entourage_kernel::{Board, Card, Reason, Side, Square, card};

use crate::cells::Cells;
use crate::geometry::{SQUARES, allowed, neighbour};
use crate::piece::BLACK;
use crate::position::Position;
use crate::rule::Rule;
use crate::rules::refuse_if;

pub(crate) const BADGE: &str = "M0 -12L3 -3 12 0 3 3 0 12 -3 3 -12 0 -3 -3Z";

pub(super) const CARD: Card = card! {
    "teleport" "Teleport" "Téléportation", bound: Some(BLACK), once: false, costs_piece: false,
    summary "It can move two or three steps at once." "Elle peut se déplacer de deux ou trois pas d'un coup."
    text
        "Instead of another action, this piece moves to any vacant space two or three steps away, sideways or forward, \
         but not one step away. Pieces on the way do not matter. This is not a landing, and the turn ends."
        "Au lieu d'une autre action, cette pièce va sur une case libre située à deux ou trois pas, de côté ou en \
         avant, mais pas à un seul. Les pièces sur le chemin ne comptent pas. Cela ne compte pas comme une arrivée, et le tour \
         se termine."
    example "Two steps at once, over an enemy." "Deux pas d'un coup, par-dessus un ennemi."
        "w/2/3/4/5/6/5/2r3/2B2/4/3/2/W 1 - teleport@B - - -" ["c5@c7"]
};

pub(crate) fn judge(position: &Position, from: Square, to: Square) -> Result<(), Reason> {
    let side = position.side;
    let has_it = position
        .piece_at(from)
        .is_some_and(|piece| position.state.team(side).is_bound(Rule::Teleport, piece.kind()));
    refuse_if(!has_it, || Reason::new("no-teleport", "teleport", [from]))?;
    refuse_if(position.piece_at(to).is_some(), || Reason::new("occupied", "teleport", [from, to]))?;
    let steps = |from| allowed(side).into_iter().filter_map(move |direction| neighbour(from, direction));
    let one = steps(from).any(|a| a == to);
    let two = steps(from).flat_map(steps).any(|b| b == to);
    let three = steps(from).flat_map(steps).flat_map(steps).any(|c| c == to);
    refuse_if(one || !(two || three), || Reason::new("teleport-range", "teleport", [from, to]))?;
    Ok(())
}

static REACH: [[Cells; SQUARES]; 2] = {
    let mut reach = [[Cells::EMPTY; SQUARES]; 2];
    let mut index = 0;
    while index < SQUARES {
        reach[0][index] = reach_from(Side::First, Square::new(index));
        reach[1][index] = reach_from(Side::Second, Square::new(index));
        index += 1;
    }
    reach
};

const fn reach_from(side: Side, from: Square) -> Cells {
    let one = spread(side, Cells::of(from));
    let two = spread(side, one);
    two.or(spread(side, two)).less(one.with(from))
}

const fn spread(side: Side, set: Cells) -> Cells {
    let [a, b, c, d] = allowed(side);
    set.shifted(a).or(set.shifted(b)).or(set.shifted(c)).or(set.shifted(d))
}

#[inline]
pub(crate) fn reach(side: Side, from: Square) -> Cells {
    REACH[side.index()][from.index()]
}

#[cfg(test)]
mod tests {
    use super::super::test::legal;

    #[test]
    fn it_reaches_two_or_three_steps_and_never_back() {
        let start = "w/2/3/4/5/6/5/6/2B2/4/3/2/W 1 - teleport@B - - -";
        assert!(legal(start, "c5@c7") && legal(start, "c5@a5") && legal(start, "c5@b8"));
        assert!(!legal(start, "c5@c6") && !legal(start, "c5@b3") && !legal(start, "c5@c9"));
    }
}
