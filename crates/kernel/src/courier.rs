use std::borrow::Cow;

use crate::SharedStr;

/// A game's piece labels and square names on Game Courier, a site for correspondence play.
#[derive(Clone, Debug)]
pub struct Courier {
    /// The label of each kind of piece in index order, in upper case for the first side; the second side uses lower case.
    pub labels: Cow<'static, [SharedStr]>,
    /// Game Courier's names for the squares.
    pub coordinates: Coordinates,
}

/// How Game Courier names a game's squares.
#[derive(Clone, Debug)]
pub enum Coordinates {
    /// The same names as in Entourage.
    Ours,
    /// Names that this function computes from Entourage's names.
    Made(fn(&str) -> String),
    /// Pairs of Entourage's and Game Courier's names for a square; unlisted squares have the same name in both.
    Listed(Cow<'static, [(SharedStr, SharedStr)]>),
}

impl Courier {
    /// Returns Game Courier's name for a square; `name` is the square's name in Entourage.
    pub fn coordinate(&self, name: &str) -> String {
        match &self.coordinates {
            Coordinates::Ours => name.to_owned(),
            Coordinates::Made(make) => make(name),
            Coordinates::Listed(pairs) => {
                let theirs = pairs.iter().find(|(ours, _)| *ours == *name).map(|(_, theirs)| theirs.as_str());
                theirs.unwrap_or(name).to_owned()
            }
        }
    }
}
