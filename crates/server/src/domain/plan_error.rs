use entourage_kernel::{Refusal, TextError};

use super::scene::Scene;

/// Says which ply of a plan cannot be played where it stands, and why.
#[derive(Clone, Debug)]
pub(crate) struct PlanFault {
    /// The ply.
    pub text: String,
    /// The byte where it stands.
    pub at: usize,
    /// The plies before it.
    pub variation: Vec<String>,
    /// What is wrong with it.
    pub problem: PlanProblem,
}

/// Says why a ply of a plan cannot be played where it stands.
#[derive(Clone, Debug)]
pub(crate) enum PlanProblem {
    /// It cannot be read as a move.
    Unreadable(TextError),
    /// The rules refuse it in this match.
    Refused(Scene, Refusal),
    /// The game is over before it.
    Ended,
    /// It belongs to the turn of the other.
    OtherTurn,
    /// The turn is not over after it, and nothing follows in it.
    Unfinished,
    /// The same turn has a reply already.
    Twice,
}

impl PlanProblem {
    /// Returns the word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unreadable(_) => "text",
            Self::Refused(..) => "refused",
            Self::Ended => "ended",
            Self::OtherTurn => "other-turn",
            Self::Unfinished => "unfinished",
            Self::Twice => "twice",
        }
    }
}
