use entourage_kernel::{Board, Card, Reason, Square, card};

use crate::geometry::{allowed, neighbour};
use crate::leap::leap_reasons;
use crate::piece::GREEN;
use crate::position::Position;
use crate::rule::Rule;
use crate::rules::refuse_if;

pub(crate) const BADGE: &str = "M-11 10C-11 -9 5 -12 8 0H12L6 8 -1 0H4C2 -6 -6 -4 -7 10Z";

pub(super) const CARD: Card = card! {
    "catapult" "Catapult" "Catapulte", bound: Some(GREEN), once: false, costs_piece: false,
    summary "It can jump over two spaces at once." "Elle peut sauter par-dessus deux cases d'un seul bond."
    text
        "Instead of another action, this piece leaps sideways or forward over a piece next to it and one more space, \
         empty or not, to the vacant third space in a straight line. Enemies on both spaces are jumped, the nearer \
         first. Then the turn ends."
        "Au lieu d'une autre action, cette pièce bondit de côté ou en avant par-dessus une pièce voisine et la case \
         suivante, vide ou non, jusqu'à la troisième case en ligne droite, qui doit être libre. Les \
         ennemis qui occupent ces deux cases comptent comme sautés, le plus proche d'abord. Puis le tour se termine."
    example "Two enemies in one leap." "Deux ennemis d'un seul bond."
        "w/2/3/4/5/6/3k1/3r2/2B2/4/3/2/W 1 - catapult@B - - -" ["c5:d6:d7:e8"]
};

/// Checks a Catapult by a friendly piece; returns the reasons why it is illegal.
pub(crate) fn judge(
    position: &Position,
    from: Square,
    near: Square,
    far: Square,
    to: Square,
) -> Result<Vec<Reason>, Reason> {
    let (side, mover) = (position.side, position.piece_at(from));
    refuse_if(
        !mover.is_some_and(|piece| position.state.team(side).is_bound(Rule::Catapult, piece.kind())),
        || Reason::new("no-catapult", "catapult", [from]),
    )?;
    let straight = allowed(side).into_iter().any(|direction| {
        let next = |from| neighbour(from, direction);
        next(from) == Some(near) && next(near) == Some(far) && next(far) == Some(to)
    });
    refuse_if(!straight, || Reason::new("catapult-line", "catapult", [from, to]))?;
    Ok(leap_reasons(position, from, &[near, far], to))
}

#[cfg(test)]
mod tests {
    use super::super::test::{after, legal};

    #[test]
    fn it_captures_both_enemies_and_ends_the_turn() {
        let start = "w/2/3/4/5/6/3k1/3r2/2B2/4/3/2/W 1 - catapult@B reaper@K - -";
        assert_eq!(after(start, &["c5:d6:d7:e8"]), "w/2/3/4/5/4B1/5/6/5/4/3/2/W 2 - catapult@B - - -");
    }

    #[test]
    fn the_second_space_can_be_empty_but_not_the_first() {
        assert!(legal("w/2/3/4/5/6/5/3R2/2B2/4/3/2/W 1 - catapult@B - - -", "c5:d6:d7:e8"));
        assert!(!legal("w/2/3/4/5/6/3r1/6/2B2/4/3/2/W 1 - catapult@B - - -", "c5:d6:d7:e8"));
    }
}
