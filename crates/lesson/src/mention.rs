use crate::{Fault, LessonError};

/// Names something on the board within a text, so that the text cannot say what is not so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mention {
    /// What is named.
    pub what: What,
    /// The words that are read; `None` where its own name is.
    pub shown: Option<String>,
}

/// Tells what a text names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A kind of piece, by a letter of position strings.
    Kind(char),
    /// A piece by its letter, and the square on which it stands.
    Piece(char, String),
    /// A square; or a power, a card, an alert, a mark, a condition or a cause of endings by its code.
    Name(String),
}

impl Mention {
    /// Reads what stands between braces.
    pub(crate) fn read(text: &str, line: usize) -> Result<Self, LessonError> {
        let wrong = || LessonError { line, fault: Fault::Mention(text.to_owned()) };
        let (named, shown) = match text.split_once('|') {
            Some((named, shown)) => (named, Some(shown.trim().to_owned())),
            None => (text, None),
        };
        if shown.as_ref().is_some_and(String::is_empty) {
            return Err(wrong());
        }
        let letter = |word: &str| {
            let mut letters = word.chars();
            letters.next().filter(|_| letters.next().is_none())
        };
        let words: Vec<&str> = named.split(' ').collect();
        let what = match words[..] {
            [word] if !word.is_empty() => match letter(word) {
                Some(letter) => What::Kind(letter),
                None => What::Name(word.to_owned()),
            },
            [word, square] if !square.is_empty() => {
                What::Piece(letter(word).ok_or_else(wrong)?, square.to_owned())
            }
            _ => return Err(wrong()),
        };
        Ok(Self { what, shown })
    }
}
