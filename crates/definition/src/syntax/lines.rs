use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

use super::token::{Token, TokenKind, tokens};

/// Maximum length of a definition, in bytes.
pub const MAX_BYTES: usize = 64 * 1024;
const MAX_DEEP: usize = 4;

/// A sentence of one or more lines, with the sentences indented below it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sentence<'t> {
    pub(crate) tokens: Vec<Token<'t>>,
    pub(crate) indent: usize,
    pub(crate) below: Vec<Sentence<'t>>,
}

impl Sentence<'_> {
    /// Returns the words of the sentence and of the sentences below it.
    pub(crate) fn words(&self) -> String {
        let texts: Vec<&str> = self.tokens.iter().map(|token| token.text).collect();
        self.below.iter().fold(texts.join(" "), |words, below| words + "\n" + &below.words())
    }

    pub(crate) fn span(&self) -> Span {
        match (self.tokens.first(), self.tokens.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => Span::default(),
        }
    }
}

pub(crate) fn sentences<'t>(text: &'t str, file: u8, faults: &mut Vec<Diagnostic>) -> Vec<Sentence<'t>> {
    if text.len() > MAX_BYTES {
        faults.push(Code::Text.at(Span { file, line: 1, column: 1, length: 1 }).error(
            format!("A definition can have at most {MAX_BYTES} bytes; this one has {}.", text.len()),
            format!(
                "Une définition peut avoir au plus {MAX_BYTES} octets\u{a0}; celle-ci en a {}.",
                text.len()
            ),
        ));
        return Vec::new();
    }
    let mut open: Vec<Sentence<'t>> = Vec::new();
    let mut done = Vec::new();
    let mut goes_on = false;
    for (number, line) in (1..).zip(text.lines()) {
        let mut found = match tokens(line, file, number) {
            Ok(found) => found,
            Err(fault) => {
                faults.push(fault);
                continue;
            }
        };
        if found.last().is_some_and(|token| token.kind == TokenKind::Comment) {
            found.pop();
        }
        let Some(last) = found.last() else { continue };
        let will_go_on = last.kind == TokenKind::Sign && last.text == ",";
        let indent = line.chars().take_while(|c| c.is_whitespace()).count();
        if let Some(sentence) = open.last_mut().filter(|_| goes_on) {
            sentence.tokens.extend(found);
        } else {
            close(&mut open, &mut done, indent);
            if open.len() == MAX_DEEP {
                faults.push(
                    Code::Text.at(found[0].span).error(
                        "Sections are nested too deeply here.",
                        "Les sections sont trop imbriquées ici.",
                    ),
                );
                continue;
            }
            open.push(Sentence { tokens: found, indent, below: Vec::new() });
        }
        goes_on = will_go_on;
    }
    close(&mut open, &mut done, 0);
    done
}

fn close<'t>(open: &mut Vec<Sentence<'t>>, done: &mut Vec<Sentence<'t>>, indent: usize) {
    while open.last().is_some_and(|sentence| sentence.indent >= indent) {
        let Some(sentence) = open.pop() else { return };
        match open.last_mut() {
            Some(above) => above.below.push(sentence),
            None => done.push(sentence),
        }
    }
}
