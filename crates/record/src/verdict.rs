use serde::{Deserialize, Serialize};

/// Tells what the rules said of a turn that was protested against.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Verdict {
    /// They refuse the turn: it goes back to its player, who chooses another.
    Upheld,
    /// They allow the turn, which stands.
    Rejected,
}

impl Verdict {
    /// Returns the word for programs and databases.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Upheld => "upheld",
            Self::Rejected => "rejected",
        }
    }

    /// Returns the verdict of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Upheld, Self::Rejected].into_iter().find(|verdict| verdict.word() == word)
    }
}
