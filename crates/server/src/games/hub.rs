use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use entourage_kernel::Side;
use entourage_record::{GameId, Seat};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// The most connections that follow games at a time; further ones are refused.
const MOST: usize = 10_000;

/// How long news may be told to others as they were told to the first: what clocks show in them is hardly older than that.
const FRESH: Duration = Duration::from_millis(20);

/// Tells those who follow a game that something happened in it, and who else is here. What happened they read at their
/// own pace, so that nothing waits here for whoever is slow.
pub(crate) struct Hub {
    rooms: Mutex<HashMap<GameId, Room>>,
    places: Arc<Semaphore>,
    closed: watch::Sender<bool>,
    heartbeat: Duration,
}

/// Where those who follow a game meet.
#[derive(Default)]
struct Room {
    pulse: watch::Sender<Pulse>,
    /// What one of them was told last; the others are told the same.
    news: Option<News>,
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
    seat: Seat,
    pulse: watch::Receiver<Pulse>,
}

impl Hub {
    /// Opens without any room; connections are asked whether they are there as often as the heartbeat says.
    pub fn new(heartbeat: Duration) -> Arc<Self> {
        let (closed, _) = watch::channel(false);
        Arc::new(Self { rooms: Mutex::default(), places: Arc::new(Semaphore::new(MOST)), closed, heartbeat })
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
        let mut rooms = self.rooms();
        let room = rooms.entry(game).or_default();
        room.pulse.send_modify(|pulse| pulse.count(seat, 1));
        Guest { hub: Arc::clone(self), game, seat, pulse: room.pulse.subscribe() }
    }

    /// Tells whether somebody who plays a side follows a game.
    pub fn is_here(&self, game: GameId, side: Side) -> bool {
        self.rooms().get(&game).is_some_and(|room| room.pulse.borrow().players[side.index()] > 0)
    }

    /// Returns how many look on at a game.
    pub fn watchers(&self, game: GameId) -> usize {
        self.rooms().get(&game).map_or(0, |room| room.pulse.borrow().watchers)
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

    /// Tells that a key to a game was replaced.
    pub fn tell_keys(&self, game: GameId) {
        self.beat(game, |pulse| pulse.keys += 1);
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
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<GameId, Room>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pulse {
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
        let Some(room) = rooms.get(&self.game) else { return };
        room.pulse.send_modify(|pulse| pulse.count(self.seat, -1));
        // This guest's own receiver is still there.
        if room.pulse.receiver_count() <= 1 {
            rooms.remove(&self.game);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_count_their_guests_and_go_with_the_last() {
        let hub = Hub::new(Duration::from_secs(25));
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
                keys: 1,
                players: [1, 0],
                watchers: 0
            }
        );
        drop(first);
        assert!(hub.rooms().is_empty());
    }

    #[tokio::test]
    async fn guests_hear_of_what_happened_while_they_were_busy() {
        let hub = Hub::new(Duration::from_secs(25));
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
