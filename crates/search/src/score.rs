use std::fmt;

use entourage_kernel::{Outcome, Side};

/// The score of an immediate win, above all others; a win in `n` plies scores `MATE - n`.
pub const MATE: i32 = 30_000;
/// Scores above this are proven wins, those below `-PROVEN` proven losses; static evaluations are at most 20,000.
const PROVEN: i32 = MATE - 1_000;
pub(crate) const INFINITE: i32 = MATE + 1;
pub(crate) const DRAW: i32 = 0;

/// A score for one side: centipawns, or the distance to a proven win or loss.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

impl Score {
    /// Creates a score from a number as returned by [`number`](Self::number), from `-MATE` to `MATE`.
    pub const fn new(number: i32) -> Self {
        Self(number)
    }

    /// Returns centipawns; a win in `n` plies is `MATE - n`, a loss is `n - MATE`.
    pub const fn number(self) -> i32 {
        self.0
    }

    /// Returns the plies to a proven win (positive) or loss (negative or 0), or `None` if neither is proven.
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.0 > PROVEN {
            Some(MATE - self.0)
        } else if self.0 < -PROVEN {
            Some(-MATE - self.0)
        } else {
            None
        }
    }
}

/// Formats the score as `+0.35`, `0.00`, `-12.00`; a win in 5 moves (pairs of plies) as `#5`, a loss as `#-5`.
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

/// Returns the score of a finished game for a side; the game ended `ply` plies below the root.
pub(crate) fn outcome_score(outcome: Outcome, side: Side, ply: usize) -> i32 {
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

/// Converts a score relative to the root into one relative to a node `ply` plies below it, as stored in the transposition table.
pub(crate) const fn score_to_table(score: i32, ply: usize) -> i32 {
    match score {
        _ if score > PROVEN => score + ply as i32,
        _ if score < -PROVEN => score - ply as i32,
        _ => score,
    }
}

/// Undoes [`score_to_table`] for a node at `ply`.
pub(crate) const fn score_from_table(score: i32, ply: usize) -> i32 {
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
    fn scores_are_formatted() {
        let written = |number| Score::new(number).to_string();
        assert_eq!([35, 0, -1200, -5].map(written), ["+0.35", "0.00", "-12.00", "-0.05"]);
        assert_eq!(
            [MATE - 1, MATE - 9, 1 - MATE, 2 - MATE, 8 - MATE].map(written),
            ["#1", "#5", "#-1", "#-1", "#-4"]
        );
    }

    #[test]
    fn distances_survive_the_table() {
        for score in [MATE - 7, 7 - MATE, 350, -350] {
            assert_eq!(score_from_table(score_to_table(score, 3), 3), score);
        }
        assert_eq!(score_to_table(MATE - 7, 3), MATE - 4);
        assert_eq!(Score::new(7 - MATE).plies_to_end(), Some(-7));
    }
}
