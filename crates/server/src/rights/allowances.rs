//! Hourly allowances of accounts, smaller for new ones.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use entourage_record::AccountId;

use crate::domain::Error;
use crate::rested;

const HOUR: i64 = 60 * 60 * 1000;
const NEW: i64 = 3 * 24 * HOUR;
const MOST: usize = 1 << 14;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Doing {
    Talk,
    Complaint,
    Tournament,
}

impl Doing {
    fn an_hour(self, is_new: bool) -> i64 {
        match (self, is_new) {
            (Self::Talk, true) => 60,
            (Self::Talk, false) => 600,
            (Self::Complaint, true) => 3,
            (Self::Complaint, false) => 20,
            (Self::Tournament, true) => 4,
            (Self::Tournament, false) => 20,
        }
    }
}

pub(crate) fn is_new(since: i64, now: i64) -> bool {
    now - since < NEW
}

/// Counted separately by each process.
#[derive(Default)]
pub(crate) struct Allowances {
    /// When each allowance is full again, in milliseconds; full ones have no entry.
    full: Mutex<HashMap<(AccountId, Doing), i64>>,
}

impl Allowances {
    /// Uses one unit, or fails with the time to wait.
    pub fn take(&self, account: AccountId, doing: Doing, since: i64, now: i64) -> Result<(), Error> {
        let one = HOUR / doing.an_hour(is_new(since, now));
        let mut full = self.full.lock().unwrap_or_else(PoisonError::into_inner);
        let known = full.get(&(account, doing)).map_or(now, |full| (*full).clamp(now, now + HOUR));
        let wait = known + one - now - HOUR;
        if wait > 0 {
            return Err(Error::Allowance(u32::try_from(wait / 1000 + 1).unwrap_or(60)));
        }
        full.insert((account, doing), known + one);
        rested::forget(&mut full, MOST, now);
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
        let now = 10 * NEW;
        let done = |doing, since, now| {
            (0..1000).take_while(|_| allowances.take(ADA, doing, since, now).is_ok()).count()
        };
        assert_eq!((done(Doing::Complaint, now - 1, now), done(Doing::Talk, now - 1, now)), (3, 60));
        let Err(Error::Allowance(seconds)) = allowances.take(ADA, Doing::Complaint, now, now) else {
            panic!("not refused")
        };
        assert_eq!(seconds, 20 * 60 + 1);
        assert_eq!(done(Doing::Complaint, now - 1, now + HOUR / 3), 1);
        let later = now + NEW;
        assert_eq!((done(Doing::Complaint, now - 1, later), done(Doing::Talk, now - 1, later)), (20, 600));
    }

    #[test]
    fn memory_is_bounded() {
        let allowances = Allowances::default();
        for number in 0..40_000_u128 {
            let account = AccountId::from_bits(number.to_le_bytes());
            let _ = allowances.take(account, Doing::Talk, 0, 0);
            assert!(allowances.full.lock().unwrap().len() <= MOST);
        }
    }
}
