use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::sync::Mutex;

use entourage_record::Ready;
use entourage_store::{NewEvents, Standing, Store};
use tokio::sync::OwnedMutexGuard;

use super::change::{Change, Events};
use super::library::Library;
use super::replays::Replays;
use super::room::Progress;
use crate::games::prelude::*;
use crate::lock::lock;

/// Maximum size of the cache (512 MiB); beyond it, the least recently used games are evicted.
const MAX_WEIGHT: usize = (512 << 20) / LoadedGame::UNIT;

/// Maximum number of events applied to a cached game in place; more are replayed on a blocking thread.
const MAX_GROWTH: usize = 32;
/// Version that marks a cached game as invalid, so that it is loaded again.
const INVALID: i64 = i64::MIN;

/// Cache of games in use. Each game is loaded once and changed by one request at a time.
pub(crate) struct Cache {
    registry: Registry,
    store: Arc<Store>,
    library: Arc<Library>,
    replays: Arc<Replays>,
    slots: Mutex<Slots>,
}

/// A cache slot, empty until the game is loaded, while a request uses the game, and after an error.
type Slot = Arc<tokio::sync::Mutex<Option<Known>>>;

struct Known {
    game: LoadedGame,
    version: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Freshness {
    Now,
    /// The cached game can be used if it has this version or a later one.
    At(i64),
}

impl Freshness {
    /// Any cached version: conflicts are detected when a change is stored.
    pub const ANY: Self = Self::At(0);
}

/// A game taken out of the cache for exclusive use. Only [`Cache::put_back`] returns it. If dropped instead,
/// the game must be loaded again, since it may be ahead of the store.
pub(crate) struct Held {
    slot: OwnedMutexGuard<Option<Known>>,
    known: Known,
    /// Whether the game is known to be the same as in the store.
    fresh: bool,
}

impl Cache {
    pub fn new(registry: Registry, store: Arc<Store>, library: Arc<Library>, replays: Arc<Replays>) -> Self {
        Self { registry, store, library, replays, slots: Mutex::default() }
    }

    pub async fn take(&self, id: GameId) -> Result<Held, Error> {
        self.take_as(id, Freshness::Now).await
    }

    /// Takes a game out of the cache; queries the store only if the cached version may be older than wanted.
    pub async fn take_as(&self, id: GameId, wanted: Freshness) -> Result<Held, Error> {
        let mut slot = self.slot(id).lock_owned().await;
        match slot.take() {
            Some(known) if matches!(wanted, Freshness::At(version) if known.version >= version) => {
                // The registry may have evicted the game's rules.
                match self.library.fetch(&known.game.game().spec).await {
                    Ok(()) => Ok(Held { slot, known, fresh: false }),
                    Err(failure) => {
                        *slot = Some(known);
                        Err(failure)
                    }
                }
            }
            known => self.compare(id, slot, known).await,
        }
    }

    /// Applies events that another process has stored and announced, without a query; returns how current the game must be to
    /// contain them.
    pub async fn apply(&self, id: GameId, change: Change) -> Freshness {
        let Change { version: Some(version), events: Some(events) } = change else { return Freshness::Now };
        let slot = self.slot(id);
        let mut kept = slot.lock().await;
        let Some(known) = kept.as_mut() else { return Freshness::Now };
        if known.version < version {
            let Events { from, entries } = events;
            let grown = known.game.seq() == from
                // The registry may have evicted the game's rules.
                && self.library.fetch(&known.game.game().spec).await.is_ok()
                && known.grow(NewEvents { version, entries });
            if !grown {
                return Freshness::Now;
            }
        }
        Freshness::At(version)
    }

    /// Compares an unmodified game with the store, and loads it again if another process has changed it.
    pub async fn freshen(&self, Held { slot, known, .. }: Held) -> Result<Held, Error> {
        self.compare(known.game.game().id, slot, Some(known)).await
    }

    async fn compare(
        &self,
        id: GameId,
        mut slot: OwnedMutexGuard<Option<Known>>,
        mut known: Option<Known>,
    ) -> Result<Held, Error> {
        match self.load(id, known.as_mut()).await {
            Ok(None) => match known {
                Some(known) => Ok(Held { slot, known, fresh: true }),
                None => Err(Error::NoGame),
            },
            Ok(Some(known)) => Ok(Held { slot, known, fresh: true }),
            // An unknown ID needs no slot. After other failures, which may be temporary, the game keeps its slot.
            Err(Error::NoGame) => {
                lock(&self.slots).remove(id);
                Err(Error::NoGame)
            }
            Err(failure) => {
                *slot = known;
                Err(failure)
            }
        }
    }

