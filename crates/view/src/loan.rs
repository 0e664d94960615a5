use serde::{Deserialize, Serialize};

/// Artwork of a built-in game for game definitions that use it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LoanView {
    /// Pairs of the English name of a kind and its picture.
    pub pictures: Vec<[String; 2]>,
    pub credits: Vec<LentCredit>,
}

/// A credit line in every language.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LentCredit {
    pub role: [String; 2],
    pub who: String,
    pub link: Option<String>,
    pub licence: Option<String>,
}
