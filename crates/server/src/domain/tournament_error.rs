//! What is not done with tournaments.

/// Says why somebody does not organise a tournament, or take part in it, as they wish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TournamentError {
    /// There is no such tournament.
    Unknown,
    /// Nobody of this name takes part.
    Nobody,
    /// It is not open any more, or too late.
    Closed,
    /// As many take part as may.
    Full,
    /// They are too weak for it, or too strong.
    Range,
    /// It is somebody else's.
    Other,
    /// Fewer than two take part.
    Few,
    /// They organise as many as one may.
    Many,
    /// Its terms make no sense together.
    Terms,
    /// Its rounds, or its minutes, are too few or too many.
    Length,
    /// It needs clocks, and an arena those of live games.
    Pace,
    /// There is no such round to sit out.
    Round,
    /// It was changed meanwhile, again and again.
    Changed,
}

impl TournamentError {
    /// Returns the word for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Nobody => "no-person",
            Self::Closed => "closed",
            Self::Full => "full-tournament",
            Self::Range => "range",
            Self::Other => "not-organiser",
            Self::Few => "few",
            Self::Many => "tournaments",
            Self::Terms => "terms",
            Self::Length => "length",
            Self::Pace => "pace",
            Self::Round => "round",
            Self::Changed => "changed",
        }
    }
}
