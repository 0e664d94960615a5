use entourage_registry::kernel::Language;

use crate::entry::Entry;
use crate::{Fault, LessonError, Mention};

/// Holds a text of a lesson in every language.
#[derive(Clone, Debug)]
pub struct Words {
    /// The line on which its English stands.
    pub line: usize,
    spans: [Vec<Span>; 2],
}

/// Holds a part of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Span {
    /// Plain words.
    Plain(String),
    /// Something on the board.
    Mention(Mention),
}

impl Words {
    /// Lists the parts of the text in a language.
    pub fn get(&self, language: Language) -> &[Span] {
        match language {
            Language::English => &self.spans[0],
            Language::French => &self.spans[1],
        }
    }
}

/// Reads the parts of a text: plain words, and mentions between braces.
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

/// Gathers a text whose languages stand on lines of their own, one behind the other.
#[derive(Default)]
pub(crate) struct Bilingual {
    found: Vec<Words>,
    half: Option<(usize, Vec<Span>)>,
}

impl Bilingual {
    /// Takes a line `WORD en …`, or the `WORD fr …` that follows it.
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

    /// Returns the texts found, each in both languages.
    pub(crate) fn all(self) -> Result<Vec<Words>, LessonError> {
        match self.half {
            Some((line, _)) => Err(half(line)),
            None => Ok(self.found),
        }
    }

    /// Returns the text, if there is one.
    pub(crate) fn any(self, what: &'static str) -> Result<Option<Words>, LessonError> {
        let mut found = self.all()?;
        match (found.pop(), found.pop()) {
            (Some(words), Some(_)) => {
                Err(LessonError { line: words.line, fault: Fault::Twice(what.to_owned()) })
            }
            (words, _) => Ok(words),
        }
    }

    /// Returns the one text.
    pub(crate) fn one(self, line: usize, what: &'static str) -> Result<Words, LessonError> {
        self.any(what)?.ok_or(LessonError { line, fault: Fault::Missing(what) })
    }
}

/// Says that a text is missing in French.
fn half(line: usize) -> LessonError {
    LessonError { line, fault: Fault::Language("fr".to_owned()) }
}
