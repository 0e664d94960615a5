use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use entourage_kernel::Intent;
use prefetch_index::prefetch_index;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// Nothing: only the move is worth keeping.
    None,
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    Exact,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The best move, or `None` if none stood out.
    pub intent: Option<Intent>,
    pub score: i32,
    /// The estimate of the position itself, or `None` if it was not made.
    pub estimate: Option<i32>,
    pub depth: usize,
    pub bound: Bound,
    /// Whether this search stored it, not one of an earlier position of the game.
    pub is_fresh: bool,
}

/// Packs an entry into 16 bytes that several threads read and write without a lock.
///
/// The first word holds 48 bits of the key and the estimate, mixed with the second word: halves of two entries that
/// were written at once do not fit each other, and are taken for no entry.
#[derive(Default)]
struct Slot {
    seal: AtomicU64,
    /// The intent in the lowest 32 bits, then the score (16), the depth (8), the bound (2) and the age (6).
    data: AtomicU64,
}

const KEY: u64 = !0xFFFF;
/// Is the packed form of no intent: squares between the first and a last that is absent.
pub(crate) const NO_INTENT: u32 = 127;
const NO_ESTIMATE: i16 = i16::MIN;
const WAYS: usize = 4;
const AGES: u8 = 64;
/// The buckets from which the table's fullness is estimated (`hashfull`).
const LOOKED_AT: usize = 256;

const LEAST: usize = (1 << 20) / size_of::<Bucket>();

/// Remembers positions met in a search, by their full hash, four to a cache line, for any number of threads.
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

impl TranspositionTable {
    /// Makes a table of at most so many mebibytes, rounded down to a power of two and at least one; smaller, if the system does not
    /// give so much memory.
    pub fn new(megabytes: usize) -> Self {
        let bytes = megabytes.clamp(1, 1 << 14) << 20;
        let mut count = 1 << (bytes / size_of::<Bucket>()).ilog2();
        let mut buckets = Vec::new();
        while count > LEAST && buckets.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        buckets.resize_with(count, Bucket::default);
        Self { buckets, age: AtomicU8::new(1) }
    }

    pub fn megabytes(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Begins a new search: what is stored gives way to what is found.
    pub fn grow_older(&self) {
        let age = self.age.load(Relaxed);
        self.age.store(age % (AGES - 1) + 1, Relaxed);
    }

    /// Estimates from some slots how many of a thousand this search has filled.
    pub fn fullness(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let slots = || self.buckets.iter().take(LOOKED_AT).flat_map(|bucket| &bucket.0).map(Slot::load);
        let filled = slots().filter(|slot| slot.data != 0 && slot.age() == age).count();
        (filled * 1000 / slots().count()) as u32
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        // The lowest bits are no part of the slot's key: they tell the buckets apart.
        key as usize & (self.buckets.len() - 1)
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; WAYS] {
        &self.buckets[self.index(key)].0
    }

    /// Asks for what is known of a position, so that it is at hand when it is looked up.
    #[inline]
    pub fn fetch(&self, key: u64) {
        prefetch_index(&self.buckets, self.index(key));
    }

    #[inline]
    pub fn find(&self, key: u64) -> Option<Entry> {
        let age = self.age.load(Relaxed);
        self.bucket(key).iter().map(Slot::load).find(|slot| slot.holds(key)).map(|slot| slot.entry(age))
    }

    /// Stores what was found about a position in place of what is known of it, or else of the oldest and shallowest.
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
        let estimate = entry.estimate.map_or(NO_ESTIMATE, |estimate| estimate as i16);
        let seal = key & KEY | u64::from(estimate as u16);
        slot.seal.store(seal ^ data, Relaxed);
        slot.data.store(data, Relaxed);
    }
}

/// Holds the words of a slot, read once and unmixed.
#[derive(Clone, Copy)]
struct Packed {
    seal: u64,
    data: u64,
}

impl Slot {
    #[inline]
    fn load(&self) -> Packed {
        let data = self.data.load(Relaxed);
        Packed { seal: self.seal.load(Relaxed) ^ data, data }
    }
}

impl Packed {
    #[inline]
    fn holds(self, key: u64) -> bool {
        (self.seal ^ key) & KEY == 0 && self.data != 0
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
        let estimate = self.seal as u16 as i16;
        Entry {
            intent: (self.intent() != NO_INTENT).then(|| Intent::from_bits(self.intent())),
            score: i32::from((self.data >> 32) as u16 as i16),
            estimate: (estimate != NO_ESTIMATE).then(|| estimate.into()),
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
        Entry { intent: None, score: -29_990, estimate: Some(-77), depth, bound: Bound::Lower, is_fresh: true }
    }

    #[test]
    fn what_is_stored_is_found_and_known_to_be_old_in_the_next_search() {
        let table = TranspositionTable::new(1);
        let key = mix(77);
        assert!(table.find(0).is_none() && table.find(key).is_none());
        let intent = Intent::from_to(Square::new(3), Square::new(9));
        table.store(key, Entry { intent: Some(intent), ..entry(5) });
        table.store(key, entry(2));
        let found = table.find(key);
        assert_eq!(found, Some(Entry { intent: Some(intent), ..entry(2) }));
        table.grow_older();
        assert_eq!(table.find(key), found.map(|entry| Entry { is_fresh: false, ..entry }));
    }

    #[test]
    fn the_shallowest_of_a_full_bucket_gives_way() {
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
    fn halves_of_two_entries_are_no_entry() {
        let table = TranspositionTable::new(1);
        let key = mix(5);
        table.store(key, entry(3));
        let slot = table.bucket(key).iter().find(|slot| slot.load().holds(key)).unwrap();
        let data = slot.data.load(Relaxed);
        slot.data.store(data ^ 1 << 40, Relaxed);
        assert!(table.find(key).is_none());
    }
}
