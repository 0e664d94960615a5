use crate::{SquareSet, Text};

/// Which squares carry a mark that moves have left there, whoever stands on them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// What the mark is called.
    pub name: Text,
    /// The squares.
    pub squares: SquareSet,
}
