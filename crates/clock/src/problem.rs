use std::fmt;

use entourage_kernel::Text;

/// What is wrong with a pace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// There is no such kind of pace.
    Kind,
    /// The kind has no such figure, or it is repeated or out of order.
    Figure,
    /// Not a span of whole seconds, at most a year, in the largest unit that divides it.
    Span,
    /// Vacation is counted in whole days.
    Days,
    /// The clocks would run out at once.
    Nothing,
    /// The bank's maximum is less than its initial value or minimum.
    Max,
    /// A bonus needs a time limit, and the other way round.
    Bonus,
    /// The initial bank that `pace` refills is missing.
    Refill,
}

impl Problem {
    /// Returns the message, as the end of a sentence.
    pub const fn text(self) -> Text {
        match self {
            Self::Kind => Text::new(
                "a pace is unlimited, live or correspondence",
                "une cadence est unlimited, live ou correspondence",
            ),
            Self::Figure => Text::new(
                "a pace of this kind has no such figure here; their order is spare, grace, extra, bonus, within, min, max, pace, vacation",
                "une cadence de ce genre n'a pas cette valeur ici ; leur ordre est spare, grace, extra, bonus, within, min, max, pace, vacation",
            ),
            Self::Span => Text::new(
                "a span is a whole number and the largest of d, h, m and s that suits it, at most 366d",
                "une durée est un nombre entier et la plus grande des unités d, h, m et s qui convienne, au plus 366d",
            ),
            Self::Days => {
                Text::new("vacation is counted in whole days", "les congés se comptent en jours entiers")
            }
            Self::Nothing => {
                Text::new("there is no time to make a move in", "il n'y a pas de temps pour jouer un coup")
            }
            Self::Max => Text::new(
                "max is less than spare or min, which the bank is to hold",
                "max est inférieur à spare ou à min, que la réserve doit contenir",
            ),
            Self::Bonus => Text::new(
                "bonus and within, the period in which it is earned, go together",
                "bonus et within, le délai où il se gagne, vont ensemble",
            ),
            Self::Refill => Text::new(
                "pace refills the bank to spare, which is missing",
                "pace remplit la réserve jusqu'à spare, qui manque",
            ),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().en)
    }
}

impl std::error::Error for Problem {}
