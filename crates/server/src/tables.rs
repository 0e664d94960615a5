use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use entourage_kernel::{Side, Text};
use entourage_store::{Access, Event, Game, GameId, Grant, Key, Paper, Seat, Store, StoreError};
use tokio::sync::{OwnedMutexGuard, Semaphore};

use crate::failure::Failure;
use crate::hub::Hub;
use crate::negotiate::Locale;
use crate::plans::Ready;
use crate::postman::Post;
use crate::seating::{Keys, Seated, authorise, seat_players};
use crate::state::{Delta, Reader, State};
use crate::table::{Answers, Proposal, Since, Table};
use crate::time::Time;
use crate::timekeeper::Alarm;

/// What games in use may take of memory, half a gigabyte; beyond it the least recently used go.
const MOST_WEIGHT: usize = (512 << 20) / Table::UNIT;

/// Holds the games in use, each set up once and changed by one request at a time, and everything in the store.
pub(crate) struct Tables {
    store: Arc<dyn Store>,
    places: Mutex<Places>,
    /// Lets few requests at a time replay whole games.
    replays: Semaphore,
    hub: Arc<Hub>,
    time: Arc<dyn Time>,
    alarm: Alarm,
    post: Post,
}

/// A place for a game: empty before it is read, while it is being changed, and after anything went wrong.
type Slot = Arc<tokio::sync::Mutex<Option<Table>>>;

#[derive(Default)]
struct Places {
    map: HashMap<GameId, Place>,
    /// The games by their last use, the least recent first.
    by_use: BTreeMap<u64, GameId>,
    /// Counts uses.
    uses: u64,
    /// The weight of all.
    weight: usize,
}

struct Place {
    slot: Slot,
    used: u64,
    weight: usize,
}

