//! What is not done for those who look for an opponent.

/// Says why somebody does not find an opponent as they wish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LobbyError {
    /// Nobody has this name.
    Nobody,
    /// Whoever challenges somebody is signed in.
    Guest,
    /// The seek is one's own.
    Own,
    /// The challenge is for somebody else.
    Other,
    /// They are too weak for it, or too strong.
    Range,
    /// The lowest rating is above the highest, or there are bounds where nothing is rated.
    Bounds,
    /// So many of theirs wait already.
    Many,
    /// There is no such seek, or it is not theirs.
    Unknown,
}

impl LobbyError {
    /// Returns the word for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::Nobody => "nobody",
            Self::Guest => "guest",
            Self::Own => "oneself",
            Self::Other => "challenge",
            Self::Range | Self::Bounds => "range",
            Self::Many => "seeks",
            Self::Unknown => "unknown",
        }
    }
}
