use crate::Square;

/// A symmetry of a game: the image of every square, and whether the players swap sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// A name for test reports.
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
