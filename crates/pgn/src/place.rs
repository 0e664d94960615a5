use std::fmt;

/// Says where something stands in a text; both numbers begin with 1, and 0 stands for what was not read from any.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The character in it.
    pub column: u64,
}

impl Place {
    /// The beginning of a text.
    pub const START: Self = Self { line: 1, column: 1 };
}

/// Writes `LINE:COLUMN`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}
