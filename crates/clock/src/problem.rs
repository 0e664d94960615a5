use std::fmt;

use entourage_kernel::Text;

/// Why a time control is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The kind is unknown.
    Kind,
    /// A parameter is unknown, not available for the kind, repeated or out of order.
    Figure,
    /// A duration is not a whole number of seconds, is not written in the largest possible unit, or exceeds 366 days.
    Span,
    /// The vacation is not a whole number of days.
    Days,
    /// The time control gives no time to move.
    Nothing,
    /// The maximum is less than the main time or the minimum.
    Max,
    /// Only one of `bonus` and `within` is specified.
    Bonus,
    /// `pace` is specified without the main time that it refills.
    Refill,
}

impl Problem {
    /// Returns the message, without an initial capital or a full stop.
    pub const fn text(self) -> Text {
        match self {
            Self::Kind => Text::new(
                "expected unlimited, live or correspondence",
                "attendu\u{a0}: unlimited, live ou correspondence",
            ),
            Self::Figure => Text::new(
                "unexpected here; the parameters are, in this order, spare, grace, extra, bonus, within, min, max, pace and vacation (live: only spare and extra)",
                "inattendu ici\u{a0}; les paramètres sont, dans cet ordre, spare, grace, extra, bonus, within, min, max, pace et vacation (live\u{a0}: spare et extra seulement)",
            ),
            Self::Span => Text::new(
                "expected a whole number and the largest possible unit (d, h, m or s), such as 90s or 2m; at most 366d",
                "attendu\u{a0}: un nombre entier suivi de la plus grande unité possible (d, h, m ou s), par exemple 90s ou 2m\u{a0}; au plus 366d",
            ),
            Self::Days => Text::new("vacation must be in whole days", "vacation se compte en jours entiers"),
            Self::Nothing => Text::new(
                "no main time; set \"spare\"",
                "aucun temps principal\u{a0}; indiquez «\u{a0}spare\u{a0}»",
            ),
            Self::Max => Text::new("max is less than spare or min", "max est inférieur à spare ou à min"),
            Self::Bonus => Text::new(
                "\"bonus\" and \"within\" must be used together",
                "«\u{a0}bonus\u{a0}» et «\u{a0}within\u{a0}» vont toujours ensemble",
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
