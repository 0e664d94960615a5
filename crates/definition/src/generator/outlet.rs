//! Outlets: where listed moves go.

use entourage_kernel::{Intent, MoveSink, Path, SquareSet};

pub(super) trait Outlet {
    fn push(&mut self, intent: Intent);
    fn fan(&mut self, path: Path, ends: SquareSet);
    /// Takes the moves that end on a set of squares and start `by` squares lower each.
    fn shift(&mut self, ends: SquareSet, by: isize);
    fn is_full(&self) -> bool;
}

impl<S: MoveSink> Outlet for S {
    #[inline]
    fn push(&mut self, intent: Intent) {
        MoveSink::push(self, intent);
    }
    #[inline]
    fn fan(&mut self, path: Path, ends: SquareSet) {
        MoveSink::fan(self, path, ends);
    }
    #[inline]
    fn shift(&mut self, ends: SquareSet, by: isize) {
        MoveSink::shift(self, ends, by);
    }
    #[inline]
    fn is_full(&self) -> bool {
        MoveSink::is_full(self)
    }
}

/// Returns the outlet of a sink.
///
/// In browsers all sinks share one listing, which is fetched, rather than have one each, which is a little faster.
#[cfg(target_arch = "wasm32")]
pub(super) fn outlet<'s, S: MoveSink + 's>(sink: &'s mut S) -> &'s mut (dyn Outlet + 's) {
    sink
}

#[cfg(not(target_arch = "wasm32"))]
#[inline]
pub(super) fn outlet<S: MoveSink>(sink: &mut S) -> &mut S {
    sink
}
