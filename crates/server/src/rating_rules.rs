use crate::domain::Error;
use entourage_clock::Pace;
use entourage_kernel::Enforcement;
use entourage_rating::Class;

/// Whether a game's rules are eligible for ratings; user-written rules are eligible only if listed by a moderator.
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

pub(crate) fn check(
    standing: Standing,
    pace: Pace,
    enforcement: Enforcement,
    is_usual: bool,
) -> Result<(), Error> {
    if !standing.counts() {
        return Err(Error::Unlisted);
    }
    if enforcement != Enforcement::Enforced {
        return Err(Error::RatedEnforcement);
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
    fn classes_of_the_api_match() {
        assert_eq!(PACE_CLASSES, Class::ALL.map(Class::word));
    }
}
