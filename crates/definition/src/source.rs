/// A range of characters on one line of a definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// Index of the source: 0 for the definition itself, 1 for the game that it inherits from, and so on.
    pub file: u8,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The length in characters.
    pub length: u32,
}

impl Span {
    /// Extends the span to the end of another span on the same line; returns `self` if the lines differ.
    pub fn to(self, end: Self) -> Self {
        if end.line != self.line || end.column < self.column {
            return self;
        }
        Self { length: end.column + end.length - self.column, ..self }
    }
}

/// A definition's source text and name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The name shown to users: the name of a file or of a shipped game.
    pub name: String,
    /// The source text, without a byte order mark.
    pub text: String,
}

impl Source {
    /// Creates a source; strips a leading byte order mark.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let mut text = text.into();
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        Self { name: name.into(), text }
    }
}
