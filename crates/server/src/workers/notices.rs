//! Texts of push notifications. They contain no keys and, except for challenges, no names.

use entourage_kernel::Language;

use super::letters::span;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Notice {
    pub title: String,
    pub body: String,
    /// Only the last notification of a tag is shown.
    pub tag: String,
    pub opens: String,
}

impl Notice {
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

    pub fn challenge(name: &str, game: &str, language: Language) -> (String, String) {
        match language {
            Language::English => (format!("{name} challenges you"), format!("To a game of {game}.")),
            Language::French => (format!("{name} vous défie"), format!("À une partie de {game}.")),
        }
    }

    pub fn written(&self) -> String {
        let Self { title, body, tag, opens } = self;
        serde_json::json!({ "title": title, "body": body, "tag": tag, "opens": opens }).to_string()
    }
}
