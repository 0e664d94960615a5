//! Many who follow games on a database that processes share: what they cost it, and what becomes of them while it stands still.

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

/// A client that always reads, and keeps what it gets until a test asks.
struct Listener(UnboundedReceiver<Result<Value, Option<u16>>>);

impl Listener {
    /// Follows a game with its chat.
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
        Self(told)
    }

    /// Returns the next message of a type.
    async fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let told = timeout(SOON, self.0.recv()).await.expect("a message comes soon");
            let told = told.expect("the socket is there").expect("the server does not close it");
            if told["type"] == kind {
                return told;
            }
        }
    }

    /// Waits for so many heartbeats from now on.
    async fn beats(&mut self, count: usize) {
        while let Ok(told) = self.0.try_recv() {
            told.expect("the server does not close it");
        }
        for _ in 0..count {
            self.hear_of("beat").await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_move_takes_of_the_database_does_not_grow_with_those_who_follow() {
    /// Spectators of each game on each process.
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
        // At first connections are made and statements prepared; only the last move is counted.
        for (number, text) in line(4).iter().enumerate() {
            asked = relay.asked();
            for Apart { sides, .. } in &games {
                one.play(&sides[number % 2], number, text).good();
            }
            for listener in &mut listeners {
                assert_eq!(listener.hear_of("events").await["from"], number);
            }
            // By then the heartbeats have read what they need.
            join_all(listeners.iter_mut().map(|listener| listener.beats(2))).await;
        }
        let (asked, followers) = (relay.asked() - asked, listeners.len());
        assert!(asked < followers, "{followers} followers of {GAMES} games asked {asked} times");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_stands_still_closes_no_socket_and_nothing_is_lost() {
    /// Spectators of each game: more than a process has connections to the database.
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
        let shut = relay.shut();
        // The slow process hears at once of what happens elsewhere, and cannot read it.
        let [text] = first_moves();
        for Apart { sides: [first, second], .. } in &games {
            quick.play(first, 0, &text).good();
            quick.chat(second, "t", "hello").good();
        }
        // Newcomers wait as well.
        for Apart { watch, .. } in &games {
            watchers.push(Listener::follow(&slow, watch).await);
        }
        // Longer than the server waits for a connection to the database.
        let all = players.iter_mut().chain(&mut watchers);
        join_all(all.map(|listener| listener.beats(8))).await;
        drop(shut);
        for listener in players.iter_mut().chain(&mut watchers) {
            shows(listener.hear_of("events").await, json!({ "from": 0, "events/0/move": text }));
        }
        for player in &mut players {
            assert_eq!(player.hear_of("chat").await["lines"][0]["text"], "hello");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_ends_though_its_database_stands_still() {
    on_postgres(async |address, pool| {
        migrate(&address).await.unwrap();
        let relay = Relay::before(&pool).await;
        let server = start(&relay.address(&pool).await, None);
        let Apart { watch, .. } = server.create_apart(&[]);
        let shut = relay.shut();
        // A client waits for an answer of the database when the server has to end.
        let client = Client::clone(&server);
        let asking = spawn_blocking(move || client.try_state(&watch));
        tokio::time::sleep(HEARTBEAT).await;
        let ended = timeout(10 * SOON, spawn_blocking(move || drop(server))).await;
        drop(shut);
        ended.expect("the server ends").unwrap();
        let _ = asking.await.unwrap();
    })
    .await;
}
