use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use entourage_kernel::Side;
use entourage_record::{GameId, Seat, TournamentId};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};

use super::elsewhere::{Elsewhere, Presence};

/// The most connections that follow games at a time; further ones are refused.
const MOST: usize = 10_000;

/// How long news may be told to others as they were told to the first: what clocks show in them is hardly older than that.
const FRESH: Duration = Duration::from_millis(20);

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
    places: Arc<Semaphore>,
    closed: watch::Sender<bool>,
    heartbeat: Duration,
}

/// Where those who follow a game meet.
#[derive(Default)]
struct Room {
    pulse: watch::Sender<Pulse>,
    /// Who of this process is there.
    here: Presence,
    /// The last version of the game that was heard of, where other processes change it.
    version: Option<i64>,
    /// What one of them was told last; the others are told the same.
    news: Option<News>,
}

/// What other processes have not been told.
#[derive(Default)]
pub(crate) struct Untold {
    /// Games that have changed.
    pub changed: HashSet<GameId>,
    /// Games that others follow now.
    pub moved: HashSet<GameId>,
    /// Whether somebody looks for an opponent, or no more.
    pub lobby: bool,
    /// Tournaments that have changed.
    pub tournaments: HashSet<TournamentId>,
}

/// What is told to everybody who has heard as much: written once.
#[derive(Clone, Debug)]
pub(crate) struct News {
    /// The number of events that one who is told has heard.
    pub from: usize,
    /// The number of events that they have heard then.
    pub to: usize,
    /// The count of the room up to which these are all the events.
    pub pulse: u64,
    /// The message.
    pub text: Utf8Bytes,
    /// When it was written.
    pub at: Instant,
}

