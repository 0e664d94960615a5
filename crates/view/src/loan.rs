use serde::{Deserialize, Serialize};

/// Lends the pictures of a game of the house to rules that do not know the game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LoanView {
    /// Each after the English name of its kind.
    pub pictures: Vec<[String; 2]>,
    pub credits: Vec<LentCredit>,
}

/// Thanks somebody in every language.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LentCredit {
    pub role: [String; 2],
    pub who: String,
    /// Where to find them or the work, if anywhere.
    pub link: Option<String>,
    pub licence: Option<String>,
}
