mod studies;

use std::collections::{HashSet, hash_map};
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use entourage_record::{Entry, TournamentId};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};

use super::change::{Change, Events};
use super::remote_presence::{Presence, RemotePresence};
use super::room::{FRESH, News, Progress, Pulse, Room, Shared, Text};
use crate::games::prelude::*;
use crate::lock::lock;
pub(crate) use studies::StudyGuest;
use studies::StudyRooms;

/// Maximum number of concurrent followers; further connections are refused with 503.
const MAX_FOLLOWERS: usize = 10_000;
/// Maximum number of concurrent reads by followers: half of the connection pool, leaving the rest to requests.
const READ_CONCURRENCY: usize = 8;

/// Notifies followers of changes to a game, and of who else is present. Followers read the details at their own
/// pace, so that slow ones do not delay others.
pub(crate) struct Hub {
    rooms: Mutex<HashMap<GameId, Room>>,
    elsewhere: Mutex<RemotePresence>,
    /// Number of changes to the open seeks.
    lobby: watch::Sender<u64>,
    tournaments: Mutex<Changes<TournamentId>>,
    studies: StudyRooms,
    /// Number of times that ways into an account were revoked.
    accounts: Mutex<Changes<AccountId>>,
    /// Changes to report to other processes; `None` if the database is not shared.
    untold: Option<Mutex<PendingReports>>,
    stirred: Notify,
    /// Games changed by other processes; each game is updated before its followers are notified.
    behind: Mutex<HashMap<GameId, Change>>,
    lagging: Notify,
    turns: Semaphore,
    places: Arc<Semaphore>,
    closed: watch::Sender<bool>,
    heartbeat: Duration,
}

/// Change counters that have receivers, by subject.
type Changes<K> = HashMap<K, watch::Sender<u64>>;

#[derive(Default)]
pub(crate) struct PendingReports {
    pub changed: HashMap<GameId, Change>,
    /// Games whose followers have changed.
    pub moved: HashSet<GameId>,
    pub lobby: bool,
    pub tournaments: HashSet<TournamentId>,
    pub studies: HashSet<String>,
    /// Studies whose readers have changed.
    pub readers: HashSet<String>,
    /// Accounts of which sessions or tokens were revoked.
    pub accounts: HashSet<AccountId>,
}

/// A follower of a game; leaves the game's room when dropped.
pub(crate) struct Guest {
    hub: Arc<Hub>,
    game: GameId,
    /// `None` for a listener, which does not count as present.
    seat: Option<Seat>,
    /// Whether the follower's page is not visible.
    hidden: bool,
    pulse: watch::Receiver<Pulse>,
}

/// Declares methods that notify a game's followers by incrementing one of the change counters in [`Pulse`].
macro_rules! beats {
    ($($name:ident: $count:ident;)*) => {
        $(pub fn $name(&self, game: GameId) {
            self.beat(game, |pulse| pulse.$count += 1);
        })*
    };
}

impl Hub {
    pub fn new(heartbeat: Duration, shared: bool) -> Arc<Self> {
        let (closed, _) = watch::channel(false);
        Arc::new(Self {
            rooms: Mutex::default(),
            elsewhere: Mutex::default(),
            lobby: watch::Sender::default(),
            tournaments: Mutex::default(),
            studies: StudyRooms::default(),
            accounts: Mutex::default(),
            untold: shared.then(Mutex::default),
            stirred: Notify::new(),
            behind: Mutex::default(),
            lagging: Notify::new(),
            turns: Semaphore::new(READ_CONCURRENCY),
            places: Arc::new(Semaphore::new(MAX_FOLLOWERS)),
            closed,
            heartbeat,
        })
    }

    pub fn heartbeat(&self) -> Duration {
        self.heartbeat
    }

