use crate::{Outcome, SharedStr, Side};

/// Names a player: the one whose turn it is where a position recurs, the other one, or one side whoever moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Party {
    /// The player to move.
    ToMove,
    /// The player who has just moved.
    Waiting,
    /// A side.
    Side(Side),
}

impl Party {
    /// Returns the side that is meant where a side is to move.
    pub fn side(self, to_move: Side) -> Side {
        match self {
            Self::ToMove => to_move,
            Self::Waiting => !to_move,
            Self::Side(side) => side,
        }
    }
}

/// What it comes to when a position recurs so often, in games whose rules say more than that it is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// The occurrence that counts, from 2.
    pub occurrence: u32,
    /// Whose every move since the first of these occurrences must have warned the other player, in check for ever: the one to move, and
    /// the one who has just moved.
    pub warners: [bool; 2],
    /// Who wins, if anybody.
    pub winner: Option<Party>,
    /// The cause in the game's status words.
    pub cause: SharedStr,
}

impl Repetition {
    /// Returns the outcome where a side is to move and those have warned by every move, if this is what is asked for.
    pub fn outcome(&self, to_move: Side, warners: Warners) -> Option<Outcome> {
        let [own, other] = self.warners;
        let holds = (!own || warners.has(to_move)) && (!other || warners.has(!to_move));
        holds.then(|| Outcome {
            winner: self.winner.map(|party| party.side(to_move)),
            cause: self.cause.clone(),
        })
    }
}

/// Gathers who warned the other player by every move of a part of a game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Warners {
    moved: [bool; 2],
    omitted: [bool; 2],
}

impl Warners {
    /// Adds a turn that has begun: whose it is, and whether they are warned.
    pub fn add(&mut self, to_move: Side, is_warned: bool) {
        self.moved[(!to_move).index()] = true;
        self.omitted[(!to_move).index()] |= !is_warned;
    }

    /// Returns whether a side has moved and warned by each of its moves.
    pub fn has(self, side: Side) -> bool {
        self.moved[side.index()] && !self.omitted[side.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_warns_by_every_move_is_told() {
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
        assert!(
            Side::BOTH.iter().all(|side| lost.outcome(*side, warners).unwrap().winner == Some(Side::Second))
        );
    }
}
