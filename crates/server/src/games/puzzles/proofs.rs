use std::sync::Mutex;

use entourage_registry::view::PuzzleAnswer;
use tokio::sync::OnceCell;

use crate::games::prelude::*;
use crate::lock::lock;

/// Maximum number of proofs in progress and of remembered refusals.
const MAX_PROOFS: usize = 512;

/// A proposal: the account that makes it, and the ID of the puzzle.
type Place = (AccountId, String);
type Proof = Arc<OnceCell<PuzzleAnswer>>;

/// Proofs in progress, and the reasons why proposed positions are not puzzles, so that a repeated request does not repeat the proof.
#[derive(Default)]
pub(in crate::games) struct Proofs(Mutex<HashMap<Place, Proof>>);

impl Proofs {
    /// Returns the proof of a proposal; fails if too many are in progress.
    pub(super) fn get(&self, place: &Place) -> Result<Proof, Error> {
        let mut proofs = lock(&self.0);
        if let Some(known) = proofs.get(place) {
            return Ok(Arc::clone(known));
        }
        if proofs.len() >= MAX_PROOFS {
            proofs.retain(|_, proof| !proof.initialized() && Arc::strong_count(proof) > 1);
        }
        if proofs.len() >= MAX_PROOFS {
            return Err(Error::WorkshopBusy);
        }
        Ok(Arc::clone(proofs.entry(place.clone()).or_default()))
    }

    pub(super) fn forget(&self, place: &Place) {
        lock(&self.0).remove(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_are_shared_and_their_number_is_bounded() {
        let proofs = Proofs::default();
        let place = |number: usize| (AccountId::from_bits([1; 16]), number.to_string());
        let first = proofs.get(&place(0)).unwrap();
        assert!(Arc::ptr_eq(&first, &proofs.get(&place(0)).unwrap()));
        for number in 1..MAX_PROOFS * 3 {
            drop(proofs.get(&place(number)).unwrap());
        }
        assert!(Arc::ptr_eq(&first, &proofs.get(&place(0)).unwrap()), "still in progress");
        let held: Vec<_> = (0..).map_while(|number| proofs.get(&place(number)).ok()).collect();
        assert_eq!(held.len(), MAX_PROOFS);
        proofs.forget(&place(0));
        assert!(!Arc::ptr_eq(&first, &proofs.get(&place(0)).unwrap()));
    }
}
