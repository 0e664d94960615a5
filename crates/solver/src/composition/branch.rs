use entourage_kernel::Side;

/// A move of a solution, with its continuations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The move in canonical notation, or [`SKIP`](Self::SKIP).
    pub text: String,
    /// The side that moves.
    pub side: Side,
    /// `#` if the move ends the game in a win, `=` for a draw, `+` for an alert, and otherwise empty.
    pub sign: &'static str,
    /// The part that the move plays in the solution.
    pub role: Role,
    /// The moves that would reach the goal if the other side passed; empty in zugzwang, `None` if that side cannot pass.
    pub threats: Option<Vec<Self>>,
    /// The number of replies that do not stop the threats; they are omitted from `then`.
    pub omitted: usize,
    /// The next moves: all replies, or all moves that reach the goal in the fewest turns.
    pub then: Vec<Self>,
}

entourage_kernel::words! {
    /// The part that a move plays in a solution.
    pub enum Role: code {
        /// A reply or a single continuation.
        Plain = "plain",
        /// A first move that solves the composition.
        Key = "key",
        /// A first move that few replies refute.
        Try = "try",
        /// A reply that refutes a try.
        Refutation = "refutation",
        /// One of several continuations that reach the goal in the same number of turns.
        Dual = "dual",
    }
}

impl Branch {
    /// The text of a turn that is skipped, as in game records.
    pub const SKIP: &str = "--";

    pub(super) fn skip(side: Side, then: Vec<Self>) -> Self {
        Self { text: Self::SKIP.to_owned(), side, sign: "", role: Role::Plain, threats: None, omitted: 0, then }
    }

    pub(super) fn with_threats_as_replies(mut self) -> Self {
        let threats = self.threats.take().filter(|threats| !threats.is_empty());
        self.then.extend(threats.map(|threats| Self::skip(!self.side, threats)));
        self.then = self.then.into_iter().map(Self::with_threats_as_replies).collect();
        self
    }
}
