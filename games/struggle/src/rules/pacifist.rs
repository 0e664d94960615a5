use entourage_kernel::{Card, Piece, card};

use crate::piece::RED;
use crate::position::State;
use crate::rule::Rule;

pub(crate) const BADGE: &str = "M-11 0A11 11 0 1 0 11 0A11 11 0 1 0 -11 0ZM-8.5 0A8.5 8.5 0 1 1 8.5 0A8.5 8.5 0 1 1 -8.5 0ZM-1.3 -10V10H1.3V-10ZM0 1L6.5 7.2 4.8 9 0 4.2 -4.8 9 -6.5 7.2Z";

pub(super) const CARD: Card = card! {
    "pacifist" "Pacifist" "Pacifiste", bound: Some(RED), once: false, costs_piece: false,
    summary "It cannot capture or be captured." "Elle ne peut ni capturer ni être capturée."
    text
        "This piece cannot be captured, by a jump or a zap, and cannot capture, not even a White. It can jump and be \
         jumped; such jumps capture nothing and can be continued."
        "Cette pièce ne peut pas être capturée, ni par un saut ni par la foudre, et ne peut pas capturer, pas même un Blanc. \
         Elle peut sauter, et on peut sauter par-dessus elle ; ces sauts ne capturent rien et peuvent être poursuivis."
    example "Red is jumped and stays." "On saute par-dessus Rouge, qui reste."
        "w/2/3/4/5/6/2r2/2B3/5/4/3/2/W 1 - - pacifist@R - -" ["c6:c7:d8"]
};

#[inline]
pub(crate) fn is_pacifist(state: &State, piece: Piece) -> bool {
    state.team(piece.side()).is_bound(Rule::Pacifist, piece.kind())
}

#[cfg(test)]
mod tests {
    use super::super::test::after;

    #[test]
    fn it_does_not_capture_a_white_or_spend_armor() {
        let jumped = after("1/2/3/4/5/6/2w2/2B3/5/4/3/2/W 1 - pacifist@B - - -", &["c6:c7:d8"]);
        assert_eq!(jumped, "1/2/3/4/5/3B2/2w2/6/5/4/3/2/W 2 - pacifist@B - - -");
        let armored = after("w/2/3/4/5/6/2r2/2B3/5/4/3/2/W 1 - pacifist@B armor@R - -", &["c6:c7:d8"]);
        assert!(armored.ends_with("pacifist@B armor@R - -"), "{armored}");
    }

    #[test]
    fn a_zap_spares_it() {
        let zapped = after("1/rb/3/4/2W2/6/5/2w3/5/4/3/2/1 1 - - pacifist@R - -", &["c9b10"]);
        assert_eq!(zapped, "1/r1/3/1W2/5/6/5/2w3/5/4/3/2/1 2 - - pacifist@R - -");
    }
}
