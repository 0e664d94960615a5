use crate::{Problem, TextError};

/// A substring with its offset in the whole text, so that errors can be located.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part<'t> {
    /// The substring.
    pub text: &'t str,
    /// The byte offset of the substring in the whole text.
    pub at: usize,
}

impl<'t> Part<'t> {
    /// Creates a part that covers a whole text.
    pub const fn whole(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the byte offset just after the part.
    pub const fn end(self) -> usize {
        self.at + self.text.len()
    }

    /// Creates an error located at this part.
    pub fn error(self, problem: impl Into<Problem>) -> TextError {
        TextError::new(self.text, self.at, problem)
    }

    /// Creates an error about something that is missing after this part.
    pub fn missing(self, problem: impl Into<Problem>) -> TextError {
        TextError::new("", self.end(), problem)
    }

    /// Splits the part at a byte offset within it. Panics if the offset is not on a character boundary.
    pub fn split_at(self, length: usize) -> (Self, Self) {
        let (first, rest) = self.text.split_at(length);
        (Self { text: first, at: self.at }, Self { text: rest, at: self.at + length })
    }

    /// Splits the part at each separator; the separators are dropped.
    pub fn split(self, separator: char) -> impl Iterator<Item = Self> {
        let mut at = self.at;
        self.text.split(separator).map(move |text| {
            let part = Self { text, at };
            at += text.len() + separator.len_utf8();
            part
        })
    }

    /// Returns the rest of the part after a prefix, or `None` if the part does not start with the prefix.
    pub fn after(self, prefix: &str) -> Option<Self> {
        Some(Self { text: self.text.strip_prefix(prefix)?, at: self.at + prefix.len() })
    }

    /// Returns the characters, each with the part that consists of this character alone.
    pub fn letters(self) -> impl Iterator<Item = (char, Self)> {
        self.text.char_indices().map(move |(offset, letter)| {
            let text = &self.text[offset..offset + letter.len_utf8()];
            (letter, Self { text, at: self.at + offset })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keep_their_offsets() {
        let whole = Part::whole("é:ab,c");
        let pieces: Vec<Part<'_>> = whole.split(',').collect();
        assert_eq!(pieces, [Part { text: "é:ab", at: 0 }, Part { text: "c", at: 6 }]);
        assert_eq!(pieces[0].after("é:"), Some(Part { text: "ab", at: 3 }));
        assert_eq!(pieces[0].after("a"), None);
        assert_eq!(whole.split_at(3).1, Part { text: "ab,c", at: 3 });
        let letters: Vec<(char, Part<'_>)> = pieces[0].letters().collect();
        assert_eq!(letters[1], (':', Part { text: ":", at: 2 }));
        let error = pieces[1].error("no");
        assert_eq!((error.token.as_str(), error.at), ("c", 6));
        let missing = pieces[1].missing("no");
        assert_eq!((missing.token.as_str(), missing.at), ("", 7));
    }
}
