use entourage_clock::{Kind, Pace};

/// Names a class of paces that share a rating, because they ask for the same strength.
///
/// Those of one sitting are bounded as FIDE bounds them, by what a player has for sixty moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Up to ten minutes a player.
    Blitz,
    /// Less than an hour a player.
    Rapid,
    /// An hour a player, or more.
    Classical,
    /// Over days.
    Correspondence,
}

/// The moves of a game for which its time is counted.
const MOVES: u64 = 60;
const MINUTE: u64 = 60_000;

impl Class {
    /// Lists all classes, the fastest first.
    pub const ALL: [Self; 4] = [Self::Blitz, Self::Rapid, Self::Classical, Self::Correspondence];

    /// Finds the class of a pace; `None` without clocks, where nobody need ever lose.
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

    /// Returns the word under which databases keep the class and the interface names it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Classical => "classical",
            Self::Correspondence => "correspondence",
        }
    }

    /// Reads a class's word; `None` if it is none.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paces_fall_into_classes_by_what_sixty_moves_have() {
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
        assert!(Class::ALL.into_iter().all(|class| Class::from_word(class.word()) == Some(class)));
        assert_eq!(Class::from_word("bullet"), None);
    }
}
