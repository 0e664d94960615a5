//! Many who follow games on a database that processes share: what they take of it, and what becomes of them while it stands still.

use std::sync::Arc;
use std::time::Duration;

use entourage_server::{Config, DatabaseAddress, Limits, MachineTime, NatsAddress};
use entourage_store::{PostgresAddress, migrate};
use futures_util::SinkExt;
use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::common::follow::{SOON, hear, legal, open};
use crate::common::relay::Relay;
use crate::common::{Apart, Client, Running};
use crate::postgres_server::on_postgres;
use crate::processes::nats;

/// How often the servers look into the database, and ask clients whether they are there.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// The games that are followed.
const GAMES: usize = 8;

fn start(address: &PostgresAddress, nats: Option<(NatsAddress, String)>) -> Running {
    let (nats, prefix) = nats.unzip();
    let config = Config {
        database: Some(DatabaseAddress::Postgres(address.clone())),
        nats,
        nats_prefix: prefix.unwrap_or_default(),
        limits: Limits::NONE,
        ..Config::default()
    };
    let nowhere = tempfile::tempdir().unwrap();
    Running::start_as(nowhere.path(), Arc::new(MachineTime::default()), config, |server| {
        server.with_heartbeat(HEARTBEAT)
    })
}

/// A client that is always there, and keeps what it is told until a test asks.
struct Listener {
    told: UnboundedReceiver<Result<Value, Option<u16>>>,
}

impl Listener {
    /// Follows a game, with what the players say.
    async fn follow(client: &Client, key: &str) -> Self {
        let mut socket = open(client, None).await.unwrap();
        let greeting = json!({ "key": key, "after": 0, "chat": 0 });
        socket.send(Message::text(greeting.to_string())).await.unwrap();
        let (tell, told) = unbounded_channel();
        tokio::spawn(async move {
            loop {
                // What ends it is told, too.
                let heard = timeout(10 * SOON, hear(&mut socket)).await.unwrap();
                if tell.send(heard.clone()).is_err() || heard.is_err() {
                    return;
                }
            }
        });
        Self { told }
    }

    /// Hears messages up to one of a type.
    async fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let told = timeout(SOON, self.told.recv()).await.expect("a message comes soon");
            let told = told.expect("the socket is there").expect("the server does not close it");
            if told["type"] == kind {
                return told;
            }
        }
    }

    /// Hears so often that the server is there.
    async fn beats(&mut self, count: usize) {
        while let Ok(told) = self.told.try_recv() {
            told.expect("the server does not close it");
        }
        for _ in 0..count {
            self.hear_of("beat").await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_move_takes_of_the_database_does_not_grow_with_those_who_follow() {
    /// Those who look on at each game, on each process.
    const WATCHERS: usize = 15;
    on_postgres(async |address, pool| {
        migrate(&address).await.unwrap();
        let relay = Relay::before(&pool).await;
        let address = relay.address(&pool).await;
        let servers = [(); 2].map(|()| start(&address, None));
        let [one, other] = [&servers[0].client, &servers[1].client];
        let mut listeners = Vec::new();
        let games: Vec<Apart> = (0..GAMES).map(|_| one.create_apart(&[])).collect();
        for Apart { sides, watch } in &games {
            for key in sides {
                listeners.push(Listener::follow(one, key).await);
            }
            for client in [one, other].into_iter().cycle().take(2 * WATCHERS) {
                listeners.push(Listener::follow(client, watch).await);
            }
        }
        for listener in &mut listeners {
            listener.hear_of("here").await;
        }
        let mut moves: Vec<String> = Vec::new();
        let mut asked = 0;
        // At first connections are made and statements prepared; afterwards it is counted.
        for number in 0..4 {
            let before: Vec<&str> = moves.iter().map(String::as_str).collect();
            moves.push(legal(&before)[0].clone());
            asked = relay.asked();
            for Apart { sides, .. } in &games {
                one.play(&sides[number % 2], number, &moves[number]).good();
            }
            for listener in &mut listeners {
                assert_eq!(listener.hear_of("events").await["from"], number);
            }
            // What heartbeats find is asked for by then.
            join_all(listeners.iter_mut().map(|listener| listener.beats(2))).await;
        }
        let (asked, followers) = (relay.asked() - asked, listeners.len());
        assert!(asked < followers, "{followers} followers of {GAMES} games asked {asked} times");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_stands_still_closes_no_socket_and_nothing_is_lost() {
    /// Those who look on at each game: more than a process has connections to the database.
    const WATCHERS: usize = 4;
    let Some(nats) = nats() else { return };
    on_postgres(async |address, pool| {
        migrate(&address).await.unwrap();
        let relay = Relay::before(&pool).await;
        let slow = start(&relay.address(&pool).await, Some(nats.clone()));
        let quick = start(&address, Some(nats));
        let games: Vec<Apart> = (0..GAMES).map(|_| quick.client.create_apart(&[])).collect();
        let (mut players, mut watchers) = (Vec::new(), Vec::new());
        for Apart { sides, watch } in &games {
            players.push(Listener::follow(&slow.client, &sides[0]).await);
            for _ in 0..WATCHERS {
                watchers.push(Listener::follow(&slow.client, watch).await);
            }
        }
        for listener in players.iter_mut().chain(&mut watchers) {
            listener.hear_of("here").await;
        }
        let shut = relay.shut();
        // What happens elsewhere is heard of at once, and cannot be read.
        let text = legal(&[])[0].clone();
        for Apart { sides: [first, second], .. } in &games {
            quick.client.play(first, 0, &text).good();
            let remark = json!({ "token": "t", "text": "hello" });
            quick.client.post("/api/game/chat", Some(second), &remark).good();
        }
        // Whoever comes now waits as well.
        let mut late = Vec::new();
        for Apart { watch, .. } in &games {
            late.push(Listener::follow(&slow.client, watch).await);
        }
        // Longer than it is waited for a connection to the database.
        let all = players.iter_mut().chain(&mut watchers).chain(&mut late);
        join_all(all.map(|listener| listener.beats(8))).await;
        drop(shut);
        for listener in players.iter_mut().chain(&mut watchers).chain(&mut late) {
            let news = listener.hear_of("events").await;
            assert_eq!((&news["from"], &news["events"][0]["move"]), (&json!(0), &json!(text)));
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
        let Apart { watch, .. } = server.client.create_apart(&[]);
        let shut = relay.shut();
        // Somebody waits for an answer of the database when the server is told to end.
        let client = server.client.clone();
        let asking = spawn_blocking(move || {
            client.send("GET", "/api/game", &[("authorization", &format!("Bearer {watch}"))], None)
        });
        tokio::time::sleep(HEARTBEAT).await;
        let ended = timeout(10 * SOON, spawn_blocking(move || drop(server))).await;
        drop(shut);
        ended.expect("the server ends").unwrap();
        let _ = asking.await.unwrap();
    })
    .await;
}
