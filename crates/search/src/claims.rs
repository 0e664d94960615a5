use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use entourage_kernel::{Intent, mix};

/// Whether the target supports threads; WebAssembly builds omit the code that needs them.
pub(crate) const THREADS: bool = cfg!(not(target_arch = "wasm32"));

/// Number of slots, a power of two; moves with the same slot cannot be claimed at the same time.
const SLOTS: usize = 1 << 14;

/// Records which moves are being searched, so that each thread starts with different moves (ABDADA).
///
/// This is only a hint: of two claims with the same slot, the later one wins.
pub(crate) struct Claims(Vec<AtomicU64>);

/// Returns the key under which a thread claims a move of a node.
pub(crate) fn claim(key: u64, intent: Intent) -> u64 {
    key ^ mix(u64::from(intent.bits()) + 1)
}

impl Claims {
    pub fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    fn slot(&self, claim: u64) -> &AtomicU64 {
        &self.0[claim as usize % SLOTS]
    }

    pub fn hold(&self, claim: u64) -> bool {
        self.slot(claim).load(Relaxed) == claim
    }

    pub fn begin(&self, claim: u64) {
        self.slot(claim).store(claim, Relaxed);
    }

    pub fn end(&self, claim: u64) {
        if self.hold(claim) {
            self.slot(claim).store(0, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use entourage_kernel::Square;

    #[test]
    fn a_claim_holds_until_it_ends() {
        let claims = Claims::new();
        let intent = |from| Intent::from_to(Square::new(from), Square::new(9));
        let (one, other) = (claim(77, intent(3)), claim(77, intent(4)));
        assert!(!claims.hold(one));
        claims.begin(one);
        assert!(claims.hold(one) && !claims.hold(other) && !claims.hold(claim(78, intent(3))));
        claims.end(other);
        assert!(claims.hold(one));
        claims.end(one);
        assert!(!claims.hold(one));
    }

    #[test]
    fn the_later_claim_of_a_slot_wins() {
        let claims = Claims::new();
        let (one, other) = (5, 5 + SLOTS as u64);
        claims.begin(one);
        claims.begin(other);
        assert!(!claims.hold(one) && claims.hold(other));
        claims.end(one);
        assert!(claims.hold(other));
    }
}
