use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use entourage_kernel::Side;
use entourage_record::{Access, GameId, Seat, TournamentId};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};

use super::elsewhere::{Elsewhere, Presence};
use super::progress::Progress;
use super::pulse::Pulse;
use super::room::{FRESH, News, Room, Shared, Text};

/// The most connections that follow games at a time; further ones are refused.
const MOST: usize = 10_000;
/// How many of those who follow games have something read from the database at a time: half of a process's connections to it, so that however
/// many there are, requests find one.
const TURNS: usize = 8;

/// Tells those who follow a game that something happened in it, and who else is here. What happened they read at their
/// own pace, so that nothing waits here for whoever is slow.
pub(crate) struct Hub {
    rooms: Mutex<HashMap<GameId, Room>>,
    /// Who follows games on other processes.
    elsewhere: Mutex<Elsewhere>,
    /// Counts changes to who looks for an opponent.
    lobby: watch::Sender<u64>,
    /// Counts changes to tournaments that somebody looks at.
    tournaments: Mutex<HashMap<TournamentId, watch::Sender<u64>>>,
    /// What is to be told to other processes, if there are any.
    untold: Option<Mutex<Untold>>,
    stirred: Notify,
    /// Games that others have changed, which are to be looked at before those who follow them are told.
    behind: Mutex<HashSet<GameId>>,
    lagging: Notify,
    turns: Semaphore,
    places: Arc<Semaphore>,
    closed: watch::Sender<bool>,
    heartbeat: Duration,
}

/// What other processes have not been told.
#[derive(Default)]
pub(crate) struct Untold {
    /// Games that have changed, with their version where it is known.
    pub changed: HashMap<GameId, Option<i64>>,
    /// Games that others follow now.
    pub moved: HashSet<GameId>,
    /// Whether somebody looks for an opponent, or no more.
    pub lobby: bool,
    /// Tournaments that have changed.
    pub tournaments: HashSet<TournamentId>,
}

/// Follows a game; dropping it leaves the room.
pub(crate) struct Guest {
    hub: Arc<Hub>,
    game: GameId,
    /// The seat that counts as taken; `None` of one who only listens.
    seat: Option<Seat>,
    pulse: watch::Receiver<Pulse>,
}

impl Hub {
    /// Opens without any room; connections are asked whether they are there as often as the heartbeat says. Where other processes share the
    /// games, what they are to be told is gathered.
    pub fn new(heartbeat: Duration, shared: bool) -> Arc<Self> {
        let (closed, _) = watch::channel(false);
        Arc::new(Self {
            rooms: Mutex::default(),
            elsewhere: Mutex::default(),
            lobby: watch::Sender::default(),
            tournaments: Mutex::default(),
            untold: shared.then(Mutex::default),
            stirred: Notify::new(),
            behind: Mutex::default(),
            lagging: Notify::new(),
            turns: Semaphore::new(TURNS),
            places: Arc::new(Semaphore::new(MOST)),
            closed,
            heartbeat,
        })
    }

    /// Returns how often connections are asked whether they are there.
    pub fn heartbeat(&self) -> Duration {
        self.heartbeat
    }

