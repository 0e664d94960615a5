use entourage_kernel::{Card, Side, Square, card};

use crate::piece::YELLOW;
use crate::position::Position;
use crate::rule::Rule;

pub(crate) const BADGE: &str = "M-8 12L4 -8 7 -6 -5 12ZM-10 -6C-4 -13 6 -13 11 -6C5 -9 -2 -9 -10 -6Z";

pub(super) const CARD: Card = card! {
    "reaper" "Grim Reaper" "Faucheuse", bound: Some(YELLOW), once: false, costs_piece: false,
    summary
        "It moves to the space where your last piece was captured."
        "Elle se place là où votre dernière pièce a été capturée."
    text
        "If one of your pieces is captured by a jump in your opponent's turn, this piece is moved automatically at the \
         end of that turn to the space of the last such capture, if it is vacant. This is not a landing: nothing else \
         follows from it."
        "Si une de vos pièces est capturée par un saut pendant le tour adverse, cette pièce est placée automatiquement, \
         à la fin de ce tour, sur la case de la dernière de ces captures, si elle est libre. Cela ne compte pas \
         comme une arrivée : rien d'autre ne s'ensuit."
    example "Red is captured, and Yellow takes its place." "Rouge est capturé, et Jaune prend sa place."
        "w/2/1y1/4/5/6/2r2/2B3/5/4/3/2/W 1 - - reaper@Y - -" ["c6:c7:d8"]
};

#[inline]
pub(crate) fn answer(position: &Position, side: Side) -> Option<(Square, Square)> {
    let Position { pieces, state, .. } = position;
    let to = state.lost.filter(|&square| !pieces.occupied().contains(square))?;
    let kind = state.team(side).kind_of(Rule::Reaper)?;
    Some((pieces.find(side, kind)?, to))
}

#[cfg(test)]
mod tests {
    use super::super::test::after;

    #[test]
    fn it_moves_to_the_last_capture_if_vacant() {
        let answered = after("w/2/1y1/4/5/6/2r2/2B3/5/4/3/2/W 1 - - reaper@Y - -", &["c6:c7:d8"]);
        assert_eq!(answered, "w/2/3/4/5/3B2/2y2/6/5/4/3/2/W 2 - - reaper@Y - -");
    }

    #[test]
    fn it_is_lost_with_its_piece() {
        let captured = after("w/2/3/4/5/6/2r2/2B3/5/4/3/2/W 1 - - reaper@R - -", &["c6:c7:d8"]);
        assert_eq!(captured, "w/2/3/4/5/3B2/5/6/5/4/3/2/W 2 - - - - -");
    }
}
