use serde::{Deserialize, Serialize};

/// Artwork of a built-in game, for use in game definitions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LoanView {
    /// The English name of each kind of piece, with its picture.
    pub pictures: Vec<[String; 2]>,
    pub credits: Vec<LentCredit>,
}

/// A credit line with its role in English and French.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LentCredit {
    pub role: [String; 2],
    pub who: String,
    pub link: Option<String>,
    pub licence: Option<String>,
}