    pub fn admit(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.places).try_acquire_owned().ok()
    }

    pub fn count(&self) -> usize {
        MAX_FOLLOWERS - self.places.available_permits()
    }

    pub fn enter(self: &Arc<Self>, game: GameId, seat: Seat) -> Guest {
        self.enter_as(game, Some(seat))
    }

    /// Subscribes to a game without being counted as present.
    pub fn listen(self: &Arc<Self>, game: GameId) -> Guest {
        self.enter_as(game, None)
    }

    fn enter_as(self: &Arc<Self>, game: GameId, seat: Option<Seat>) -> Guest {
        let mut rooms = lock(&self.rooms);
        let room = rooms.entry(game).or_default();
        if let Some(seat) = seat {
            room.here.count(seat, 1);
        }
        room.count(self.elsewhere().of(game));
        let pulse = room.pulse.subscribe();
        drop(rooms);
        self.stir(|untold| untold.moved.insert(game));
        Guest { hub: Arc::clone(self), game, seat, hidden: false, pulse }
    }

    pub fn is_here(&self, game: GameId, side: Side) -> bool {
        self.presence(game).players[side.index()] > 0
    }

    /// Returns whether a page that shows the game to a player is visible.
    pub fn sees(&self, game: GameId, side: Side) -> bool {
        self.presence(game).sees(side)
    }

    pub fn watchers(&self, game: GameId) -> usize {
        self.presence(game).watchers
    }

    fn presence(&self, game: GameId) -> Presence {
        let here = lock(&self.rooms).get(&game).map(|room| room.here).unwrap_or_default();
        here.and(self.elsewhere().of(game))
    }

    pub fn untold(&self) -> PendingReports {
        let untold = self.untold.as_ref().map(|untold| lock(untold));
        untold.map(|mut untold| std::mem::take(&mut *untold)).unwrap_or_default()
    }

    pub async fn stirred(&self) {
        self.stirred.notified().await;
    }

    pub fn followed(&self) -> Vec<(GameId, Presence)> {
        lock(&self.rooms).iter().map(|(game, room)| (*game, room.here)).collect()
    }

    pub fn here(&self, game: GameId) -> Presence {
        lock(&self.rooms).get(&game).map(|room| room.here).unwrap_or_default()
    }

    /// Handles a report of a change, or of a game's version in the database; a change without a version means that the game
    /// can no longer be read.
    pub fn hear(&self, game: GameId, change: Change) {
        let mut rooms = lock(&self.rooms);
        let Some(room) = rooms.get_mut(&game) else { return };
        match change.version {
            Some(version) if room.told.is_some_and(|told| told.version >= version) => {}
            Some(_) => {
                room.sure = false;
                drop(rooms);
                announce(&mut lock(&self.behind), game, change);
                self.lagging.notify_one();
            }
            None => {
                (room.sure, room.told) = (false, None);
                room.pulse.send_modify(Pulse::stir);
            }
        }
    }

    /// Waits for games that were changed by other processes and have followers on this process; returns them.
    pub async fn behind(&self) -> HashMap<GameId, Change> {
        loop {
            let behind = std::mem::take(&mut *lock(&self.behind));
            if !behind.is_empty() {
                return behind;
            }
            self.lagging.notified().await;
        }
    }

    /// Notifies followers of changes by other processes, after the game was updated.
    pub fn learn(&self, game: GameId, progress: Progress, over: bool) {
        if let Some(room) = lock(&self.rooms).get_mut(&game) {
            room.learn(progress, over);
        }
    }

    /// Returns whether the cached game is probably current: it has followers here, and no change was reported.
    /// If that is wrong, storing a change fails with a conflict.
    pub fn is_sure(&self, game: GameId) -> bool {
        lock(&self.rooms).get(&game).is_some_and(|room| room.sure)
    }

    pub fn confirm(&self, game: GameId) {
        self.be_sure(game, true);
    }

    /// Marks the cached game as possibly outdated, for example after a change other than an event.
    pub fn doubt(&self, game: GameId) {
        self.be_sure(game, false);
    }

    fn be_sure(&self, game: GameId, sure: bool) {
        if let Some(room) = lock(&self.rooms).get_mut(&game) {
            room.sure = sure;
        }
    }

    /// Runs a follower's read; only a few reads run at a time, in order of arrival.
    pub async fn in_turn<T>(&self, work: impl Future<Output = T>) -> T {
        // The semaphore is never closed.
        let _turn = self.turns.acquire().await;
        work.await
    }

    pub fn hear_of(&self, game: GameId, process: u64, presence: Presence, until: Instant) {
        self.elsewhere().put(game, process, presence, until);
        self.recount(game);
    }

    pub fn expire(&self) {
        let changed = self.elsewhere().expire(Instant::now());
        changed.into_iter().for_each(|game| self.recount(game));
        self.expire_readers();
    }

    fn recount(&self, game: GameId) {
        if let Some(room) = lock(&self.rooms).get(&game) {
            room.count(self.elsewhere().of(game));
        }
    }

    fn stir(&self, add: impl FnOnce(&mut PendingReports) -> bool) {
        if let Some(untold) = &self.untold {
            add(&mut lock(untold));
            self.stirred.notify_one();
        }
    }

    /// Reports new events, the last of which leads to `progress`.
    pub fn tell(&self, game: GameId, progress: Progress, events: &[Entry]) {
        let count = events.len();
        self.advance(game, progress, (count, count), |pulse| pulse.events += 1);
        self.stir_change(game, || Change {
            version: Some(progress.version),
            events: Events::of(progress.events - count, events),
        });
    }

    pub fn tell_arrival(&self, game: GameId, progress: Progress) {
        self.advance(game, progress, (1, 0), |pulse| pulse.clocks += 1);
        self.stir_change(game, || Change::to_version(progress.version));
    }

    fn advance(
        &self,
        game: GameId,
        progress: Progress,
        (raised, events): (usize, usize),
        change: impl FnOnce(&mut Pulse),
    ) {
        if let Some(room) = lock(&self.rooms).get_mut(&game) {
            room.advance(progress, raised, events, change);
        }
    }

    fn stir_change(&self, game: GameId, change: impl FnOnce() -> Change) {
        self.stir(|untold| {
            announce(&mut untold.changed, game, change());
            true
        });
    }

    beats! {
        tell_remarks: remarks;
        tell_unsaid: unsaid;
        tell_wishes: wishes;
        tell_clocks: clocks;
        tell_keys: keys;
    }

    /// Notifies followers that the end of a game has changed ratings. Other processes infer this from the last event.
    pub fn tell_ratings(&self, game: GameId) {
        if let Some(room) = lock(&self.rooms).get(&game) {
            room.pulse.send_modify(|pulse| pulse.ratings += 1);
        }
    }

    pub fn tell_lobby(&self) {
        self.hear_lobby();
        self.stir(|untold| !std::mem::replace(&mut untold.lobby, true));
    }

    pub fn hear_lobby(&self) {
        self.lobby.send_modify(|count| *count += 1);
    }

    pub fn lobby(&self) -> watch::Receiver<u64> {
        self.lobby.subscribe()
    }

    pub fn tell_tournament(&self, id: TournamentId) {
        self.hear_tournament(id);
        self.stir(|untold| untold.tournaments.insert(id));
    }

    pub fn hear_tournament(&self, id: TournamentId) {
        count(&self.tournaments, &id);
    }

    pub fn tournament(&self, id: TournamentId) -> watch::Receiver<u64> {
        subscribe(&self.tournaments, id)
    }

    /// Makes the connections of an account check whether their session or token is still valid.
    pub fn tell_account(&self, id: AccountId) {
        self.hear_account(id);
        self.stir(|untold| untold.accounts.insert(id));
    }

    pub fn hear_account(&self, id: AccountId) {
        count(&self.accounts, &id);
    }

    pub fn account(&self, id: AccountId) -> watch::Receiver<u64> {
        subscribe(&self.accounts, id)
    }

    /// Asks all connections to close, and waits until they have.
    pub async fn close(&self) {
        self.closed.send_replace(true);
        let _ = self.places.acquire_many(MAX_FOLLOWERS as u32).await;
    }

    pub async fn closing(&self) {
        let _ = self.closed.subscribe().wait_for(|closed| *closed).await;
    }

    fn beat(&self, game: GameId, change: impl FnOnce(&mut Pulse)) {
        if let Some(room) = lock(&self.rooms).get_mut(&game) {
            room.sure = false;
            room.pulse.send_modify(change);
        }
        self.stir_change(game, || Change::UNKNOWN);
    }

    /// Lock order: lock `rooms` before `elsewhere`.
    fn elsewhere(&self) -> MutexGuard<'_, RemotePresence> {
        lock(&self.elsewhere)
    }
}

