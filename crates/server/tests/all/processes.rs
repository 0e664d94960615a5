//! Several servers on one database: each answers for every game, and whoever follows one there hears what happens on another.

use std::sync::Arc;
use std::time::Duration;

use entourage_jobs::{Patience, work};
use entourage_server::{Config, DatabaseAddress, MachineTime, NatsAddress};
use entourage_store::{PostgresAddress, migrate};
use serde_json::{Value, json};

use crate::common::follow::{Socket, follow, hear_of, legal};
use crate::common::member::Member;
use crate::common::{Apart, Client, Running};
use crate::lobby::{enter, hear_seeks, key, wish};
use crate::postgres_server::on_postgres;

/// How often servers look into the database that are told nothing.
const SHORT: Duration = Duration::from_millis(200);
/// A heartbeat that no test waits for.
pub const LONG: Duration = Duration::from_secs(600);

/// Starts two servers on one database, with tables.
pub async fn two(
    address: &PostgresAddress,
    nats: Option<(NatsAddress, String)>,
    heartbeat: Duration,
) -> [Running; 2] {
    migrate(address).await.unwrap();
    let (nats, prefix) = nats.unzip();
    let config = Config {
        database: Some(DatabaseAddress::Postgres(address.clone())),
        nats,
        nats_prefix: prefix.unwrap_or_default(),
        ..Config::default()
    };
    [(); 2].map(|()| {
        let nowhere = tempfile::tempdir().unwrap();
        Running::start_as(nowhere.path(), Arc::new(MachineTime::default()), config.clone(), move |server| {
            server.with_heartbeat(heartbeat)
        })
    })
}

/// The NATS server for tests, and subjects of a test's own; where none is named the test is skipped and says so, and where all is tested it
/// fails.
pub fn nats() -> Option<(NatsAddress, String)> {
    const ADDRESS: &str = "ENTOURAGE_TEST_NATS";
    let Ok(address) = std::env::var(ADDRESS) else {
        assert!(std::env::var("CI").is_err(), "{ADDRESS} names no server");
        eprintln!("skipped: {ADDRESS} names no server");
        return None;
    };
    let own: [u8; 8] = entourage_store::random().unwrap();
    Some((address.parse().unwrap(), format!("test-{:016x}", u64::from_be_bytes(own))))
}

/// Hears the next event, which must have a number.
async fn event(socket: &mut Socket, number: usize) -> Value {
    let news = hear_of(socket, "events").await;
    assert_eq!(news["from"], number);
    news["events"][0].clone()
}

/// Hears who is here until it is as expected.
async fn here(socket: &mut Socket, sides: [bool; 2], watchers: usize) {
    while hear_of(socket, "here").await != json!({ "type": "here", "sides": sides, "watchers": watchers }) {}
}

