//! What is not done because of ratings.

/// Says why a game cannot count for ratings, or somebody not play it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RatingError {
    /// Only who has an account has a rating.
    Guest,
    /// Nobody plays for a rating against themselves.
    Oneself,
    /// Only a game that anybody may take is agreed on before it begins.
    Closed,
    /// Only games whose rules are enforced count.
    Degree,
    /// Only games from their usual start count.
    Start,
    /// Only games with clocks count.
    Pace,
    /// The game is one that somebody wrote, and no moderator has listed it.
    Unlisted,
    /// The seats of a rated game stay whose they are.
    Seats,
}
