/// Holds for how long a server was there, in the time that a store keeps, which passes only while one is: no clock runs while the
/// server is away (C12).
///
/// Times are milliseconds. The time of a new store begins as the date, since 1970 (UTC), and falls behind by every absence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// When it began: where the last run ended.
    pub began: i64,
    /// When it was last known to be there.
    pub alive: i64,
    /// The date at which it began.
    pub date: i64,
}

impl Run {
    /// Returns the time at a date within the run.
    pub fn time_of(&self, date: i64) -> i64 {
        self.began.saturating_add(date.saturating_sub(self.date))
    }

    /// Returns the date of a time within the run.
    pub fn date_of(&self, at: i64) -> i64 {
        self.date.saturating_add(at.saturating_sub(self.began))
    }
}
