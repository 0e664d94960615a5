use std::io::{self, Write};

use entourage_kernel::sentence::counted;
use entourage_kernel::{Language, Problem, TextError};
use entourage_registry::Registry;

/// The environment of a command.
pub struct Console<'c> {
    pub registry: &'c Registry,
    pub language: Language,
    pub out: &'c mut dyn Write,
}

pub type Outcome<T = ()> = Result<T, Failure>;

#[derive(Debug)]
pub enum Failure {
    /// An error for the user, in one line.
    Wrong(Problem),
    /// The error has been printed.
    Told,
    /// The output was closed.
    Closed,
}

impl Failure {
    /// Creates a failure that names the place, such as an argument as in the help.
    pub fn at(part: &str, problem: impl Into<Problem>) -> Self {
        let problem: Problem = problem.into();
        Self::Wrong(problem.within(|en| format!("{part}: {en}"), |fr| format!("{part}\u{a0}: {fr}")))
    }

    pub fn about(part: &str, en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self::at(part, Problem::new(en, fr))
    }

    pub fn wrong(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self::Wrong(Problem::new(en, fr))
    }

    pub fn into_problem(self) -> Option<Problem> {
        match self {
            Self::Wrong(problem) => Some(problem),
            Self::Told | Self::Closed => None,
        }
    }

    pub fn reading(part: &str, error: &TextError) -> Self {
        Self::at(part, Problem::new(error.message(Language::English), error.message(Language::French)))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Wrong(error.to_string().into()),
        }
    }
}

/// Chooses between the English and the French form.
pub fn pick<T>(language: Language, en: T, fr: T) -> T {
    match language {
        Language::English => en,
        Language::French => fr,
    }
}

pub const GAMES: [&str; 4] = ["game", "games", "partie", "parties"];

/// Writes a number with its noun: the English singular and plural, then the French ones.
pub fn number_of(language: Language, count: u64, [game, games, partie, parties]: [&str; 4]) -> String {
    counted(language, count, pick(language, game, partie), pick(language, games, parties))
}

pub fn shortened(text: &str) -> String {
    const SHOWN: usize = 60;
    let shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() { shown + "…" } else { shown }
}

/// Escapes control characters, so that the text stays in one line or field.
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
    fn lines_and_fields_stay_whole() {
        assert_eq!(one_line("a\tb\r\nc\u{1b}[0m é"), "a\\tb\\r\\nc\\u{1b}[0m é");
    }
}