/// Plays by turns on both servers, and lets everybody hear everything.
async fn follow_each_other([one, other]: &[Running; 2]) {
    let Apart { sides: [first, second], watch } = one.client.create_apart(&[]);
    let mut sockets = [
        follow(&one.client, &first, Some(0)).await,
        follow(&other.client, &second, Some(0)).await,
        follow(&other.client, &watch, Some(0)).await,
    ];
    for socket in &mut sockets {
        here(socket, [true, true], 1).await;
    }
    let mut moves: Vec<String> = Vec::new();
    for number in 0..6 {
        let before: Vec<&str> = moves.iter().map(String::as_str).collect();
        let text = legal(&before)[0].clone();
        let (server, key) = if number % 2 == 0 { (one, &first) } else { (other, &second) };
        server.client.play(key, number, &text).good();
        for socket in &mut sockets {
            assert_eq!(event(socket, number).await, json!({ "type": "move", "move": text }));
        }
        moves.push(text);
    }
    let [_, _, watching] = sockets;
    drop(watching);
    let mut playing = follow(&one.client, &first, Some(6)).await;
    here(&mut playing, [true, true], 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_heard_on_another_process_at_once() {
    let Some(nats) = nats() else { return };
    on_postgres(async |address, _| follow_each_other(&two(&address, Some(nats), LONG).await).await).await;
}

/// Whoever waits on one process is met on another, and hears it.
async fn meet_each_other([one, other]: &[Running; 2]) {
    let mut maker = enter(&one.client, None, &[key('b')]).await;
    let mut guest = enter(&other.client, None, &[]).await;
    hear_seeks(&mut guest, 0).await;
    let seek = one.client.post("/api/seeks", None, &wish('b', &json!({}))).good()["seek"].clone();
    assert_eq!(hear_seeks(&mut guest, 1).await[0]["seek"], seek);
    let met = other.client.post("/api/seeks", None, &wish('c', &json!({}))).good();
    assert_eq!(met["state"]["game"], seek);
    assert_eq!(hear_of(&mut maker, "taken").await["seek"], seek);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_on_one_process_is_met_on_another() {
    let Some(nats) = nats() else { return };
    on_postgres(async |address, _| meet_each_other(&two(&address, Some(nats), LONG).await).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_heard_on_another_process_without_a_bus() {
    on_postgres(async |address, _| {
        let [one, other] = two(&address, None, SHORT).await;
        let Apart { sides: [first, second], .. } = one.client.create_apart(&[]);
        let mut socket = follow(&other.client, &second, Some(0)).await;
        let text = legal(&[])[0].clone();
        one.client.play(&first, 0, &text).good();
        assert_eq!(event(&mut socket, 0).await, json!({ "type": "move", "move": text }));
        let answer = legal(&[&text])[0].clone();
        other.client.play(&second, 1, &answer).good();
        assert_eq!(event(&mut socket, 1).await, json!({ "type": "move", "move": answer }));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_cannot_reach_the_bus_serves_and_looks_by_itself() {
    on_postgres(async |address, _| {
        // Nobody listens there.
        let nats = Some(("nats://127.0.0.1:9".parse().unwrap(), "test".to_owned()));
        let [one, other] = two(&address, nats, SHORT).await;
        let Apart { sides: [first, second], .. } = one.client.create_apart(&[]);
        let mut socket = follow(&other.client, &second, Some(0)).await;
        let text = legal(&[])[0].clone();
        one.client.play(&first, 0, &text).good();
        assert_eq!(event(&mut socket, 0).await, json!({ "type": "move", "move": text }));
    })
    .await;
}

/// Reads a game on both servers, which must tell the same.
fn agreed([one, other]: [&Client; 2], key: &str) -> Value {
    let state = one.state(key);
    assert_eq!(other.state(key)["events"], state["events"]);
    state
}

#[tokio::test(flavor = "multi_thread")]
async fn any_process_answers_any_request_and_none_is_stale() {
    on_postgres(async |address, _| {
        let servers = two(&address, None, LONG).await;
        let clients = [&servers[0].client, &servers[1].client];
        let Apart { sides: keys, .. } = clients[0].create_apart(&[]);
        let mut moves: Vec<String> = Vec::new();
        // Each server has the game at hand, and by turns it is the other that changes it.
        for number in 0..12 {
            let before: Vec<&str> = moves.iter().map(String::as_str).collect();
            moves.push(legal(&before)[0].clone());
            let client = clients[(number / 2) % 2];
            client.play(&keys[number % 2], number, &moves[number]).good();
            // Who asks the other again has asked twice for the same.
            clients[1 - (number / 2) % 2].play(&keys[number % 2], number, &moves[number]).good();
            assert_eq!(agreed(clients, &keys[0])["events"].as_array().unwrap().len(), number + 1);
        }
        // What is ready on one is answered by it on the other.
        let before: Vec<&str> = moves.iter().map(String::as_str).collect();
        let next = legal(&before)[0].clone();
        let answer = legal(&[&before[..], &[&next]].concat())[0].clone();
        let plan = json!({ "seq": 12, "plan": format!("{next} > {answer}") });
        clients[0].post("/api/game/plan", Some(&keys[1]), &plan).good();
        clients[1].play(&keys[0], 12, &next).good();
        assert_eq!(agreed(clients, &keys[0])["events"].as_array().unwrap().len(), 14);
        // Of two who are first, one is.
        let before = [&before[..], &[next.as_str(), answer.as_str()]].concat();
        let [text, another] = [0, 1].map(|at| legal(&before)[at].clone());
        let (one, other) = std::thread::scope(|scope| {
            let one = scope.spawn(|| clients[0].play(&keys[0], 14, &text));
            let other = scope.spawn(|| clients[1].play(&keys[0], 14, &another));
            (one.join().unwrap(), other.join().unwrap())
        });
        let mut statuses = [one.status, other.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        assert_eq!(agreed(clients, &keys[0])["events"].as_array().unwrap().len(), 15);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_was_replaced_on_one_process_opens_nothing_on_another() {
    on_postgres(async |address, _| {
        let servers = two(&address, None, LONG).await;
        let clients = [&servers[0].client, &servers[1].client];
        let Apart { sides: [host, guest], .. } = clients[0].create_apart(&[]);
        clients[1].state(&guest);
        let renewed = clients[0].post("/api/game/keys", Some(&host), &json!({ "seat": "2" })).good();
        let renewed = renewed["key"].as_str().unwrap();
        assert_eq!(clients[1].try_state(&guest).unwrap().status, 404);
        let text = legal(&[])[0].clone();
        clients[1].play(&host, 0, &text).good();
        assert_eq!(agreed(clients, renewed)["events"].as_array().unwrap().len(), 1);
    })
    .await;
}

/// Hands in a game, shows it to everybody on another server, and returns what is told of its trial.
fn shown([one, other]: &[Running; 2], name: &str) -> Value {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../variants/dobutsu.game");
    let text = std::fs::read_to_string(file).unwrap().replace("game dobutsu", &format!("game {name}"));
    let key = "b".repeat(25) + "a";
    let submission = json!({ "texts": [text], "author": "Ada", "licence": "CC-BY-4.0" });
    let id = one.client.post("/api/definitions", Some(&key), &submission).good()["id"].clone();
    let bearer = format!("Bearer {key}");
    let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
    let body = json!({ "state": "public" }).to_string().into_bytes();
    let path = format!("/api/definitions/{}/state", id.as_str().unwrap());
    other.client.send("PUT", &path, &headers, Some(body)).unwrap().good()["trial"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_handed_in_is_tried_by_a_worker_and_else_by_the_server() {
    let Some((nats, prefix)) = nats() else { return };
    on_postgres(async |address, _| {
        let servers = two(&address, Some((nats.clone(), prefix.clone())), LONG).await;
        // Nobody else does it.
        assert!(shown(&servers, "alone")["games"].as_u64() >= Some(10));
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let worker = tokio::spawn({
            let (nats, prefix) = (nats.clone(), prefix.clone());
            async move { work(&nats, &prefix, Patience::default(), 1, async { ended.await.unwrap() }).await }
        });
        // It waits for jobs by then.
        let queue = entourage_jobs::Queue::connect(&nats, &prefix, Patience::default()).await.unwrap();
        let nothing = entourage_jobs::Job::Trial { texts: Vec::new(), games: 1, plies: 1, most_ms: 1 };
        while queue.done(&nothing).await.is_err() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert!(shown(&servers, "helped")["games"].as_u64() >= Some(10));
        end.send(()).unwrap();
        assert_eq!(worker.await.unwrap().unwrap().jobs, 2);
        let streams = async_nats::jetstream::new(async_nats::connect(nats.secret()).await.unwrap());
        for kind in ["jobs", "done"] {
            streams.delete_stream(format!("{prefix}_{kind}")).await.unwrap();
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_holds_and_ends_on_every_process() {
    on_postgres(async |address, _| {
        let [one, other] = two(&address, None, SHORT).await;
        let (ada, _) = Member::found(&one.client, "Ada");
        let there = Member::with(&other.client, &ada.cookie);
        assert_eq!(there.account()["name"], "Ada");
        // What a passkey was asked by one, another takes the answer to, once.
        let asked = one.client.post("/api/passkeys", None, &json!({ "purpose": "show" })).good();
        let shown = json!({ "passkey": { "ceremony": asked["ceremony"], "credential": {} } });
        other.client.post("/api/session", None, &shown).fails(422, "passkey");
        // A seat is told on both, and opened on either.
        let Apart { sides: [first, second], .. } = one.client.create_apart(&[]);
        let mut friend = follow(&one.client, &second, Some(0)).await;
        let claimed = there.post("/api/account/games", &json!({ "keys": [first] })).good();
        assert_eq!(hear_of(&mut friend, "names").await["names"], json!(["Ada", null]));
        let pass = claimed["passes"][0].as_str().unwrap().to_owned();
        assert_eq!(ada.game("GET", "/api/game", &pass, None).good()["seat"], "1");
        there.delete("/api/session").good();
        ada.game("GET", "/api/game", &pass, None).fails(404, "no-game");
        assert_eq!(ada.account(), Value::Null);
    })
    .await;
}
