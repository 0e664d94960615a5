use std::borrow::Cow;
use std::fmt;

use entourage_kernel::Side;

use crate::reader::split;
use crate::{Game, Item, Move, ROSTER, Tag, Termination, Turn};

/// Maximum line length in characters, unless a single word is longer.
const COLUMNS: usize = 79;

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

/// Splits a comment into words and embedded commands. A command is not split, because some programs require it on one line.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    // No command can end after the last closing bracket.
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

/// Returns a move as written in a file: in quotes if it is not a single word or would be parsed as another item.
fn written(text: &str) -> Cow<'_, str> {
    if text.starts_with('~') && !text.contains(' ') {
        return text.into();
    }
    let is_word = !text.contains([' ', '{', '}', '(', ')', '[', ']', '<', '>', '$', ';', '"']);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let is_read = !text.starts_with(['.', '%'])
        && !text.contains('…')
        && (digits == 0 || !matches!(text.as_bytes().get(digits), None | Some(b'.')))
        && split(text).0 == text
        && Termination::read(text).is_none();
    if is_word && is_read { text.into() } else { format!("\"{}\"", text.replace('"', "'")).into() }
}

/// Formats the game in PGN export format, in normal form and followed by a blank line.
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
        // The expected next turn and the last turn, of the main line and of each open variation.
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
                        // Braces are attached to words, so that no line break separates a brace from its comment.
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

#[derive(Default)]
struct Line {
    done: Vec<Item>,
    last: Option<Move>,
    nags: Vec<u8>,
    comment: String,
    variations: Vec<Item>,
}

impl Line {
    fn settle(&mut self) {
        let Self { done, last, nags, comment, variations } = self;
        done.extend(last.take().map(Item::Move));
        nags.sort_unstable();
        nags.dedup();
        done.extend(nags.drain(..).map(Item::Nag));
        if !comment.is_empty() {
            done.push(Item::Comment(std::mem::take(comment)));
        }
        done.append(variations);
    }

    fn comment(&mut self, text: &str) {
        // A comment cannot contain a closing brace, which would end the comment.
        let words = text.split_ascii_whitespace().map(|word| word.replace('}', ")"));
        for word in words {
            if !self.comment.is_empty() {
                self.comment.push(' ');
            }
            self.comment.push_str(&word);
        }
    }
}

impl Game {
    /// Returns the game in normal form: roster tags first, the other tags sorted by name; after each move, first its glyphs,
    /// sorted and without duplicates, then one comment, then the variations.
    pub fn tidied(&self) -> Self {
        let mut lines = vec![Line::default()];
        for item in &self.items {
            let line = lines.last_mut().expect("the game itself is never closed");
            match item {
                Item::Move(played) => {
                    line.settle();
                    line.last = Some(played.clone());
                }
                Item::Nag(number) => line.nags.push(*number),
                Item::Comment(text) => line.comment(text),
                Item::Begin => lines.push(Line::default()),
                Item::End if lines.len() > 1 => close(&mut lines),
                Item::End => {}
            }
        }
        while lines.len() > 1 {
            close(&mut lines);
        }
        let mut items = Vec::new();
        for mut line in lines {
            line.settle();
            items.append(&mut line.done);
        }
        let tagged = || self.tag("Result").and_then(Termination::read);
        let termination = self.termination.or_else(tagged).unwrap_or(Termination::Open);
        Self { tags: self.tidied_tags(termination), items, termination: Some(termination), ..Self::default() }
    }

    fn tidied_tags(&self, termination: Termination) -> Vec<Tag> {
        let known = |name: &str| self.tag(name).filter(|value| !value.is_empty());
        let roster = ROSTER.map(|name| match name {
            "Result" => Tag::new(name, termination.mark()),
            _ => Tag::new(name, known(name).unwrap_or(Tag::unknown(name))),
        });
        let mut others: Vec<Tag> =
            self.tags.iter().filter(|tag| !ROSTER.contains(&tag.name.as_str())).cloned().collect();
        others.sort_by(|a, b| a.name.cmp(&b.name));
        roster.into_iter().chain(others).collect()
    }
}

fn close(lines: &mut Vec<Line>) {
    let Some(mut inner) = lines.pop() else { return };
    inner.settle();
    let outer = lines.last_mut().expect("the game itself is never closed");
    outer.variations.push(Item::Begin);
    outer.variations.append(&mut inner.done);
    outer.variations.push(Item::End);
}
