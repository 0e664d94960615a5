use entourage_kernel::Intent;

/// Tells what a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// Nothing: only the move is worth keeping.
    None,
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// The true score is this.
    Exact,
}

/// Holds what a search found out about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The best move, or `None` if none stood out.
    pub intent: Option<Intent>,
    /// The score counted from this position.
    pub score: i32,
    /// The depth searched.
    pub depth: usize,
    /// What the score says.
    pub bound: Bound,
}

/// Packs an entry into 16 bytes.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    intent: u32,
    score: i16,
    depth: u8,
    /// The bound in the two lowest bits, the age in the others.
    tag: u8,
}

const EMPTY: Slot = Slot { key: 0, intent: NO_INTENT, score: 0, depth: 0, tag: 0 };
/// Is the packed form of no intent: an absent first square followed by a present one.
const NO_INTENT: u32 = 127;
const WAYS: usize = 4;
const AGES: u8 = 64;

/// Remembers positions met in a search, by their full hash, four to a bucket.
///
/// Entries of earlier searches keep their move but lose their score, which may rest on a history that has
/// changed since.
pub(crate) struct Table {
    buckets: Vec<[Slot; WAYS]>,
    age: u8,
}

impl Table {
    /// Makes a table of at most so many mebibytes, rounded down to a power of two and at least one.
    pub fn new(megabytes: usize) -> Self {
        let bytes = megabytes.clamp(1, 1 << 14) << 20;
        let buckets = 1 << (bytes / size_of::<[Slot; WAYS]>()).ilog2();
        Self { buckets: vec![[EMPTY; WAYS]; buckets], age: 1 }
    }

    /// Begins a new search: what is stored orders moves from now on, and gives way to what is found.
    pub fn grow_older(&mut self) {
        self.age = self.age % (AGES - 1) + 1;
    }

    fn index(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    /// Returns what is known of a position.
    pub fn find(&self, key: u64) -> Option<Entry> {
        let slot = self.buckets[self.index(key)].iter().find(|slot| slot.key == key && slot.tag != 0)?;
        Some(Entry {
            intent: slot.intent(),
            score: slot.score.into(),
            depth: slot.depth.into(),
            bound: if slot.age() == self.age { slot.bound() } else { Bound::None },
        })
    }

    /// Stores what was found about a position in place of what is known of it, or else of the oldest and shallowest.
    pub fn store(&mut self, key: u64, entry: Entry) {
        let age = self.age;
        let index = self.index(key);
        let bucket = &mut self.buckets[index];
        let worth = |slot: &Slot| {
            if slot.key == key { -1 } else { i32::from(slot.depth) + 256 * i32::from(slot.age() == age) }
        };
        let Some(slot) = bucket.iter_mut().min_by_key(|slot| worth(slot)) else { return };
        let known = if slot.key == key { slot.intent } else { NO_INTENT };
        *slot = Slot {
            key,
            intent: entry.intent.map_or(known, Intent::bits),
            score: entry.score as i16,
            depth: entry.depth as u8,
            tag: age << 2 | entry.bound as u8,
        };
    }
}

impl Slot {
    fn intent(&self) -> Option<Intent> {
        (self.intent != NO_INTENT).then(|| Intent::from_bits(self.intent))
    }

    fn age(&self) -> u8 {
        self.tag >> 2
    }

    fn bound(&self) -> Bound {
        [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][usize::from(self.tag & 3)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use entourage_kernel::Square;

    fn entry(depth: usize) -> Entry {
        Entry { intent: None, score: -29_990, depth, bound: Bound::Lower }
    }

    #[test]
    fn what_is_stored_is_found_until_the_next_search() {
        let mut table = Table::new(1);
        assert!(table.find(0).is_none() && table.find(77).is_none());
        let intent = Intent::from_to(Square::new(3), Square::new(9));
        table.store(77, Entry { intent: Some(intent), ..entry(5) });
        table.store(77, entry(2));
        let found = table.find(77).unwrap();
        assert_eq!((found.intent, found.score, found.depth), (Some(intent), -29_990, 2));
        assert_eq!(found.bound, Bound::Lower);
        table.grow_older();
        let found = table.find(77).unwrap();
        assert_eq!((found.intent, found.bound), (Some(intent), Bound::None));
    }

    #[test]
    fn the_shallowest_of_a_full_bucket_gives_way() {
        let mut table = Table::new(1);
        let step = table.buckets.len() as u64;
        for (n, depth) in [(1, 4), (2, 1), (3, 9), (4, 6), (5, 2)] {
            table.store(n * step, entry(depth));
        }
        let kept: Vec<u64> = (1..=5).filter(|n| table.find(n * step).is_some()).collect();
        assert_eq!(kept, [1, 3, 4, 5]);
    }

    #[test]
    fn sizes_are_powers_of_two() {
        assert_eq!(Table::new(3).buckets.len(), Table::new(2).buckets.len());
        assert_eq!(Table::new(0).buckets.len() * size_of::<[Slot; WAYS]>(), 1 << 20);
    }
}
