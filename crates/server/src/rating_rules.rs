use crate::domain::Error;
use entourage_clock::Pace;
use entourage_kernel::Degree;
use entourage_rating::Class;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    Offered,
    Listed,
    Submitted,
}

impl Standing {
    pub fn counts(self) -> bool {
        self != Self::Submitted
    }
}

pub(crate) fn check(standing: Standing, pace: Pace, degree: Degree, is_usual: bool) -> Result<(), Error> {
    if !standing.counts() {
        return Err(Error::Unlisted);
    }
    if degree != Degree::Enforced {
        return Err(Error::RatedDegree);
    }
    if !is_usual {
        return Err(Error::RatedStart);
    }
    Class::of(pace).map(drop).ok_or(Error::RatedPace)
}

#[cfg(test)]
mod tests {
    use entourage_registry::view::PACE_CLASSES;

    use super::*;

    #[test]
    fn only_standard_enforced_and_timed_games_can_be_rated() {
        let (pace, enforced) = ("live spare=5m".parse().unwrap(), Degree::Enforced);
        for standing in [Standing::Offered, Standing::Listed] {
            assert_eq!(check(standing, pace, enforced, true), Ok(()));
        }
        assert_eq!(check(Standing::Submitted, pace, enforced, true), Err(Error::Unlisted));
        assert_eq!(check(Standing::Offered, pace, Degree::Warned, true), Err(Error::RatedDegree));
        assert_eq!(check(Standing::Offered, pace, enforced, false), Err(Error::RatedStart));
        assert_eq!(check(Standing::Offered, Pace::UNLIMITED, enforced, true), Err(Error::RatedPace));
    }

    #[test]
    fn classes_of_the_api_match() {
        assert_eq!(PACE_CLASSES, Class::ALL.map(Class::word));
    }
}
