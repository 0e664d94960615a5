/// Tells what a player's clock shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockTime {
    /// The milliseconds left; negative if more has been used than there was.
    pub left: i64,
    /// The milliseconds that every move adds.
    pub increment: u64,
}
