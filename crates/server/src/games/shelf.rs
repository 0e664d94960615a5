//! The games that people wrote, brought from the store to the registry when they are asked for.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use entourage_registry::{ContentHash, LazyDefinition, Registry};
use entourage_store::{Shelved, Store, StoredDefinition};

use super::report::failed;
use crate::domain::game_error::GameError;
use crate::domain::shelf_error::ShelfError;
use crate::rated::Standing;

/// The most of them that the registry holds; beyond it those that were asked for first go, and come back when they are asked for again.
const MOST: usize = 256;

/// Knows the games that people wrote.
pub(crate) struct Shelf {
    registry: Registry,
    store: Arc<Store>,
    /// Those in the registry, the one asked for longest ago first.
    here: Mutex<VecDeque<ContentHash>>,
}

impl Shelf {
    /// Brings games of a store to a registry.
    pub fn new(registry: Registry, store: Arc<Store>) -> Self {
        Self { registry, store, here: Mutex::default() }
    }

    /// Makes sure that the registry can open a spec, if it names a game that somebody wrote. It is not read yet.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn fetch(&self, spec: &str) -> Result<(), GameError> {
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

    /// Does the same for a game that is to begin, and says how its rules stand where it is to be rated.
    ///
    /// # Errors
    /// Its author has withdrawn it, or a moderator has hidden it; the store cannot be reached.
    pub async fn fetch_new(&self, spec: &str) -> Result<Standing, GameError> {
        let Some(hash) = ContentHash::of_spec(spec) else { return Ok(Standing::Offered) };
        match self.store.definition(&hash.to_string()).await.map_err(failed)? {
            Some(kept) if kept.hidden => Err(ShelfError::Hidden.into()),
            Some(kept) if kept.state == Shelved::Withdrawn => Err(ShelfError::Withdrawn.into()),
            Some(kept) => {
                let standing = standing(&kept);
                self.put(hash, kept);
                Ok(standing)
            }
            None => Ok(Standing::HandedIn),
        }
    }

    /// Says how the rules of a spec stand where a game is to be rated.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn standing(&self, spec: &str) -> Result<Standing, GameError> {
        let Some(hash) = ContentHash::of_spec(spec) else { return Ok(Standing::Offered) };
        let kept = self.store.definition(&hash.to_string()).await.map_err(failed)?;
        Ok(kept.as_ref().map_or(Standing::HandedIn, standing))
    }

    fn put(&self, hash: ContentHash, kept: StoredDefinition) {
        let is_new = self.registry.put(Arc::new(LazyDefinition::new(kept.content)));
        self.touch(hash, is_new);
    }

    /// Notes that a game was asked for, and lets others go where there are too many; those that others have added stay.
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

/// Says how a game that somebody wrote stands: it counts while it is listed, and shown to everybody, who see its rated games.
fn standing(kept: &StoredDefinition) -> Standing {
    match kept.listed && !kept.hidden && kept.state == Shelved::Public {
        true => Standing::Listed,
        false => Standing::HandedIn,
    }
}
