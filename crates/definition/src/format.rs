//! Formats a definition: the same words with canonical spacing and indentation; comments are kept.

use crate::diagnostic::Diagnostic;
use crate::syntax::{Token, TokenKind, tokens};

enum Set<'t> {
    Blank,
    /// A comment on its own line, indented like the line after it.
    Comment(&'t str),
    Words {
        depth: usize,
        tokens: Vec<Token<'t>>,
    },
}

/// Formats a definition; formatting the result again changes nothing.
///
/// # Errors
/// Returns a diagnostic for each line with an invalid character.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let mut faults = Vec::new();
    let mut lines: Vec<Set<'_>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut goes_on = false;
    for (number, line) in (1..).zip(text.lines()) {
        let found = match tokens(line, 0, number) {
            Ok(found) => found,
            Err(fault) => {
                faults.push(fault);
                continue;
            }
        };
        match found.as_slice() {
            [] => lines.push(Set::Blank),
            [only] if only.kind == TokenKind::Comment => lines.push(Set::Comment(only.text)),
            _ => {
                let indent = line.chars().take_while(|c| c.is_whitespace()).count();
                if !goes_on {
                    while open.last().is_some_and(|other| *other >= indent) {
                        open.pop();
                    }
                    open.push(indent);
                }
                let depth = open.len() - usize::from(!goes_on);
                let last = found.iter().rev().find(|token| token.kind != TokenKind::Comment);
                goes_on = last.is_some_and(|token| token.text == ",");
                lines.push(Set::Words { depth, tokens: found });
            }
        }
    }
    if faults.is_empty() { Ok(write(&lines)) } else { Err(faults) }
}

fn write(lines: &[Set<'_>]) -> String {
    let mut text = String::new();
    let mut was_blank = true;
    for (index, line) in lines.iter().enumerate() {
        match line {
            Set::Blank if was_blank => continue,
            Set::Blank => {}
            Set::Comment(comment) => {
                let next =
                    lines[index..].iter().find_map(|line| picked!(line, Set::Words { depth, .. } => *depth));
                text.push_str(&"  ".repeat(next.unwrap_or(0)));
                text.push_str(comment);
            }
            Set::Words { depth, tokens } => {
                text.push_str(&"  ".repeat(*depth));
                write_tokens(tokens, &mut text);
            }
        }
        was_blank = matches!(line, Set::Blank);
        text.push('\n');
    }
    while text.ends_with("\n\n") {
        text.pop();
    }
    text
}

fn write_tokens(tokens: &[Token<'_>], text: &mut String) {
    let mut before: Option<Token<'_>> = None;
    for token in tokens {
        let joins = match (before, token.text) {
            (None, _) => true,
            (Some(_), "," | ":" | ")") => true,
            (Some(last), _) if last.kind == TokenKind::Sign && last.text == "(" => true,
            // No spaces around the hyphen between the two numbers of a leap.
            (Some(last), "-") => last.kind == TokenKind::Number,
            (Some(last), _) => last.kind == TokenKind::Sign && last.text == "-",
        };
        if !joins {
            text.push_str(if token.kind == TokenKind::Comment { "  " } else { " " });
        } else if token.kind == TokenKind::Comment && before.is_some() {
            text.push_str("  ");
        }
        text.push_str(token.text);
        before = Some(*token);
    }
}
