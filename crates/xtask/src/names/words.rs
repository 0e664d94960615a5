//! Finds the name of a game among the words that identifiers and sentences are made of.

use std::ops::Range;

/// Names up to this long are words that sources use in senses of their own: `cat`, `ice`.
const SHORT: usize = 3;
/// What begins a statement that declares a type or imports one.
const DECLARATIONS: [&str; 7] = ["struct", "enum", "trait", "type", "use", "class", "interface"];

/// The name of a game, as its folder is called.
///
/// It is found as words, whatever their case and whatever joins them: `fishgame` in `FishGame`, `fish_game`, `FISH-GAME` and `Fish
/// game`, also in the plural. It is not found inside of a word: `cat` is not in `catalogue`. A number at the end of the folder's name does not count.
///
/// A name that is an ordinary word, as every short one is, would be found in sentences (`a cat sits`) and in identifiers (`feedCat`) that mean
/// no game. It is found where nothing else can be meant: in its folder (`games/cat`), its crate (`entourage_cat`), and as a type (`Cat::new`)
/// that the file has not declared or imported from elsewhere.
pub struct Name {
    letters: String,
    ordinary: bool,
}

impl Name {
    /// Makes the name of a game from that of its folder; `ordinary` says that it is an ordinary word though it is long.
    pub fn new(folder: &str, ordinary: bool) -> Self {
        let whole: String = folder.chars().filter(|letter| letter.is_alphanumeric()).collect();
        let letters = match whole.trim_end_matches(|letter: char| letter.is_ascii_digit()) {
            "" => whole.to_lowercase(),
            letters => letters.to_lowercase(),
        };
        Self { ordinary: ordinary || letters.chars().count() <= SHORT, letters }
    }

    /// Returns the name in lower case.
    pub fn text(&self) -> &str {
        &self.letters
    }

    /// Returns the numbers of the lines of a source that name the game, the first being 1.
    pub fn lines(&self, source: &str) -> Vec<usize> {
        let own = self.ordinary && self.is_declared(source);
        let lines = source.lines().enumerate().filter(|(_, line)| self.is_in(line, own));
        lines.map(|(index, _)| index + 1).collect()
    }

    /// Tells whether a line names the game; `own` says that the file has a type of this name that is none of the game's.
    fn is_in(&self, line: &str, own: bool) -> bool {
        let words = words(line);
        (0..words.len()).any(|first| {
            let Some(last) = self.spelled(line, &words[first..]).map(|count| first + count - 1) else {
                return false;
            };
            if !self.ordinary {
                return true;
            }
            let before = first.checked_sub(1).map(|index| &words[index]);
            let (start, end) = (words[first].start, words[last].end);
            before.is_some_and(|word| is_place(&line[word.clone()], &line[word.end..start]))
                || (!own && is_type(line, start..end) && line[end..].starts_with("::"))
        })
    }

    /// Counts the words, from the first one on, that spell the name; `None` if they do not.
    fn spelled(&self, line: &str, words: &[Range<usize>]) -> Option<usize> {
        let mut rest = self.letters.as_str();
        for (index, word) in words.iter().enumerate() {
            let joined = index == 0 || matches!(&line[words[index - 1].end..word.start], "" | "_" | "-" | " ");
            let text = line[word.clone()].to_lowercase();
            if !joined {
                return None;
            }
            match rest.strip_prefix(text.as_str()) {
                Some("") => return Some(index + 1),
                Some(further) => rest = further,
                None => return (text.strip_suffix('s') == Some(rest)).then_some(index + 1),
            }
        }
        None
    }

    /// Tells whether a source declares a type of this name, or imports one that is not the game's.
    fn is_declared(&self, source: &str) -> bool {
        source.split(';').any(|statement| {
            let begins = |line: &&str| {
                let line = line.trim_start().trim_start_matches("export ").trim_start_matches("pub ");
                DECLARATIONS.contains(&line.split(' ').next().unwrap_or_default())
            };
            let Some(begin) = statement.lines().position(|line| begins(&line)) else { return false };
            let lines: Vec<&str> =
                statement.lines().skip(begin).take_while(|line| !line.ends_with(") {")).collect();
            !lines.iter().any(|line| self.is_in(line, true))
                && lines.iter().any(|line| {
                    words(line)
                        .into_iter()
                        .any(|word| line[word.clone()].to_lowercase() == self.letters && is_type(line, word))
                })
        })
    }
}

/// Tells whether what stands before a name and what is between say that a game is meant: its folder or its crate.
fn is_place(before: &str, between: &str) -> bool {
    matches!((before, between), ("games", "/") | ("entourage", "_" | "-"))
}

/// Tells whether a part of a line is an identifier of its own that begins as types do, and no variant of another type.
fn is_type(line: &str, part: Range<usize>) -> bool {
    let joins = |letter: char| letter.is_alphanumeric() || letter == '_';
    line[part.clone()].starts_with(char::is_uppercase)
        && !line[..part.start].ends_with(joins)
        && !line[..part.start].ends_with("::")
        && !line[part.end..].starts_with(joins)
}

/// Splits a line into words: at whatever is no letter or digit, between letters and digits, and where capitals begin one.
pub fn words(line: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut before: Option<char> = None;
    let mut letters = line.char_indices().peekable();
    while let Some((start, letter)) = letters.next() {
        if !letter.is_alphanumeric() {
            before = None;
            continue;
        }
        let next = letters.peek().map(|(_, next)| *next);
        let begins = before.is_none_or(|before| {
            before.is_numeric() != letter.is_numeric()
                || (letter.is_uppercase() && (!before.is_uppercase() || next.is_some_and(char::is_lowercase)))
        });
        let end = start + letter.len_utf8();
        match words.last_mut() {
            Some(word) if !begins => word.end = end,
            _ => words.push(start..end),
        }
        before = Some(letter);
    }
    words
}
