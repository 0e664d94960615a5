//! Building blocks for messages in every language.

use crate::{Kind, Language, Metadata, Piece, Square, Text, Topology, Voice};

/// Declares a table of sentences by code, in English and French. [`Scene::fill`] replaces placeholders: `{1}` is
/// `squares[1]`, and `{the 0}` is a game-specific phrase about `squares[0]`. A code can have variants (`code/case`).
#[macro_export]
macro_rules! sentences {
    ($($code:literal $en:literal $fr:literal;)*) => { &[$(($code, $crate::Text::new($en, $fr)),)*] };
}

/// Returns the codes in a table of [`sentences!`], without variants.
pub fn codes(table: &'static [(&str, Text)]) -> Vec<&'static str> {
    table.iter().map(|(code, _)| *code).filter(|code| !code.contains('/')).collect()
}

/// The context in which a sentence is formatted: the squares of a reason and the pieces on them.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The description of the game, which contains the names of pieces.
    pub metadata: &'a Metadata,
    /// The board.
    pub topology: &'a Topology,
    /// The squares of the reason.
    pub squares: &'a [Square],
    /// The language, and the names of squares to use.
    pub voice: Voice<'a>,
    /// A function that returns the piece on a square.
    pub piece_at: &'a dyn Fn(Square) -> Option<Piece>,
}

impl<'a> Scene<'a> {
    /// Returns the kind of the piece on `squares[index]`.
    pub fn kind(&self, index: usize) -> Option<Kind> {
        (self.piece_at)(*self.squares.get(index)?).map(Piece::kind)
    }

    /// Returns the name of the piece on `squares[index]`, in the language of the voice.
    pub fn name(&self, index: usize) -> Option<&'a str> {
        self.kind(index).map(|kind| self.metadata.kinds[kind.index()].name.get(self.voice.language))
    }

    /// Returns the name of `squares[index]`, or a question mark if the reason has no such square.
    pub fn square(&self, index: usize) -> String {
        let name = |&square| self.voice.square(self.topology, square);
        self.squares.get(index).map_or_else(|| "?".to_owned(), name)
    }

    /// Formats the piece on `squares[index]` with an article and its square, or only the square if it is empty.
    pub fn with_article(&self, index: usize, article: impl Fn(Option<Kind>) -> &'static str) -> String {
        let (article, square) = (article(self.kind(index)), self.square(index));
        match (self.name(index), self.voice.language) {
            (None, _) => format!("{article}{square}"),
            (Some(name), Language::English) => format!("{article}{name} on {square}"),
            (Some(name), Language::French) => format!("{article}{name} en {square}"),
        }
    }

    /// Formats the squares from index `first` on as a list: `a, b and c`.
    pub fn all(&self, first: usize, name: impl Fn(usize) -> String) -> String {
        let names: Vec<String> = (first..self.squares.len()).map(name).collect();
        join(&names, if self.voice.language == Language::French { "et" } else { "and" })
    }

    /// Formats a clause that names the pieces in the way; their squares are `squares[2..]`.
    pub fn in_the_way(&self, name: impl Fn(usize) -> String) -> String {
        let pieces = self.all(2, name);
        match (self.squares.len().saturating_sub(2), self.voice.language) {
            (0, Language::English) => "the way is not clear".to_owned(),
            (0, Language::French) => "le chemin n'est pas libre".to_owned(),
            (1, Language::English) => format!("{pieces} is in the way"),
            (1, Language::French) => format!("{pieces} barre le chemin"),
            (_, Language::English) => format!("{pieces} are in the way"),
            (_, Language::French) => format!("{pieces} barrent le chemin"),
        }
    }

    /// Looks up `code` in a table and returns its text in the language of the voice; `None` if the code is unknown.
    pub fn find(&self, table: &'static [(&str, Text)], code: &str) -> Option<&'static str> {
        let (_, text) = table.iter().find(|(known, _)| *known == code)?;
        Some(text.get(self.voice.language))
    }

    /// Looks up how the piece on `squares[0]` moves under `NAME`, its English name, or `NAME/captures` if `captures`.
    pub fn manner(&self, table: &'static [(&str, Text)], captures: bool) -> &'static str {
        let kind = self.kind(0).map_or("", |kind| &self.metadata.kinds[kind.index()].name.en);
        let capturing = captures.then(|| self.find(table, &format!("{kind}/captures"))).flatten();
        capturing.or_else(|| self.find(table, kind)).or_else(|| self.find(table, "")).unwrap_or_default()
    }

    /// Replaces the placeholders of a template; `word` formats the game-specific ones from their name and index.
    pub fn fill(&self, template: &str, word: &dyn Fn(&str, usize) -> String) -> String {
        let mut said = String::new();
        let mut rest = template;
        while let Some((before, (place, after))) =
            rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            said += before;
            let (name, index) = place.split_once(' ').unwrap_or((place, "0"));
            said += &match place.parse() {
                Ok(index) => self.square(index),
                Err(_) => word(name, index.parse().unwrap_or_default()),
            };
            rest = after;
        }
        said + rest
    }

    /// Looks up a code, fills in the placeholders, and returns a complete sentence; `None` if the code is unknown.
    pub fn say(
        &self,
        table: &'static [(&str, Text)],
        code: &str,
        word: &dyn Fn(&str, usize) -> String,
    ) -> Option<String> {
        Some(begin(self.fill(self.find(table, code)?, word) + "."))
    }
}

/// Capitalises the first letter of a text.
pub fn begin(text: String) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Joins words with commas and, before the last, a conjunction: `a, b and c`.
pub fn join(words: &[String], conjunction: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [all @ .., last] => format!("{} {conjunction} {last}", all.join(", ")),
    }
}

/// Formats a number with a noun: `1 error`, `2 errors`. Zero is plural in English and singular in French.
pub fn counted(language: Language, number: u64, one: &str, several: &str) -> String {
    let is_one = number == 1 || number == 0 && language == Language::French;
    format!("{number} {}", if is_one { one } else { several })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_capitalised_and_lists_joined() {
        assert_eq!((begin("écho.".into()), begin(String::new())), ("Écho.".into(), String::new()));
        let words = ["a", "b", "c"].map(String::from);
        let games = |number| {
            let en = counted(Language::English, number, "game", "games");
            [en, counted(Language::French, number, "partie", "parties")]
        };
        assert_eq!(games(0), ["0 games", "0 partie"]);
        assert_eq!(games(1), ["1 game", "1 partie"]);
        assert_eq!(games(2), ["2 games", "2 parties"]);
        assert_eq!([0, 1, 2, 3].map(|count| join(&words[..count], "or")), ["", "a", "a or b", "a, b or c"]);
    }
}
