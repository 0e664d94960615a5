use std::fmt::Display;

use entourage_kernel::{Problem, Text, TextError};

/// Hands out the words of a line one after another and knows where each begins.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    line: &'a str,
    /// Where the unread rest begins, a word's first byte or the end.
    at: usize,
}

/// A word with the byte offset at which it begins.
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

    /// Returns the unread rest of the line, without spaces around it.
    pub fn rest(&self) -> Word<'a> {
        Word { text: &self.line[self.at..], at: self.at }
    }

    /// Returns what stands before the next word of this text, and goes on after that word; all the rest if there is none, and nothing is left.
    pub fn until(&mut self, word: &str) -> Word<'a> {
        let begin = *self;
        while let Some(next) = self.next() {
            if next.text == word {
                return Word { text: self.line[begin.at..next.at].trim_end(), at: begin.at };
            }
        }
        begin.rest()
    }

    /// Returns the next word.
    ///
    /// # Errors
    /// There is none; says what should have followed.
    pub fn expect(&mut self, wanted: Text) -> Result<Word<'a>, TextError> {
        self.next().ok_or_else(|| missing(self.line.len(), wanted))
    }

    /// Returns the offset of the line's end.
    pub fn end(&self) -> usize {
        self.line.len()
    }

    /// Returns the next word unless it is one of these, which is left to be read.
    pub fn next_unless(&mut self, others: &[&str]) -> Option<Word<'a>> {
        let before = *self;
        let word = self.next()?;
        if others.contains(&word.text) {
            *self = before;
            return None;
        }
        Some(word)
    }

    /// Reads the next word as a whole number of at least `least`: the least, with a remark, if there is no such number. A number too
    /// great is the greatest; one of the words given is left to be read.
    pub fn number_or(&mut self, least: u64, others: &[&str], remarks: &mut Vec<TextError>) -> u64 {
        let Some(word) = self.next_unless(others) else {
            remarks.push(missing(self.at, NUMBER));
            return least;
        };
        let number = integer(word.text).and_then(|number| u64::try_from(number).ok());
        number.filter(|&number| number >= least).unwrap_or_else(|| {
            remarks.push(word.error(no_number(least, u64::MAX, least)));
            least
        })
    }

    /// Reads the next word as a whole number, which may be negative: `otherwise`, with a remark, if there is none. A number too great or too
    /// small is the greatest or the least; one of the words given is left to be read.
    pub fn whole_number_or(&mut self, otherwise: i64, others: &[&str], remarks: &mut Vec<TextError>) -> i64 {
        let Some(word) = self.next_unless(others) else {
            remarks.push(missing(self.at, NUMBER));
            return otherwise;
        };
        let number = integer(word.text)
            .map(|number| i64::try_from(number).unwrap_or(if number < 0 { i64::MIN } else { i64::MAX }));
        number.unwrap_or_else(|| {
            remarks.push(word.error(no_number(i64::MIN, i64::MAX, otherwise)));
            otherwise
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
    /// Makes an error about this word.
    pub fn error(&self, problem: impl Into<Problem>) -> TextError {
        TextError::new(self.text, self.at, problem)
    }
}

/// Reads a whole number, and one that is too great for any use as the greatest; `None` for any other text.
fn integer(text: &str) -> Option<i128> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // What is beyond 64 bits by far is not worth being told apart.
    let most = i128::from(u64::MAX);
    let number = digits.parse().unwrap_or(most).min(most);
    Some(if text.starts_with('-') { -number } else { number })
}

const NUMBER: Text = Text::new("a whole number", "un nombre entier");

fn no_number(least: impl Display, most: impl Display, taken: impl Display) -> Problem {
    let en = format!("expected a whole number from {least} to {most}; taken as {taken}");
    let fr = format!("il faut un nombre entier de {least} à {most}\u{a0}; compris comme {taken}");
    Problem::new(en, fr)
}

/// Makes the error of a line that ends too soon.
pub(crate) fn missing(at: usize, wanted: Text) -> TextError {
    use entourage_kernel::Language::{English, French};
    let problem = Problem::new(
        format!("{} is missing here", wanted.get(English)),
        format!("il manque ici {}", wanted.get(French)),
    );
    TextError::new("", at, problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_where_they_stand() {
        let mut words = Words::new("  one  two\tthree é ");
        let found: Vec<(&str, usize)> = words.map(|word| (word.text, word.at)).collect();
        assert_eq!(found, [("one", 2), ("two", 7), ("three", 11), ("é", 17)]);
        assert_eq!(words.until("three"), Word { text: "one  two", at: 2 });
        assert_eq!(words.rest(), Word { text: "é", at: 17 });
        assert_eq!(words.until("nothing"), Word { text: "é", at: 17 });
        assert_eq!((words.next(), Words::new("   ").next(), Words::new("").next()), (None, None, None));
    }
}
