use entourage_clock::{Kind, Pace};

entourage_kernel::words! {
    /// A class of time controls that share a rating, with its name in the database and the API. As in FIDE's rules, real-time classes depend
    /// on the time for 60 moves.
    #[derive(PartialOrd, Ord)]
    pub enum Class: word {
        /// Up to ten minutes per player for sixty moves.
        Blitz = "blitz",
        /// More than ten minutes, but less than an hour per player.
        Rapid = "rapid",
        /// An hour or more per player, in real time.
        Classical = "classical",
        Correspondence = "correspondence",
    }
}

const MOVES: u64 = 60;
const MINUTE: u64 = 60_000;

impl Class {
    pub fn of(pace: Pace) -> Option<Self> {
        let figures = pace.figures();
        match pace.kind() {
            Kind::Unlimited => None,
            Kind::Correspondence => Some(Self::Correspondence),
            Kind::Live => Some(match figures.spare.saturating_add(figures.extra.saturating_mul(MOVES)) {
                time if time <= 10 * MINUTE => Self::Blitz,
                time if time < 60 * MINUTE => Self::Rapid,
                _ => Self::Classical,
            }),
        }
    }
}

/// Games that share a rating: those with the same rules and with time controls of the same class.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pool {
    /// The canonical spec of the game, including all options that affect the rules.
    pub game: String,
    pub class: Class,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_depend_on_the_time_for_sixty_moves() {
        for (pace, class) in [
            ("unlimited", None),
            ("live spare=3m extra=2s", Some(Class::Blitz)),
            ("live spare=10m", Some(Class::Blitz)),
            ("live spare=5m extra=5s", Some(Class::Blitz)),
            ("live spare=5m extra=6s", Some(Class::Rapid)),
            ("live spare=10m extra=1s", Some(Class::Rapid)),
            ("live spare=59m", Some(Class::Rapid)),
            ("live spare=30m extra=30s", Some(Class::Classical)),
            ("live spare=1h", Some(Class::Classical)),
            ("correspondence grace=3d", Some(Class::Correspondence)),
        ] {
            assert_eq!(Class::of(pace.parse().unwrap()), class, "{pace}");
        }
        assert!(Class::ALL.into_iter().all(|class| class.word().parse() == Ok(class)));
        assert_eq!("bullet".parse::<Class>(), Err(()));
    }
}