    /// Loads a game again; returns whether another process has changed it.
    pub async fn refresh(&self, held: &mut Held) -> Result<bool, Error> {
        let known = self.load(held.game().id, None).await?.ok_or(Error::NoGame)?;
        let changed = known.version != held.known.version;
        (held.known, held.fresh) = (known, true);
        Ok(changed)
    }

    /// Puts a game back, and evicts others if the cache has become too large.
    pub fn put_back(&self, Held { mut slot, known, .. }: Held) {
        let (id, weight) = (known.game.game().id, known.game.weight());
        *slot = Some(known);
        drop(slot);
        lock(&self.slots).weigh(id, weight);
    }

    /// Runs work while the game is locked, and evicts the game if the work succeeds.
    pub async fn without<T, E>(&self, id: GameId, work: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        let mut slot = self.slot(id).lock_owned().await;
        let done = work.await?;
        drop(slot.take());
        Ok(done)
    }

    /// Reads from a cached game; `None` if the game is not cached at `version` or later, or if `see` returns `None`.
    pub async fn peek<T>(
        &self,
        id: GameId,
        version: i64,
        see: impl FnOnce(&LoadedGame) -> Option<T>,
    ) -> Option<T> {
        let slot = self.slot(id);
        let kept = slot.lock().await;
        kept.as_ref().filter(|known| known.version >= version).and_then(|known| see(&known.game))
    }

    /// Loads a game unless the cached one is current or could be updated in place.
    async fn load(&self, id: GameId, mut known: Option<&mut Known>) -> Result<Option<Known>, Error> {
        if let Some(known) = known.as_deref_mut() {
            let seq = known.game.seq() as u32;
            let growth = self.store.growth(id, seq).await?.ok_or(Error::NoGame)?;
            // The registry may have evicted the game's rules.
            self.library.fetch(&known.game.game().spec).await?;
            if growth.version == known.version || known.grow(growth) {
                return Ok(None);
            }
        }
        let standing = self.store.read_with_plans(id).await?.ok_or(Error::NoGame)?;
        let Standing { game, plans, version } = standing;
        let plans = plans.map(|text| text.and_then(|text| Ready::of_stored(&text)));
        // Only something outside the loaded game has changed, such as the chat.
        if let Some(known) = known
            && *known.game.game() == game
            && Side::BOTH.iter().all(|side| known.game.plans().of(*side) == plans[side.index()].as_ref())
        {
            known.version = version;
            return Ok(None);
        }
        self.library.fetch(&game.spec).await?;
        let registry = self.registry.clone();
        let steps = game.entries.iter().map(|entry| entry.event.legs().max(1)).sum();
        let read = self.replays.replay(steps, move || LoadedGame::of(&registry, game)).await?;
        let mut game = read.map_err(|error| {
            tracing::error!(game = %id, %error, "the stored game is corrupt");
            Error::Damaged
        })?;
        for (side, ready) in Side::BOTH.into_iter().zip(plans) {
            if let Some(ready) = ready {
                game.prepare(side, ready);
            }
        }
        Ok(Some(Known { game, version }))
    }

    fn slot(&self, id: GameId) -> Slot {
        lock(&self.slots).slot(id)
    }
}

impl Known {
    /// Applies stored events, if nothing else has changed; returns whether the game is now current.
    fn grow(&mut self, NewEvents { version, entries }: NewEvents) -> bool {
        // Conditional moves are played by the process that accepted the event, and stored with it.
        let planned = Side::BOTH.iter().any(|side| self.game.plans().of(*side).is_some());
        let alone = version.checked_sub(self.version) == i64::try_from(entries.len()).ok();
        if planned || !alone || entries.len() > MAX_GROWTH {
            return false;
        }
        let told = entries.into_iter().all(|entry| self.game.retell(entry));
        // A partly applied update is not a valid state, so the game is loaded again before its next use.
        self.version = if told { version } else { INVALID };
        told
    }
}

impl Held {
    pub fn is_fresh(&self) -> bool {
        self.fresh
    }

