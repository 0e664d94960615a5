//! What is not done in a game because of how much the rules help in it.

use entourage_registry::HandError;

use super::scene::Scene;

/// Says why a turn by hand, a protest, or what needs enforced rules is not taken.
#[derive(Clone, Debug)]
pub(crate) enum DegreeError {
    /// The word is no degree.
    Unknown,
    /// The computer plays by the rules.
    Computer,
    /// Moves are made ready in enforced games only.
    Plan,
    /// The turn by hand is not taken, or a move where hands play.
    Hand(HandError),
    /// A protest gave this turn back to its player, who must choose another.
    Barred,
    /// The game is not free, or no turn of the other side stands last that the rules have not judged.
    NothingToProtest,
    /// The rules cannot judge the turn that stands last in this match.
    Unjudged(Scene),
}

impl DegreeError {
    /// Returns the word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unknown | Self::Computer | Self::Plan => "degree",
            Self::Hand(_) => "hand",
            Self::Barred => "barred",
            Self::NothingToProtest => "no-protest",
            Self::Unjudged(_) => "unjudged",
        }
    }
}
