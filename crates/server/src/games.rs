//! Games and what is done with them, without a word of HTTP: those in use, the commands on them, and who is told what happened.

pub(crate) mod alarm;
pub(crate) mod bell;
pub(crate) mod cache;
pub(crate) mod chat;
pub(crate) mod creation;
pub(crate) mod deletions;
pub(crate) mod door;
pub(crate) mod elsewhere;
pub(crate) mod finder;
pub(crate) mod holdings;
pub(crate) mod hub;
pub(crate) mod invitations;
pub(crate) mod labour;
pub(crate) mod leaving;
pub(crate) mod lobby;
mod nameplates;
pub(crate) mod notes;
pub(crate) mod play;
pub(crate) mod preparing;
pub(crate) mod previews;
pub(crate) mod progress;
pub(crate) mod publications;
pub(crate) mod pulse;
pub(crate) mod ratings;
pub(crate) mod replays;
pub(crate) mod report;
pub(crate) mod room;
pub(crate) mod seats;
pub(crate) mod shelf;
pub(crate) mod subscriptions;
pub(crate) mod tournaments;
pub(crate) mod watching;
pub(crate) mod workshop;
pub(crate) mod writing;

use std::sync::Arc;
use std::time::Duration;

use entourage_registry::Registry;
use entourage_store::Store;

use crate::health::Health;
use crate::rights::allowances::Allowances;
use crate::server_time::ServerTime;

use alarm::Alarm;
use bell::Bell;
use cache::Cache;
use chat::Chat;
use creation::Creation;
use deletions::Deletions;
use finder::Finder;
use holdings::Holdings;
use hub::Hub;
use invitations::Invitations;
use labour::Labour;
use leaving::Leaving;
use lobby::Lobby;
use notes::Notes;
use play::Play;
use preparing::Preparing;
use previews::Previews;
use publications::Publications;
use ratings::Ratings;
use replays::Replays;
use seats::Seats;
use shelf::Shelf;
use subscriptions::Subscriptions;
use tournaments::Tournaments;
use watching::Watching;
use workshop::Workshop;

/// Everything that is done with games, put together on one store; each part knows only what it needs.
pub(crate) struct Games {
    pub registry: Registry,
    pub time: Arc<ServerTime>,
    pub health: Arc<Health>,
    pub hub: Arc<Hub>,
    pub alarm: Arc<Alarm>,
    pub bell: Arc<Bell>,
    pub seats: Arc<Seats>,
    pub creation: Arc<Creation>,
    pub play: Arc<Play>,
    pub chat: Arc<Chat>,
    pub notes: Arc<Notes>,
    pub preparing: Arc<Preparing>,
    pub previews: Arc<Previews>,
    pub invitations: Arc<Invitations>,
    pub publications: Arc<Publications>,
    pub watching: Arc<Watching>,
    pub finder: Arc<Finder>,
    pub subscriptions: Arc<Subscriptions>,
    pub deletions: Arc<Deletions>,
    pub holdings: Arc<Holdings>,
    pub ratings: Arc<Ratings>,
    pub lobby: Arc<Lobby>,
    pub tournaments: Arc<Tournaments>,
    pub leaving: Arc<Leaving>,
    pub allowances: Arc<Allowances>,
    pub shelf: Arc<Shelf>,
    pub workshop: Arc<Workshop>,
}

