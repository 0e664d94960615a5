//! Which games may count for ratings.

use entourage_clock::Pace;
use entourage_kernel::Degree;
use entourage_rating::Class;
use entourage_registry::ContentHash;

use crate::domain::rating_error::RatingError;

/// Says who stands for a game that is to be rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    /// Whoever runs the server offers it.
    Offered,
    /// Somebody wrote it, and no moderator has listed it.
    HandedIn,
}

impl Standing {
    /// Finds who stands for the game of a spec. Moderators cannot list games yet; once they can, such a game is offered like any other.
    fn of(spec: &str) -> Self {
        if ContentHash::of_spec(spec).is_some() { Self::HandedIn } else { Self::Offered }
    }
}

/// Refuses what never counts for ratings.
///
/// # Errors
/// Why not.
pub(crate) fn check(spec: &str, pace: Pace, degree: Degree, is_usual: bool) -> Result<(), RatingError> {
    if Standing::of(spec) == Standing::HandedIn {
        return Err(RatingError::Unlisted);
    }
    if degree != Degree::Enforced {
        return Err(RatingError::Degree);
    }
    if !is_usual {
        return Err(RatingError::Start);
    }
    Class::of(pace).map(drop).ok_or(RatingError::Pace)
}

#[cfg(test)]
mod tests {
    use entourage_registry::view::PACE_CLASSES;

    use super::*;

    #[test]
    fn only_offered_enforced_and_timed_games_from_their_start_count() {
        let (pace, enforced) = ("live spare=5m".parse().unwrap(), Degree::Enforced);
        let handed_in = format!("@sha256-{}", "0".repeat(64));
        assert_eq!(check("game", pace, enforced, true), Ok(()));
        assert_eq!(check(&handed_in, pace, enforced, true), Err(RatingError::Unlisted));
        assert_eq!(check("game", pace, Degree::Warned, true), Err(RatingError::Degree));
        assert_eq!(check("game", pace, enforced, false), Err(RatingError::Start));
        assert_eq!(check("game", Pace::UNLIMITED, enforced, true), Err(RatingError::Pace));
    }

    #[test]
    fn the_classes_are_named_as_they_are() {
        assert_eq!(PACE_CLASSES, Class::ALL.map(Class::word));
    }
}
