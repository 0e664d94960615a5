use entourage_kernel::{Intent, Piece, SmallPieces, Square, SquareQueue, Symmetry};

use crate::action::Action;
use crate::geometry::{BOARD, ROWS, WIDTHS, at, column, row};
use crate::pieces::Pieces;
use crate::position::{Position, State};
use crate::turn::{Moving, Turn};

/// Returns the three symmetries: the mirror image, the rotation by 180° with sides swapped, and both combined.
pub(crate) fn symmetries() -> Vec<Symmetry> {
    [("mirror", true, false), ("rotation", true, true), ("far mirror", false, true)]
        .into_iter()
        .map(|(name, mirrors, swaps_sides)| Symmetry {
            name: name.to_owned(),
            image: BOARD
                .into_iter()
                .map(|square| {
                    let (row, column) = (row(square), column(square));
                    let column = if mirrors { WIDTHS[row] - 1 - column } else { column };
                    at(if swaps_sides { ROWS - 1 - row } else { row }, column)
                })
                .collect(),
            swaps_sides,
        })
        .collect()
}

pub(crate) fn transform(position: &Position, symmetry: &Symmetry) -> Position {
    let swaps = symmetry.swaps_sides;
    let mut pieces = Pieces::EMPTY;
    for (square, piece) in position.pieces.list() {
        let side = if swaps { !piece.side() } else { piece.side() };
        pieces.put(symmetry.map(square), Piece::new(piece.kind(), side));
    }
    let State { teams: [first, second], pacts, turn, lost } = position.state;
    let map = |square: Square| symmetry.map(square);
    let state = State {
        teams: if swaps { [second, first] } else { [first, second] },
        pacts: if swaps { pacts.exchanged() } else { pacts },
        turn: match turn {
            Turn::Moving(moving) => Turn::Moving(Moving {
                stage: moving.stage,
                at: map(moving.at),
                barred: moving.barred.spaces().map(map).collect(),
                jolted: moving.jolted.squares().fold(SquareQueue::default(), |mut queue, square| {
                    queue.push(map(square));
                    queue
                }),
            }),
            other => other,
        },
        lost: lost.map(map),
    };
    let side = if swaps { !position.side } else { position.side };
    Position::new(pieces, side, state)
}

/// Returns the image of a ply under a symmetry; the two spaces of a Mad Hatter ply are sorted again.
pub(crate) fn transform_intent(intent: Intent, symmetry: &Symmetry) -> Intent {
    let image = intent.map_squares(|square| symmetry.map(square));
    match Action::of(image) {
        Some(Action::Trade { a, b }) if a > b => Action::Trade { a: b, b: a }.intent(),
        _ => image,
    }
}
