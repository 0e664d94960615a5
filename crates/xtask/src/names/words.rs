//! Finds names of games in identifiers and sentences.

use std::ops::Range;

/// Names up to this length count as ordinary words: `cat`, `ice`.
const SHORT: usize = 3;
const DECLARATIONS: [&str; 7] = ["struct", "enum", "trait", "type", "use", "class", "interface"];

/// The name of a game, taken from its folder without trailing digits.
///
/// A name matches whole words in any case and style, and plurals: `fishgame` matches `FishGame`, `fish_game`, `FISH-GAME` and `Fish
/// games`, but `cat` does not match `catalogue`.
///
/// An ordinary word (every short name counts as one) also occurs in sentences (`a cat sits`) and identifiers (`feedCat`) unrelated
/// to the game. Such a name matches only the game's folder (`games/cat`), its crate (`entourage_cat`), and its type (`Cat::new`),
/// unless the file declares or imports another type of that name.
pub struct Name {
    letters: String,
    ordinary: bool,
}

impl Name {
    /// Creates the name for a folder. `ordinary` marks a long name as an ordinary word; short names always are ordinary words.
    pub fn new(folder: &str, ordinary: bool) -> Self {
        let whole: String = folder.chars().filter(|letter| letter.is_alphanumeric()).collect();
        let letters = match whole.trim_end_matches(|letter: char| letter.is_ascii_digit()) {
            "" => whole.to_lowercase(),
            letters => letters.to_lowercase(),
        };
        Self { ordinary: ordinary || letters.chars().count() <= SHORT, letters }
    }

    /// Returns the name in lower case, without separators.
    pub fn text(&self) -> &str {
        &self.letters
    }

    /// Returns the 1-based numbers of the lines that mention the game.
    pub fn lines(&self, source: &str) -> Vec<usize> {
        let own = self.ordinary && self.is_declared(source);
        let lines = source.lines().enumerate().filter(|(_, line)| self.is_in(line, own));
        lines.map(|(index, _)| index + 1).collect()
    }

    /// Returns whether a line mentions the game; `own` means that the file has an unrelated type of this name.
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

    /// Returns how many of the first words together spell the name; `None` if they do not spell it.
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

    /// Returns whether a source declares a type of this name, or imports one that is not the game's.
    fn is_declared(&self, source: &str) -> bool {
        source.split(";\n").any(|statement| {
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

/// Returns whether the word and separator in front of a name make it a game's folder or crate (`games/`, `entourage_`).
fn is_place(before: &str, between: &str) -> bool {
    matches!((before, between), ("games", "/") | ("entourage", "_" | "-"))
}

/// Returns whether `part` of a line is a whole capitalised identifier that does not follow `::`.
fn is_type(line: &str, part: Range<usize>) -> bool {
    let joins = |letter: char| letter.is_alphanumeric() || letter == '_';
    line[part.clone()].starts_with(char::is_uppercase)
        && !line[..part.start].ends_with(joins)
        && !line[..part.start].ends_with("::")
        && !line[part.end..].starts_with(joins)
}

/// Splits a line into words: at characters other than letters and digits, between letters and digits, and before capitals.
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
