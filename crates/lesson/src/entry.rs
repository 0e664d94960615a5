use crate::{Fault, LessonError};

/// Holds one entry of a lesson's text: a word, what it says, and the line on which it stands.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The line, counted from 1.
    pub line: usize,
    /// The word that begins it.
    pub word: String,
    /// What follows the word.
    pub rest: String,
}

impl Entry {
    /// Says that something is wrong with this entry.
    pub(crate) fn wrong(&self, fault: Fault) -> LessonError {
        LessonError { line: self.line, fault }
    }

    /// Lists the words that follow.
    pub(crate) fn words(&self) -> Vec<&str> {
        self.rest.split_whitespace().collect()
    }
}

/// Reads the entries of a text. Empty lines and those that begin with `#` say nothing; one that begins with a space goes on with the line before.
pub(crate) fn entries(text: &str) -> Result<Vec<Entry>, LessonError> {
    let mut entries: Vec<Entry> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let found = line.trim();
        if found.is_empty() || line.starts_with('#') {
            continue;
        }
        if line.starts_with([' ', '\t']) {
            let Some(last) = entries.last_mut() else {
                return Err(LessonError { line: index + 1, fault: Fault::Word(found.to_owned()) });
            };
            last.rest.push(' ');
            last.rest.push_str(found);
            continue;
        }
        let (word, rest) = found.split_once(' ').unwrap_or((found, ""));
        entries.push(Entry { line: index + 1, word: word.to_owned(), rest: rest.trim().to_owned() });
    }
    Ok(entries)
}
