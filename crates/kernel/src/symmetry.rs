use crate::Square;

/// A symmetry of a game: a mapping of the squares, and possibly of the sides, that preserves the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// The name to show in test reports.
    pub name: String,
    /// The image of every square, by index.
    pub image: Vec<Square>,
    /// Whether the two sides are exchanged.
    pub swaps_sides: bool,
}

impl Symmetry {
    /// Returns the image of a square.
    pub fn map(&self, square: Square) -> Square {
        self.image[square.index()]
    }
}
