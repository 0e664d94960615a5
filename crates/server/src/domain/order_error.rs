/// Says why something is not done for the sake of order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OrderError {
    /// Whoever speaks may say nothing.
    Muted(Sentence),
    /// Whoever comes may not sign in.
    Banned(Sentence),
    /// The account has done so as often as it may in an hour.
    Allowance {
        /// In how many seconds to try again.
        seconds: u32,
    },
    /// Whom it concerns wants nothing to do with whoever asks.
    Blocked,
    /// The account follows or blocks as many as one may.
    Ties,
    /// Whoever asks keeps no order, or not so much.
    Role,
    /// Whom it concerns keeps as much order as whoever asks, or is whoever asks.
    Rank,
    /// Nobody has this name.
    NoPerson,
    /// There is no such complaint, or it is closed.
    NoComplaint,
    /// Somebody complains of themselves.
    Oneself,
    /// The account has as many complaints open as one may.
    Complaints,
    /// What is to be lifted does not stand.
    Unrestrained,
    /// A game that somebody wrote is listed already, or is not.
    Listed,
    /// Not everybody is told of the game that is to be listed.
    Unshown,
}

/// Says why somebody may not do something, and up to when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sentence {
    /// The date up to which it stands, in milliseconds since 1970 (UTC); `None` until it is lifted.
    pub until: Option<i64>,
    /// Why.
    pub reason: String,
}

impl OrderError {
    /// Returns the word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Muted(_) => "muted",
            Self::Banned(_) => "banned",
            Self::Allowance { .. } => "allowance",
            Self::Blocked => "blocked",
            Self::Ties => "ties",
            Self::Role => "role",
            Self::Rank => "rank",
            Self::NoPerson => "no-person",
            Self::NoComplaint => "no-complaint",
            Self::Oneself => "oneself",
            Self::Complaints => "complaints",
            Self::Unrestrained => "unrestrained",
            Self::Listed => "listed",
            Self::Unshown => "not-shown",
        }
    }
}
