//! Where the pieces of a position come to stand by the effects of a move.

use entourage_kernel::{Board, Effect, Square};

/// Follows the pieces of a position through effects: each is known by where it stood before them.
#[derive(Clone)]
pub(crate) struct Journey {
    /// For each square, where the piece that stands there now came from; `None` if none does, or one that has entered.
    origins: Vec<Option<Square>>,
}

impl Journey {
    pub(crate) fn new(board: &impl Board, squares: usize) -> Self {
        let mut origins = vec![None; squares];
        board.occupied().into_iter().for_each(|square| origins[square.index()] = Some(square));
        Self { origins }
    }

    pub(crate) fn follow(&mut self, effect: Effect) {
        match effect {
            Effect::Move { from, to } => {
                let piece = self.origins[from.index()].take();
                self.origins[to.index()] = piece;
            }
            Effect::Swap { a, b } => self.origins.swap(a.index(), b.index()),
            Effect::Remove { square, .. } | Effect::Place { square, .. } => self.origins[square.index()] = None,
            Effect::Transform { .. } | Effect::Pass => {}
        }
    }

    /// Returns where the piece that stands on a square now stood before; `None` if it was not on the board.
    pub(crate) fn origin(&self, now: Square) -> Option<Square> {
        self.origins[now.index()]
    }

    /// Returns where the piece that stood on a square stands now; `None` if it has left the board.
    pub(crate) fn end(&self, origin: Square) -> Option<Square> {
        self.origins.iter().position(|&piece| piece == Some(origin)).map(Square::new)
    }
}