impl Tables {
    /// Sets up on a store, and goes by a time; those who follow games are asked whether they are there as often as the heartbeat says; messages go by a
    /// post.
    pub fn new(store: Arc<dyn Store>, time: Arc<dyn Time>, heartbeat: Duration, post: Post) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (places, replays) = (Mutex::default(), Semaphore::new(cores));
        Self { store, places, replays, hub: Hub::new(heartbeat), time, alarm: Alarm::default(), post }
    }

    /// Creates a game and returns the keys to it.
    pub async fn create(&self, proposal: Proposal, locale: Locale) -> Result<(Keys, State), Failure> {
        let (seats, now) = (proposal.seats, self.now());
        let table = self.replay(move || Table::begin(proposal, locale, now)).await??;
        if seats.is_none() && !table.game().pace.is_unlimited() {
            return Err(Failure::Combination(Text::new(
                "Clocks are for two people apart, each with a seat.",
                "Les pendules sont pour deux personnes à distance, chacune avec sa place.",
            )));
        }
        let Seated { keys, grants, host: seat, free } = seat_players(seats, &table.game().players)?;
        let game = table.game();
        self.store.create(game, &grants).await.map_err(failed)?;
        if let Some(side) = free {
            self.store.invite(game.id, side, game.created_at).await.map_err(failed)?;
        }
        Ok((keys, table.state(Reader { seat, host: true, locale, now })))
    }

    /// Replaces the key to a seat by a new one, before anything has happened in the game; only its host's key may.
    pub async fn renew(self: &Arc<Self>, key: Key, seat: Seat) -> Result<Key, Failure> {
        let access = self.access(key).await?;
        if !access.host || access.seat == Seat::Both {
            return Err(Failure::NotHost);
        }
        let by = key.hash();
        let key = Key::random().map_err(|_| Failure::Unavailable)?;
        let grant = Grant { key: key.hash(), seat, host: seat == access.seat };
        let tables = Arc::clone(self);
        carry_through(async move {
            // Nothing happens in the game meanwhile: what an old key asks for comes before, or finds that it opens nothing.
            let mut slot = tables.slot(access.game).lock_owned().await;
            match tables.store.replace(access.game, &grant, by).await {
                Ok(()) => {
                    // Who had the old key has not come any more; the table is set up anew.
                    drop(slot.take());
                    drop(slot);
                    tables.hub.tell_keys(access.game);
                    tables.hub.tell_clocks(access.game);
                    Ok(key)
                }
                Err(StoreError::Conflict) => Err(Failure::Begun),
                Err(error) => Err(failed(error)),
            }
        })
        .await
    }

    /// Refuses a key that was replaced since it was let in: keys are replaced only until a game has begun
    /// ([`Table::has_begun`]), and not while somebody holds its place.
    pub(crate) async fn recognise(&self, access: Access, begun: bool) -> Result<(), Failure> {
        let Some(key) = access.key.filter(|_| !begun) else { return Ok(()) };
        self.store.access(key).await.map_err(failed)?.map(|_| ()).ok_or(Failure::NoGame)
    }

    /// Returns what is stored.
    pub fn store(&self) -> &dyn Store {
        self.store.as_ref()
    }

    /// Returns the time, in milliseconds since 1970 (UTC).
    pub fn now(&self) -> i64 {
        self.time.now()
    }

    /// Returns what tells the time.
    pub fn time(&self) -> &dyn Time {
        self.time.as_ref()
    }

    /// Returns what wakes whoever waits for time to be up.
    pub fn alarm(&self) -> &Alarm {
        &self.alarm
    }

    /// Returns what tells players by e-mail.
    pub fn post(&self) -> &Post {
        &self.post
    }

    /// Returns where those who follow games meet.
    pub fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    /// Returns the key to the game that follows a key's game, for the same person with colours swapped.
    pub async fn next(&self, key: Key) -> Result<Key, Failure> {
        let access = self.access(key).await?;
        let (slot, table) = self.open(access.game).await?;
        let agreed = table.rematch();
        self.leave(slot, table);
        if !agreed {
            return Err(Failure::NoRematch);
        }
        let next = key.next();
        // Nobody could be seated before: only who holds a key can make the next one of it.
        let grant = Grant { key: next.hash(), seat: access.seat.swapped(), host: access.host };
        match self.store.admit(access.game.next(), &grant).await {
            Ok(()) => Ok(next),
            // The host of that game has given the seat another key.
            Err(StoreError::Conflict) => Err(Failure::Taken),
            Err(error) => Err(failed(error)),
        }
    }

    /// Finds what a key opens.
    pub async fn access(&self, key: Key) -> Result<Access, Failure> {
        self.store.access(key.hash()).await.map_err(failed)?.ok_or(Failure::NoGame)
    }

    /// Describes a game whole.
    pub async fn state(self: &Arc<Self>, key: Key, locale: Locale) -> Result<State, Failure> {
        self.state_of(self.access(key).await?, locale).await
    }

    /// Describes a game whole for whoever has access to it.
    pub async fn state_of(self: &Arc<Self>, access: Access, locale: Locale) -> Result<State, Failure> {
        let tables = Arc::clone(self);
        carry_through(async move {
            let held = tables.welcome(access, tables.open(access.game).await?).await?;
            let (slot, table) = tables.settle(held).await?;
            let state = table.state(Reader::of(access, locale, tables.now()));
            tables.leave(slot, table);
            Ok(state)
        })
        .await
    }

    /// Returns at most so many events of a game from a number on, if it is in use and everybody may know them as they are; what is left
    /// out is for [`state_of`](Self::state_of) to tell.
    pub async fn events_since(&self, id: GameId, from: usize, most: usize) -> Option<Since> {
        let slot = self.slot(id);
        let held = slot.lock().await;
        held.as_ref()?.since(from, most, self.now())
    }

    /// Adds an event to a game, durably. The event that is already at `seq` is no conflict: the answer to it may have
    /// been lost. Without `seq` it is the next one, whatever its number.
    pub async fn change(
        self: &Arc<Self>,
        key: Key,
        seq: Option<usize>,
        event: Event,
        locale: Locale,
    ) -> Result<Delta, Failure> {
        let access = self.access(key).await?;
        self.change_by(access, seq, event, locale).await
    }

    /// Adds an event for whoever has access to the game, just as [`change`](Self::change) does.
    pub async fn change_by(
        self: &Arc<Self>,
        access: Access,
        seq: Option<usize>,
        event: Event,
        locale: Locale,
    ) -> Result<Delta, Failure> {
        let tables = Arc::clone(self);
        carry_through(async move { tables.change_now(access, seq, event, locale).await }).await
    }

    async fn change_now(
        &self,
        access: Access,
        seq: Option<usize>,
        event: Event,
        locale: Locale,
    ) -> Result<Delta, Failure> {
        authorise(access.seat, &event)?;
        let id = access.game;
        let held = self.welcome(access, self.open(id).await?).await?;
        let (slot, mut table) = self.settle(held).await?;
        let now = table.moment(self.now());
        let reader = Reader::of(access, locale, now);
        let event = match table.canonical(event) {
            Ok(event) => event,
            Err(failure) => {
                self.leave(slot, table);
                return Err(failure);
            }
        };
        loop {
            if let Some(answer) = table.answered(seq, &event, reader) {
                self.leave(slot, table);
                return answer;
            }
            let place = table.seq();
            let entry = match table.take(event.clone(), reader, now) {
                Ok(entry) => entry,
                Err(failure) => {
                    self.leave(slot, table);
                    return Err(failure);
                }
            };
            table.record(entry.clone());
            let Answers { entries: answers, plans } = table.answer(locale, now);
            if let Event::Rematch {} = event {
                self.begin_again(table.game(), locale).await?;
            }
            // The table is ahead of the store; unless the events are stored, it is not put back.
            let stored = if answers.is_empty() && plans.is_empty() {
                self.store.append(id, place as u32, &entry).await
            } else {
                let entries = [&[entry][..], &answers].concat();
                self.store.append_with_plans(id, place as u32, &entries, &plans).await
            };
            match stored {
                Ok(()) => {
                    if let Event::Abort { .. } = event {
                        // At worst somebody takes a side of a game that is over, and sees it.
                        let _ = self.store.withdraw(id).await;
                    }
                    self.alarm.set(table.game().entries.last().and_then(|entry| entry.deadline));
                    let delta = table.delta();
                    self.leave(slot, table);
                    self.hub.tell(id);
                    self.post.wake();
                    return Ok(delta);
                }
                // Somebody else wrote to the store: look again, which then ends in a conflict or in an event already there.
                Err(StoreError::Conflict) => {
                    table = self.load(id).await?;
                    if table.seq() <= place {
                        return Err(Failure::Unavailable);
                    }
                }
                Err(error) => return Err(failed(error)),
            }
        }
    }

    /// Creates the game that follows another, unless it was created before.
    async fn begin_again(&self, game: &Game, locale: Locale) -> Result<(), Failure> {
        let (game, now) = (game.clone(), self.now());
        let again = self.replay(move || Table::again(&game, locale, now)).await??;
        match self.store.create(again.game(), &[]).await {
            Ok(()) | Err(StoreError::Conflict) => Ok(()),
            Err(error) => Err(failed(error)),
        }
    }

    /// Takes a game's table out of its place, read from the store if need be, and keeps the place meanwhile.
    pub(crate) async fn open(&self, id: GameId) -> Result<(OwnedMutexGuard<Option<Table>>, Table), Failure> {
        let mut slot = self.slot(id).lock_owned().await;
        match slot.take() {
            Some(table) => Ok((slot, table)),
            None => match self.load(id).await {
                Ok(table) => Ok((slot, table)),
                Err(failure) => {
                    // Ids of no game leave no trace; another failure may pass, and the place is still the game's only one.
                    if matches!(failure, Failure::NoGame) {
                        self.places().remove(id);
                    }
                    Err(failure)
                }
            },
        }
    }

    pub(crate) async fn load(&self, id: GameId) -> Result<Table, Failure> {
        let game = self.store.read(id).await.map_err(failed)?.ok_or(Failure::NoGame)?;
        let mut table = self.replay(move || Table::of(game)).await?.map_err(|error| {
            complain(&error);
            Failure::Damaged
        })?;
        for side in Side::BOTH {
            let paper = self.store.paper(id, Seat::Side(side), Paper::Plan).await.map_err(failed)?;
            if let Some(ready) = paper.and_then(|text| Ready::of_stored(&text)) {
                table.prepare(side, ready);
            }
        }
        Ok(table)
    }

    /// Puts a table back, and makes room if all tables together have become too heavy.
    pub(crate) fn leave(&self, mut slot: OwnedMutexGuard<Option<Table>>, table: Table) {
        let (id, weight) = (table.game().id, table.weight());
        *slot = Some(table);
        drop(slot);
        self.places().weigh(id, weight);
    }

    fn slot(&self, id: GameId) -> Slot {
        self.places().slot(id)
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replays moves where it holds up no other request.
    pub(crate) async fn replay<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let _turn = self.replays.acquire().await.map_err(|_| Failure::Internal)?;
        tokio::task::spawn_blocking(work).await.map_err(|_| Failure::Internal)
    }
}

