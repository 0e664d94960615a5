use crate::Class;

/// Names those games whose results make one rating: the same rules at paces of one class.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pool {
    /// The game by its canonical spec, with those options that belong to its rules.
    pub game: String,
    /// The class of its pace.
    pub class: Class,
}
