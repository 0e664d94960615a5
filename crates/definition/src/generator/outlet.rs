//! Outlets: a subset of the interface of move sinks that allows dynamic dispatch.

use entourage_kernel::{Intent, MoveSink, Path, SquareSet};

pub(super) trait Outlet {
    fn push(&mut self, intent: Intent);
    fn fan(&mut self, path: Path, ends: SquareSet);
    /// Adds a move to each square in `ends`, from the square whose number is `by` lower.
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
/// WebAssembly builds use dynamic dispatch: a single copy of the generator is smaller to download, at a small cost in speed.
#[cfg(target_arch = "wasm32")]
pub(super) fn outlet<'s, S: MoveSink + 's>(sink: &'s mut S) -> &'s mut (dyn Outlet + 's) {
    sink
}

#[cfg(not(target_arch = "wasm32"))]
#[inline]
pub(super) fn outlet<S: MoveSink>(sink: &mut S) -> &mut S {
    sink
}
