//! User-written game definitions, loaded from the store into the registry on demand.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use entourage_registry::{ContentHash, LazyDefinition};
use entourage_store::{Shelved, Store, StoredDefinition};

use crate::games::prelude::*;
use crate::rated::Standing;

/// Maximum number of definitions in the registry; beyond it, the least recently used are evicted.
const MOST: usize = 256;

pub(crate) struct Shelf {
    registry: Registry,
    store: Arc<Store>,
    /// The definitions in the registry, least recently used first.
    here: Mutex<VecDeque<ContentHash>>,
}

impl Shelf {
    pub fn new(registry: Registry, store: Arc<Store>) -> Self {
        Self { registry, store, here: Mutex::default() }
    }

    /// Loads the definition of a spec into the registry, if it has one.
    pub async fn fetch(&self, spec: &str) -> Result<(), Error> {
        let Some(hash) = ContentHash::of_spec(spec) else { return Ok(()) };
        if self.registry.has(hash) {
            self.touch(hash, false);
            return Ok(());
        }
        if let Some(kept) = self.store.definition(&hash.to_string()).await.map_err(failed)? {
            self.put(hash, kept);
        }
        Ok(())
    }

    /// Like [`fetch`](Self::fetch), for a new game: fails if the definition is withdrawn or hidden. Returns its
    /// standing for ratings.
    pub async fn fetch_new(&self, spec: &str) -> Result<Standing, Error> {
        let Some(hash) = ContentHash::of_spec(spec) else { return Ok(Standing::Offered) };
        match self.store.definition(&hash.to_string()).await.map_err(failed)? {
            Some(kept) if kept.hidden => Err(Error::Hidden),
            Some(kept) if kept.state == Shelved::Withdrawn => Err(Error::Withdrawn),
            Some(kept) => {
                let standing = standing(&kept);
                self.put(hash, kept);
                Ok(standing)
            }
            None => Ok(Standing::HandedIn),
        }
    }

    pub async fn standing(&self, spec: &str) -> Result<Standing, Error> {
        let Some(hash) = ContentHash::of_spec(spec) else { return Ok(Standing::Offered) };
        let kept = self.store.definition(&hash.to_string()).await.map_err(failed)?;
        Ok(kept.as_ref().map_or(Standing::HandedIn, standing))
    }

    fn put(&self, hash: ContentHash, kept: StoredDefinition) {
        let is_new = self.registry.put(Arc::new(LazyDefinition::new(kept.content)));
        self.touch(hash, is_new);
    }

    fn touch(&self, hash: ContentHash, is_new: bool) {
        let mut here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        let known = here.iter().position(|other| *other == hash);
        if let Some(at) = known {
            here.remove(at);
        }
        if known.is_some() || is_new {
            here.push_back(hash);
        }
        while here.len() > MOST {
            if let Some(oldest) = here.pop_front() {
                self.registry.remove(oldest);
            }
        }
    }
}

/// Returns a definition's standing. Listing counts only while it is public, since rated games are.
fn standing(kept: &StoredDefinition) -> Standing {
    match kept.listed && !kept.hidden && kept.state == Shelved::Public {
        true => Standing::Listed,
        false => Standing::HandedIn,
    }
}
