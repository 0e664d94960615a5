//! Drives: where a piece goes that another pushes away without going there itself.

use entourage_kernel::Square;

use super::view::View;

impl View<'_> {
    /// Returns where a piece goes that another drives straight away, one square or as far as squares are empty.
    pub(super) fn driven(&self, from: Square, target: Square, far: bool) -> Option<Square> {
        let (geometry, occupied) = (&self.plan.geometry, self.pieces.occupied());
        let direction = geometry.heading(from, target)?;
        let free = geometry.seen(target, direction, occupied) - occupied;
        let next = |at: &Square| geometry.step(*at, direction).filter(|next| free.contains(*next));
        let line = std::iter::successors(next(&target), next);
        if far { line.last() } else { next(&target) }
    }
}
