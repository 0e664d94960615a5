use entourage_kernel::{Card, Piece, card};

use crate::piece::{GREEN, WHITE};
use crate::position::State;
use crate::rule::Rule;
use crate::turn::Stage;

pub(crate) const BADGE: &str = "M0 -11A11 11 0 0 1 0 11ZM-2 -11A11 11 0 0 0 -2 11V8A8 8 0 0 1 -2 -8Z";
/// The badge of a spent Conversion: a half disc, crossed out.
pub(crate) const SPENT_BADGE: &str = "M-12 7L7 -12 10 -9 -9 10ZM11.5 -5A12 12 0 0 1 -5 11.5Z";

pub(super) const CARD: Card = card! {
    "conversion" "Conversion" "Conversion", bound: Some(GREEN), once: true, costs_piece: false,
    summary "Once: the first enemy it jumps changes sides." "Une fois : le premier ennemi par-dessus lequel elle saute change de camp."
    text
        "The first enemy piece other than White that this piece jumps is not captured. It becomes yours, as a grey piece \
         without a Rule or Pact. Neither Armor nor Pacifist prevents this. An enemy White that is jumped is captured \
         as usual."
        "Le premier ennemi, Blanc excepté, par-dessus lequel cette pièce saute n'est pas capturé. Il passe dans votre camp : c'est \
         une pièce grise, sans Règle ni Pacte. Ni Armure ni Pacifiste ne l'empêchent. Un Blanc ennemi \
         est capturé comme d'habitude."
    example "The enemy Red becomes your Grey." "Le Rouge ennemi devient votre Gris."
        "w/2/3/4/5/6/2r2/2B3/5/4/3/2/W 1 - conversion@B - - -" ["c6:c7:d8"]
};

/// Returns whether a jump converts the jumped enemy. Jumps in an extra move do not convert (G7), and a White is never converted (G10).
#[inline]
pub(crate) fn converts(state: &State, jumper: Piece, jumped: Piece, stage: Stage) -> bool {
    let team = state.team(jumper.side());
    stage != Stage::Extra
        && jumped.kind() != WHITE
        && team.is_bound(Rule::Conversion, jumper.kind())
        && !team.is_spent(Rule::Conversion)
}

#[cfg(test)]
mod tests {
    use super::super::test::after;

    #[test]
    fn it_overrides_and_removes_armor_and_pacifist() {
        for theirs in ["armor@R", "pacifist@R"] {
            let start = format!("w/2/3/4/5/6/2r2/2B3/5/4/3/2/W 1 - conversion@B {theirs} - -");
            let converted = after(&start, &["c6:c7:d8"]);
            assert_eq!(converted, "w/2/3/4/5/3B2/2X2/6/5/4/3/2/W 2 - conversion@B! - - -");
        }
    }
}
