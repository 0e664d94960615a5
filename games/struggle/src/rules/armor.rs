use entourage_kernel::{Card, Piece, card};

use crate::piece::RED;
use crate::position::State;
use crate::rule::Rule;

pub(crate) const BADGE: &str = "M0 -12L10 -8V0C10 6 5 10 0 12C-5 10 -10 6 -10 0V-8Z";
/// The badge of a spent Armor: a broken shield.
pub(crate) const SPENT_BADGE: &str =
    "M-2 -11L-10 -8V0C-10 6 -5 10 -2 11L1 4 -4 0ZM3 -11L10 -8V0C10 6 6 10 3 11L6 3 1 -1Z";

pub(super) const CARD: Card = card! {
    "armor" "Armor" "Armure", bound: Some(RED), once: true, costs_piece: false,
    summary
        "Once: the first jump that would capture it only breaks its Armor."
        "Une fois : le premier saut qui la capturerait ne brise que son Armure."
    text
        "The first jump that would capture this piece only spends its Armor, and the piece stays. It still counts as a \
         jump and can be continued. Armor does not help against a zap."
        "Le premier saut qui capturerait cette pièce ne fait qu'épuiser son Armure, et la pièce reste. Il compte tout de \
         même comme un saut et peut être poursuivi. L'Armure ne protège pas de la foudre."
    example "Red loses its Armor and stays." "Rouge perd son Armure et reste."
        "w/2/3/4/5/6/2r2/2B3/5/4/3/2/W 1 - - armor@R - -" ["c6:c7:d8"]
};

#[inline]
pub(crate) fn holds(state: &State, jumped: Piece) -> bool {
    let team = state.team(jumped.side());
    team.is_bound(Rule::Armor, jumped.kind()) && !team.is_spent(Rule::Armor)
}

#[cfg(test)]
mod tests {
    use super::super::test::after;

    #[test]
    fn the_first_jump_spends_it_and_the_second_captures() {
        let first = after("w/2/3/4/5/6/2r2/2B3/5/4/3/2/W 1 - - armor@R - -", &["c6:c7:d8"]);
        assert_eq!(first, "w/2/3/4/5/3B2/2r2/6/5/4/3/2/W 2 - - armor@R! - -");
        let second = after("w/2/3/4/5/6/2r2/2B3/5/4/3/2/W 1 - - armor@R! - -", &["c6:c7:d8"]);
        assert_eq!(second, "w/2/3/4/5/3B2/5/6/5/4/3/2/W 2 - - - - -");
    }

    #[test]
    fn a_zap_ignores_it() {
        let zapped = after("1/r1/3/4/2W2/6/5/2w3/5/4/3/2/1 1 - - armor@R - -", &["c9b10"]);
        assert_eq!(zapped, "1/2/3/1W2/5/6/5/2w3/5/4/3/2/1 2 - - - - -");
    }
}
