use crate::Square;

/// Describes a map of a game onto itself: where each square goes, and whether the players change roles.
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
    /// Returns where a square goes.
    pub fn map(&self, square: Square) -> Square {
        self.image[square.index()]
    }
}
