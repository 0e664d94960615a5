use std::borrow::Cow;

use crate::SharedStr;

/// How Game Courier, where such games are played by correspondence, names a game's pieces and squares.
#[derive(Clone, Debug)]
pub struct Courier {
    /// The label of each kind of the first side, in index order, in upper case; the second side's is the same in lower case.
    pub labels: Cow<'static, [SharedStr]>,
    /// How the squares are named.
    pub coordinates: Coordinates,
}

/// How Game Courier names a game's squares.
#[derive(Clone, Debug)]
pub enum Coordinates {
    /// As we do.
    Ours,
    /// As a function makes them of our names.
    Made(fn(&str) -> String),
    /// As a list says, our name first; a square that is not listed is named as we do.
    Listed(Cow<'static, [(SharedStr, SharedStr)]>),
}

impl Courier {
    /// Returns the coordinate of the square to which we give a name.
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
