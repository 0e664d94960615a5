use crate::{Board, Piece, Side, Square};

/// Holds what a position string says, whether or not the rules allow it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// The pieces with their squares; a square stands here at most once.
    pub pieces: Vec<(Square, Piece)>,
    /// The side to move.
    pub side: Side,
    /// The words in the order of the fields.
    pub words: Vec<String>,
}

impl Draft {
    /// Writes down what stands on a board and who is to move, beside words for what else is known.
    pub fn of(board: &impl Board, words: Vec<String>) -> Self {
        let placed = |square| Some((square, board.piece_at(square)?));
        Self {
            pieces: board.occupied().into_iter().filter_map(placed).collect(),
            side: board.side_to_move(),
            words,
        }
    }
}
