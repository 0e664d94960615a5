use crate::{Outcome, SharedStr, Side};

/// A player, either relative to the side to move or as a fixed side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Party {
    /// The player to move.
    ToMove,
    /// The player who has just moved.
    Waiting,
    /// A fixed side.
    Side(Side),
}

impl Party {
    /// Resolves the player to a side; `to_move` is the side to move.
    pub fn side(self, to_move: Side) -> Side {
        match self {
            Self::ToMove => to_move,
            Self::Waiting => !to_move,
            Self::Side(side) => side,
        }
    }
}

/// A rule for repeated positions that is more specific than a draw, such as a loss for perpetual check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// The number of occurrences of a position at which the rule applies, at least 2.
    pub occurrence: u32,
    /// Whether the side to move, and the side that has just moved, must have given check (or another alert) with every
    /// move since the first counted occurrence.
    pub warners: [bool; 2],
    /// The winner, if any.
    pub winner: Option<Party>,
    /// Why the game ends, as a code such as `perpetual`.
    pub cause: SharedStr,
}

impl Repetition {
    /// Returns the outcome if the rule applies; `warners` are the sides that gave check with every move.
    pub fn outcome(&self, to_move: Side, warners: Warners) -> Option<Outcome> {
        let [own, other] = self.warners;
        let holds = (!own || warners.has(to_move)) && (!other || warners.has(!to_move));
        holds.then(|| Outcome {
            winner: self.winner.map(|party| party.side(to_move)),
            cause: self.cause.clone(),
        })
    }
}

/// Tracks which sides have given check (or another alert) with every move in a part of a game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Warners {
    moved: [bool; 2],
    omitted: [bool; 2],
}

impl Warners {
    /// Records the start of a turn: the side to move, and whether it is in check.
    pub fn add(&mut self, to_move: Side, is_warned: bool) {
        self.moved[(!to_move).index()] = true;
        self.omitted[(!to_move).index()] |= !is_warned;
    }

    /// Returns whether a side has moved at least once and given check with every move.
    pub fn has(self, side: Side) -> bool {
        self.moved[side.index()] && !self.omitted[side.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perpetual_alerts_are_tracked() {
        let mut warners = Warners::default();
        assert!(!warners.has(Side::First) && !warners.has(Side::Second));
        warners.add(Side::Second, true);
        warners.add(Side::First, false);
        assert!(warners.has(Side::First) && !warners.has(Side::Second));
        let perpetual = Repetition {
            occurrence: 3,
            warners: [true, false],
            winner: Some(Party::Waiting),
            cause: SharedStr::new("perpetual"),
        };
        assert_eq!(perpetual.outcome(Side::First, warners), Some(Outcome::win(Side::Second, "perpetual")));
        assert_eq!(perpetual.outcome(Side::Second, warners), None);
        warners.add(Side::Second, false);
        assert_eq!(perpetual.outcome(Side::First, warners), None);
        let lost = Repetition { warners: [false; 2], winner: Some(Party::Side(Side::Second)), ..perpetual };
        let winners = Side::BOTH.map(|side| lost.outcome(side, warners).unwrap().winner);
        assert_eq!(winners, [Some(Side::Second); 2]);
    }
}