impl Games {
    /// Sets up on a store with the games of a registry, and goes by a time; those who follow games are asked whether they are there as often
    /// as the heartbeat says; games that people wrote are tried as long as the trial, by whoever does long work; a bell tells whoever
    /// sends messages.
    pub fn new(
        registry: Registry,
        store: Arc<Store>,
        time: Arc<ServerTime>,
        heartbeat: Duration,
        trial: Duration,
        labour: Labour,
        bell: Bell,
    ) -> Self {
        let (alarm, bell, hub) =
            (Arc::new(Alarm::default()), Arc::new(bell), Hub::new(heartbeat, store.is_shared()));
        let replays = Arc::new(Replays::new());
        let shelf = Arc::new(Shelf::new(registry.clone(), Arc::clone(&store)));
        let cache = Cache::new(registry.clone(), Arc::clone(&store), Arc::clone(&shelf), Arc::clone(&replays));
        let cache = Arc::new(cache);
        let seats =
            Arc::new(Seats::new(Arc::clone(&store), Arc::clone(&cache), Arc::clone(&hub), Arc::clone(&time)));
        let creation = Arc::new(Creation::new(
            registry.clone(),
            Arc::clone(&store),
            Arc::clone(&shelf),
            Arc::clone(&replays),
            Arc::clone(&time),
        ));
        let ratings = Arc::new(Ratings { store: Arc::clone(&store), time: Arc::clone(&time) });
        let lobby = Arc::new(Lobby {
            registry: registry.clone(),
            store: Arc::clone(&store),
            shelf: Arc::clone(&shelf),
            replays: Arc::clone(&replays),
            hub: Arc::clone(&hub),
            time: Arc::clone(&time),
            made: tokio::sync::Mutex::default(),
            bell: Arc::clone(&bell),
        });
        let ended = Arc::new(tokio::sync::Notify::new());
        let play = Arc::new(Play {
            store: Arc::clone(&store),
            cache: Arc::clone(&cache),
            seats: Arc::clone(&seats),
            creation: Arc::clone(&creation),
            ratings: Arc::clone(&ratings),
            hub: Arc::clone(&hub),
            time: Arc::clone(&time),
            alarm: Arc::clone(&alarm),
            bell: Arc::clone(&bell),
            ended: Arc::clone(&ended),
        });
        let workshop = Workshop::new(
            registry.clone(),
            Arc::clone(&store),
            Arc::clone(&shelf),
            Arc::clone(&seats),
            Arc::clone(&time),
            labour,
            trial,
        );
        let finder = Arc::new(Finder {
            registry: registry.clone(),
            store: Arc::clone(&store),
            shelf: Arc::clone(&shelf),
            replays: Arc::clone(&replays),
            time: Arc::clone(&time),
        });
        let allowances = Arc::new(Allowances::default());
        let tournaments = Arc::new(Tournaments {
            registry: registry.clone(),
            store: Arc::clone(&store),
            shelf: Arc::clone(&shelf),
            replays: Arc::clone(&replays),
            play: Arc::clone(&play),
            hub: Arc::clone(&hub),
            time: Arc::clone(&time),
            allowances: Arc::clone(&allowances),
            stirred: ended,
            made: tokio::sync::Mutex::default(),
        });
        let holdings =
            Arc::new(Holdings { store: Arc::clone(&store), hub: Arc::clone(&hub), time: Arc::clone(&time) });
        Self {
            registry: registry.clone(),
            shelf,
            workshop: Arc::new(workshop),
            health: Arc::new(Health::new(Arc::clone(&store), Arc::clone(&time))),
            chat: Arc::new(Chat {
                store: Arc::clone(&store),
                seats: Arc::clone(&seats),
                hub: Arc::clone(&hub),
                time: Arc::clone(&time),
                allowances: Arc::clone(&allowances),
            }),
            allowances,
            leaving: Arc::new(Leaving {
                store: Arc::clone(&store),
                holdings: Arc::clone(&holdings),
                play: Arc::clone(&play),
                hub: Arc::clone(&hub),
            }),
            notes: Arc::new(Notes {
                store: Arc::clone(&store),
                seats: Arc::clone(&seats),
                hub: Arc::clone(&hub),
            }),
            holdings,
            deletions: Arc::new(Deletions {
                store: Arc::clone(&store),
                cache: Arc::clone(&cache),
                seats: Arc::clone(&seats),
                hub: Arc::clone(&hub),
                time: Arc::clone(&time),
            }),
            preparing: Arc::new(Preparing {
                store: Arc::clone(&store),
                cache,
                replays,
                seats: Arc::clone(&seats),
                play: Arc::clone(&play),
                time: Arc::clone(&time),
            }),
            previews: Arc::new(Previews::new(Arc::clone(&seats), Arc::clone(&play))),
            invitations: Arc::new(Invitations {
                registry,
                store: Arc::clone(&store),
                hub: Arc::clone(&hub),
                time: Arc::clone(&time),
            }),
            watching: Arc::new(Watching::new(
                Arc::clone(&store),
                Arc::clone(&play),
                Arc::clone(&hub),
                Arc::clone(&time),
            )),
            publications: Arc::new(Publications {
                store: Arc::clone(&store),
                seats: Arc::clone(&seats),
                hub: Arc::clone(&hub),
                time: Arc::clone(&time),
            }),
            subscriptions: Arc::new(Subscriptions {
                store,
                seats: Arc::clone(&seats),
                time: Arc::clone(&time),
                bell: Arc::clone(&bell),
            }),
            time,
            hub,
            alarm,
            bell,
            seats,
            ratings,
            finder,
            lobby,
            tournaments,
            creation,
            play,
        }
    }
}
