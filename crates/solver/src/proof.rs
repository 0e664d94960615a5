use entourage_kernel::Side;

/// A proof that one side can force a win: one claim for each position that can arise, starting with the position to solve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The spec of the game, including options.
    pub game: String,
    /// The side that wins.
    pub attacker: Side,
    /// The claims; replies refer to them by index.
    pub claims: Vec<Claim>,
    /// The source files of the game's definition, if the game is written as text and its spec does not name it.
    pub texts: Vec<String>,
}

/// The claim that a win can be forced from a position within a number of plies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The number of plies within which the win can be forced, at least 1.
    pub plies: u16,
    /// The canonical position string; the game must not be over in this position.
    pub position: String,
    /// One move of the attacker, or all legal moves of the defender.
    pub replies: Vec<Reply>,
}

/// A move and the claim that follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The move in canonical notation.
    pub text: String,
    /// The index of the claim about the next position, or `None` if the game is won there.
    pub to: Option<usize>,
}