    /// Admits a connection, if there is room for one.
    pub fn admit(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.places).try_acquire_owned().ok()
    }

    /// Returns how many connections there are.
    pub fn count(&self) -> usize {
        MOST - self.places.available_permits()
    }

    /// Enters a game's room.
    pub fn enter(self: &Arc<Self>, game: GameId, seat: Seat) -> Guest {
        self.enter_as(game, Some(seat))
    }

    /// Listens at a game's room: whoever does is not there.
    pub fn listen(self: &Arc<Self>, game: GameId) -> Guest {
        self.enter_as(game, None)
    }

    fn enter_as(self: &Arc<Self>, game: GameId, seat: Option<Seat>) -> Guest {
        let mut rooms = self.rooms();
        let room = rooms.entry(game).or_default();
        if let Some(seat) = seat {
            room.here.count(seat, 1);
        }
        room.count(self.elsewhere().of(game));
        let pulse = room.pulse.subscribe();
        drop(rooms);
        self.stir(|untold| untold.moved.insert(game));
        Guest { hub: Arc::clone(self), game, seat, pulse }
    }

    /// Tells whether somebody who plays a side follows a game.
    pub fn is_here(&self, game: GameId, side: Side) -> bool {
        self.presence(game).players[side.index()] > 0
    }

    /// Returns how many look on at a game.
    pub fn watchers(&self, game: GameId) -> usize {
        self.presence(game).watchers
    }

    fn presence(&self, game: GameId) -> Presence {
        let here = self.rooms().get(&game).map(|room| room.here).unwrap_or_default();
        here.and(self.elsewhere().of(game))
    }

    /// Takes what other processes have not been told.
    pub fn untold(&self) -> Untold {
        let untold = self.untold.as_ref().map(|untold| untold.lock().unwrap_or_else(PoisonError::into_inner));
        untold.map(|mut untold| std::mem::take(&mut *untold)).unwrap_or_default()
    }

    /// Waits until there is something to be told to other processes.
    pub async fn stirred(&self) {
        self.stirred.notified().await;
    }

    /// Lists the games that are followed on this process, with who follows them.
    pub fn followed(&self) -> Vec<(GameId, Presence)> {
        self.rooms().iter().map(|(game, room)| (*game, room.here)).collect()
    }

    /// Returns who follows a game on this process.
    pub fn here(&self, game: GameId) -> Presence {
        self.rooms().get(&game).map(|room| room.here).unwrap_or_default()
    }

    /// Hears that a game has a version, or, with `None`, that it is gone: whoever follows it looks, where that is news.
    pub fn hear(&self, game: GameId, version: Option<i64>) {
        let mut rooms = self.rooms();
        let Some(room) = rooms.get_mut(&game) else { return };
        match version {
            Some(version) if room.told.is_some_and(|told| told.version >= version) => {}
            Some(_) => {
                room.sure = false;
                drop(rooms);
                self.behind_mut().insert(game);
                self.lagging.notify_one();
            }
            None => {
                (room.sure, room.told) = (false, None);
                room.pulse.send_modify(Pulse::stir);
            }
        }
    }

    /// Waits until games have changed elsewhere that are followed here, and lists them.
    pub async fn behind(&self) -> Vec<GameId> {
        loop {
            let behind = std::mem::take(&mut *self.behind_mut());
            if !behind.is_empty() {
                return behind.into_iter().collect();
            }
            self.lagging.notified().await;
        }
    }

    fn behind_mut(&self) -> MutexGuard<'_, HashSet<GameId>> {
        self.behind.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Learns how far a game has come that was looked at, and whether it is over: whoever follows it is told what is new.
    pub fn learn(&self, game: GameId, progress: Progress, over: bool) {
        if let Some(room) = self.rooms().get_mut(&game) {
            room.learn(progress, over);
        }
    }

    /// Tells whether a game is most likely as it was read last: it is followed here, and nothing has been heard since. Whoever goes by that
    /// finds out when they write.
    pub fn is_sure(&self, game: GameId) -> bool {
        self.rooms().get(&game).is_some_and(|room| room.sure)
    }

    /// Takes note that a game was just compared with what is stored.
    pub fn confirm(&self, game: GameId) {
        self.be_sure(game, true);
    }

    /// Takes note that something about a game was stored beside its events.
    pub fn doubt(&self, game: GameId) {
        self.be_sure(game, false);
    }

    fn be_sure(&self, game: GameId, sure: bool) {
        if let Some(room) = self.rooms().get_mut(&game) {
            room.sure = sure;
        }
    }

    /// Reads something for one of those who follow games, when it is their turn: so many at a time, in the order in which they came.
    pub async fn in_turn<T>(&self, work: impl Future<Output = T>) -> T {
        // Nobody closes it.
        let _turn = self.turns.acquire().await;
        work.await
    }

    /// Hears who follows a game on another process, which holds until a time.
    pub fn hear_of(&self, game: GameId, process: u64, presence: Presence, until: Instant) {
        self.elsewhere().put(game, process, presence, until);
        self.recount(game);
    }

    /// Forgets what other processes said too long ago.
    pub fn expire(&self) {
        let changed = self.elsewhere().expire(Instant::now());
        changed.into_iter().for_each(|game| self.recount(game));
    }

    fn recount(&self, game: GameId) {
        if let Some(room) = self.rooms().get(&game) {
            room.count(self.elsewhere().of(game));
        }
    }

    /// Gathers something that other processes are to be told.
    fn stir(&self, add: impl FnOnce(&mut Untold) -> bool) {
        if let Some(untold) = &self.untold {
            add(&mut untold.lock().unwrap_or_else(PoisonError::into_inner));
            self.stirred.notify_one();
        }
    }

    /// Tells that so many events have happened in a game, which has come so far by them.
    pub fn tell(&self, game: GameId, progress: Progress, events: usize) {
        self.advance(game, progress, (events, events), |pulse| pulse.events += 1);
    }

    /// Tells that somebody came to a game with clocks, which has come so far by that.
    pub fn tell_arrival(&self, game: GameId, progress: Progress) {
        self.advance(game, progress, (1, 0), |pulse| pulse.clocks += 1);
    }

    fn advance(
        &self,
        game: GameId,
        progress: Progress,
        (raised, events): (usize, usize),
        change: impl FnOnce(&mut Pulse),
    ) {
        if let Some(room) = self.rooms().get_mut(&game) {
            room.advance(progress, raised, events, change);
        }
        self.stir(|untold| {
            let known = untold.changed.entry(game).or_insert(Some(progress.version));
            // Where it is not known it is asked for.
            *known = known.map(|known| known.max(progress.version));
            true
        });
    }

    /// Tells that a player of a game said something to the other.
    pub fn tell_remarks(&self, game: GameId) {
        self.beat(game, |pulse| pulse.remarks += 1);
    }

    /// Tells that a player of a game took back what they had said.
    pub fn tell_unsaid(&self, game: GameId) {
        self.beat(game, |pulse| pulse.unsaid += 1);
    }

    /// Tells that a player wishes a game deleted, or kept.
    pub fn tell_wishes(&self, game: GameId) {
        self.beat(game, |pulse| pulse.wishes += 1);
    }

    /// Tells that the clocks of a game have changed without an event.
    pub fn tell_clocks(&self, game: GameId) {
        self.beat(game, |pulse| pulse.clocks += 1);
    }

    /// Tells that ratings have followed from the end of a game, of which others hear with the event.
    pub fn tell_ratings(&self, game: GameId) {
        if let Some(room) = self.rooms().get(&game) {
            room.pulse.send_modify(|pulse| pulse.ratings += 1);
        }
    }

    /// Tells that a key to a game was replaced.
    pub fn tell_keys(&self, game: GameId) {
        self.beat(game, |pulse| pulse.keys += 1);
    }

    /// Tells that somebody looks for an opponent, or no more.
    pub fn tell_lobby(&self) {
        self.hear_lobby();
        self.stir(|untold| !std::mem::replace(&mut untold.lobby, true));
    }

    /// Hears the same from another process.
    pub fn hear_lobby(&self) {
        self.lobby.send_modify(|count| *count += 1);
    }

    /// Hears of changes to who looks for an opponent.
    pub fn lobby(&self) -> watch::Receiver<u64> {
        self.lobby.subscribe()
    }

    /// Tells that a tournament has changed.
    pub fn tell_tournament(&self, id: TournamentId) {
        self.hear_tournament(id);
        self.stir(|untold| untold.tournaments.insert(id));
    }

    /// Hears the same from another process.
    pub fn hear_tournament(&self, id: TournamentId) {
        if let Some(changes) = self.tournaments().get(&id) {
            changes.send_modify(|count| *count += 1);
        }
    }

    /// Hears of changes to a tournament.
    pub fn tournament(&self, id: TournamentId) -> watch::Receiver<u64> {
        let mut tournaments = self.tournaments();
        tournaments.retain(|_, changes| !changes.is_closed());
        tournaments.entry(id).or_default().subscribe()
    }

    fn tournaments(&self) -> MutexGuard<'_, HashMap<TournamentId, watch::Sender<u64>>> {
        self.tournaments.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells everybody to go, and waits until they are gone.
    pub async fn close(&self) {
        self.closed.send_replace(true);
        let _ = self.places.acquire_many(MOST as u32).await;
    }

    /// Waits until everybody is told to go.
    pub async fn closing(&self) {
        let _ = self.closed.subscribe().wait_for(|closed| *closed).await;
    }

    /// Tells of something that was stored beside the events of a game.
    fn beat(&self, game: GameId, change: impl FnOnce(&mut Pulse)) {
        if let Some(room) = self.rooms().get_mut(&game) {
            room.sure = false;
            room.pulse.send_modify(change);
        }
        self.stir(|untold| untold.changed.insert(game, None).is_none());
    }

    /// Is taken after the rooms, where both are.
    fn elsewhere(&self) -> MutexGuard<'_, Elsewhere> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<GameId, Room>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Guest {
    /// Returns what changed last, and takes note of it.
    pub fn pulse(&mut self) -> Pulse {
        *self.pulse.borrow_and_update()
    }

    /// Tells whether the key to the game may have been replaced since the last [`pulse`](Self::pulse).
    pub fn keys_changed(&self, known: Pulse) -> bool {
        self.pulse.borrow().keys != known.keys
    }

    /// Takes note that whoever is here has read the game, and everything about it since, which had come so far.
    pub fn knows(&self, progress: Progress) {
        if let Some(room) = self.hub.rooms().get_mut(&self.game) {
            room.told.get_or_insert(progress);
        }
    }

    /// Returns who plays, as everybody is told who heard a pulse.
    pub fn names(&self, pulse: Pulse) -> Shared<Text> {
        self.shared(|room| room.memos.names.since(pulse.keys))
    }

    /// Returns how strong those are who play, as everybody is told who heard a pulse.
    pub fn ratings(&self, pulse: Pulse) -> Shared<Text> {
        self.shared(|room| room.memos.ratings.since(pulse.ratings + pulse.keys))
    }

    /// Returns which of them wish the game deleted, as everybody is told who heard a pulse.
    pub fn wishes(&self, pulse: Pulse) -> Shared<[bool; 2]> {
        // An event takes them back.
        self.shared(|room| room.memos.wishes.since(pulse.wishes + pulse.events))
    }

    /// Returns what the public name of the game opens for everybody who heard a pulse.
    pub fn public(&self, pulse: Pulse) -> Shared<Option<Access>> {
        self.shared(|room| room.memos.public.since(pulse.keys))
    }

    fn shared<T>(&self, find: impl FnOnce(&mut Room) -> Shared<T>) -> Shared<T> {
        // A room is there as long as its guests are.
        self.hub.rooms().get_mut(&self.game).map(find).unwrap_or_default()
    }

    /// Returns the news for one who has heard so many events, if somebody was just told all that a pulse counts.
    pub fn news(&self, from: usize, pulse: Pulse) -> Option<News> {
        let rooms = self.hub.rooms();
        let news = rooms.get(&self.game)?.news.as_ref()?;
        let same = news.from == from && news.pulse >= pulse.events && news.at.elapsed() <= FRESH;
        same.then(|| news.clone())
    }

    /// Keeps news for those who are told next.
    pub fn keep(&self, news: News) {
        if let Some(room) = self.hub.rooms().get_mut(&self.game) {
            room.news = Some(news);
        }
    }

    /// Waits until something has changed since the last [`pulse`](Self::pulse).
    pub async fn changed(&mut self) {
        if self.pulse.changed().await.is_err() {
            // The room outlives its guests.
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut rooms = self.hub.rooms();
        let Some(room) = rooms.get_mut(&self.game) else { return };
        if let Some(seat) = self.seat {
            room.here.count(seat, -1);
        }
        room.count(self.hub.elsewhere().of(self.game));
        // This guest's own receiver is still there.
        if room.pulse.receiver_count() <= 1 {
            rooms.remove(&self.game);
        }
        drop(rooms);
        self.hub.stir(|untold| untold.moved.insert(self.game));
    }
}

#[cfg(test)]
mod tests;
