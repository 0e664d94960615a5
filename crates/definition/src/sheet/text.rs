//! Edits a definition by lines: finds the extent and comments of a sentence, and leaves other lines unchanged.

use crate::syntax::{Token, TokenKind, tokens};

pub(super) struct Lines<'t> {
    lines: Vec<&'t str>,
    changes: Vec<Change>,
}

struct Change {
    from: usize,
    to: usize,
    new: Vec<String>,
}

impl<'t> Lines<'t> {
    #[inline(never)]
    pub(super) fn of(text: &'t str) -> Self {
        Self { lines: text.lines().collect(), changes: Vec::new() }
    }

    #[inline(never)]
    fn words(line: &str) -> Vec<Token<'_>> {
        let mut found = tokens(line, 0, 1).unwrap_or_default();
        found.retain(|token| token.kind != TokenKind::Comment);
        found
    }

    #[inline(never)]
    fn comment(line: &str) -> Option<&str> {
        let found = tokens(line, 0, 1).unwrap_or_default();
        found.last().filter(|token| token.kind == TokenKind::Comment).map(|token| token.text)
    }

    fn indent(line: &str) -> usize {
        line.chars().take_while(|c| c.is_whitespace()).count()
    }

    pub(super) fn words_at(&self, line: u32) -> String {
        let text = self.lines.get(at(line)).copied().unwrap_or_default();
        let end = Self::comment(text).map_or(text.len(), |comment| text.len() - comment.len());
        text.get(..end).unwrap_or(text).trim().to_owned()
    }

    /// Returns the index of the line after the sentence that begins at `from`, excluding sentences indented below.
    #[inline(never)]
    fn head_end(&self, from: usize) -> usize {
        let goes_on = |line: usize| {
            let words = self.lines.get(line).map(|line| Self::words(line)).unwrap_or_default();
            // A sentence can contain blank lines and lines with only a comment.
            words.is_empty() || words.last().is_some_and(|token| token.text == ",")
        };
        let mut end = from + 1;
        while end < self.lines.len() && goes_on(end - 1) {
            end += 1;
        }
        end
    }

    /// Returns the index of the line after the sentence that begins at `from` and everything indented below.
    #[inline(never)]
    fn block_end(&self, from: usize) -> usize {
        let indent = self.lines.get(from).map_or(0, |line| Self::indent(line));
        let mut end = self.head_end(from);
        let mut next = end;
        while let Some(line) = self.lines.get(next) {
            let is_said = !Self::words(line).is_empty();
            if is_said && Self::indent(line) <= indent {
                break;
            }
            let below = Self::indent(line) > indent && !line.trim().is_empty();
            next = if is_said { self.head_end(next) } else { next + 1 };
            if below {
                end = next;
            }
        }
        end
    }

    pub(super) fn block(&self, line: u32) -> String {
        let from = at(line);
        let end = self.block_end(from).min(self.lines.len());
        self.lines.get(from..end).map(|lines| lines.join("\n")).unwrap_or_default()
    }

    #[inline(never)]
    pub(super) fn replace(&mut self, line: u32, words: &str) {
        let from = at(line);
        let to = self.head_end(from).min(self.lines.len());
        let Some(old) = self.lines.get(from..to) else { return };
        let indent = old.first().map_or(0, |line| Self::indent(line));
        let comments: Vec<&str> = old.iter().filter_map(|line| Self::comment(line)).collect();
        let mut new = format!("{}{words}", " ".repeat(indent));
        // Keep `in edition …` at the end of the sentence.
        let told: Vec<&str> = old.iter().flat_map(|line| Self::words(line)).map(|token| token.text).collect();
        if let [.., "in", "edition", edition] = told.as_slice() {
            new = format!("{new}, in edition {edition}");
        }
        for comment in comments {
            new = format!("{new}  {comment}");
        }
        self.changes.push(Change { from, to, new: vec![new] });
    }

    pub(super) fn remove(&mut self, line: u32) {
        let from = at(line);
        let to = self.block_end(from).min(self.lines.len());
        self.changes.push(Change { from, to, new: Vec::new() });
    }

    pub(super) fn below(&mut self, line: u32, new: String) {
        let place = self.head_end(at(line)).min(self.lines.len());
        self.changes.push(Change { from: place, to: place, new: vec![new] });
    }

    pub(super) fn behind(&mut self, line: u32, new: Vec<String>) {
        let place = self.block_end(at(line)).min(self.lines.len());
        self.changes.push(Change { from: place, to: place, new });
    }

    pub(super) fn before(&mut self, line: u32, new: Vec<String>) {
        let place = at(line).min(self.lines.len());
        self.changes.push(Change { from: place, to: place, new });
    }

    pub(super) fn end(&mut self, new: Vec<String>) {
        let place = self.lines.len();
        self.changes.push(Change { from: place, to: place, new });
    }

    #[inline(never)]
    pub(super) fn finish(mut self) -> String {
        let mut lines: Vec<String> = self.lines.iter().map(|line| (*line).to_owned()).collect();
        // Apply changes from bottom to top, so that line numbers remain valid, and a replacement before insertions above the same line.
        let key = |change: &Change| (std::cmp::Reverse(change.from), change.from == change.to);
        let mut changes: Vec<Change> = Vec::new();
        for change in self.changes.drain(..) {
            let place = changes.partition_point(|other| key(other) < key(&change));
            changes.insert(place, change);
        }
        for change in changes {
            lines.splice(change.from..change.to, change.new);
        }
        let mut text = lines.join("\n");
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }
}

fn at(line: u32) -> usize {
    (line as usize).saturating_sub(1)
}
