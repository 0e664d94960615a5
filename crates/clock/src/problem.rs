use std::fmt;

use entourage_kernel::Text;

/// Why a time control is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Unknown kind.
    Kind,
    /// A parameter that the kind does not have, or that is repeated or out of order.
    Figure,
    /// Not a whole number of seconds in the largest possible unit, or more than a year.
    Span,
    /// Vacation must be whole days.
    Days,
    /// No time to move.
    Nothing,
    /// The maximum is less than the main time or the minimum.
    Max,
    /// A bonus without a time limit, or the other way round.
    Bonus,
    /// `pace` refills the main time, which is missing.
    Refill,
}

impl Problem {
    /// Returns the message, without a capital letter or full stop.
    pub const fn text(self) -> Text {
        match self {
            Self::Kind => Text::new(
                "expected unlimited, live or correspondence",
                "unlimited, live ou correspondence est attendu",
            ),
            Self::Figure => Text::new(
                "not possible here; the parameters are, in this order: spare, grace, extra, bonus, within, min, max, pace, vacation",
                "impossible ici ; les paramètres sont, dans cet ordre : spare, grace, extra, bonus, within, min, max, pace, vacation",
            ),
            Self::Span => Text::new(
                "expected a whole number with the largest possible unit of d, h, m and s, at most 366d",
                "un nombre entier avec la plus grande unité possible parmi d, h, m et s, au plus 366d, est attendu",
            ),
            Self::Days => Text::new("vacation must be whole days", "les congés se comptent en jours entiers"),
            Self::Nothing => Text::new("there is no time to move", "il n'y a pas de temps pour jouer"),
            Self::Max => Text::new("max is less than spare or min", "max est inférieur à spare ou à min"),
            Self::Bonus => Text::new(
                "bonus requires within, and within requires bonus",
                "bonus nécessite within, et within nécessite bonus",
            ),
            Self::Refill => Text::new("pace requires spare", "pace nécessite spare"),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().en)
    }
}

impl std::error::Error for Problem {}
