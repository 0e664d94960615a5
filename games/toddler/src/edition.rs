/// The two editions of the rules, which differ only in the Empress's leap (T1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Edition {
    /// The rulebook: the Empress leaps to empty squares.
    #[default]
    Rulebook,
    /// The summary of the Chess Variant Pages: the Empress can also capture by leaping.
    Summary,
}
