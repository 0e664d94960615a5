use crate::{SquareSet, Text};

/// A mark that moves have left on squares, independent of the pieces there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The name of the mark to display.
    pub name: Text,
    /// The squares that carry the mark.
    pub squares: SquareSet,
}
