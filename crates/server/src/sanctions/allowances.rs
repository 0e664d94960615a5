//! Hourly allowances of accounts, smaller for new ones.

use std::collections::HashMap;
use std::sync::Mutex;

use entourage_record::AccountId;

use crate::domain::Error;
use crate::lock::lock;
use crate::quota_window;

const HOUR: i64 = 60 * 60 * 1000;
const NEW_FOR: i64 = 3 * 24 * HOUR;
const MAX_ENTRIES: usize = 1 << 14;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Activity {
    Chat,
    Report,
    Tournament,
    /// Creating, copying or importing a study.
    Study,
    /// Editing a study, with any number of edits at once.
    StudyEdits,
    /// Having a position proved to be a puzzle.
    Puzzle,
    /// Trying a puzzle for the first time.
    PuzzleTry,
}

impl Activity {
    fn per_hour(self, is_new: bool) -> i64 {
        match (self, is_new) {
            (Self::Chat, true) => 60,
            (Self::Chat, false) => 600,
            (Self::Report, true) => 3,
            (Self::Report, false) => 20,
            (Self::Tournament, true) => 4,
            (Self::Tournament, false) => 20,
            (Self::Study, true) => 10,
            (Self::Study, false) => 60,
            (Self::StudyEdits, true) => 1_800,
            (Self::StudyEdits, false) => 7_200,
            (Self::Puzzle, true) => 20,
            (Self::Puzzle, false) => 60,
            (Self::PuzzleTry, true) => 300,
            (Self::PuzzleTry, false) => 1_200,
        }
    }
}

pub(crate) fn is_new(since: i64, now: i64) -> bool {
    now - since < NEW_FOR
}

/// Used allowances, counted separately by each process.
#[derive(Default)]
pub(crate) struct Allowances {
    /// When each allowance is full again, in milliseconds; full allowances have no entry.
    full: Mutex<HashMap<(AccountId, Activity), i64>>,
}

impl Allowances {
    /// Uses one unit of an account's allowance; if none is left, fails with the time to wait.
    pub fn take(&self, account: AccountId, activity: Activity, since: i64, now: i64) -> Result<(), Error> {
        let one = HOUR / activity.per_hour(is_new(since, now));
        let mut full = lock(&self.full);
        let known = full.get(&(account, activity)).map_or(now, |full| (*full).clamp(now, now + HOUR));
        let wait = known + one - now - HOUR;
        if wait > 0 {
            return Err(Error::Allowance(u32::try_from(wait / 1000 + 1).unwrap_or(60)));
        }
        full.insert((account, activity), known + one);
        quota_window::drop_full(&mut full, MAX_ENTRIES, now);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: AccountId = AccountId::from_bits([1; 16]);

    #[test]
    fn allowances_are_hourly_and_smaller_for_new_accounts() {
        let allowances = Allowances::default();
        let now = 10 * NEW_FOR;
        let done = |activity, since, now| {
            (0..1000).take_while(|_| allowances.take(ADA, activity, since, now).is_ok()).count()
        };
        assert_eq!((done(Activity::Report, now - 1, now), done(Activity::Chat, now - 1, now)), (3, 60));
        let Err(Error::Allowance(seconds)) = allowances.take(ADA, Activity::Report, now, now) else {
            panic!("not refused")
        };
        assert_eq!(seconds, 20 * 60 + 1);
        assert_eq!(done(Activity::Report, now - 1, now + HOUR / 3), 1);
        let later = now + NEW_FOR;
        assert_eq!((done(Activity::Report, now - 1, later), done(Activity::Chat, now - 1, later)), (20, 600));
    }

    #[test]
    fn memory_is_bounded() {
        let allowances = Allowances::default();
        for number in 0..40_000_u128 {
            let account = AccountId::from_bits(number.to_le_bytes());
            let _ = allowances.take(account, Activity::Chat, 0, 0);
            assert!(allowances.full.lock().unwrap().len() <= MAX_ENTRIES);
        }
    }
}
