use std::fmt;

use crate::{Language, Problem, Square};

/// What is wrong with a text (position, move, game) and where reading stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The offending part of the text, possibly empty at its end.
    pub token: String,
    /// The byte offset of the token in the text.
    pub at: usize,
    /// What is wrong and what would be right, in one clause.
    pub problem: Problem,
    /// The squares concerned, where a position is at fault and they are known.
    pub squares: Vec<Square>,
}

impl TextError {
    /// Makes an error about a token at a byte offset.
    pub fn new(token: impl Into<String>, at: usize, problem: impl Into<Problem>) -> Self {
        Self { token: token.into(), at, problem: problem.into(), squares: Vec::new() }
    }

    /// Returns the same error for a text in which this one begins at a byte offset.
    pub fn shifted(mut self, by: usize) -> Self {
        self.at += by;
        self
    }

    /// Returns the same error in the names of Game Courier's players.
    pub fn for_courier(self) -> Self {
        Self { problem: self.problem.for_courier(), ..self }
    }

    /// Returns the same error, which concerns these squares.
    pub fn about(mut self, squares: impl IntoIterator<Item = Square>) -> Self {
        self.squares.extend(squares);
        self
    }

    /// Explains in one line which part of the text is wrong, where it stands and why, without a full stop.
    pub fn message(&self, language: Language) -> String {
        /// The characters of a token beyond which only its beginning is shown.
        const SHOWN: usize = 40;
        let problem = self.problem.get(language);
        let place = self.at + 1;
        let shown: String = self.token.chars().take(SHOWN).collect();
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
    fn messages_come_in_the_language_asked_for() {
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
    fn long_and_broken_tokens_are_shown_in_one_line() {
        let error = TextError::new(format!("a\n{}", "é".repeat(50)), 0, "no");
        for language in Language::ALL {
            let message = error.message(language);
            assert!(message.contains("a\\né") && message.contains('…') && !message.contains('\n'), "{message}");
            assert!(message.chars().count() < 80, "{message}");
        }
    }
}
