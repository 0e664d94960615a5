use entourage_kernel::{Card, Reason, Side, SmallPieces, Square, card};

use crate::cells::Cells;
use crate::geometry::{Direction, allowed, neighbour};
use crate::position::Position;
use crate::rule::Rule;
use crate::rules::refuse_if;

/// Minimum number of pieces in a run.
const LEAST: usize = 3;

pub(super) const CARD: Card = card! {
    "caboose" "Caboose" "Convoi", bound: None, once: false, costs_piece: false,
    summary
        "A straight run of three or more pieces moves together."
        "Au moins trois pièces alignées avancent ensemble."
    text
        "Instead of another action, a straight run of three or more of your pieces, not including White, moves one space in \
         the run's direction, sideways or forward, if the space ahead of its front piece is vacant. In a longer run, \
         any part of three or more pieces that includes the front can move."
        "Au lieu d'une autre action, une file droite d'au moins trois de vos pièces, Blanc exclu, avance d'une case \
         dans sa direction, de côté ou en avant, si la case devant la première est libre. Dans une file plus longue, \
         toute partie d'au moins trois pièces qui comprend la première peut avancer."
    example "Three in a row move to the right." "Trois pièces en file avancent vers la droite."
        "w/2/3/4/5/6/5/6/KBG2/4/3/2/W 1 - caboose - - -" ["a5>b5"]
};

pub(crate) fn run(
    own: Cells,
    rear: Square,
    direction: Direction,
) -> (impl Iterator<Item = Square>, Option<Square>) {
    let spaces = move || std::iter::successors(Some(rear), move |&square| neighbour(square, direction));
    (spaces().take_while(move |&square| own.contains(square)), spaces().find(|&square| !own.contains(square)))
}

pub(crate) fn direction(side: Side, rear: Square, next: Square) -> Option<Direction> {
    allowed(side).into_iter().find(|&direction| neighbour(rear, direction) == Some(next))
}

pub(crate) fn judge(position: &Position, rear: Square, next: Square) -> Result<(), Reason> {
    let (pieces, side) = (&position.pieces, position.side);
    refuse_if(!position.state.team(side).has(Rule::Caboose), || Reason::new("no-caboose", "caboose", []))?;
    let direction =
        direction(side, rear, next).ok_or_else(|| Reason::new("caboose-direction", "caboose", [rear, next]))?;
    let (run, ahead) = run(pieces.nonwhite(side), rear, direction);
    refuse_if(run.count() < LEAST, || Reason::new("caboose-run", "caboose", [rear, next]))?;
    match ahead {
        None => Err(Reason::new("caboose-edge", "caboose", [rear])),
        Some(ahead) if pieces.piece_at(ahead).is_some() => {
            Err(Reason::new("caboose-blocked", "caboose", [rear, ahead]))
        }
        Some(_) => Ok(()),
    }
}

#[inline]
pub(crate) fn rears(own: Cells, vacant: Cells, direction: Direction) -> Cells {
    let behind = |set: Cells| set.shifted(direction.back()) & own;
    let mut rear = (0..LEAST).fold(vacant, |ahead, _| behind(ahead));
    let mut rears = rear;
    while !rear.is_empty() {
        rear = behind(rear);
        rears |= rear;
    }
    rears
}

#[cfg(test)]
mod tests {
    use super::super::test::{after, legal};

    #[test]
    fn any_part_of_three_with_the_front_piece_can_move() {
        let four = "w/2/3/4/5/6/5/6/KBGR1/4/3/2/W 1 - caboose - - -";
        assert!(legal(four, "a5>b5") && legal(four, "b5>c5") && !legal(four, "c5>d5"));
        assert_eq!(after(four, &["b5>c5"]), "w/2/3/4/5/6/5/6/K1BGR/4/3/2/W 2 - caboose - - -");
    }

    #[test]
    fn white_cannot_be_part_of_a_run() {
        assert!(!legal("w/2/3/4/5/6/5/6/KWG2/4/3/2/1 1 - caboose - - -", "a5>b5"));
    }
}
