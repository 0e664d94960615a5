use crate::{Piece, Square};

/// One change that a move makes to the board; a move's effects are applied in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the fields are named for what they hold")]
pub enum Effect {
    /// A piece moves to an empty square.
    Move { from: Square, to: Square },
    /// A piece leaves the board.
    Remove { square: Square, piece: Piece },
    /// A piece enters the board on an empty square.
    Place { square: Square, piece: Piece },
    /// A piece turns into another piece and stays on its square.
    Transform { square: Square, from: Piece, to: Piece },
    /// Two pieces trade places.
    Swap { a: Square, b: Square },
    /// Nothing changes on the board: a pass, or the end of a turn.
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
