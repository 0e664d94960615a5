use entourage_kernel::{Card, Piece, card};

use crate::piece::{BLACK, WHITE};
use crate::position::State;
use crate::rule::Rule;
use crate::turn::Stage;

pub(crate) const BADGE: &str = "M3 -12L-8 2H-1L-4 12 8 -3H1Z";

pub(super) const CARD: Card = card! {
    "jolt" "Jolt" "Secousse", bound: Some(BLACK), once: false, costs_piece: false,
    summary "Friendly pieces that it jumps can move too." "Les pièces amies par-dessus lesquelles elle saute peuvent jouer aussi."
    text
        "Each of your own pieces, except White, that this piece jumps gets an extra conventional move after the jumper has \
         finished, in the order in which they were jumped, each at most once per turn. You can decline each of these \
         moves."
        "Chacune de vos pièces, Blanc excepté, par-dessus laquelle cette pièce saute gagne un coup conventionnel une fois que celle-ci \
         a fini, dans l'ordre des sauts, et chacune une seule fois par tour. Vous pouvez renoncer à chacun \
         de ces coups."
    example "Blue jumps Green, and Green moves too." "Bleu saute par-dessus Vert, et Vert joue aussi."
        "w/2/3/4/5/6/2G2/2B3/5/4/3/2/W 1 - jolt@B - - -" ["c6:c7:d8", "c7c8"]
};

/// Returns whether a jump gives the jumped friendly piece an extra move, which happens only in the main action (G8).
#[inline]
pub(crate) fn jolts(state: &State, jumper: Piece, jumped: Piece, stage: Stage) -> bool {
    stage == Stage::Main
        && jumped.side() == jumper.side()
        && jumped.kind() != WHITE
        && state.team(jumper.side()).is_bound(Rule::Jolt, jumper.kind())
}

#[cfg(test)]
mod tests {
    use super::super::test::{after, legal};

    #[test]
    fn the_jolted_piece_can_move_or_decline() {
        let start = "w/2/3/4/5/6/2G2/2B3/5/4/3/2/W 1 - jolt@B - - -";
        let jolted = after(start, &["c6:c7:d8"]);
        assert_eq!(jolted, "w/2/3/4/5/3B2/2G2/6/5/4/3/2/W 1 extra=c7 jolt@B - - -");
        assert!(legal(&jolted, "end") && legal(&jolted, "c7c8") && !legal(&jolted, "d8d9"));
        assert!(after(&jolted, &["end"]).ends_with(" 2 - jolt@B - - -"));
    }
}
