use entourage_kernel::Side;

/// Says whose move it is, and of which number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The number, which both sides' moves share.
    pub number: u32,
    /// The side.
    pub side: Side,
}

impl Turn {
    /// The first turn of a game that begins as most do.
    pub const FIRST: Self = Self { number: 1, side: Side::First };

    /// Returns the turn that follows where sides take turns.
    pub fn next(self) -> Self {
        match self.side {
            Side::First => Self { side: Side::Second, ..self },
            Side::Second => Self { number: self.number.saturating_add(1), side: Side::First },
        }
    }
}
