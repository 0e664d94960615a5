/// Bounds on the plies to a win with best play by both sides; [`NEVER`](Self::NEVER) means no win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Distance {
    /// A win takes at least this many plies.
    pub least: u16,
    /// A win can be forced within this many plies.
    pub most: u16,
}

impl Distance {
    /// The value of a bound that means "no win".
    pub const NEVER: u16 = u16::MAX;
    /// The trivial bounds for a position in which the game is not over.
    pub(crate) const OPEN: Self = Self { least: 1, most: Self::NEVER };
    pub(crate) const WON: Self = Self { least: 0, most: 0 };
    pub(crate) const MISSED: Self = Self { least: Self::NEVER, most: Self::NEVER };

    /// Returns whether a win can be forced within a number of plies; `None` if unknown.
    pub fn within(self, plies: u16) -> Option<bool> {
        if self.most <= plies {
            Some(true)
        } else if self.least > plies {
            Some(false)
        } else {
            None
        }
    }

    /// Combines the bounds that two searches found for the same position.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { least: self.least.max(other.least), most: self.most.min(other.most) }
    }

    pub(crate) fn before(self) -> Self {
        let next = |plies: u16| if plies == Self::NEVER { plies } else { (plies + 1).min(Self::NEVER - 1) };
        Self { least: next(self.least), most: next(self.most) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_decide_what_is_within_them() {
        let known = Distance { least: 3, most: 5 };
        assert_eq!([2, 3, 4, 5].map(|plies| known.within(plies)), [Some(false), None, None, Some(true)]);
        assert_eq!(known.before(), Distance { least: 4, most: 6 });
        assert_eq!(Distance::MISSED.before(), Distance::MISSED);
        assert_eq!(known.and(Distance { least: 4, most: 9 }), Distance { least: 4, most: 5 });
    }
}
