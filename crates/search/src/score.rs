use std::fmt;

use entourage_kernel::{Outcome, Side};

/// Bounds all scores: a win now. A win in `n` plies is worth `MATE - n`.
pub const MATE: i32 = 30_000;
/// Separates estimates (at most 20,000) from proven wins.
const PROVEN: i32 = MATE - 1_000;
pub(crate) const INFINITE: i32 = MATE + 1;
pub(crate) const DRAW: i32 = 0;

/// Holds a search result for one side: hundredths of the smallest piece's worth, or the distance of a proven end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

impl Score {
    /// Makes a score of its number, from `-MATE` to `MATE`.
    pub const fn new(number: i32) -> Self {
        Self(number)
    }

    /// Returns the number that orders scores: hundredths, or [`MATE`] less the distance of a win, negated for a loss.
    pub const fn number(self) -> i32 {
        self.0
    }

    /// Returns the plies to a proven win (positive) or loss (negative or 0), or `None` for an estimate.
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.0 > PROVEN {
            Some(MATE - self.0)
        } else if self.0 < -PROVEN {
            Some(-MATE - self.0)
        } else {
            None
        }
    }

    /// Returns the same score from the other side's point of view.
    pub const fn reversed(self) -> Self {
        Self(-self.0)
    }
}

/// Writes `+0.35`, `0.00`, `-12.00`; a win within 5 moves as `#5`, a loss as `#-5`, a move being a pair of plies.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if plies > 0 => write!(f, "#{}", (plies + 1) / 2),
            Some(plies) => write!(f, "#-{}", (1 - plies) / 2),
            None => {
                let sign = match self.0 {
                    0 => "",
                    1.. => "+",
                    _ => "-",
                };
                write!(f, "{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
            }
        }
    }
}

/// Scores an ended game for a side, `ply` plies below the root.
pub(crate) fn of_outcome(outcome: Outcome, side: Side, ply: usize) -> i32 {
    let distance = ply as i32;
    match outcome.winner {
        Some(winner) if winner == side => MATE - distance,
        Some(_) => distance - MATE,
        None => DRAW,
    }
}

pub(crate) const fn is_proven(score: i32) -> bool {
    score.abs() > PROVEN
}

/// Turns a score counted from the root into one counted from a node `ply` plies below it, for the table.
pub(crate) const fn from_root_to_node(score: i32, ply: usize) -> i32 {
    match score {
        _ if score > PROVEN => score + ply as i32,
        _ if score < -PROVEN => score - ply as i32,
        _ => score,
    }
}

/// Undoes [`from_root_to_node`] for a node at `ply`.
pub(crate) const fn from_node_to_root(score: i32, ply: usize) -> i32 {
    match score {
        _ if score > PROVEN => score - ply as i32,
        _ if score < -PROVEN => score + ply as i32,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_without_words() {
        let written = |number| Score::new(number).to_string();
        assert_eq!([35, 0, -1200, -5].map(written), ["+0.35", "0.00", "-12.00", "-0.05"]);
        assert_eq!(
            [MATE - 1, MATE - 9, 1 - MATE, 2 - MATE, 8 - MATE].map(written),
            ["#1", "#5", "#-1", "#-1", "#-4"]
        );
    }

    #[test]
    fn ends_keep_their_distance_through_the_table() {
        for score in [MATE - 7, 7 - MATE, 350, -350] {
            assert_eq!(from_node_to_root(from_root_to_node(score, 3), 3), score);
        }
        assert_eq!(from_root_to_node(MATE - 7, 3), MATE - 4);
        assert_eq!(Score::new(7 - MATE).plies_to_end(), Some(-7));
    }
}
