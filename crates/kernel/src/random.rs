use crate::mix;

/// Draws reproducible pseudo-random numbers (SplitMix64), for tests, levels and self-play; not for secrets.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Makes a generator that a seed determines.
    pub const fn new(seed: u64) -> Self {
        Self(mix(seed))
    }

    /// Draws 64 bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// Draws a number below `limit`.
    ///
    /// # Panics
    /// If `limit` is 0.
    pub const fn below(&mut self, limit: usize) -> usize {
        ((self.bits() as u128 * limit as u128) >> 64) as usize % limit
    }

    /// Draws one item of a list, or `None` from an empty one.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// Draws `true` once in `n` times.
    ///
    /// # Panics
    /// If `n` is 0.
    pub const fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}
