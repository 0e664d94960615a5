use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::Mutex;

use crate::domain::Error;
use crate::lock::lock;
use crate::quota_window;

/// Limit per name and client address: ten attempts, then one per minute.
const PER_ADDRESS: Bucket = Bucket { capacity: 10, refill: 60_000 };
/// Limit per name, for all client addresses together. An attack locks the owner out for seconds rather than
/// hours, and a hundred attempts per hour are too few to guess a password.
const PER_NAME: Bucket = Bucket { capacity: 100, refill: 36_000 };
/// Maximum number of buckets in memory; beyond it, those that are nearly full are dropped.
const MAX_BUCKETS: usize = 1 << 14;

/// Allows `capacity` attempts in quick succession, then one every `refill` milliseconds.
#[derive(Clone, Copy)]
struct Bucket {
    capacity: i64,
    refill: i64,
}

pub(crate) struct Attempts {
    /// The time in milliseconds at which each bucket will be full again; full buckets have no entry. The map keys
    /// are hashes, seeded randomly per process.
    full: Mutex<HashMap<u64, i64>>,
    whose: RandomState,
}

/// A counted attempt; [`Attempts::forgive`] refunds it after a successful sign-in.
pub(crate) struct Attempt(Vec<u64>);

impl Attempts {
    pub fn new() -> Self {
        Self { full: Mutex::default(), whose: RandomState::new() }
    }

    /// Counts a sign-in attempt; after too many, fails with the time to wait. The account's sessions and browsers
    /// (`is_known`) are exempt from the limit for all clients together, so that others cannot lock the owner out.
    pub fn begin(&self, form: &str, from: impl Hash, is_known: bool, now: i64) -> Result<Attempt, Error> {
        let mut buckets = vec![(self.whose.hash_one((form, from)), PER_ADDRESS)];
        if !is_known {
            buckets.push((self.whose.hash_one(form), PER_NAME));
        }
        let mut full = lock(&self.full);
        let then = |full: &HashMap<u64, i64>, (key, Bucket { capacity, refill }): (u64, Bucket)| {
            let then = full.get(&key).map_or(now, |full| (*full).clamp(now, now + capacity * refill)) + refill;
            (then, then - now - capacity * refill)
        };
        // A refused attempt is not counted.
        let wait = buckets.iter().map(|bucket| then(&full, *bucket).1).max().unwrap_or(0);
        if wait > 0 {
            return Err(Error::Attempts { seconds: u32::try_from(wait / 1000 + 1).unwrap_or(60) });
        }
        for bucket in &buckets {
            let then = then(&full, *bucket).0;
            full.insert(bucket.0, then);
        }
        quota_window::drop_full(&mut full, MAX_BUCKETS, now);
        Ok(Attempt(buckets.into_iter().map(|(key, _)| key).collect()))
    }

    pub fn forgive(&self, Attempt(buckets): Attempt) {
        let mut full = lock(&self.full);
        full.remove(&buckets[0]);
        if let Some(full) = buckets.get(1).and_then(|all| full.get_mut(all)) {
            *full -= PER_NAME.refill;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limit_is_per_address_and_name() {
        let attempts = Attempts::new();
        let begin = |name: &str, from: i32, now: i64| attempts.begin(name, from, false, now);
        assert!((0..10).all(|_| begin("ada", 1, 1_000).is_ok()));
        let Err(Error::Attempts { seconds }) = begin("ada", 1, 1_000) else { panic!("many") };
        assert!((60..=61).contains(&seconds), "{seconds}");
        assert!(begin("ada", 2, 1_000).is_ok() && begin("eve", 1, 1_000).is_ok());
        assert!(begin("ada", 1, 61_000).is_ok() && begin("ada", 1, 61_000).is_err());
        // A successful sign-in resets the address's bucket.
        let attempt = begin("ada", 1, 121_000).ok().unwrap();
        attempts.forgive(attempt);
        assert!((0..10).all(|_| begin("ada", 1, 121_000).is_ok()));
    }

    #[test]
    fn attempts_of_others_lock_an_account_only_briefly() {
        let attempts = Attempts::new();
        assert_eq!((0..1000).filter(|from| attempts.begin("ada", from, false, 0).is_ok()).count(), 100);
        let Err(Error::Attempts { seconds }) = attempts.begin("ada", 5000, false, 0) else { panic!("many") };
        assert!(seconds <= 37, "{seconds}");
        // A browser from which the owner has signed in before is limited only by its own attempts.
        assert_eq!((0..20).filter(|_| attempts.begin("ada", "a browser", true, 0).is_ok()).count(), 10);
    }

    #[test]
    fn memory_is_bounded() {
        let attempts = Attempts::new();
        for name in 0..50_000 {
            let _ = attempts.begin(&name.to_string(), 1, false, 0);
            assert!(attempts.full.lock().unwrap().len() <= MAX_BUCKETS + 2);
        }
    }
}
