use std::fmt::Display;
use std::io;

/// Says why a command ends early.
#[derive(Debug)]
pub enum Failure {
    /// Something is wrong, said in one line.
    Wrong(String),
    /// The reader of the output has closed it.
    Closed,
}

impl Failure {
    /// Makes a failure that names the place (an argument's name, as in the help) and what is wrong there.
    pub fn at(place: impl Display, problem: impl Display) -> Self {
        Self::Wrong(format!("{place}: {problem}"))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Wrong(error.to_string()),
        }
    }
}

/// Returns a text with line breaks, tabs and other control characters escaped, so that it fits in one line or field.
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
