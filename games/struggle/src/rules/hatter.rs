use entourage_kernel::{Card, Reason, Square, card};

use crate::position::Position;
use crate::rule::Rule;
use crate::rules::refuse_if;

pub(super) const CARD: Card = card! {
    "hatter" "Mad Hatter" "Chapelier fou", bound: None, once: true, costs_piece: false,
    summary "Once: two of your pieces trade places." "Une fois : deux de vos pièces échangent leurs places."
    text
        "Once in the game, before anything else in your turn, two of your pieces, neither of them White, trade places. \
         Then your turn continues."
        "Une fois dans la partie, avant toute autre chose dans votre tour, deux de vos pièces, Blanc excepté, \
         échangent leurs places. Puis votre tour continue."
    example "Black and Red trade places." "Noir et Rouge échangent leurs places."
        "w/2/3/4/1R3/6/5/6/5/4/3/K1/W 1 - hatter - - -" ["a2<>b9", "b9b10"]
};

pub(crate) fn judge(position: &Position, a: Square, b: Square) -> Result<(), Reason> {
    let team = position.state.team(position.side);
    refuse_if(!team.has(Rule::Hatter), || Reason::new("no-hatter", "hatter", []))?;
    refuse_if(team.is_spent(Rule::Hatter), || Reason::new("hatter-spent", "hatter", []))?;
    let own = position.pieces.nonwhite(position.side);
    refuse_if(a == b || !own.contains(a) || !own.contains(b), || Reason::new("hatter-pieces", "G5", [a, b]))?;
    refuse_if(a > b, || Reason::new("hatter-order", "hatter", [a, b]))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::test::{after, legal};

    #[test]
    fn it_is_used_once_before_the_main_action() {
        let start = "w/2/3/4/1R3/6/5/6/5/4/3/K1/W 1 - hatter - - -";
        let traded = after(start, &["a2<>b9"]);
        assert_eq!(traded, "w/2/3/4/1K3/6/5/6/5/4/3/R1/W 1 free hatter! - - -");
        assert!(!legal(&traded, "a2<>b9") && !legal(&traded, "end") && legal(&traded, "a2a3"));
    }
}
