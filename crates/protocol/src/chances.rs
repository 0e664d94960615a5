use std::fmt;

use crate::Evaluation;

/// The hundredths of lead at which a win is as likely as not, and also those that make its odds e times as good.
const LEAD: f64 = 150.0;
/// All there is to share out.
const WHOLE: u16 = 1000;

/// Tells how likely each result is for the side to move, in thousandths that sum to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    /// That it wins.
    pub win: u16,
    /// That nobody wins.
    pub draw: u16,
    /// That it loses.
    pub loss: u16,
}

impl Chances {
    /// Estimates what an evaluation promises: a logistic curve for a win, the same from the other side for a loss, and draws between them.
    ///
    /// A proven win or loss is certain. The curve is one for all games, and is fitted to none.
    pub fn of(evaluation: Evaluation) -> Self {
        let (win, loss) = match evaluation {
            Evaluation::Mate(moves) if moves > 0 => (WHOLE, 0),
            Evaluation::Mate(_) => (0, WHOLE),
            Evaluation::Hundredths(lead) => (winning(lead.into()), winning(-f64::from(lead))),
        };
        // Two halves that are rounded up must not take more than there is.
        let loss = loss.min(WHOLE - win);
        Self { win, draw: WHOLE - win - loss, loss }
    }
}

/// Estimates the thousandths of a win with a lead in hundredths.
fn winning(lead: f64) -> u16 {
    let share = 1.0 / (1.0 + ((LEAD - lead) / LEAD).exp());
    (share * f64::from(WHOLE)).round() as u16
}

/// Writes the thousandths of a win, a draw and a loss.
impl fmt::Display for Chances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { win, draw, loss } = self;
        write!(f, "{win} {draw} {loss}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_follow_the_curve() {
        for (lead, said) in [
            (0, "269 462 269"),
            (150, "500 381 119"),
            (-150, "119 381 500"),
            (400, "841 134 25"),
            (i32::MAX, "1000 0 0"),
            (i32::MIN, "0 0 1000"),
        ] {
            assert_eq!(Chances::of(Evaluation::Hundredths(lead)).to_string(), said, "{lead}");
        }
    }

    #[test]
    fn proven_ends_are_certain() {
        for (moves, said) in [(1, "1000 0 0"), (40, "1000 0 0"), (0, "0 0 1000"), (-3, "0 0 1000")] {
            assert_eq!(Chances::of(Evaluation::Mate(moves)).to_string(), said, "{moves}");
        }
    }

    #[test]
    fn chances_sum_to_the_whole_rise_with_the_score_and_are_the_same_for_both_sides() {
        let mut before = Chances::of(Evaluation::Hundredths(-5001));
        for lead in -5000..=5000 {
            let chances @ Chances { win, draw, loss } = Chances::of(Evaluation::Hundredths(lead));
            assert_eq!(win + draw + loss, WHOLE, "{lead}");
            assert!(win >= before.win && loss <= before.loss, "{lead}");
            assert_eq!(
                Chances::of(Evaluation::Hundredths(-lead)),
                Chances { win: loss, draw, loss: win },
                "{lead}"
            );
            before = chances;
        }
    }
}
