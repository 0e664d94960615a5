use std::collections::HashSet;

use entourage_kernel::{Intent, SquareSet};

/// The moves listed so far for one piece, to skip later moves with the same intent.
pub(super) struct Known {
    ends: [SquareSet; 16],
    choices: u16,
    others: Option<HashSet<Intent>>,
}

impl Known {
    pub(super) fn new() -> Self {
        Self { ends: [SquareSet::EMPTY; 16], choices: 0, others: None }
    }

    #[inline]
    pub(super) fn forget(&mut self) {
        self.choices = 0;
        self.others = None;
    }

    /// Adds moves with the specified destinations; returns the destinations that were not in the list yet.
    #[inline]
    pub(super) fn add_ends(&mut self, choice: u8, ends: SquareSet) -> SquareSet {
        let known = &mut self.ends[usize::from(choice)];
        if self.choices >> choice & 1 == 0 {
            self.choices |= 1 << choice;
            *known = ends;
            return ends;
        }
        let new = ends - *known;
        *known |= ends;
        new
    }

    pub(super) fn add(&mut self, intent: Intent) -> bool {
        match intent.with_choice(0).as_from_to() {
            Some([_, to]) => !self.add_ends(intent.choice(), SquareSet::of(to)).is_empty(),
            None => self.others.get_or_insert_default().insert(intent),
        }
    }
}
