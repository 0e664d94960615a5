use entourage_kernel::Side;

/// Holds what a player says to the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// Who says it.
    pub side: Side,
    /// Tells it from every other remark of the same side; drawn by who says it.
    pub token: String,
    /// What is said.
    pub text: String,
    /// When, in milliseconds since 1970 (UTC).
    pub at: i64,
}

/// Says how much a side may say in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChatLimits {
    /// The most remarks altogether.
    pub most: u32,
    /// The most remarks within the time `span`.
    pub most_recent: u32,
    /// A time in milliseconds.
    pub span: i64,
}

/// Says what became of a remark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// It is stored under this number, the first of a game being 0; or was, if it is said again.
    At(u32),
    /// The side has said too much within the time.
    TooFast,
    /// The side has said all that it may.
    TooMuch,
}
