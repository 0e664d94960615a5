/// Names the two editions, which differ in the Empress's leap only (T1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Edition {
    /// The rulebook: she leaps to empty squares.
    #[default]
    Rulebook,
    /// The variant page's summary: she may also capture by her leap.
    Summary,
}
