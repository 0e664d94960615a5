use entourage_kernel::{Board, Card, Reason, Side, Square, card};

use crate::cells::Cells;
use crate::pieces::Pieces;
use crate::position::{Position, State};
use crate::rule::Rule;
use crate::rules::refuse_if;

pub(super) const CARD: Card = card! {
    "pact" "Nonaggression Pact" "Pacte de non-agression", bound: None, once: true, costs_piece: false,
    summary
        "Once: one of your pieces and an enemy piece can no longer jump each other."
        "Une fois : une de vos pièces et une pièce ennemie ne peuvent plus sauter l'une par-dessus l'autre."
    text
        "Once in the game, before anything else in your turn, choose one of your pieces and one of your opponent's, \
         neither of them White, without a Pact between them. For the rest of the game, neither can jump the other, \
         not even with Catapult, or convert it. The Pact ends when one of them is captured or converted. It does not \
         protect from a zap."
        "Une fois dans la partie, avant toute autre chose dans votre tour, désignez une de vos pièces et une pièce \
         adverse, Blancs exceptés, qui n'ont pas encore de Pacte entre elles. Jusqu'à la fin de la partie, aucune des \
         deux ne peut sauter par-dessus l'autre, même par Catapulte, ni la convertir. Le Pacte prend fin quand l'une d'elles est \
         capturée ou convertie. Il ne protège pas de la foudre."
    example
        "Blue and the enemy Red make a Pact; then the turn continues."
        "Bleu et le Rouge ennemi concluent un Pacte ; puis le tour continue."
        "w/2/3/4/2r2/6/5/6/2B2/4/3/2/W 1 - pact - - -" ["c5||c9", "c5c6"]
};

pub(crate) fn judge(position: &Position, own: Square, enemy: Square) -> Result<(), Reason> {
    let Position { pieces, state, side, .. } = position;
    let side = *side;
    let team = state.team(side);
    refuse_if(!team.has(Rule::Pact), || Reason::new("no-pact", "pact", []))?;
    refuse_if(team.is_spent(Rule::Pact), || Reason::new("pact-spent", "pact", []))?;
    refuse_if(!pieces.nonwhite(side).contains(own) || !pieces.nonwhite(!side).contains(enemy), || {
        Reason::new("pact-pieces", "G5", [own, enemy])
    })?;
    refuse_if(state.pact(position.piece_at(own), position.piece_at(enemy)), || {
        Reason::new("pact-exists", "G9", [own, enemy])
    })?;
    Ok(())
}

/// Returns the Pacts in force as pairs of spaces: the side's piece first, then the enemy piece.
#[inline]
pub(crate) fn pairs(pieces: &Pieces, state: &State, side: Side) -> impl Iterator<Item = (Cells, Cells)> {
    state.pacts.pairs().map(move |(first, second)| {
        let [first, second] = [pieces.cell(Side::First, first), pieces.cell(Side::Second, second)];
        if side == Side::First { (first, second) } else { (second, first) }
    })
}

#[inline]
pub(crate) fn partners(pieces: &Pieces, state: &State, side: Side, square: Square) -> Cells {
    let pairs = pairs(pieces, state, side).filter(|&(own, _)| own == Cells::of(square));
    pairs.fold(Cells::EMPTY, |partners, (_, enemy)| partners | enemy)
}

#[cfg(test)]
mod tests {
    use super::super::test::{after, legal};

    #[test]
    fn a_pact_is_made_once_and_binds_both_sides() {
        let start = "w/2/3/4/5/6/2rg1/2B3/5/4/3/K1/W 1 - pact - - -";
        assert!(legal(start, "c6:c7:d8"));
        let pacted = after(start, &["c6||c7"]);
        assert_eq!(pacted, "w/2/3/4/5/6/2rg1/2B3/5/4/3/K1/W 1 free pact! - B:r -");
        assert!(!legal(&pacted, "c6:c7:d8") && !legal(&pacted, "a2||d7"));
        let later = after(&pacted, &["a2a3"]);
        assert!(!legal(&later, "c7:c6:b5"));
    }

    #[test]
    fn a_pact_ends_with_either_piece() {
        let captured = after("w/2/3/4/5/6/2rg1/2B3/5/4/3/K1/W 1 - pact! - K:r -", &["c6:c7:d8"]);
        assert!(captured.ends_with("1 - pact! - - c7") || captured.ends_with("2 - pact! - - -"), "{captured}");
    }
}
