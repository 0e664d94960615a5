use entourage_record::GameId;

/// Lists games that nobody comes back to, of some that were looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abandoned {
    /// Those that nobody comes back to.
    pub games: Vec<GameId>,
    /// The last that was looked at; `None` if there are none after it.
    pub last: Option<GameId>,
}
