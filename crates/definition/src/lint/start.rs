use entourage_kernel::{Piece, Side, Square};

use crate::diagnostic::{Code, Diagnostic};
use crate::execution::Reading;
use crate::law::Scene;
use crate::model::Model;

pub(super) fn start(model: &Model, scene: &Scene<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let span = model.start_span;
    if scene.is_in_danger() {
        found.push(Code::Start.at(span).warning(
            "At the start, the royal piece of the side to move is threatened.",
            "Au départ, la pièce royale du camp au trait est menacée.",
        ));
    }
    if scene.terminal().is_some() || !scene.has_moves() {
        found.push(
            Code::Start
                .at(span)
                .warning("The game is over before it begins.", "La partie est finie avant de commencer."),
        );
    }
    // Sides with different pieces are intentionally asymmetric.
    let kinds = |side: Side| scene.of_side(side).into_iter().filter_map(|square| scene.kind_at(square));
    let [one, other] = Side::BOTH.map(|side| kinds(side).fold(0_u32, |all, kind| all | 1 << kind.index()));
    if one == other
        && ![Image::Ahead, Image::Turned, Image::Aside].into_iter().any(|image| is_alike(model, scene, image))
    {
        found.push(Code::Start.at(span).warning(
            "The starting position is not symmetric: the two sides are neither mirrored nor rotated.",
            "La position de départ n'est pas symétrique\u{a0}: les deux camps ne se correspondent ni en miroir ni par un demi-tour.",
        ));
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Image {
    /// Mirrored from top to bottom.
    Ahead,
    Turned,
    /// Mirrored from left to right, as in races in which both sides run in the same direction.
    Aside,
}

fn is_alike(model: &Model, scene: &Scene<'_>, how: Image) -> bool {
    let board = &model.board;
    let image = |square: Square| {
        let mirrored = if how == Image::Aside { square } else { board.mirrored(square)? };
        if how == Image::Ahead {
            return Some(mirrored);
        }
        // A half-turn is a reflection from top to bottom followed by one from left to right.
        let (row, place) = board.place(mirrored)?;
        let last = (0..board.len()).map(Square::new).filter_map(|other| board.place(other));
        let last = last.filter(|(other, _)| *other == row).map(|(_, place)| place).max()?;
        board.at(row, last - place)
    };
    scene.pieces.pieces().all(|(square, piece)| {
        // Ignore pieces in hand, which have no mirror image.
        let Some(image) = image(square) else { return board.place(square).is_none() };
        scene.pieces.piece_at(image) == Some(Piece::new(piece.kind(), !piece.side()))
    })
}
