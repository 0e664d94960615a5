/// Names something that a seat keeps for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paper {
    /// Notes.
    Notes,
    /// The moves that it has ready for the other's.
    Plan,
}

impl Paper {
    /// Returns the word under which databases keep the paper.
    pub fn word(self) -> &'static str {
        match self {
            Self::Notes => "notes",
            Self::Plan => "plan",
        }
    }
}
