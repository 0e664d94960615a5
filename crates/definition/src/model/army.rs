use entourage_kernel::{Kind, Piece, Side, Square};

/// Bounds the armies of a game: each of them meets each of them at a start that is looked at.
pub(crate) const MOST_ARMIES: usize = 8;

#[derive(Clone, Debug)]
pub(crate) struct Army {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) french: Option<String>,
    pub(crate) kinds: Vec<Kind>,
    /// Where they stand, for each side, in the same order: from left to right, and row by row from one's own edge.
    pub(crate) squares: [Vec<Square>; 2],
}

impl Army {
    pub(crate) fn french(&self) -> &str {
        self.french.as_deref().unwrap_or(&self.title)
    }

    pub(crate) fn pieces(&self, side: Side) -> impl Iterator<Item = (Square, Piece)> {
        let squares = self.squares[side.index()].iter().copied();
        squares.zip(self.kinds.iter().map(move |kind| Piece::new(*kind, side)))
    }
}
