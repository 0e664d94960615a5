/// Where a piece of a definition's text is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// The text: 0 for the one that is read, 1 for the game that it is like, and so on.
    pub file: u8,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The number of characters.
    pub length: u32,
}

impl Span {
    /// Returns the span from the beginning of this one to the end of another one of the same line, or this one.
    pub fn to(self, end: Self) -> Self {
        if end.line != self.line || end.column < self.column {
            return self;
        }
        Self { length: end.column + end.length - self.column, ..self }
    }
}

/// A text with the name that people know it by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The name: that of a file, or of a shipped game.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// Creates a source; the sign with which some programs begin what they write in UTF-8 is no part of the text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let mut text = text.into();
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        Self { name: name.into(), text }
    }
}
