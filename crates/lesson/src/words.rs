use entourage_registry::kernel::Language;

use crate::{Fault, LessonError};

#[derive(Clone, Debug)]
pub struct Words {
    pub line: usize,
    spans: [Vec<Span>; 2],
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Span {
    Plain(String),
    Mention(Mention),
}

impl Words {
    pub fn get(&self, language: Language) -> &[Span] {
        match language {
            Language::English => &self.spans[0],
            Language::French => &self.spans[1],
        }
    }
}

pub(crate) fn read_spans(text: &str, line: usize) -> Result<Vec<Span>, LessonError> {
    let unclosed = || LessonError { line, fault: Fault::Mention(text.to_owned()) };
    let mut spans = Vec::new();
    let mut rest = text;
    while let Some((plain, after)) = rest.split_once('{') {
        let (inside, behind) = after.split_once('}').ok_or_else(unclosed)?;
        if plain.contains('}') || inside.contains('{') {
            return Err(unclosed());
        }
        spans.extend((!plain.is_empty()).then(|| Span::Plain(plain.to_owned())));
        spans.push(Span::Mention(Mention::read(inside, line)?));
        rest = behind;
    }
    if rest.contains('}') {
        return Err(unclosed());
    }
    spans.extend((!rest.is_empty()).then(|| Span::Plain(rest.to_owned())));
    Ok(spans)
}

#[derive(Default)]
pub(crate) struct Bilingual {
    found: Vec<Words>,
    half: Option<(usize, Vec<Span>)>,
}

impl Bilingual {
    /// Adds a line `WORD en …`, or the line `WORD fr …` that must follow it.
    pub(crate) fn take(&mut self, entry: &Entry) -> Result<(), LessonError> {
        let (code, text) = entry.rest.split_once(' ').unwrap_or((&entry.rest, ""));
        let Ok(language) = code.parse::<Language>() else {
            return Err(entry.wrong(Fault::Language(code.to_owned())));
        };
        if text.trim().is_empty() {
            return Err(entry.wrong(Fault::Missing("…")));
        }
        let spans = read_spans(text.trim(), entry.line)?;
        match (language, self.half.take()) {
            (Language::English, None) => self.half = Some((entry.line, spans)),
            (Language::French, Some((line, english))) => {
                self.found.push(Words { line, spans: [english, spans] });
            }
            (Language::English, Some((line, _))) => return Err(half(line)),
            (Language::French, None) => return Err(entry.wrong(Fault::Language("en".to_owned()))),
        }
        Ok(())
    }

    pub(crate) fn all(self) -> Result<Vec<Words>, LessonError> {
        match self.half {
            Some((line, _)) => Err(half(line)),
            None => Ok(self.found),
        }
    }

    pub(crate) fn any(self, what: &'static str) -> Result<Option<Words>, LessonError> {
        let mut found = self.all()?;
        match (found.pop(), found.pop()) {
            (Some(words), Some(_)) => {
                Err(LessonError { line: words.line, fault: Fault::Twice(what.to_owned()) })
            }
            (words, _) => Ok(words),
        }
    }

    pub(crate) fn one(self, line: usize, what: &'static str) -> Result<Words, LessonError> {
        self.any(what)?.ok_or(LessonError { line, fault: Fault::Missing(what) })
    }
}

fn half(line: usize) -> LessonError {
    LessonError { line, fault: Fault::Language("fr".to_owned()) }
}

/// A reference within a text to a piece, square, power or card, which [`check`](crate::check()) verifies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mention {
    pub what: What,
    /// The words to display; `None` for the default name.
    pub shown: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    Kind(char),
    Piece(char, String),
    /// A square, or the code of a power, card, alert (such as check), mark, condition or cause of a game ending.
    Name(String),
}

impl Mention {
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

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub line: usize,
    pub word: String,
    pub rest: String,
}

impl Entry {
    pub(crate) fn wrong(&self, fault: Fault) -> LessonError {
        LessonError { line: self.line, fault }
    }

    pub(crate) fn words(&self) -> Vec<&str> {
        self.rest.split_whitespace().collect()
    }
}

/// Parses the entries of a text. Empty lines and lines starting with `#` are ignored; a line that starts with a space
/// continues the previous one.
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
