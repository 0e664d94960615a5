use crate::{Player, Sprt};

/// Sets up a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Conditions {
    /// The players; results are counted for the first.
    pub players: [Player; 2],
    /// The number of games, rounded up to an even one.
    pub games: u32,
    /// The milliseconds a move for players without bounds of their own.
    pub movetime: u64,
    /// Determines openings, and what players leave to chance.
    pub seed: u64,
    /// The random plies of an opening.
    pub plies: usize,
    /// How much better, in hundredths, a short search may find one side after the opening.
    pub balance: i32,
    /// The players' plies after which a game is called a draw.
    pub longest: usize,
    /// The number of games played at a time, at least 1.
    pub threads: usize,
    /// Ends the match as soon as it has proved one thing or the other.
    pub sprt: Option<Sprt>,
}
