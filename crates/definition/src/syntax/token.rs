use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    /// Letters, digits and inner hyphens, beginning with a letter.
    Word,
    Number,
    /// A string literal, including the quotation marks.
    Quoted,
    /// One of `: , ( ) -`.
    Sign,
    /// `#` and the rest of the line.
    Comment,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) kind: TokenKind,
    pub(crate) text: &'t str,
    pub(crate) span: Span,
}

impl<'t> Token<'t> {
    pub(crate) fn unquoted(self) -> &'t str {
        self.text.trim_matches('"')
    }
}

pub(crate) fn tokens(line: &str, file: u8, number: u32) -> Result<Vec<Token<'_>>, Diagnostic> {
    let mut found = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let at = line.len() - rest.len();
        let inside = |c: char| c.is_alphanumeric() || c == '_';
        let (kind, length) = match first {
            '#' => (TokenKind::Comment, rest.trim_end().len()),
            '"' => match rest[1..].find('"') {
                Some(end) => (TokenKind::Quoted, end + 2),
                None => {
                    let span = span(line, at, rest.len(), file, number);
                    return Err(Code::Text.at(span).error(
                        "The closing quotation mark is missing on this line.",
                        "Il manque le guillemet fermant sur cette ligne.",
                    ));
                }
            },
            '0'..='9' => (TokenKind::Number, rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())),
            ':' | ',' | '(' | ')' | '-' => (TokenKind::Sign, 1),
            c if c.is_alphabetic() => {
                let mut end = 0;
                // A hyphen belongs to a word only between letters or digits.
                for (offset, c) in rest.char_indices() {
                    let joins = c == '-' && rest[offset + 1..].chars().next().is_some_and(inside);
                    if !inside(c) && !joins {
                        break;
                    }
                    end = offset + c.len_utf8();
                }
                (TokenKind::Word, end)
            }
            other => {
                let span = span(line, at, other.len_utf8(), file, number);
                return Err(Code::Text
                    .at(span)
                    .error("This character is not allowed.", "Ce caractère n'est pas admis."));
            }
        };
        found.push(Token { kind, text: &rest[..length], span: span(line, at, length, file, number) });
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

fn span(line: &str, at: usize, length: usize, file: u8, number: u32) -> Span {
    let count = |text: &str| text.chars().count() as u32;
    Span { file, line: number, column: count(&line[..at]) + 1, length: count(&line[at..at + length]) }
}
