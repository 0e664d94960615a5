use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use entourage_registry::AnyMatch;

/// A match as it stood when something was not done in it, or when it was over. The reasons are values; whoever words them asks the match,
/// which knows how its squares and pieces are called.
#[derive(Clone)]
pub(crate) struct Scene(Arc<Mutex<Box<dyn AnyMatch>>>);

impl Scene {
    /// Keeps a match as it stands now.
    pub fn of(live: &dyn AnyMatch) -> Self {
        Self(Arc::new(Mutex::new(live.copy())))
    }

    /// Asks the match.
    pub fn ask<T>(&self, ask: impl FnOnce(&dyn AnyMatch) -> T) -> T {
        ask(self.0.lock().unwrap_or_else(PoisonError::into_inner).as_ref())
    }
}

impl fmt::Debug for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Scene").field(&self.ask(|live| live.position_text())).finish()
    }
}
