use std::io::{self, Write};

use entourage_kernel::sentence::counted;
use entourage_kernel::{Language, Problem, TextError};
use entourage_registry::Registry;

/// Registry, language and output of a command.
pub struct Console<'c> {
    pub registry: &'c Registry,
    pub language: Language,
    pub out: &'c mut dyn Write,
}

pub type Outcome<T = ()> = Result<T, Failure>;

#[derive(Debug)]
pub enum Failure {
    Message(Problem),
    /// The error has already been printed.
    Reported,
    /// The output has been closed.
    Closed,
}

impl Failure {
    /// Creates an error with its location, such as an argument or a file.
    pub fn at(part: &str, problem: impl Into<Problem>) -> Self {
        let problem: Problem = problem.into();
        Self::Message(problem.within(|en| format!("{part}: {en}"), |fr| format!("{part}\u{a0}: {fr}")))
    }

    /// Like [`Self::at`], with the message in both languages.
    pub fn about(part: &str, en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self::at(part, Problem::new(en, fr))
    }

    pub fn message(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self::Message(Problem::new(en, fr))
    }

    pub fn into_problem(self) -> Option<Problem> {
        match self {
            Self::Message(problem) => Some(problem),
            Self::Reported | Self::Closed => None,
        }
    }

    /// Creates an error for unparsable input.
    pub fn invalid(part: &str, error: &TextError) -> Self {
        Self::at(part, Problem::new(error.message(Language::English), error.message(Language::French)))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Message(error.to_string().into()),
        }
    }
}

pub fn pick<T>(language: Language, en: T, fr: T) -> T {
    match language {
        Language::English => en,
        Language::French => fr,
    }
}

pub const GAMES: [&str; 4] = ["game", "games", "partie", "parties"];

/// Formats a count and its noun. The array has the English singular and plural, then the French ones.
pub fn number_of(language: Language, count: u64, [game, games, partie, parties]: [&str; 4]) -> String {
    counted(language, count, pick(language, game, partie), pick(language, games, parties))
}

pub fn shortened(text: &str) -> String {
    const SHOWN: usize = 60;
    let shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() { shown + "…" } else { shown }
}

/// Escapes control characters, so that the text stays on one line and in one tab-separated field.
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}') {
            line.extend(letter.escape_default());
        } else {
            line.push(letter);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(one_line("a\tb\r\nc\u{1b}[0m é"), "a\\tb\\r\\nc\\u{1b}[0m é");
    }
}