/// What changes in a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pulse {
    /// Counts what happened since the room was opened.
    pub events: u64,
    /// Counts what the players said to each other.
    pub remarks: u64,
    /// Counts how often somebody took back what they had said.
    pub unsaid: u64,
    /// Counts how often a player wished the game deleted, or kept.
    pub wishes: u64,
    /// Counts how often clocks changed without an event.
    pub clocks: u64,
    /// Counts how often ratings have followed from the game.
    pub ratings: u64,
    /// Counts how often a key was replaced.
    pub keys: u64,
    /// The number of connections that play each side.
    pub players: [usize; 2],
    /// The number of those that look on.
    pub watchers: usize,
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

    /// Hears that a game has a version, or, with `None`, that it is gone: whoever follows it looks again, unless that was heard before.
    pub fn hear(&self, game: GameId, version: Option<i64>) {
        let mut rooms = self.rooms();
        let Some(room) = rooms.get_mut(&game) else { return };
        if version.is_some() && room.version == version {
            return;
        }
        room.version = version;
        room.pulse.send_modify(Pulse::stir);
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

    /// Tells that something happened in a game.
    pub fn tell(&self, game: GameId) {
        self.beat(game, |pulse| pulse.events += 1);
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

    /// Tells that ratings have followed from a game.
    pub fn tell_ratings(&self, game: GameId) {
        self.beat(game, |pulse| pulse.ratings += 1);
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

    fn beat(&self, game: GameId, change: impl FnOnce(&mut Pulse)) {
        if let Some(room) = self.rooms().get(&game) {
            room.pulse.send_modify(change);
        }
        self.stir(|untold| untold.changed.insert(game));
    }

    /// Is taken after the rooms, where both are.
    fn elsewhere(&self) -> MutexGuard<'_, Elsewhere> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<GameId, Room>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room {
    /// Tells who is there, on this process and on others.
    fn count(&self, elsewhere: Presence) {
        let Presence { players, watchers } = self.here.and(elsewhere);
        self.pulse.send_if_modified(|pulse| {
            let changed = (pulse.players, pulse.watchers) != (players, watchers);
            (pulse.players, pulse.watchers) = (players, watchers);
            changed
        });
    }
}

impl Pulse {
    /// Counts that anything may have happened.
    fn stir(&mut self) {
        for count in [
            &mut self.events,
            &mut self.remarks,
            &mut self.unsaid,
            &mut self.wishes,
            &mut self.clocks,
            &mut self.ratings,
            &mut self.keys,
        ] {
            *count += 1;
        }
    }
}

impl Presence {
    fn count(&mut self, seat: Seat, by: isize) {
        for side in Side::BOTH {
            if seat.plays(side) {
                let count = &mut self.players[side.index()];
                *count = count.saturating_add_signed(by);
            }
        }
        if seat == Seat::Watch {
            self.watchers = self.watchers.saturating_add_signed(by);
        }
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
mod tests {
    use super::*;

    #[test]
    fn rooms_count_their_guests_and_go_with_the_last() {
        let hub = Hub::new(Duration::from_secs(25), true);
        let game = GameId::from_bits(entourage_store::random().unwrap());
        hub.tell(game);
        let mut first = hub.enter(game, Seat::Side(Side::First));
        let watching = hub.enter(game, Seat::Watch);
        let both = hub.enter(game, Seat::Both);
        assert_eq!(first.pulse(), Pulse { players: [2, 1], watchers: 1, ..Pulse::default() });
        drop((watching, both));
        hub.tell(game);
        hub.tell_keys(game);
        hub.tell_remarks(game);
        hub.tell_clocks(game);
        hub.tell_ratings(game);
        hub.tell_lobby();
        hub.tell_unsaid(game);
        hub.tell_wishes(game);
        assert_eq!(
            first.pulse(),
            Pulse {
                events: 1,
                remarks: 1,
                unsaid: 1,
                wishes: 1,
                clocks: 1,
                ratings: 1,
                keys: 1,
                players: [1, 0],
                watchers: 0
            }
        );
        drop(first);
        assert!(hub.rooms().is_empty());
        let Untold { changed, moved, lobby, tournaments } = hub.untold();
        assert!(tournaments.is_empty());
        assert!(lobby && !hub.untold().lobby && *hub.lobby().borrow() == 1);
        assert!(changed.contains(&game) && moved.contains(&game) && hub.untold().changed.is_empty());
    }

    #[test]
    fn what_other_processes_tell_is_heard_once_and_counted() {
        let hub = Hub::new(Duration::from_secs(25), true);
        let game = GameId::from_bits(entourage_store::random().unwrap());
        let presence = Presence { players: [0, 1], watchers: 2 };
        hub.hear_of(game, 7, presence, Instant::now() + FRESH);
        let mut guest = hub.enter(game, Seat::Side(Side::First));
        let known = guest.pulse();
        assert_eq!((known.players, known.watchers), ([1, 1], 2));
        assert!(hub.is_here(game, Side::Second) && hub.watchers(game) == 2);
        for (version, times) in [(Some(3), 1), (Some(3), 1), (Some(4), 2), (None, 3)] {
            hub.hear(game, version);
            let pulse = guest.pulse();
            assert_eq!((pulse.events, pulse.keys, pulse.remarks), (times, times, times), "{version:?}");
        }
        std::thread::sleep(FRESH);
        hub.expire();
        assert_eq!(guest.pulse().players, [1, 0]);
    }

    #[tokio::test]
    async fn guests_hear_of_what_happened_while_they_were_busy() {
        let hub = Hub::new(Duration::from_secs(25), true);
        let game = GameId::from_bits(entourage_store::random().unwrap());
        let mut guest = hub.enter(game, Seat::Watch);
        let known = guest.pulse();
        let news = News { from: 3, to: 4, pulse: known.events, text: "x".into(), at: Instant::now() };
        guest.keep(news.clone());
        assert_eq!(guest.news(3, known).map(|news| news.to), Some(4));
        assert!(guest.news(2, known).is_none(), "they have heard less");
        assert!(guest.news(3, Pulse { events: known.events + 1, ..known }).is_none(), "there is more to tell");
        guest.keep(News { at: Instant::now() - 2 * FRESH, ..news });
        assert!(guest.news(3, known).is_none(), "the clocks have gone on");
        (0..1000).for_each(|_| hub.tell(game));
        guest.changed().await;
        assert_eq!(guest.pulse().events, known.events + 1000);
        let admission = hub.admit().unwrap();
        let closing = tokio::spawn({
            let hub = Arc::clone(&hub);
            async move { hub.closing().await }
        });
        let closed = tokio::spawn(async move { hub.close().await });
        closing.await.unwrap();
        drop(admission);
        closed.await.unwrap();
    }
}
