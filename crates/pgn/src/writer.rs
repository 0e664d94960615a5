use std::borrow::Cow;
use std::fmt;

use entourage_kernel::Side;

use crate::{Game, Item, Termination, Turn};

/// The characters of a line of moves, unless a word alone is longer.
const COLUMNS: usize = 79;

/// Puts words into lines.
struct Lines<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    column: usize,
}

impl Lines<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > COLUMNS {
            self.out.write_str("\n")?;
            self.column = 0;
        }
        if self.column > 0 {
            self.out.write_str(" ")?;
            self.column += 1;
        }
        self.out.write_str(word)?;
        self.column += length;
        Ok(())
    }
}

/// Splits a remark into what a line holds together: words, and commands of programs, which some of them read within one line alone.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    // Behind the last bracket that closes no command is whole.
    let closes = text.rfind(']').unwrap_or(0);
    while !rest.is_empty() {
        let at = text.len() - rest.len();
        let space = rest.find(' ').unwrap_or(rest.len());
        let begins = rest[..space].find("[%").filter(|begins| at + begins < closes);
        let end = match begins.and_then(|begins| Some(begins + rest[begins..].find(']')?)) {
            Some(bracket) => bracket + rest[bracket..].find(' ').unwrap_or(rest.len() - bracket),
            None => space,
        };
        words.push(&rest[..end]);
        rest = rest[end..].strip_prefix(' ').unwrap_or_default();
    }
    words
}

/// Puts a move that is more than a word, or that would be read as something else, into quotation marks, of which it has none itself.
fn written(text: &str) -> Cow<'_, str> {
    if text.starts_with('~') && !text.contains(' ') {
        return text.into();
    }
    let is_word = !text.contains([' ', '{', '}', '(', ')', '[', ']', '<', '>', '$', ';', '"']);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let is_read = !text.starts_with(['.', '%'])
        && !text.ends_with(['!', '?'])
        && text != "e.p."
        && (digits == 0 || !matches!(text.as_bytes().get(digits), None | Some(b'.')))
        && text.parse::<Termination>().is_err();
    if is_word && is_read { text.into() } else { format!("\"{}\"", text.replace('"', "'")).into() }
}

/// Writes the game in PGN's export format, in its normal form and with a blank line at its end.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.tidied();
        for tag in &game.tags {
            write!(f, "[{} \"", tag.name)?;
            for letter in tag.value.chars() {
                match letter {
                    '"' | '\\' => write!(f, "\\{letter}")?,
                    letter if letter.is_control() => f.write_str(" ")?,
                    letter => write!(f, "{letter}")?,
                }
            }
            f.write_str("\"]\n")?;
        }
        f.write_str("\n")?;
        let mut lines = Lines { out: f, column: 0 };
        // For each variation that is open whose turn it would be, and whose turn the last move was.
        let mut turns: Vec<(Option<Turn>, Turn)> = vec![(None, Turn::FIRST)];
        let mut is_numbered = true;
        for item in &game.items {
            let open = turns.len() - 1;
            match item {
                Item::Move(played) => {
                    let (expected, last) = &mut turns[open];
                    let turn = played.turn;
                    match turn.side {
                        Side::First => lines.word(&format!("{}.", turn.number))?,
                        Side::Second if is_numbered || *expected != Some(turn) => {
                            lines.word(&format!("{}...", turn.number))?;
                        }
                        Side::Second => {}
                    }
                    lines.word(&written(&played.text))?;
                    (*expected, *last) = (Some(turn.next()), turn);
                    is_numbered = false;
                }
                Item::Nag(number) => lines.word(&format!("${number}"))?,
                Item::Comment(text) => {
                    let words = words(text);
                    for (index, word) in words.iter().enumerate() {
                        // No brace stands alone at the end or the beginning of a line.
                        let begin = if index == 0 { "{ " } else { "" };
                        let end = if index + 1 == words.len() { " }" } else { "" };
                        lines.word(&format!("{begin}{word}{end}"))?;
                    }
                    is_numbered = true;
                }
                Item::Begin => {
                    lines.word("(")?;
                    turns.push((None, Turn::FIRST));
                    is_numbered = true;
                }
                Item::End => {
                    lines.word(")")?;
                    turns.pop();
                    is_numbered = true;
                }
            }
        }
        if let Some(termination) = game.termination {
            lines.word(termination.mark())?;
        }
        f.write_str("\n\n")
    }
}
