use entourage_kernel::Side;

/// Holds a proof that one side can force a win: a claim for each position that may come up, the one to solve first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The spec of the game.
    pub game: String,
    /// The side that wins.
    pub attacker: Side,
    /// The claims.
    pub claims: Vec<Claim>,
}

/// Claims that a win can be forced from a position within so many plies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The plies, at least 1.
    pub plies: u16,
    /// The canonical position string; the game is not over there.
    pub position: String,
    /// The attacker's one move, or all that the defender may do.
    pub replies: Vec<Reply>,
}

/// What follows a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The canonical text of the move.
    pub text: String,
    /// The number of the claim about the position after it, or `None` if the game is won there.
    pub to: Option<usize>,
}
