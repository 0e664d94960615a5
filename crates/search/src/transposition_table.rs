use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use entourage_kernel::Intent;
use prefetch_index::prefetch_index;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// No bound: only the move is stored.
    None,
    /// The true score is at most the stored one.
    Upper,
    /// The true score is at least the stored one.
    Lower,
    Exact,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The best move, if one was found to be better than the others.
    pub intent: Option<Intent>,
    pub score: i32,
    /// The static evaluation of the position, if it was computed.
    pub static_eval: Option<i32>,
    pub depth: usize,
    pub bound: Bound,
    /// Whether the entry was stored by the current search, and not for an earlier position of the game.
    pub is_fresh: bool,
}

/// An entry packed into 16 bytes, which several threads read and write without a lock.
///
/// The first word holds 48 bits of the key and the static evaluation, XORed with the second word: halves of two concurrent
/// writes do not match and are treated as empty.
#[derive(Default)]
struct Slot {
    checked_key: AtomicU64,
    /// The intent in the lowest 32 bits, then the score (16), the depth (8), the bound (2) and the age (6).
    data: AtomicU64,
}

const KEY: u64 = !0xFFFF;
/// The packed value that means no intent.
pub(crate) const NO_INTENT: u32 = 127;
const NO_ESTIMATE: i16 = i16::MIN;
const WAYS: usize = 4;
const AGES: u8 = 64;
const HASHFULL_BUCKETS: usize = 256;

const MIN_BUCKETS: usize = (1 << 20) / size_of::<Bucket>();

/// A lock-free hash table of positions that any number of threads can share; each cache line holds four entries.
#[derive(Default)]
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

impl TranspositionTable {
    /// Creates a table of at most `megabytes` mebibytes, rounded down to a power of two and at least one; smaller if the system
    /// has less memory.
    pub fn new(megabytes: usize) -> Self {
        let mut count = bucket_count(megabytes);
        let mut buckets = Vec::new();
        while count > MIN_BUCKETS && buckets.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        buckets.resize_with(count, Bucket::default);
        Self { buckets, age: AtomicU8::new(1) }
    }

    /// Returns an empty table of another size; if the size is the same, the memory is reused.
    pub fn resized(mut self, megabytes: usize) -> Self {
        if self.buckets.len() != bucket_count(megabytes) {
            // Frees the memory before more is allocated.
            drop(self);
            return Self::new(megabytes);
        }
        self.buckets.fill_with(Bucket::default);
        Self { age: AtomicU8::new(1), ..self }
    }

    pub fn megabytes(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Begins a new search: older entries are replaced first.
    pub fn new_search(&self) {
        let age = self.age.load(Relaxed);
        self.age.store(age % (AGES - 1) + 1, Relaxed);
    }

    /// Estimates from some buckets how much of the table this search has filled, in permille.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let slots = || self.buckets.iter().take(HASHFULL_BUCKETS).flat_map(|bucket| &bucket.0).map(Slot::load);
        let filled = slots().filter(|slot| slot.data != 0 && slot.age() == age).count();
        (filled * 1000 / slots().count()) as u32
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        // The lowest bits select the bucket and are not stored in the slot.
        key as usize & (self.buckets.len() - 1)
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; WAYS] {
        &self.buckets[self.index(key)].0
    }

    /// Prefetches the bucket of a position before the position is looked up.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch_index(&self.buckets, self.index(key));
    }

    #[inline]
    pub fn find(&self, key: u64) -> Option<Entry> {
        let age = self.age.load(Relaxed);
        self.bucket(key).iter().map(Slot::load).find(|slot| slot.holds(key)).map(|slot| slot.entry(age))
    }

    /// Stores an entry; it replaces the position's old entry or else an outdated or shallow entry in the bucket.
    pub fn store(&self, key: u64, entry: Entry) {
        let age = self.age.load(Relaxed);
        let worth = |slot: &Packed| {
            if slot.holds(key) { -1 } else { i32::from(slot.depth()) + 256 * i32::from(slot.age() == age) }
        };
        let slots = self.bucket(key).iter().map(|slot| (slot, slot.load()));
        let Some((slot, old)) = slots.min_by_key(|(_, packed)| worth(packed)) else { return };
        let known = if old.holds(key) { old.intent() } else { NO_INTENT };
        let intent = entry.intent.map_or(known, Intent::bits);
        let data = u64::from(intent)
            | u64::from(entry.score as i16 as u16) << 32
            | (entry.depth.min(255) as u64) << 48
            | u64::from(age << 2 | entry.bound as u8) << 56;
        let static_eval = entry.static_eval.map_or(NO_ESTIMATE, |static_eval| static_eval as i16);
        let checked_key = key & KEY | u64::from(static_eval as u16);
        slot.checked_key.store(checked_key ^ data, Relaxed);
        slot.data.store(data, Relaxed);
    }
}

