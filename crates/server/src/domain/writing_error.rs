use entourage_kernel::TextError;
use entourage_record::Version;

use super::plan_error::PlanFault;

/// Says why what a player says, notes or prepares is not taken.
#[derive(Clone, Debug)]
pub(crate) enum WritingError {
    /// One key plays both sides: there is nobody to talk to, and nothing to prepare.
    Alone,
    /// What is said or noted is no text that is taken.
    Words(Words),
    /// The player has said too much in a short time.
    TooFast,
    /// The player has said all that they may in one game.
    TooMuch,
    /// Something else is kept by now than what was read before: it was written elsewhere meanwhile, or played.
    Stale {
        /// What is kept.
        text: String,
        /// Its version.
        version: Version,
    },
    /// Moves are prepared while the other side is to move.
    OwnTurn,
    /// A plan cannot be read.
    PlanText(TextError),
    /// A plan's ply cannot be played there.
    Plan(Box<PlanFault>),
}

/// Says what is wrong with a text for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Words {
    /// There are none.
    Empty,
    /// There are more characters than this.
    TooLong(usize),
    /// There is a character that is not written, or that turns the direction of others.
    Unwritten,
}

impl WritingError {
    /// Returns the word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Alone => "alone",
            Self::Words(_) => "words",
            Self::TooFast => "too-fast",
            Self::TooMuch => "too-much",
            Self::Stale { .. } => "stale",
            Self::OwnTurn => "own-turn",
            Self::PlanText(_) | Self::Plan(_) => "plan",
        }
    }
}
