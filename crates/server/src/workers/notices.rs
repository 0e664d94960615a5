//! What devices are shown while nobody looks at the page, word by word. It names no key, and nobody but who challenges.

use entourage_kernel::Language;

use super::letters::span;

/// A notice as it is shown, and where a press on it leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Notice {
    pub title: String,
    pub body: String,
    /// What notices of the same have in common, those of an open page among them: the last one is shown.
    pub tag: String,
    /// The side of a game, or the lobby.
    pub opens: String,
}

impl Notice {
    /// Says that it is somebody's turn in a game, in which they play a side, and how long it may last, in milliseconds.
    pub fn turn(game: &str, side: &str, left: Option<u64>, language: Language) -> (String, String) {
        let left = left.map(|left| span(left, language));
        match language {
            Language::English => (
                format!("{game}: your turn"),
                left.map_or_else(
                    || format!("You play {side}."),
                    |left| format!("You play {side}. Time left: {left}."),
                ),
            ),
            Language::French => (
                format!("{game} : à vous de jouer"),
                left.map_or_else(
                    || format!("Votre camp : {side}."),
                    |left| format!("Votre camp : {side}. Temps restant : {left}."),
                ),
            ),
        }
    }

    /// Says that somebody is challenged to a game.
    pub fn challenge(name: &str, game: &str, language: Language) -> (String, String) {
        match language {
            Language::English => (format!("{name} challenges you"), format!("To a game of {game}.")),
            Language::French => (format!("{name} vous défie"), format!("À une partie de {game}.")),
        }
    }

    /// Writes it down as the page's service worker reads it.
    pub fn written(&self) -> String {
        let Self { title, body, tag, opens } = self;
        serde_json::json!({ "title": title, "body": body, "tag": tag, "opens": opens }).to_string()
    }
}
