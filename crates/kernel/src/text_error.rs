use std::fmt;

/// Says what is wrong with a text (position, move, game) and where reading stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The offending part of the text, possibly empty at its end.
    pub token: String,
    /// The byte offset of the token in the text.
    pub at: usize,
    /// What is wrong and what would be right, in one clause.
    pub problem: String,
}

impl TextError {
    /// Makes an error about a token at a byte offset.
    pub fn new(token: impl Into<String>, at: usize, problem: impl Into<String>) -> Self {
        Self { token: token.into(), at, problem: problem.into() }
    }

    /// Returns the same error for a text in which this one begins at a byte offset.
    pub fn shifted(mut self, by: usize) -> Self {
        self.at += by;
        self
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: String = self.token.chars().take(40).collect();
        let more = if shown.len() < self.token.len() { "…" } else { "" };
        if self.token.is_empty() {
            write!(f, "{} (at character {})", self.problem, self.at + 1)
        } else {
            write!(f, "\"{}{more}\" at character {}: {}", shown.escape_debug(), self.at + 1, self.problem)
        }
    }
}

impl std::error::Error for TextError {}
