use crate::mix;

/// A reproducible random number generator (SplitMix64) for tests and computer players; not cryptographically secure.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator from a seed.
    pub const fn new(seed: u64) -> Self {
        Self(mix(seed))
    }

    /// Returns 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// Returns a random number below `limit`. Panics if `limit` is 0.
    pub const fn below(&mut self, limit: usize) -> usize {
        ((self.bits() as u128 * limit as u128) >> 64) as usize % limit
    }

    /// Returns a random item, or `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// Returns `true` with a probability of 1/`n`. Panics if `n` is 0.
    pub const fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}
