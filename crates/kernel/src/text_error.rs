use std::fmt;

use crate::{Language, Problem, Square};

/// An error in a text (position, move, game), with its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The token that caused the error; empty if something is missing.
    pub token: String,
    /// The byte offset of the token in the text.
    pub at: usize,
    /// The error message, as one clause: what is wrong, or what was expected.
    pub problem: Problem,
    /// The squares that the error is about, if known.
    pub squares: Vec<Square>,
}

impl TextError {
    /// Creates an error about a token at a byte offset.
    pub fn new(token: impl Into<String>, at: usize, problem: impl Into<Problem>) -> Self {
        Self { token: token.into(), at, problem: problem.into(), squares: Vec::new() }
    }

    /// Creates an error about a token at a byte offset, in English and French.
    pub fn bilingual(
        token: impl Into<String>,
        at: usize,
        en: impl Into<String>,
        fr: impl Into<String>,
    ) -> Self {
        Self::new(token, at, Problem::new(en, fr))
    }

    /// Returns the error with its offset in a longer text, which contains the parsed text at byte offset `by`.
    pub fn shifted(mut self, by: usize) -> Self {
        self.at += by;
        self
    }

    /// Returns the error with Game Courier's names of squares and pieces in its message.
    pub fn for_courier(self) -> Self {
        Self { problem: self.problem.for_courier(), ..self }
    }

    /// Adds `squares` to the squares that the error is about.
    pub fn about(mut self, squares: impl IntoIterator<Item = Square>) -> Self {
        self.squares.extend(squares);
        self
    }

    /// Formats the error in one line without a full stop: the token, its location and the message.
    pub fn message(&self, language: Language) -> String {
        /// Longer tokens are cut to this number of characters.
        const MAX_SHOWN: usize = 40;
        let problem = self.problem.get(language);
        let place = self.at + 1;
        let shown: String = self.token.chars().take(MAX_SHOWN).collect();
        let more = if shown.len() < self.token.len() { "…" } else { "" };
        let shown = shown.escape_debug();
        match (self.token.is_empty(), language) {
            (true, Language::English) => format!("{problem} (at character {place})"),
            (true, Language::French) => format!("{problem} (au caractère {place})"),
            (false, Language::English) => format!("\"{shown}{more}\" at character {place}: {problem}"),
            (false, Language::French) => {
                format!("«\u{a0}{shown}{more}\u{a0}» au caractère {place}\u{a0}: {problem}")
            }
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Language::English))
    }
}

impl std::error::Error for TextError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Text;

    #[test]
    fn messages_are_localised() {
        let error = TextError::new("x", 4, Text::new("no such square", "cette case n'existe pas"));
        assert_eq!(error.message(Language::English), "\"x\" at character 5: no such square");
        assert_eq!(
            error.message(Language::French),
            "«\u{a0}x\u{a0}» au caractère 5\u{a0}: cette case n'existe pas"
        );
        assert_eq!(error.to_string(), error.message(Language::English));
        let error = TextError::new("", 0, Problem::new("two are missing", "il en manque deux"));
        assert_eq!(error.message(Language::English), "two are missing (at character 1)");
        assert_eq!(error.message(Language::French), "il en manque deux (au caractère 1)");
    }

    #[test]
    fn one_text_serves_every_language() {
        let error = TextError::new("", 0, format!("only {}", 3));
        assert_eq!((error.problem.en.as_str(), error.problem.fr.as_str()), ("only 3", "only 3"));
    }

    #[test]
    fn long_and_multiline_tokens_fit_in_one_line() {
        let error = TextError::new(format!("a\n{}", "é".repeat(50)), 0, "no");
        for language in Language::ALL {
            let message = error.message(language);
            assert!(message.contains("a\\né") && message.contains('…') && !message.contains('\n'), "{message}");
            assert!(message.chars().count() < 80, "{message}");
        }
    }
}
