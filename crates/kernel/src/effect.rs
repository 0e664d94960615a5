use crate::{Piece, Square};

/// Describes one consequence of a move for the pieces; a move's effects are applied in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// A piece goes from one square to an empty one.
    Move {
        /// The square it leaves.
        from: Square,
        /// The empty square it reaches.
        to: Square,
    },
    /// A piece leaves the board.
    Remove {
        /// Its square.
        square: Square,
        /// The piece that stood there.
        piece: Piece,
    },
    /// A piece enters the board on an empty square.
    Place {
        /// Its square.
        square: Square,
        /// The piece that enters.
        piece: Piece,
    },
    /// A piece becomes another on its square.
    Transform {
        /// Its square.
        square: Square,
        /// The piece before.
        from: Piece,
        /// The piece after.
        to: Piece,
    },
    /// Two pieces trade places.
    Swap {
        /// The square of the one.
        a: Square,
        /// The square of the other.
        b: Square,
    },
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
