//! Game commands, independent of HTTP, and notification of followers.

pub(crate) mod account_games;
pub(crate) mod cache;
pub(crate) mod change;
pub(crate) mod chat;
pub(crate) mod creation;
pub(crate) mod departure;
pub(crate) mod fair_queue;
pub(crate) mod finder;
pub(crate) mod hub;
pub(crate) mod invitations;
pub(crate) mod job_runner;
pub(crate) mod library;
pub(crate) mod lobby;
pub(crate) mod notifier;
pub(crate) mod pass;
pub(crate) mod play;
mod prelude;
pub(crate) mod public_games;
pub(crate) mod puzzles;
pub(crate) mod ratings;
pub(crate) mod remote_presence;
pub(crate) mod replays;
pub(crate) mod room;
pub(crate) mod seats;
pub(crate) mod store_errors;
pub(crate) mod studies;
pub(crate) mod subscriptions;
pub(crate) mod tournaments;
pub(crate) mod watching;
pub(crate) mod workshop;
pub(crate) mod writing;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use entourage_record::TournamentId;
use entourage_registry::Registry;
use entourage_registry::view::WatchedView;
use entourage_store::Store;
use lobby::FirstSeeks;
use tokio::sync::{Mutex, Notify};

use crate::health::Health;
use crate::log_throttle::LogThrottle;
use crate::sanctions::allowances::Allowances;
use crate::server_time::ServerTime;

use cache::Cache;
use hub::Hub;
use job_runner::JobRunner;
use library::Library;
use notifier::FlagTimer;
use notifier::Notifier;
use puzzles::Proofs;
use replays::Replays;
use studies::LoadedStudies;
use tournaments::Kept;

/// All games of a store, with the state that commands share. Each file of this module adds the commands of one
/// area.
pub(crate) struct Games {
    pub registry: Registry,
    pub store: Arc<Store>,
    pub time: Arc<ServerTime>,
    pub health: Arc<Health>,
    pub hub: Arc<Hub>,
    pub flag_timer: FlagTimer,
    pub notifier: Arc<Notifier>,
    pub library: Arc<Library>,
    pub allowances: Allowances,
    replays: Arc<Replays>,
    cache: Cache,
    studies: LoadedStudies,
    proofs: Proofs,
    jobs: JobRunner,
    /// How long a game definition is tested before it is published.
    trial: Duration,
    /// Limits rendering to one image at a time, so that games are not slowed down.
    #[cfg(feature = "cards")]
    easel: tokio::sync::Semaphore,
    refusals: LogThrottle,
    /// Wakes the tournament director after a game has ended or a tournament has changed.
    ended: Notify,
    /// The first page of seeks, with the change count and time at which it was read.
    first_seeks: Mutex<Option<Arc<FirstSeeks>>>,
    /// Tournament tables, each valid for one version of its tournament.
    tables: Mutex<HashMap<TournamentId, Kept>>,
    /// The list of public games in progress, and when it was read.
    watched: Mutex<Option<(i64, Arc<[WatchedView]>)>>,
}

impl Games {
    pub fn new(
        registry: Registry,
        store: Arc<Store>,
        time: Arc<ServerTime>,
        heartbeat: Duration,
        trial: Duration,
        jobs: JobRunner,
        notifier: Notifier,
    ) -> Self {
        let replays = Arc::new(Replays::new());
        let library = Arc::new(Library::new(registry.clone(), Arc::clone(&store)));
        Self {
            health: Arc::new(Health::new(Arc::clone(&store), Arc::clone(&time))),
            hub: Hub::new(heartbeat, store.is_shared()),
            flag_timer: FlagTimer::default(),
            notifier: Arc::new(notifier),
            allowances: Allowances::default(),
            cache: Cache::new(registry.clone(), Arc::clone(&store), Arc::clone(&library), Arc::clone(&replays)),
            studies: LoadedStudies::default(),
            proofs: Proofs::default(),
            jobs,
            trial,
            #[cfg(feature = "cards")]
            easel: tokio::sync::Semaphore::new(1),
            refusals: LogThrottle::new(),
            ended: Notify::new(),
            first_seeks: Mutex::default(),
            tables: Mutex::default(),
            watched: Mutex::default(),
            replays,
            library,
            registry,
            store,
            time,
        }
    }
}