impl Places {
    /// Returns a game's place, which is now the one used last.
    fn slot(&mut self, id: GameId) -> Slot {
        self.uses += 1;
        let used = self.uses;
        let place = self.map.entry(id).or_insert_with(|| {
            self.weight += 1;
            Place { slot: Slot::default(), used, weight: 1 }
        });
        self.by_use.remove(&std::mem::replace(&mut place.used, used));
        self.by_use.insert(used, id);
        Arc::clone(&place.slot)
    }

    /// Takes note of a game's weight, and makes room if all together have become too heavy.
    fn weigh(&mut self, id: GameId, weight: usize) {
        if let Some(place) = self.map.get_mut(&id) {
            self.weight = self.weight - place.weight + weight;
            place.weight = weight;
        }
        while self.weight > MOST_WEIGHT {
            // A place that somebody holds stays, or two could change the game at a time.
            let idle = |other: &GameId| {
                *other != id && self.map.get(other).is_some_and(|place| Arc::strong_count(&place.slot) == 1)
            };
            let Some(oldest) = self.by_use.values().find(|other| idle(other)).copied() else { break };
            self.remove(oldest);
        }
    }

    fn remove(&mut self, id: GameId) {
        if let Some(place) = self.map.remove(&id) {
            self.by_use.remove(&place.used);
            self.weight -= place.weight;
        }
    }
}