fn bucket_count(megabytes: usize) -> usize {
    let bytes = megabytes.clamp(1, 1 << 14) << 20;
    1 << (bytes / size_of::<Bucket>()).ilog2()
}

#[derive(Clone, Copy)]
struct Packed {
    checked_key: u64,
    data: u64,
}

impl Slot {
    #[inline]
    fn load(&self) -> Packed {
        let data = self.data.load(Relaxed);
        Packed { checked_key: self.checked_key.load(Relaxed) ^ data, data }
    }
}

impl Packed {
    #[inline]
    fn holds(self, key: u64) -> bool {
        (self.checked_key ^ key) & KEY == 0 && self.data != 0
    }

    fn intent(self) -> u32 {
        self.data as u32
    }

    fn depth(self) -> u8 {
        (self.data >> 48) as u8
    }

    fn age(self) -> u8 {
        (self.data >> 58) as u8
    }

    fn entry(self, age: u8) -> Entry {
        let static_eval = self.checked_key as u16 as i16;
        Entry {
            intent: (self.intent() != NO_INTENT).then(|| Intent::from_bits(self.intent())),
            score: i32::from((self.data >> 32) as u16 as i16),
            static_eval: (static_eval != NO_ESTIMATE).then(|| static_eval.into()),
            depth: self.depth().into(),
            bound: [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][(self.data >> 56) as usize & 3],
            is_fresh: self.age() == age,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use entourage_kernel::{Square, mix};

    fn entry(depth: usize) -> Entry {
        Entry {
            intent: None,
            score: -29_990,
            static_eval: Some(-77),
            depth,
            bound: Bound::Lower,
            is_fresh: true,
        }
    }

    #[test]
    fn entries_are_found_and_marked_old_by_the_next_search() {
        let table = TranspositionTable::new(1);
        let key = mix(77);
        assert!(table.find(0).is_none() && table.find(key).is_none());
        let intent = Intent::from_to(Square::new(3), Square::new(9));
        table.store(key, Entry { intent: Some(intent), ..entry(5) });
        table.store(key, entry(2));
        let found = table.find(key);
        assert_eq!(found, Some(Entry { intent: Some(intent), ..entry(2) }));
        table.new_search();
        assert_eq!(table.find(key), found.map(|entry| Entry { is_fresh: false, ..entry }));
    }

    #[test]
    fn the_shallowest_entry_of_a_full_bucket_is_replaced() {
        let table = TranspositionTable::new(1);
        let step = 1 << 20;
        for (n, depth) in [(1, 4), (2, 1), (3, 9), (4, 6), (5, 2)] {
            table.store(n * step, entry(depth));
        }
        let kept: Vec<u64> = (1..=5).filter(|n| table.find(n * step).is_some()).collect();
        assert_eq!(kept, [1, 3, 4, 5]);
    }

    #[test]
    fn sizes_are_powers_of_two() {
        assert_eq!(TranspositionTable::new(3).buckets.len(), TranspositionTable::new(2).buckets.len());
        assert_eq!(TranspositionTable::new(0).buckets.len() * size_of::<Bucket>(), 1 << 20);
    }

    #[test]
    fn torn_entries_are_ignored() {
        let table = TranspositionTable::new(1);
        let key = mix(5);
        table.store(key, entry(3));
        let slot = table.bucket(key).iter().find(|slot| slot.load().holds(key)).unwrap();
        let data = slot.data.load(Relaxed);
        slot.data.store(data ^ 1 << 40, Relaxed);
        assert!(table.find(key).is_none());
    }
}
