//! Tests many followers of games on a shared database: the load that they cause, and their connections while the
//! database does not respond.

use entourage_server::NatsAddress;
use entourage_store::{PostgresAddress, migrate};
use futures_util::future::join_all;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::common::relay::Relay;
use crate::common::*;
use crate::postgres_server::on_postgres;
use crate::processes::{nats, sharing};

const HEARTBEAT: Duration = Duration::from_secs(1);
const GAMES: usize = 8;

fn start(address: &PostgresAddress, nats: Option<(NatsAddress, String)>) -> Running {
    let config = Config { limits: Limits::NONE, ..sharing(address, nats) };
    Setting { config, heartbeat: Some(HEARTBEAT), ..Setting::default() }.start()
}

/// A client that buffers messages until the test reads them.
struct Listener {
    socket: UnboundedReceiver<Result<Value, Option<u16>>>,
    /// Messages that arrived before the one that the test waited for.
    earlier: Vec<Value>,
}

impl Listener {
    async fn follow(client: &Client, key: &str) -> Self {
        let mut socket = greet(client, json!({ "key": key, "after": 0, "chat": 0 })).await;
        let (tell, told) = unbounded_channel();
        tokio::spawn(async move {
            loop {
                let heard = timeout(10 * SOON, hear(&mut socket)).await.unwrap();
                if tell.send(heard.clone()).is_err() || heard.is_err() {
                    return;
                }
            }
        });
        Self { socket: told, earlier: Vec::new() }
    }

    /// Returns the next message of this type; messages of different types can arrive in any order.
    async fn hear_of(&mut self, kind: &str) -> Value {
        if let Some(index) = self.earlier.iter().position(|told| told["type"] == kind) {
            return self.earlier.remove(index);
        }
        let sought = async {
            loop {
                let told = self.socket.recv().await.expect("the socket is open");
                let told = told.expect("the server closed the socket");
                if told["type"] == kind {
                    return told;
                }
                if told["type"] != "beat" {
                    self.earlier.push(told);
                }
            }
        };
        // Heartbeats go on for ever, so the limit is for all messages.
        let told = timeout(2 * SOON, sought).await;
        told.unwrap_or_else(|_| panic!("no message of type {kind}, only {:?}", self.earlier))
    }

    async fn beats(&mut self, count: usize) {
        self.earlier.clear();
        while let Ok(told) = self.socket.try_recv() {
            told.expect("the server closed the socket");
        }
        for _ in 0..count {
            self.hear_of("beat").await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn database_load_per_move_does_not_grow_with_followers() {
    const WATCHERS: usize = 15;
    on_postgres(async |address, pool| {
        migrate(&address).await.unwrap();
        let relay = Relay::before(&pool).await;
        let address = relay.address(&pool).await;
        let [one, other] = [(); 2].map(|()| start(&address, None));
        let mut listeners = Vec::new();
        let games: Vec<Apart> = (0..GAMES).map(|_| one.create_apart(&[])).collect();
        for Apart { sides, watch } in &games {
            for key in sides {
                listeners.push(Listener::follow(&one, key).await);
            }
            for client in [&one, &other].into_iter().cycle().take(2 * WATCHERS) {
                listeners.push(Listener::follow(client, watch).await);
            }
        }
        for listener in &mut listeners {
            listener.hear_of("here").await;
        }
        let mut asked = 0;
        // The first moves open connections and prepare statements, so only reads after the last move are counted.
        for (number, text) in line(4).iter().enumerate() {
            asked = relay.asked();
            for Apart { sides, .. } in &games {
                one.play(&sides[number % 2], number, text).good();
            }
            for listener in &mut listeners {
                assert_eq!(listener.hear_of("events").await["from"], number);
            }
            // Two heartbeats later, the reads that heartbeats cause are done.
            join_all(listeners.iter_mut().map(|listener| listener.beats(2))).await;
        }
        let (asked, followers) = (relay.asked() - asked, listeners.len());
        assert!(asked < followers, "{followers} followers of {GAMES} games caused {asked} reads");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn followers_stay_connected_while_the_database_does_not_respond() {
    /// Spectators per game: more than a process has database connections.
    const WATCHERS: usize = 4;
    let Some(nats) = nats() else { return };
    on_postgres(async |address, pool| {
        migrate(&address).await.unwrap();
        let relay = Relay::before(&pool).await;
        let slow = start(&relay.address(&pool).await, Some(nats.clone()));
        let quick = start(&address, Some(nats));
        let games: Vec<Apart> = (0..GAMES).map(|_| quick.create_apart(&[])).collect();
        let (mut players, mut watchers) = (Vec::new(), Vec::new());
        for Apart { sides, watch } in &games {
            players.push(Listener::follow(&slow, &sides[0]).await);
            for _ in 0..WATCHERS {
                watchers.push(Listener::follow(&slow, watch).await);
            }
        }
        for listener in players.iter_mut().chain(&mut watchers) {
            listener.hear_of("here").await;
        }
        // A follower that still reads the names or the like would wait for the database.
        join_all(players.iter_mut().chain(&mut watchers).map(|listener| listener.beats(3))).await;
        let shut = relay.shut(&pool).await;
        // The process without a database is notified of moves on the other one, and can read nothing else.
        let [text] = first_moves();
        for Apart { sides: [first, _], .. } in &games {
            quick.play(first, 0, &text).good();
        }
        for listener in players.iter_mut().chain(&mut watchers) {
            shows(listener.hear_of("events").await, json!({ "from": 0, "events/0/move": text }));
        }
        let mut late = Vec::new();
        for Apart { sides: [_, second], watch } in &games {
            quick.chat(second, "t", "hello").good();
            late.push(Listener::follow(&slow, watch).await);
        }
        // Waits longer than the server waits for a database connection.
        let all = players.iter_mut().chain(&mut watchers).chain(&mut late);
        join_all(all.map(|listener| listener.beats(8))).await;
        drop(shut);
        for listener in &mut late {
            shows(listener.hear_of("events").await, json!({ "from": 0, "events/0/move": text }));
        }
        for player in &mut players {
            assert_eq!(player.hear_of("chat").await["lines"][0]["text"], "hello");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_stops_while_the_database_does_not_respond() {
    on_postgres(async |address, pool| {
        migrate(&address).await.unwrap();
        let relay = Relay::before(&pool).await;
        let server = start(&relay.address(&pool).await, None);
        let Apart { watch, .. } = server.create_apart(&[]);
        let shut = relay.shut(&pool).await;
        // A client is waiting for the database when the server has to stop.
        let client = Client::clone(&server);
        let asking = spawn_blocking(move || client.try_state(&watch));
        tokio::time::sleep(HEARTBEAT).await;
        let ended = timeout(10 * SOON, spawn_blocking(move || drop(server))).await;
        drop(shut);
        ended.expect("the server did not stop").unwrap();
        let _ = asking.await.unwrap();
    })
    .await;
}
