use entourage_kernel::{Kind, Piece, Side, Square};

/// Maximum number of armies per game. The checker validates a starting position for every pair of armies.
pub(crate) const MAX_ARMIES: usize = 8;

#[derive(Clone, Debug)]
pub(crate) struct Army {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) french: Option<String>,
    pub(crate) kinds: Vec<Kind>,
    /// Each side's squares, in the order of `kinds`: row by row from the side's own edge, left to right.
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
