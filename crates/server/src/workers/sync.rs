//! Synchronises processes that share a database, by messages and by polling in case messages are lost.

use std::collections::HashMap;
use std::time::Instant;

use tokio::sync::Semaphore;
use tokio::time::{MissedTickBehavior, interval};

use crate::bus::{Bus, Message};
use crate::games::change::Change;
use crate::games::hub::PendingReports;
use crate::games::remote_presence::Presence;
use crate::workers::prelude::*;

const BATCH: usize = 500;
/// Maximum number of changes per message. With the most and longest events, it stays below the size that NATS allows by default.
const MAX_CHANGES: usize = 64;
/// Number of heartbeats after which another process's presence report expires.
const EXPIRY_HEARTBEATS: u32 = 3;

pub(crate) async fn sync_processes(store: Arc<Store>, games: Arc<Games>, bus: Arc<dyn Bus>) {
    let process = random().map(u64::from_be_bytes).unwrap_or_default();
    let sync = ProcessSync { store, games, bus, process };
    tokio::join!(sync.exchange(), sync.poll());
}

struct ProcessSync {
    store: Arc<Store>,
    games: Arc<Games>,
    bus: Arc<dyn Bus>,
    process: u64,
}

impl ProcessSync {
    async fn exchange(&self) {
        loop {
            tokio::select! {
                () = self.games.hub.stirred() => self.tell().await,
                message = self.bus.hear() => self.hear(message),
            }
        }
    }

