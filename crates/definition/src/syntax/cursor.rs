use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

use super::token::{Token, TokenKind};
use super::tree::{Name, Number, Quoted};

pub(crate) struct Cursor<'t> {
    tokens: &'t [Token<'t>],
    at: usize,
}

pub(crate) type Parsed<T> = Result<T, Diagnostic>;

/// Keywords, which cannot be used as names where they would be ambiguous.
const RESERVED: &[&str] = &[
    "a", "also", "an", "and", "another", "any", "are", "at", "be", "but", "by", "can", "cannot", "captured",
    "captures", "directly", "enemies", "enemy", "from", "guards", "if", "in", "is", "it", "its", "makes",
    "may", "must", "next", "no", "nobody", "not", "of", "on", "only", "onto", "or", "other", "over", "own",
    "piece", "pieces", "slide", "slides", "that", "the", "their", "theirs", "then", "threaten", "to", "unless",
    "walk", "walks", "when", "where", "while", "with",
];

const ARTICLES: [&str; 3] = ["a", "an", "the"];

/// Accepted American spellings.
const AMERICAN: &[(&str, &str)] = &[("colour", "color"), ("colours", "colors")];

pub(crate) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(tokens: &'t [Token<'t>]) -> Self {
        Self { tokens, at: 0 }
    }

    fn ahead(&self, by: usize) -> Option<Token<'t>> {
        self.tokens.get(self.at + by).copied()
    }

    pub(crate) fn span(&self) -> Span {
        let after =
            |last: &Token<'_>| Span { column: last.span.column + last.span.length, length: 1, ..last.span };
        self.ahead(0).map(|token| token.span).or_else(|| self.tokens.last().map(after)).unwrap_or_default()
    }

    /// Returns the span from `start` to the last token read.
    pub(crate) fn since(&self, start: Span) -> Span {
        self.at.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(start, |last| start.to(last.span))
    }

    pub(crate) fn is_done(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Returns whether a phrase comes next. Signs such as `,` and `:` are separate words; American spellings are accepted.
    pub(crate) fn sees(&self, phrase: &str) -> bool {
        let is = |token: Token<'_>, word: &str| {
            token.text == word || AMERICAN.contains(&(word, token.text)) && token.kind == TokenKind::Word
        };
        let matches = |(by, word): (usize, &str)| self.ahead(by).is_some_and(|token| is(token, word));
        phrase.split(' ').enumerate().all(matches)
    }

    pub(crate) fn take(&mut self, phrase: &str) -> bool {
        let found = self.sees(phrase);
        if found {
            self.at += phrase.split(' ').count();
        }
        found
    }

    pub(crate) fn take_any(&mut self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.take(phrase))
    }

    pub(crate) fn expect(&mut self, phrase: &str) -> Parsed<()> {
        if self.take(phrase) {
            Ok(())
        } else {
            Err(self.expected(&format!("\"{phrase}\""), &format!("«\u{a0}{phrase}\u{a0}»")))
        }
    }

    pub(crate) fn article(&mut self) -> bool {
        self.take_any(&ARTICLES)
    }

    fn articles_at(&self, by: usize) -> usize {
        usize::from(self.ahead(by).is_some_and(|token| ARTICLES.contains(&token.text)))
    }

    pub(crate) fn expected(&self, en: &str, fr: &str) -> Diagnostic {
        let (en, fr) = match self.ahead(0) {
            Some(token) => (
                format!("Expected {en}, but found \"{}\".", token.text.trim_matches('"')),
                format!("Attendu\u{a0}: {fr}. Trouvé\u{a0}: «\u{a0}{}\u{a0}».", token.text.trim_matches('"')),
            ),
            None => (
                format!("Expected {en}, but the sentence ends."),
                format!("Attendu\u{a0}: {fr}. La phrase se termine trop tôt."),
            ),
        };
        Code::Syntax.at(self.span()).error(en, fr)
    }

    pub(crate) fn word(&self) -> Option<&'t str> {
        self.ahead(0).map(|token| token.text)
    }

    /// Returns whether the word `by` tokens ahead is the name of a kind, that is, begins with a capital letter.
    pub(crate) fn sees_kind_at(&self, by: usize) -> bool {
        let capital = |token: Token<'_>| token.text.chars().next().is_some_and(char::is_uppercase);
        self.ahead(by).is_some_and(|token| token.kind == TokenKind::Word && capital(token))
    }

    pub(crate) fn sees_kind(&self) -> bool {
        self.sees_kind_at(0)
    }

    pub(crate) fn sees_own_word(&self) -> bool {
        let free = |token: Token<'_>| token.kind == TokenKind::Word && !is_reserved(token.text);
        self.ahead(0).is_some_and(free) && !self.sees_kind()
    }

    pub(crate) fn kind(&mut self) -> Parsed<Name> {
        if self.articles_at(0) == 1 && self.sees_kind_at(1) {
            self.at += 1;
        }
        let start = self.at;
        while self.sees_kind() {
            self.at += 1;
        }
        let words = &self.tokens[start..self.at];
        let (Some(first), Some(last)) = (words.first(), words.last()) else {
            return Err(self.expected(
                "a piece, whose name begins with a capital letter",
                "une pièce, dont le nom commence par une majuscule",
            ));
        };
        let text: Vec<&str> = words.iter().map(|word| word.text).collect();
        Ok(Name { text: text.join(" "), span: first.span.to(last.span) })
    }

    pub(crate) fn kinds(&mut self) -> Parsed<Vec<Name>> {
        self.listed_kinds(true)
    }

    /// Parses the kinds of one phrase. In `own A or a B`, the article begins a second phrase, for pieces of either side.
    pub(crate) fn kinds_of_noun(&mut self) -> Parsed<Vec<Name>> {
        self.listed_kinds(self.articles_at(0) == 1)
    }

    fn listed_kinds(&mut self, with_articles: bool) -> Parsed<Vec<Name>> {
        let mut found = vec![self.kind()?];
        loop {
            let joins = ["or", "and", ","].iter().any(|sign| self.sees(sign));
            let article = if with_articles { self.articles_at(1) } else { 0 };
            if !joins || !self.sees_kind_at(1 + article) {
                return Ok(found);
            }
            self.at += 1;
            found.push(self.kind()?);
        }
    }

    pub(crate) fn name(&mut self, en: &str, fr: &str) -> Parsed<Name> {
        match self.ahead(0) {
            Some(token) if matches!(token.kind, TokenKind::Word | TokenKind::Number) => {
                self.at += 1;
                Ok(Name { text: token.text.to_owned(), span: token.span })
            }
            _ => Err(self.expected(en, fr)),
        }
    }

    pub(crate) fn label(&mut self) -> Parsed<Name> {
        self.article();
        let start = self.at;
        while self.sees_own_word() {
            self.at += 1;
        }
        let words = &self.tokens[start..self.at];
        let (Some(first), Some(last)) = (words.first(), words.last()) else {
            return Err(self.expected("the label of a line", "l'étiquette d'une ligne"));
        };
        let text: Vec<&str> = words.iter().map(|word| word.text).collect();
        Ok(Name { text: text.join(" "), span: first.span.to(last.span) })
    }

    pub(crate) fn labels(&mut self) -> Parsed<Vec<Name>> {
        let mut found = vec![self.label()?];
        while self.take("or") {
            found.push(self.label()?);
        }
        Ok(found)
    }

    pub(crate) fn sees_number(&self) -> bool {
        self.ahead(0).is_some_and(|token| token.kind == TokenKind::Number)
    }

    pub(crate) fn sees_number_at(&self, by: usize) -> bool {
        self.ahead(by).is_some_and(|token| token.kind == TokenKind::Number)
    }

    pub(crate) fn sees_steps(&self) -> bool {
        let is = |by: usize, word: &str| self.ahead(by).is_some_and(|token| token.text == word);
        let is_steps = |by: usize| is(by, "steps") || is(by, "step");
        self.sees_number_at(0) && (is_steps(1) || is(1, "or") && self.sees_number_at(2) && is_steps(3))
    }

    pub(crate) fn sees_verdict(&self) -> bool {
        self.ahead(1).is_some_and(|token| ["wins", "loses"].contains(&token.text))
    }

    pub(crate) fn sees_passes(&self) -> bool {
        self.sees_number() && self.ahead(1).is_some_and(|token| ["pass", "passes"].contains(&token.text))
    }

    pub(crate) fn number(&mut self) -> Parsed<Number> {
        let token = self.ahead(0).filter(|token| token.kind == TokenKind::Number && token.text.len() <= 6);
        match token.and_then(|token| Some((token.span, token.text.parse().ok()?))) {
            Some((span, value)) => {
                self.at += 1;
                Ok(Number { value, span })
            }
            None => Err(self.expected("a number", "un nombre")),
        }
    }

    /// Parses `NAME is N or more`; `None` if another phrase comes next.
    pub(crate) fn count_at_least(&mut self) -> Parsed<Option<(Name, Number)>> {
        let number = self.ahead(2).is_some_and(|token| token.kind == TokenKind::Number);
        let is = self.ahead(1).is_some_and(|token| token.text == "is");
        if !self.sees_own_word() || !is || !number {
            return Ok(None);
        }
        let name = self.name("a count", "un compteur")?;
        self.expect("is")?;
        let least = self.number()?;
        self.expect("or more")?;
        Ok(Some((name, least)))
    }

    pub(crate) fn sees_quoted(&self) -> bool {
        self.ahead(0).is_some_and(|token| token.kind == TokenKind::Quoted)
    }

    pub(crate) fn quoted(&mut self) -> Parsed<Quoted> {
        match self.ahead(0).filter(|_| self.sees_quoted()) {
            Some(token) if is_blank(token.unquoted()) => Err(Code::Text.at(token.span).error(
                "The text between these quotation marks is empty.",
                "Le texte entre ces guillemets est vide.",
            )),
            Some(token) if token.text.contains(is_direction_mark) => Err(Code::Text.at(token.span).error(
                "This text contains an invisible character that changes the direction of writing. Retype the text.",
                "Ce texte contient un caractère invisible qui change le sens de l'écriture. Retapez le texte.",
            )),
            Some(token) => {
                self.at += 1;
                Ok(Quoted { text: token.unquoted().to_owned(), span: token.span })
            }
            None => Err(self.expected("text in quotation marks", "un texte entre guillemets")),
        }
    }

    pub(crate) fn edition(&mut self) -> Parsed<Option<Name>> {
        if !self.take_any(&[", in edition", "in edition"]) {
            return Ok(None);
        }
        self.name("the name of an edition", "le nom d'une édition").map(Some)
    }

    pub(crate) fn end(&self) -> Parsed<()> {
        if self.is_done() {
            Ok(())
        } else {
            Err(self.expected("the end of the sentence", "la fin de la phrase"))
        }
    }
}

/// Returns whether a character is invisible and changes the direction in which other characters are written.
fn is_direction_mark(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn is_blank(text: &str) -> bool {
    let is_unseen = |c: char| {
        c.is_whitespace() || c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
    };
    text.chars().all(is_unseen)
}
