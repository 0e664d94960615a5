use entourage_kernel::Side;

/// Offers a side of a game to anybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FreeSide {
    /// The side.
    pub side: Side,
    /// Whether others may watch the game once somebody has taken it, who is told so before.
    pub watched: bool,
}
