use crate::{Piece, Square};

/// Describes one consequence of a move for the pieces; a move's effects are applied in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the fields are named for what they hold")]
pub enum Effect {
    /// A piece goes from one square to an empty one.
    Move { from: Square, to: Square },
    /// A piece leaves the board.
    Remove { square: Square, piece: Piece },
    /// A piece enters the board on an empty square.
    Place { square: Square, piece: Piece },
    /// A piece becomes another on its square.
    Transform { square: Square, from: Piece, to: Piece },
    /// Two pieces trade places.
    Swap { a: Square, b: Square },
    /// Nothing on the board changes: the player passes, or ends a turn.
    Pass,
}

impl Effect {
    pub(crate) fn squares(self) -> impl Iterator<Item = Square> {
        let (first, second) = match self {
            Self::Move { from: a, to: b } | Self::Swap { a, b } => (Some(a), Some(b)),
            Self::Remove { square, .. } | Self::Place { square, .. } | Self::Transform { square, .. } => {
                (Some(square), None)
            }
            Self::Pass => (None, None),
        };
        first.into_iter().chain(second)
    }
}