    pub fn progress(&self) -> Progress {
        Progress { version: self.known.version, events: self.known.game.seq() }
    }

    pub fn version(&self) -> i64 {
        self.known.version
    }

    /// Records that a change was stored, which raised the version by `by`.
    pub fn stored(&mut self, by: usize) {
        self.known.version += by as i64;
    }
}

impl Deref for Held {
    type Target = LoadedGame;
    fn deref(&self) -> &LoadedGame {
        &self.known.game
    }
}

impl DerefMut for Held {
    fn deref_mut(&mut self) -> &mut LoadedGame {
        &mut self.known.game
    }
}

#[derive(Default)]
struct Slots {
    map: HashMap<GameId, Kept>,
    /// Games by their last use, the least recent first.
    by_use: BTreeMap<u64, GameId>,
    uses: u64,
    weight: usize,
}

struct Kept {
    slot: Slot,
    used: u64,
    weight: usize,
}

impl Slots {
    fn slot(&mut self, id: GameId) -> Slot {
        self.uses += 1;
        let used = self.uses;
        let kept = self.map.entry(id).or_insert_with(|| {
            self.weight += 1;
            Kept { slot: Slot::default(), used, weight: 1 }
        });
        self.by_use.remove(&std::mem::replace(&mut kept.used, used));
        self.by_use.insert(used, id);
        Arc::clone(&kept.slot)
    }

    /// Updates a game's weight, and evicts others while the total is too large.
    fn weigh(&mut self, id: GameId, weight: usize) {
        if let Some(kept) = self.map.get_mut(&id) {
            self.weight = self.weight - kept.weight + weight;
            kept.weight = weight;
        }
        while self.weight > MAX_WEIGHT {
            // A slot in use must stay, or two requests could change the game concurrently.
            let idle = |other: &GameId| {
                *other != id && self.map.get(other).is_some_and(|kept| Arc::strong_count(&kept.slot) == 1)
            };
            let Some(oldest) = self.by_use.values().find(|other| idle(other)).copied() else { break };
            self.remove(oldest);
        }
    }

    fn remove(&mut self, id: GameId) {
        if let Some(kept) = self.map.remove(&id) {
            self.by_use.remove(&kept.used);
            self.weight -= kept.weight;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(weights: &[usize]) -> (Slots, Vec<GameId>) {
        let mut slots = Slots::default();
        let ids: Vec<GameId> =
            weights.iter().map(|_| GameId::from_bits(entourage_store::random().unwrap())).collect();
        for (&id, &weight) in ids.iter().zip(weights) {
            drop(slots.slot(id));
            let kept = slots.map.get_mut(&id).unwrap();
            slots.weight = slots.weight - kept.weight + weight;
            kept.weight = weight;
        }
        (slots, ids)
    }

    #[test]
    fn least_recently_used_games_are_evicted() {
        let half = MAX_WEIGHT / 2;
        let (mut slots, ids) = slots(&[half, half - 10, 10, 5]);
        slots.weigh(ids[3], 0);
        assert_eq!(slots.map.len(), 4);
        slots.weigh(ids[3], 5);
        assert!(!slots.map.contains_key(&ids[0]) && slots.map.len() == 3);
        assert_eq!((slots.weight, slots.by_use.len()), (half + 5, 3));
        // Using a game again protects it from eviction.
        drop(slots.slot(ids[1]));
        slots.weigh(ids[3], MAX_WEIGHT - half + 10);
        assert!(!slots.map.contains_key(&ids[2]) && slots.map.contains_key(&ids[1]));
    }

    #[test]
    fn games_in_use_are_not_evicted() {
        let (mut slots, ids) = slots(&[MAX_WEIGHT, MAX_WEIGHT, 10]);
        let held = Arc::clone(&slots.map[&ids[0]].slot);
        slots.weigh(ids[2], MAX_WEIGHT);
        assert!(slots.map.contains_key(&ids[0]) && slots.map.contains_key(&ids[2]) && slots.map.len() == 2);
        drop(held);
        slots.weigh(ids[2], MAX_WEIGHT);
        assert!(slots.map.len() == 1 && slots.map.contains_key(&ids[2]));
    }
}