/// Adds a change to those of the same game.
fn announce(changes: &mut HashMap<GameId, Change>, game: GameId, change: Change) {
    match changes.entry(game) {
        hash_map::Entry::Occupied(mut earlier) => earlier.get_mut().add(change),
        hash_map::Entry::Vacant(place) => drop(place.insert(change)),
    }
}

fn count<K: Eq + Hash>(changes: &Mutex<Changes<K>>, key: &K) {
    if let Some(changes) = lock(changes).get(key) {
        changes.send_modify(|count| *count += 1);
    }
}

fn subscribe<K: Eq + Hash>(changes: &Mutex<Changes<K>>, key: K) -> watch::Receiver<u64> {
    let mut changes = lock(changes);
    // Counters without receivers are removed only when the map is full, because this visits all of them.
    if changes.len() == changes.capacity() {
        changes.retain(|_, changes| !changes.is_closed());
    }
    changes.entry(key).or_default().subscribe()
}

impl Guest {
    /// Records whether the follower's page is visible.
    pub fn show(&mut self, shown: bool) {
        let Some(seat) = self.seat.filter(|_| self.hidden == shown) else { return };
        self.hidden = !shown;
        if let Some(room) = lock(&self.hub.rooms).get_mut(&self.game) {
            room.here.hide(seat, if shown { -1 } else { 1 });
        }
        self.hub.stir(|untold| untold.moved.insert(self.game));
    }

