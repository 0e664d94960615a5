use entourage_kernel::{Card, Square, card};

use crate::piece::YELLOW;
use crate::position::Position;
use crate::rule::Rule;

pub(crate) const BADGE: &str = "M-11 -9L-2 0 -11 9H-6L3 0 -6 -9ZM0 -9L9 0 0 9H4L12 0 4 -9Z";

pub(super) const CARD: Card = card! {
    "sacrifice" "Sacrifice" "Sacrifice", bound: Some(YELLOW), once: false, costs_piece: true,
    summary
        "You start with one piece fewer, and this one can move twice."
        "Vous commencez avec une pièce de moins, et celle-ci peut jouer deux fois."
    text
        "You start without one other piece of your choice, not White. After a conventional move of this piece, a \
         step or a chain of jumps, it can make a second one."
        "Vous commencez sans une autre pièce de votre choix, Blanc excepté. Après un coup conventionnel de cette \
         pièce, pas ou suite de sauts, elle peut en faire un second."
    example "Two steps in one turn." "Deux pas en un seul tour."
        "w/2/3/4/5/6/5/6/2B2/4/3/2/W 1 - sacrifice@B - - -" ["c5c6", "c6c7"]
};

/// Returns whether the piece on a space can make a second conventional move.
#[inline]
pub(crate) fn moves_twice(position: &Position, at: Square) -> bool {
    let team = position.state.team(position.side);
    // Few teams have Sacrifice, so check the team first.
    team.has(Rule::Sacrifice)
        && position.pieces.kind_at(position.side, at).is_some_and(|kind| team.is_bound(Rule::Sacrifice, kind))
}

#[cfg(test)]
mod tests {
    use super::super::test::{after, legal};

    #[test]
    fn it_gives_a_second_move_but_no_third() {
        let once = after("w/2/3/4/5/6/5/6/2B2/4/3/2/W 1 - sacrifice@B - - -", &["c5c6"]);
        assert_eq!(once, "w/2/3/4/5/6/5/2B3/5/4/3/2/W 1 second=c6 sacrifice@B - - -");
        assert!(legal(&once, "end") && legal(&once, "c6b6") && !legal(&once, "a1a2"));
        assert!(after(&once, &["c6c7"]).contains(" 2 - sacrifice@B"));
    }
}
