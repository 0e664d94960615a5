/// Says how a player failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It ended, or said what makes no sense.
    Crash(String),
    /// It took far longer than it was given.
    Time,
    /// It played a move that is none here.
    IllegalMove(String),
}
