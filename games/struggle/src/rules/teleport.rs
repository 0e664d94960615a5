use std::sync::LazyLock;

use entourage_kernel::{Board, Card, Example, Reason, Side, Square, SquareSet, Text};

use super::Rule;
use crate::geometry::{SQUARES, allowed, neighbour};
use crate::piece::BLACK;
use crate::position::Position;

/// The shape of its mark.
pub(crate) const BADGE: &str = "M0 -12L3 -3 12 0 3 3 0 12 -3 3 -12 0 -3 -3Z";

pub(super) const CARD: Card = Card {
    code: "teleport",
    name: Text::new("Teleport", "Téléportation"),
    summary: Text::new(
        "It vanishes and appears two or three steps away.",
        "Elle disparaît et reparaît à deux ou trois pas.",
    ),
    text: Text::new(
        "Instead of another action, this piece goes to any vacant space that is two or three steps away, sideways or \
         forward, and not one. Pieces on the way do not matter. It does not land there, and its turn is over.",
        "Au lieu d'une autre action, cette pièce gagne un espace libre situé à deux ou trois pas, de côté ou en \
         avant, et non à un seul. Les pièces sur le chemin ne comptent pas. Ce n'est pas un atterrissage, et le tour \
         est fini.",
    ),
    bound: Some(BLACK),
    once: false,
    costs_piece: false,
    examples: &[Example {
        caption: Text::new("Two steps at once, over an enemy.", "Deux pas d'un coup, par-dessus un ennemi."),
        position: "w/2/3/4/5/6/5/2r3/2B2/4/3/2/W 1 - teleport@B - - -",
        moves: &["c5@c7"],
    }],
};

/// Judges a Teleport of an own piece.
pub(crate) fn judge(position: &Position, from: Square, to: Square) -> Result<(), Reason> {
    let side = position.side();
    let has_it = position
        .piece_at(from)
        .is_some_and(|piece| position.state().team(side).is_bound(Rule::Teleport, piece.kind()));
    if !has_it {
        return Err(Reason::new("no-teleport", "Teleport", [from]));
    }
    if position.piece_at(to).is_some() {
        return Err(Reason::new("occupied", "Teleport", [from, to]));
    }
    let steps = |from| allowed(side).into_iter().filter_map(move |direction| neighbour(from, direction));
    let one = steps(from).any(|a| a == to);
    let two = steps(from).flat_map(steps).any(|b| b == to);
    let three = steps(from).flat_map(steps).flat_map(steps).any(|c| c == to);
    if one || !(two || three) {
        return Err(Reason::new("teleport-range", "Teleport", [from, to]));
    }
    Ok(())
}

/// The spaces within reach of a Teleport, by side and space.
static REACH: LazyLock<[[SquareSet; SQUARES]; 2]> = LazyLock::new(|| {
    Side::BOTH.map(|side| {
        let spread = |set: SquareSet| -> SquareSet {
            set.into_iter()
                .flat_map(|from| allowed(side).into_iter().filter_map(move |by| neighbour(from, by)))
                .collect()
        };
        std::array::from_fn(|index| {
            let here = SquareSet::of(Square::new(index));
            let one = spread(here);
            let two = spread(one);
            (two | spread(two)) - one - here
        })
    })
});

/// Returns the spaces within reach of a Teleport, vacant or not.
#[inline]
pub(crate) fn reach(side: Side, from: Square) -> SquareSet {
    REACH[side.index()][from.index()]
}

#[cfg(test)]
mod tests {
    use super::super::test::legal;

    #[test]
    fn it_reaches_two_or_three_steps_and_never_back() {
        let start = "w/2/3/4/5/6/5/6/2B2/4/3/2/W 1 - teleport@B - - -";
        assert!(legal(start, "c5@c7") && legal(start, "c5@a5") && legal(start, "c5@b8"));
        assert!(!legal(start, "c5@c6") && !legal(start, "c5@b3") && !legal(start, "c5@c9"));
    }
}
