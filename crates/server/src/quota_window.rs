use std::collections::HashMap;
use std::hash::Hash;

/// Removes entries if `full`, the time at which each quota is full again, has more than `most` entries: first the
/// quotas that are already full and then, if more than `most / 2` remain, the half that will be full soonest.
pub(crate) fn drop_full<K: Eq + Hash>(full: &mut HashMap<K, i64>, most: usize, now: i64) {
    if full.len() <= most {
        return;
    }
    full.retain(|_, full| *full > now);
    let mut all: Vec<i64> = full.values().copied().collect();
    if all.len() > most / 2 {
        let middle = all.len() / 2;
        let middle = *all.select_nth_unstable(middle).1;
        full.retain(|_, full| *full > middle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_full_soonest_are_dropped() {
        let mut full: HashMap<i64, i64> = (0..10).map(|one| (one, one)).collect();
        drop_full(&mut full, 10, 100);
        assert_eq!(full.len(), 10, "below the limit");
        drop_full(&mut full, 8, 2);
        assert!(full.len() < 5 && full.contains_key(&9) && !full.contains_key(&3), "{full:?}");
        drop_full(&mut full, 2, 100);
        assert!(full.is_empty());
    }
}
