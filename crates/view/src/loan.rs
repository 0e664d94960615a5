use serde::{Deserialize, Serialize};

/// Lends the pictures of a game of the house to rules that do not know the game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LoanView {
    /// Each after the English name of its kind.
    pub pictures: Vec<[String; 2]>,
    /// Whose they are.
    pub credits: Vec<LentCredit>,
}

/// Thanks somebody in every language.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LentCredit {
    /// What for, in English and in French.
    pub role: [String; 2],
    /// Who.
    pub who: String,
    /// Where to find them or the work, if anywhere.
    pub link: Option<String>,
    /// The licence of the work, if one is needed.
    pub licence: Option<String>,
}
