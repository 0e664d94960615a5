use crate::{Board, Piece, Side, Square};

/// The contents of a position string, not checked against the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// The pieces with their squares; at most one piece per square.
    pub pieces: Vec<(Square, Piece)>,
    /// The side to move.
    pub side: Side,
    /// The game-specific words (such as castling rights), in the order in which the position string contains them.
    pub words: Vec<String>,
}

impl Draft {
    /// Creates a draft from a board's pieces and side to move, and from game-specific words.
    pub fn of(board: &impl Board, words: Vec<String>) -> Self {
        let placed = |square| Some((square, board.piece_at(square)?));
        Self {
            pieces: board.occupied().into_iter().filter_map(placed).collect(),
            side: board.side_to_move(),
            words,
        }
    }
}
