use entourage_kernel::{Card, Side, Square, card};

use crate::piece::YELLOW;
use crate::position::Position;
use crate::rule::Rule;

pub(crate) const BADGE: &str = "M-8 12L4 -8 7 -6 -5 12ZM-10 -6C-4 -13 6 -13 11 -6C5 -9 -2 -9 -10 -6Z";

pub(super) const CARD: Card = card! {
    "reaper" "Grim Reaper" "Faucheuse", bound: Some(YELLOW), once: false, costs_piece: false,
    summary
        "It goes by itself to where its side was last captured."
        "Elle se rend d'elle-même là où son camp vient d'être capturé."
    text
        "When one of your pieces was captured by a jump in your opponent's turn, then at the end of that turn this \
         piece is moved, unasked, to the space of the last such capture, if that is vacant. It does not land there: \
         nothing else comes of it."
        "Quand une de vos pièces a été capturée par un saut pendant le tour adverse, cette pièce est placée d'office, \
         à la fin de ce tour, sur l'espace de la dernière de ces captures, s'il est libre. Ce n'est pas un \
         atterrissage : rien d'autre ne s'ensuit."
    example "Red is captured, and Yellow stands in its place." "Rouge est capturé, et Jaune prend sa place."
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
    fn it_answers_the_last_capture_if_that_space_is_vacant() {
        let answered = after("w/2/1y1/4/5/6/2r2/2B3/5/4/3/2/W 1 - - reaper@Y - -", &["c6:c7:d8"]);
        assert_eq!(answered, "w/2/3/4/5/3B2/2y2/6/5/4/3/2/W 2 - - reaper@Y - -");
    }

    #[test]
    fn it_is_gone_with_its_piece() {
        let captured = after("w/2/3/4/5/6/2r2/2B3/5/4/3/2/W 1 - - reaper@R - -", &["c6:c7:d8"]);
        assert_eq!(captured, "w/2/3/4/5/3B2/5/6/5/4/3/2/W 2 - - - - -");
    }
}