    /// Polls at every heartbeat; messages are exchanged meanwhile, even if the database does not respond.
    async fn poll(&self) {
        let mut clock = interval(self.games.hub.heartbeat());
        clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            clock.tick().await;
            self.look().await;
        }
    }

    async fn tell(&self) {
        let PendingReports { changed, moved, lobby, tournaments, accounts, studies, readers } =
            self.games.hub.untold();
        let accounts: Vec<String> = accounts.into_iter().map(|id| id.to_string()).collect();
        if lobby || !accounts.is_empty() {
            self.bus.say(&Message { process: self.process, lobby, accounts, ..Message::default() }).await;
        }
        let tournaments: Vec<String> = tournaments.into_iter().map(|id| id.to_string()).collect();
        for some in tournaments.chunks(BATCH) {
            let message = Message { process: self.process, tournaments: some.to_vec(), ..Message::default() };
            self.bus.say(&message).await;
        }
        let studies: Vec<String> = studies.into_iter().collect();
        for some in studies.chunks(BATCH) {
            let message = Message { process: self.process, studies: some.to_vec(), ..Message::default() };
            self.bus.say(&message).await;
        }
        self.tell_readers(readers.into_iter().collect()).await;
        let (known, unknown): (Vec<_>, Vec<_>) =
            changed.into_iter().partition(|(_, change)| change.version.is_some());
        self.tell_changes(known).await;
        let unknown: Vec<GameId> = unknown.into_iter().map(|(game, _)| game).collect();
        for some in unknown.chunks(BATCH) {
            // If the database is not available, the other processes find the changes by polling.
            let Ok(versions) = self.store.versions(some).await.map_err(Error::from) else { break };
            let versions: HashMap<GameId, i64> = versions.into_iter().collect();
            // Deleted games have no version; the maximum is later than any known one.
            let version = |game| versions.get(game).copied().unwrap_or(i64::MAX);
            self.tell_changes(some.iter().map(|game| (*game, Change::to_version(version(game)))).collect())
                .await;
        }
        let moved: Vec<_> = moved.into_iter().map(|game| (game, self.games.hub.here(game))).collect();
        self.tell_presence(&moved).await;
    }

    async fn tell_changes(&self, changes: Vec<(GameId, Change)>) {
        for some in changes.chunks(MAX_CHANGES) {
            let changed = some.iter().filter_map(|(game, change)| Some((game.to_string(), change.version?)));
            let events =
                some.iter().filter_map(|(game, change)| Some((game.to_string(), change.events.clone()?)));
            let (changed, events) = (changed.collect(), events.collect());
            self.bus.say(&Message { process: self.process, changed, events, ..Message::default() }).await;
        }
    }

    async fn tell_presence(&self, games: &[(GameId, Presence)]) {
        for some in games.chunks(BATCH) {
            let told = |(game, here): &(GameId, Presence)| (game.to_string(), here.players, here.watchers);
            let here = some.iter().map(told).collect();
            let hidden = some.iter().filter(|(_, here)| here.hidden != [0, 0]);
            let hidden = hidden.map(|(game, here)| (game.to_string(), here.hidden)).collect();
            self.bus.say(&Message { process: self.process, here, hidden, ..Message::default() }).await;
        }
    }

    async fn tell_readers(&self, studies: Vec<String>) {
        let told = |id: &String| (id.clone(), self.games.hub.readers_here(id));
        for some in studies.chunks(BATCH) {
            let readers = some.iter().map(told).collect();
            self.bus.say(&Message { process: self.process, readers, ..Message::default() }).await;
        }
    }

    fn hear(&self, message: Message) {
        let Message {
            process,
            changed,
            mut events,
            here,
            hidden,
            lobby,
            tournaments,
            accounts,
            studies,
            readers,
        } = message;
        let hub = &self.games.hub;
        if process == self.process {
            return;
        }
        if lobby {
            hub.hear_lobby();
        }
        for id in tournaments.iter().filter_map(|id| id.parse().ok()) {
            hub.hear_tournament(id);
        }
        accounts.iter().filter_map(|id| id.parse().ok()).for_each(|id| hub.hear_account(id));
        for (name, version) in changed {
            if let Ok(game) = name.parse() {
                hub.hear(game, Change { version: Some(version), events: events.remove(&name) });
            }
        }
        let until = Instant::now() + hub.heartbeat() * EXPIRY_HEARTBEATS;
        studies.iter().for_each(|id| hub.hear_study(id));
        readers.into_iter().for_each(|(id, names)| hub.hear_readers(id, process, names, until));
        let hidden: HashMap<String, [usize; 2]> = hidden.into_iter().collect();
        for (game, players, watchers) in here {
            let hidden = hidden.get(&game).copied().unwrap_or_default();
            if let Ok(game) = game.parse() {
                hub.hear_of(game, process, Presence { players, hidden, watchers }, until);
            }
        }
    }

    /// Polls for changes whose messages were lost, and repeats presence reports, which expire on other processes.
    async fn look(&self) {
        let followed = self.games.hub.followed();
        for some in followed.chunks(BATCH) {
            let names: Vec<GameId> = some.iter().map(|(game, _)| *game).collect();
            let Ok(versions) = self.store.versions(&names).await.map_err(Error::from) else { break };
            let versions: HashMap<GameId, i64> = versions.into_iter().collect();
            for name in names {
                self.games.hub.hear(name, Change { version: versions.get(&name).copied(), events: None });
            }
        }
        self.games.hub.expire();
        self.tell_presence(&followed).await;
        self.tell_readers(self.games.hub.read_studies()).await;
    }
}

/// Number of games read concurrently; with the followers' reads, this uses three quarters of the connection pool.
const READ_CONCURRENCY: usize = 4;

pub(crate) async fn read_remote_changes(games: Arc<Games>) {
    let places = Arc::new(Semaphore::new(READ_CONCURRENCY));
    loop {
        for (game, change) in games.hub.behind().await {
            // The semaphore is never closed. A slow read occupies one permit and does not delay others.
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
            let games = Arc::clone(&games);
            tokio::spawn(async move {
                look(&games, game, change).await;
                drop(place);
            });
        }
    }
}

async fn look(games: &Arc<Games>, game: GameId, change: Change) {
    // Marks the game as up to date before it is read; any later change clears the mark.
    games.hub.confirm(game);
    match games.catch_up(game, change).await {
        Ok((progress, over)) => games.hub.learn(game, progress, over),
        // Tried again at the next heartbeat.
        Err(Error::Unavailable) => games.hub.doubt(game),
        // Followers get the error when they read.
        Err(_) => games.hub.hear(game, Change::UNKNOWN),
    }
}