    /// Returns the current counters, and marks them as seen.
    pub fn pulse(&mut self) -> Pulse {
        *self.pulse.borrow_and_update()
    }

    pub fn keys_changed(&self, known: Pulse) -> bool {
        self.pulse.borrow().keys != known.keys
    }

    /// Records how far the follower has read.
    pub fn knows(&self, progress: Progress) {
        if let Some(room) = lock(&self.hub.rooms).get_mut(&self.game) {
            room.told.get_or_insert(progress);
        }
    }

    pub fn names(&self, pulse: Pulse) -> Shared<Text> {
        self.shared(|room| room.memos.names.since(pulse.keys))
    }

    pub fn ratings(&self, pulse: Pulse) -> Shared<Text> {
        self.shared(|room| room.memos.ratings.since(pulse.ratings + pulse.keys))
    }

    pub fn wishes(&self, pulse: Pulse) -> Shared<[bool; 2]> {
        // Events reset deletion requests.
        self.shared(|room| room.memos.wishes.since(pulse.wishes + pulse.events))
    }

    /// Returns the access that the game's public name grants; the followers share one read until the keys change.
    pub fn public(&self, pulse: Pulse) -> Shared<Option<Access>> {
        self.shared(|room| room.memos.public.since(pulse.keys))
    }

    fn shared<T>(&self, find: impl FnOnce(&mut Room) -> Shared<T>) -> Shared<T> {
        // A room exists as long as it has guests.
        lock(&self.hub.rooms).get_mut(&self.game).map(find).unwrap_or_default()
    }

    /// Returns the message for a follower with `from` events, if the same message was just sent to another follower.
    pub fn news(&self, from: usize, pulse: Pulse) -> Option<News> {
        let rooms = lock(&self.hub.rooms);
        let news = rooms.get(&self.game)?.news.as_ref()?;
        let same = news.from == from && news.pulse >= pulse.events && news.at.elapsed() <= FRESH;
        same.then(|| news.clone())
    }

    pub fn keep(&self, news: News) {
        if let Some(room) = lock(&self.hub.rooms).get_mut(&self.game) {
            room.news = Some(news);
        }
    }

    pub async fn changed(&mut self) {
        if self.pulse.changed().await.is_err() {
            // A room exists as long as it has guests, so this does not happen.
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut rooms = lock(&self.hub.rooms);
        let Some(room) = rooms.get_mut(&self.game) else { return };
        if let Some(seat) = self.seat {
            room.here.count(seat, -1);
            room.here.hide(seat, -isize::from(self.hidden));
        }
        room.count(self.hub.elsewhere().of(self.game));
        // The count includes this guest's own receiver.
        if room.pulse.receiver_count() <= 1 {
            rooms.remove(&self.game);
        }
        drop(rooms);
        self.hub.stir(|untold| untold.moved.insert(self.game));
    }
}

#[cfg(test)]
mod tests;
