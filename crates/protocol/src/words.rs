use std::fmt::Display;
use std::io::{self, BufRead, Read};

use entourage_kernel::{Problem, Text, TextError};

#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    line: &'a str,
    /// The byte offset of the next word, or the length of the line if there is none.
    at: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Word<'a> {
    pub text: &'a str,
    pub at: usize,
}

impl<'a> Words<'a> {
    pub fn new(line: &'a str) -> Self {
        let line = line.trim_end();
        Self { line, at: line.len() - line.trim_start().len() }
    }

    pub fn rest(&self) -> Word<'a> {
        Word { text: &self.line[self.at..], at: self.at }
    }

    /// Returns the text before the next `word` and continues after `word`; without it, returns the rest of the line.
    pub fn until(&mut self, word: &str) -> Word<'a> {
        let begin = *self;
        while let Some(next) = self.next() {
            if next.text == word {
                return Word { text: self.line[begin.at..next.at].trim_end(), at: begin.at };
            }
        }
        begin.rest()
    }

    pub fn expect(&mut self, wanted: Text) -> Result<Word<'a>, TextError> {
        self.next().ok_or_else(|| missing(self.line.len(), wanted))
    }

    pub fn end(&self) -> usize {
        self.line.len()
    }

    pub fn next_unless(&mut self, keywords: &[&str]) -> Option<Word<'a>> {
        let before = *self;
        let word = self.next()?;
        if keywords.contains(&word.text) {
            *self = before;
            return None;
        }
        Some(word)
    }

    /// Parses the next word as a whole number, clamped to `u64::MAX`. If it is not a number or is below `min`, adds a
    /// warning and returns `min`. If the next word is a keyword, the number is missing, and the keyword is left unread.
    pub fn number_or(&mut self, min: u64, keywords: &[&str], warnings: &mut Vec<TextError>) -> u64 {
        let Some(word) = self.next_unless(keywords) else {
            warnings.push(missing(self.at, NUMBER));
            return min;
        };
        let number = integer(word.text).and_then(|number| u64::try_from(number).ok());
        number.filter(|&number| number >= min).unwrap_or_else(|| {
            warnings.push(word.error(not_a_number(min, u64::MAX, min)));
            min
        })
    }

    /// Like [`number_or`](Self::number_or), for a number that can be negative; returns `default` if there is no number.
    pub fn whole_number_or(&mut self, default: i64, keywords: &[&str], warnings: &mut Vec<TextError>) -> i64 {
        let Some(word) = self.next_unless(keywords) else {
            warnings.push(missing(self.at, NUMBER));
            return default;
        };
        let number = integer(word.text)
            .map(|number| i64::try_from(number).unwrap_or(if number < 0 { i64::MIN } else { i64::MAX }));
        number.unwrap_or_else(|| {
            warnings.push(word.error(not_a_number(i64::MIN, i64::MAX, default)));
            default
        })
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let rest = &self.line[self.at..];
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let word = Word { text: &rest[..end], at: self.at };
        self.at += end + (rest[end..].len() - rest[end..].trim_start().len());
        Some(word)
    }
}

impl Word<'_> {
    pub fn error(&self, problem: impl Into<Problem>) -> TextError {
        TextError::new(self.text, self.at, problem)
    }
}

/// Parses a whole number with an optional sign, clamped to ±`u64::MAX`.
fn integer(text: &str) -> Option<i128> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let most = i128::from(u64::MAX);
    let number = digits.parse().unwrap_or(most).min(most);
    Some(if text.starts_with('-') { -number } else { number })
}

const NUMBER: Text = Text::new("a whole number", "un nombre entier");

fn not_a_number(min: impl Display, max: impl Display, used: impl Display) -> Problem {
    let en = format!("expected a whole number from {min} to {max}; using {used}");
    let fr = format!("attendu\u{a0}: un nombre entier de {min} à {max}\u{a0}; remplacé par {used}");
    Problem::new(en, fr)
}

pub(crate) fn missing(at: usize, wanted: Text) -> TextError {
    use entourage_kernel::Language::{English, French};
    let fr = format!("attendu\u{a0}: {}", wanted.get(French));
    let problem = Problem::new(format!("expected {}", wanted.get(English)), fr);
    TextError::new("", at, problem)
}

/// Reads the next line including its line break; returns `false` at the end of the input.
///
/// A line longer than `max_bytes` is cut off shortly after that length, and the rest of it is skipped.
pub fn read_line(input: &mut impl BufRead, max_bytes: usize, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    // Leaves room for the line break, and for one more byte, which shows that a line is too long.
    let limit = max_bytes as u64 + 3;
    if input.by_ref().take(limit).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if !line.ends_with(b"\n") && line.len() as u64 == limit {
        input.skip_until(b'\n')?;
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_carry_their_offsets() {
        let mut words = Words::new("  one  two\tthree é ");
        let found: Vec<(&str, usize)> = words.map(|word| (word.text, word.at)).collect();
        assert_eq!(found, [("one", 2), ("two", 7), ("three", 11), ("é", 17)]);
        assert_eq!(words.until("three"), Word { text: "one  two", at: 2 });
        assert_eq!(words.rest(), Word { text: "é", at: 17 });
        assert_eq!(words.until("nothing"), Word { text: "é", at: 17 });
        assert_eq!((words.next(), Words::new("   ").next(), Words::new("").next()), (None, None, None));
    }

    #[test]
    fn long_lines_are_cut_off_without_losing_the_next() {
        let mut text = vec![b'x'; 1000];
        text.extend_from_slice(b"\nshort\n\nlast");
        let mut input = text.as_slice();
        let mut lines = Vec::new();
        let mut line = Vec::new();
        while read_line(&mut input, 100, &mut line).unwrap() {
            lines.push(line.len());
        }
        assert_eq!(lines, [103, 6, 1, 4]);
    }
}
