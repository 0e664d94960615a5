use crate::Distance;

pub(crate) const INFINITE: u32 = u32::MAX / 4;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub distance: Distance,
    pub plies: u16,
    /// The proof number: a lower bound on the work left to prove a win within `plies`; 0 if it is proved.
    pub proof: u32,
    /// The disproof number: a lower bound on the work left to refute a win within `plies`; 0 if it is refuted.
    pub disproof: u32,
    pub work: u32,
}

#[derive(Clone, Copy)]
pub(crate) struct Slot {
    pub key: u64,
    pub entry: Entry,
}

const WAYS: usize = 4;
const VACANT: Slot =
    Slot { key: 0, entry: Entry { distance: Distance::OPEN, plies: 0, proof: 1, disproof: 1, work: 0 } };

/// A hash table of positions with four entries per bucket; the entry that took the least work is replaced first.
pub(crate) struct Table {
    buckets: Vec<[Slot; WAYS]>,
}

impl Table {
    /// Creates a table of `megabytes` MiB (1 to 131,072), or a smaller one if that much memory is not available.
    pub fn new(megabytes: usize) -> Self {
        let mut bytes = megabytes.clamp(1, 1 << 17) << 20;
        let mut buckets = Vec::new();
        while bytes > 1 << 20 && buckets.try_reserve_exact(bytes / size_of::<[Slot; WAYS]>()).is_err() {
            bytes /= 2;
        }
        buckets.resize(bytes / size_of::<[Slot; WAYS]>(), [VACANT; WAYS]);
        Self { buckets }
    }

    pub fn capacity(&self) -> usize {
        self.buckets.len() * WAYS
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    pub fn find(&self, key: u64) -> Option<Entry> {
        let slot = self.buckets[self.index(key)].iter().find(|slot| slot.key == key && slot.entry.work > 0);
        slot.map(|slot| slot.entry)
    }

    /// Stores an entry. If the position already has one, combines the distance bounds and adds up the work.
    pub fn store(&mut self, key: u64, entry: Entry) {
        let index = self.index(key);
        let bucket = &mut self.buckets[index];
        let known = bucket.iter().position(|slot| slot.key == key && slot.entry.work > 0);
        let cheapest = || (0..WAYS).min_by_key(|&way| bucket[way].entry.work).unwrap_or(0);
        let way = known.unwrap_or_else(cheapest);
        let slot = &mut bucket[way];
        let (distance, work) = match known {
            Some(_) => (slot.entry.distance.and(entry.distance), slot.entry.work.saturating_add(entry.work)),
            None => (entry.distance, entry.work),
        };
        *slot = Slot { key, entry: Entry { distance, work: work.max(1), ..entry } };
    }

    pub fn clear(&mut self) {
        self.buckets.fill([VACANT; WAYS]);
    }

    pub fn slots(&self) -> impl Iterator<Item = &Slot> {
        self.buckets.iter().flatten().filter(|slot| slot.entry.work > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(work: u32, least: u16) -> Entry {
        let distance = Distance { least, ..Distance::OPEN };
        Entry { distance, plies: 3, proof: 1, disproof: 2, work }
    }

    #[test]
    fn distances_are_combined_and_the_cheapest_entry_is_replaced() {
        let mut table = Table::new(1);
        table.store(7, entry(5, 4));
        table.store(7, entry(5, 2));
        let found = table.find(7).unwrap();
        assert_eq!((found.distance.least, found.work), (4, 10));
        assert!(table.find(8).is_none() && table.find(0).is_none());
        for key in 1..=5 {
            table.store(key, entry(10 * key as u32, 1));
        }
        assert!(table.find(1).is_none() && table.find(5).is_some(), "neighbouring keys share a bucket");
        assert_eq!(table.slots().count(), 4);
    }
}
