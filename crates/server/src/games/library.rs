//! User-written game definitions, loaded from the store into the registry on demand.

use std::collections::VecDeque;
use std::sync::Mutex;

use entourage_registry::{ContentHash, LazyDefinition};
use entourage_store::{Store, StoredDefinition, Visibility};

use crate::games::prelude::*;
use crate::lock::lock;
use crate::rating_rules::Standing;

/// Maximum number of definitions in the registry; beyond it, the least recently used are evicted.
const MAX_DEFINITIONS: usize = 256;

pub(crate) struct Library {
    registry: Registry,
    store: Arc<Store>,
    /// The definitions in the registry, least recently used first.
    loaded: Mutex<VecDeque<ContentHash>>,
}

impl Library {
    pub fn new(registry: Registry, store: Arc<Store>) -> Self {
        Self { registry, store, loaded: Mutex::default() }
    }

    /// Loads the user-written definition that a spec refers to, if any, into the registry.
    pub async fn fetch(&self, spec: &str) -> Result<(), Error> {
        let Some(hash) = ContentHash::of_spec(spec) else { return Ok(()) };
        if self.registry.has(hash) {
            self.touch(hash, false);
            return Ok(());
        }
        if let Some(kept) = self.store.definition(&hash.to_string()).await? {
            self.put(hash, kept);
        }
        Ok(())
    }

    /// Like [`fetch`](Self::fetch), but for a new game: fails if the definition is withdrawn or hidden. Returns
    /// whether the rules are eligible for ratings.
    pub async fn fetch_new(&self, spec: &str) -> Result<Standing, Error> {
        let Some(hash) = ContentHash::of_spec(spec) else { return Ok(Standing::Offered) };
        match self.store.definition(&hash.to_string()).await? {
            Some(kept) if kept.hidden => Err(Error::Hidden),
            Some(kept) if kept.state == Visibility::Withdrawn => Err(Error::Withdrawn),
            Some(kept) => {
                let standing = standing(&kept);
                self.put(hash, kept);
                Ok(standing)
            }
            None => Ok(Standing::Submitted),
        }
    }

    pub async fn standing(&self, spec: &str) -> Result<Standing, Error> {
        let Some(hash) = ContentHash::of_spec(spec) else { return Ok(Standing::Offered) };
        let kept = self.store.definition(&hash.to_string()).await?;
        Ok(kept.as_ref().map_or(Standing::Submitted, standing))
    }

    fn put(&self, hash: ContentHash, kept: StoredDefinition) {
        let is_new = self.registry.put(Arc::new(LazyDefinition::new(kept.content)));
        self.touch(hash, is_new);
    }

    fn touch(&self, hash: ContentHash, is_new: bool) {
        let mut loaded = lock(&self.loaded);
        let known = loaded.iter().position(|other| *other == hash);
        if let Some(at) = known {
            loaded.remove(at);
        }
        if known.is_some() || is_new {
            loaded.push_back(hash);
        }
        while loaded.len() > MAX_DEFINITIONS {
            if let Some(oldest) = loaded.pop_front() {
                self.registry.remove(oldest);
            }
        }
    }
}

/// Returns whether a definition is eligible for ratings: it must be public, not hidden, and listed by a moderator.
fn standing(kept: &StoredDefinition) -> Standing {
    match kept.listed && !kept.hidden && kept.state == Visibility::Public {
        true => Standing::Listed,
        false => Standing::Submitted,
    }
}