/// Carries work through even if the client goes away, so that no game's place is left half-way; a panic ends only it.
pub(crate) async fn carry_through<T: Send + 'static>(
    work: impl Future<Output = Result<T, Failure>> + Send + 'static,
) -> Result<T, Failure> {
    tokio::spawn(work).await.unwrap_or(Err(Failure::Internal))
}

/// Tells the client little and the operator what happened.
pub(crate) fn failed(error: StoreError) -> Failure {
    match error {
        StoreError::Missing => Failure::NoGame,
        StoreError::Corrupt(_) => {
            complain(&error);
            Failure::Damaged
        }
        StoreError::Conflict | StoreError::Unavailable(_) => {
            complain(&error);
            Failure::Unavailable
        }
    }
}

/// Writes a line to standard error, if anybody listens there.
pub(crate) fn complain(error: &dyn std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "entourage: {error}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(weights: &[usize]) -> (Places, Vec<GameId>) {
        let mut places = Places::default();
        let ids: Vec<GameId> = weights.iter().map(|_| GameId::random().unwrap()).collect();
        for (&id, &weight) in ids.iter().zip(weights) {
            drop(places.slot(id));
            let place = places.map.get_mut(&id).unwrap();
            places.weight = places.weight - place.weight + weight;
            place.weight = weight;
        }
        (places, ids)
    }

    #[test]
    fn the_least_recently_used_go_first() {
        let half = MOST_WEIGHT / 2;
        let (mut places, ids) = places(&[half, half - 10, 10, 5]);
        places.weigh(ids[3], 0);
        assert_eq!(places.map.len(), 4);
        places.weigh(ids[3], 5);
        assert!(!places.map.contains_key(&ids[0]) && places.map.len() == 3);
        assert_eq!((places.weight, places.by_use.len()), (half + 5, 3));
        // Who was used again is not the oldest any more.
        drop(places.slot(ids[1]));
        places.weigh(ids[3], MOST_WEIGHT - half + 10);
        assert!(!places.map.contains_key(&ids[2]) && places.map.contains_key(&ids[1]));
    }

    #[test]
    fn a_place_in_use_and_the_one_just_left_stay() {
        let (mut places, ids) = places(&[MOST_WEIGHT, MOST_WEIGHT, 10]);
        let held = Arc::clone(&places.map[&ids[0]].slot);
        places.weigh(ids[2], MOST_WEIGHT);
        assert!(places.map.contains_key(&ids[0]) && places.map.contains_key(&ids[2]) && places.map.len() == 2);
        drop(held);
        places.weigh(ids[2], MOST_WEIGHT);
        assert!(places.map.len() == 1 && places.map.contains_key(&ids[2]));
    }
}
