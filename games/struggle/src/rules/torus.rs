use entourage_kernel::{Card, Example, Kind, Square, Text};

use super::Rule;
use crate::geometry::{Direction, neighbour, wrapped_neighbour};
use crate::piece::BLUE;
use crate::team::Team;
use crate::turn::Stage;

/// The shape of its mark.
pub(crate) const BADGE: &str = "M-11 0A11 11 0 1 0 11 0A11 11 0 1 0 -11 0ZM-5 0A5 5 0 1 1 5 0A5 5 0 1 1 -5 0Z";

pub(super) const CARD: Card = Card {
    code: "torus",
    name: Text::new("Torus", "Tore"),
    summary: Text::new("Its rows wrap around.", "Ses rangées se referment sur elles-mêmes."),
    text: Text::new(
        "For this piece the two ends of every row meet. Going sideways off one end, it continues at the other. Going \
         forward where its row has no space in that direction, it continues as if it stood on the other end of its \
         row. Steps and jumps alike: the jumped space and the landing space each wrap in this way.",
        "Pour cette pièce, les deux bouts de chaque rangée se touchent. En sortant de côté par un bout, elle continue \
         à l'autre. En avançant là où sa rangée n'a pas d'espace dans cette direction, elle continue comme si elle se \
         tenait à l'autre bout de sa rangée. Cela vaut pour les pas et pour les sauts : l'espace sauté et l'espace \
         d'arrivée suivent chacun cette loi.",
    ),
    bound: Some(BLUE),
    once: false,
    costs_piece: false,
    examples: &[
        Example {
            caption: Text::new("A step sideways off the edge.", "Un pas de côté par-dessus le bord."),
            position: "w/2/3/4/5/6/5/B5/5/4/3/2/W 1 - torus@B - - -",
            moves: &["a6f6"],
        },
        Example {
            caption: Text::new("A jump sideways off the edge.", "Un saut de côté par-dessus le bord."),
            position: "w/2/3/4/5/6/5/B4r/5/4/3/2/W 1 - torus@B - - -",
            moves: &["a6:f6:e6"],
        },
        Example {
            caption: Text::new("A step forward at the edge.", "Un pas en avant au bord."),
            position: "w/2/3/4/5/6/5/B5/5/4/3/2/W 1 - torus@B - - -",
            moves: &["a6e7"],
        },
        Example {
            caption: Text::new("A jump forward at the edge.", "Un saut en avant au bord."),
            position: "w/2/3/4/5/6/4r/B5/5/4/3/2/W 1 - torus@B - - -",
            moves: &["a6:e7:e8"],
        },
        Example {
            caption: Text::new(
                "A jump whose landing wraps.",
                "Un saut dont l'arrivée se trouve à l'autre bout.",
            ),
            position: "w/2/3/4/5/6/5/rB4/5/4/3/2/W 1 - torus@B - - -",
            moves: &["b6:a6:f6"],
        },
    ],
};

/// Tells whether a piece moves by wrapped rows: not in an extra move, which is conventional (G7).
pub(crate) fn wraps(team: Team, kind: Kind, stage: Stage) -> bool {
    stage != Stage::Extra && team.is_bound(Rule::Torus, kind)
}

/// Returns the space next to another as the piece sees it.
pub(crate) fn next(wraps: bool, from: Square, direction: Direction) -> Option<Square> {
    if wraps { wrapped_neighbour(from, direction) } else { neighbour(from, direction) }
}

#[cfg(test)]
mod tests {
    use super::super::test::legal;

    #[test]
    fn a_wrap_needs_a_space_on_the_other_side() {
        // The last row has one space only, and nothing lies ahead of it.
        let home = "B/2/3/4/5/6/5/2w3/5/4/3/2/W 1 - torus@B - - -";
        assert!(!legal(home, "a13a12"));
        // Where the plain neighbour exists there is no wrap.
        assert!(legal("w/2/3/4/5/6/B4/6/5/4/3/2/W 1 - torus@B - - -", "a7a8"));
        assert!(!legal("w/2/3/4/5/6/B4/6/5/4/3/2/W 1 - torus@B - - -", "a7e8"));
    }

    #[test]
    fn other_pieces_do_not_wrap() {
        assert!(!legal("w/2/3/4/5/6/5/R5/5/4/3/B1/W 1 - torus@B - - -", "a6f6"));
    }
}
