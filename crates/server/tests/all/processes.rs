//! Tests several servers on one database: each server can handle every game, and followers on one server are notified
//! of events on another.

use entourage_jobs::{Job, Queue, Timeouts, work};
use entourage_server::NatsAddress;
use entourage_store::{PostgresAddress, migrate};

use crate::account_mail::{link, says};
use crate::common::sockets::{closed, send};
use crate::common::*;
use crate::game_mail::{letter_after_leaving, mailing};
use crate::lobby::{enter, hear_seeks};
use crate::postgres_server::on_postgres;
use crate::workshop::{set, submitted};

/// A short heartbeat interval, for servers without a message bus.
const SHORT: Duration = Duration::from_millis(200);
pub const LONG: Duration = Duration::from_secs(600);

pub fn sharing(address: &PostgresAddress, nats: Option<(NatsAddress, String)>) -> Config {
    let (nats, prefix) = nats.unzip();
    let database = Some(DatabaseAddress::Postgres(address.clone()));
    Config { database, nats, nats_prefix: prefix.unwrap_or_default(), ..Config::default() }
}

pub async fn two(
    address: &PostgresAddress,
    nats: Option<(NatsAddress, String)>,
    heartbeat: Duration,
) -> [Running; 2] {
    migrate(address).await.unwrap();
    let config = sharing(address, nats);
    let setting = Setting { config, heartbeat: Some(heartbeat), ..Setting::default() };
    [(); 2].map(|()| setting.clone().start())
}

/// Runs a test with a server on SQLite and with one on PostgreSQL, without heartbeats.
pub async fn on_both_databases(config: Config, test: impl AsyncFn(&Client, &DatabaseAddress)) {
    let setting = Setting { config, heartbeat: Some(LONG), ..Setting::default() };
    let server = setting.clone().start();
    test(&server, &DatabaseAddress::Sqlite(server.data().to_owned())).await;
    on_postgres(async |address, _| {
        migrate(&address).await.unwrap();
        let address = DatabaseAddress::Postgres(address);
        let config = Config { database: Some(address.clone()), ..setting.config };
        test(&Setting { config, ..setting }.start(), &address).await;
    })
    .await;
}

/// Returns the NATS server for tests and a random subject prefix; `None` if no server is configured (an error in CI).
pub fn nats() -> Option<(NatsAddress, String)> {
    const ADDRESS: &str = "ENTOURAGE_TEST_NATS";
    let Ok(address) = std::env::var(ADDRESS) else {
        assert!(std::env::var("CI").is_err(), "{ADDRESS} is not set");
        eprintln!("skipped: {ADDRESS} is not set");
        return None;
    };
    let own: [u8; 8] = entourage_store::random().unwrap();
    Some((address.parse().unwrap(), format!("test-{:016x}", u64::from_be_bytes(own))))
}

async fn hears_move(socket: &mut Socket, number: usize, text: &str) {
    let news = hear_of(socket, "events").await;
    shows(news, json!({ "from": number, "events/0": { "type": "move", "move": text } }));
}

async fn here(socket: &mut Socket, sides: [bool; 2], watchers: usize) {
    while hear_of(socket, "here").await != json!({ "type": "here", "sides": sides, "watchers": watchers }) {}
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_reach_other_processes_at_once() {
    let Some(nats) = nats() else { return };
    on_postgres(async |address, _| {
        let servers = two(&address, Some(nats), LONG).await;
        let [one, other] = &servers;
        let Apart { sides, watch } = one.create_apart(&[]);
        let mut sockets = [
            follow(one, &sides[0], Some(0)).await,
            follow(other, &sides[1], Some(0)).await,
            follow(other, &watch, Some(0)).await,
        ];
        for socket in &mut sockets {
            here(socket, [true, true], 1).await;
        }
        for (number, text) in line(6).iter().enumerate() {
            servers[number % 2].play(&sides[number % 2], number, text).good();
            for socket in &mut sockets {
                hears_move(socket, number, text).await;
            }
        }
        let [_, _, watching] = sockets;
        drop(watching);
        let mut playing = follow(one, &sides[0], Some(6)).await;
        here(&mut playing, [true, true], 0).await;
    })
    .await;
}

/// A player follows the game on another process than the one that stores the opponent's move, and then hides the page, closes it, or
/// loses the connection.
#[tokio::test(flavor = "multi_thread")]
async fn players_who_leave_on_another_process_are_notified() {
    let Some(nats) = nats() else { return };
    let Some((mailbox, mailing)) = mailing(0) else { return };
    on_postgres(async |address, _| {
        migrate(&address).await.unwrap();
        let config = Config { mail: mailing.mail, address: mailing.address, ..sharing(&address, Some(nats)) };
        let setting = Setting { config, heartbeat: Some(SHORT), by_hand: Some(NOW), ..Setting::default() };
        let [one, other] = [(); 2].map(|()| setting.clone().start());
        let Apart { sides: [first, second], .. } = one.create_apart(&[]);
        one.act(&second, "mail", json!({ "address": "ada@example.org" })).good();
        let token = link(&mailbox.letter(), "mail");
        one.post("/api/mail/confirm", json!({ "token": token })).good();
        let moves = line(6);
        for (turn, leave) in ["hides", "closes", "vanishes"].into_iter().enumerate() {
            let mut socket = follow(&other, &second, Some(2 * turn)).await;
            here(&mut socket, [false, true], 0).await;
            if leave == "hides" {
                send(&mut socket, json!({ "shown": false })).await;
            }
            one.play(&first, 2 * turn, &moves[2 * turn]).good();
            // The socket of a device that has vanished does not answer heartbeats, because nothing reads it.
            let (reading, vanished) = match leave {
                "hides" => (Some(tokio::spawn(async move { while hear(&mut socket).await.is_ok() {} })), None),
                "vanishes" => (None, Some(socket)),
                _ => (None, None),
            };
            says(&letter_after_leaving(&mailbox, &[&one, &other]), "your turn");
            reading.iter().for_each(tokio::task::JoinHandle::abort);
            drop(vanished);
            one.play(&second, 2 * turn + 1, &moves[2 * turn + 1]).good();
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn seeks_are_paired_across_processes() {
    let Some(nats) = nats() else { return };
    on_postgres(async |address, _| {
        let [one, other] = two(&address, Some(nats), LONG).await;
        let mut maker = enter(&one, &['b']).await;
        let mut guest = enter(&other, &[]).await;
        let known = &mut Vec::new();
        hear_seeks(&mut guest, known, 0).await;
        let seek = one.seek('b', json!({})).good()["seek"].clone();
        assert_eq!(hear_seeks(&mut guest, known, 1).await[0]["seek"], seek);
        assert_eq!(other.seek('c', json!({})).good()["state"]["game"], seek);
        assert_eq!(hear_of(&mut maker, "taken").await["seek"], seek);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_reach_other_processes_without_a_bus() {
    // No NATS address, and then an address on which no server listens.
    for nats in [None, Some(("nats://127.0.0.1:9".parse().unwrap(), "test".to_owned()))] {
        on_postgres(async |address, _| {
            let [one, other] = two(&address, nats, SHORT).await;
            let Apart { sides: [first, second], .. } = one.create_apart(&[]);
            let mut socket = follow(&other, &second, Some(0)).await;
            let [text, answer] = first_moves();
            one.play(&first, 0, &text).good();
            hears_move(&mut socket, 0, &text).await;
            other.play(&second, 1, &answer).good();
            hears_move(&mut socket, 1, &answer).await;
        })
        .await;
    }
}

/// Reads a game on both servers, which must report the same number of events.
fn agreed(servers: &[Running; 2], key: &str, events: usize) {
    let [one, other] = [0, 1].map(|index| list(&servers[index].state(key)["events"]));
    assert_eq!(one, other);
    assert_eq!(one.len(), events);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_process_handles_every_request() {
    on_postgres(async |address, _| {
        let servers = two(&address, None, LONG).await;
        let Apart { sides: keys, .. } = servers[0].create_apart(&[]);
        let moves = line(14);
        // Both servers have the game cached, and change it alternately.
        for number in 0..12 {
            servers[(number / 2) % 2].play(&keys[number % 2], number, &moves[number]).good();
            // A retry on the other server does not play another move.
            servers[1 - (number / 2) % 2].play(&keys[number % 2], number, &moves[number]).good();
            agreed(&servers, &keys[0], number + 1);
        }
        // A conditional move that is set on one server is played by the other.
        servers[0].plan(&keys[1], 12, &format!("{} > {}", moves[12], moves[13])).good();
        servers[1].play(&keys[0], 12, &moves[12]).good();
        agreed(&servers, &keys[0], 14);
        let before: Vec<&str> = moves.iter().map(String::as_str).collect();
        let texts = [0, 1].map(|at| legal(&before)[at].clone());
        let key = &keys[0];
        let tasks = servers.iter().zip(&texts).map(|(server, text)| move || server.play(key, 14, text));
        let answers = together(tasks);
        let mut statuses = [answers[0].status, answers[1].status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        agreed(&servers, &keys[0], 15);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn replaced_keys_stop_working_on_every_process() {
    on_postgres(async |address, _| {
        let servers = two(&address, None, LONG).await;
        let [one, other] = &servers;
        let Apart { sides: [host, guest], .. } = one.create_apart(&[]);
        other.state(&guest);
        let renewed = one.renew(&host, "2").word("key");
        assert_eq!(other.try_state(&guest).unwrap().status, 404);
        other.play(&host, 0, &legal(&[])[0]).good();
        agreed(&servers, &renewed, 1);
    })
    .await;
}

/// Submits a definition to one server, publishes it on the other, and asserts that it was tested.
fn is_tried([one, other]: &[Running; 2], name: &str) {
    let id = submitted(one, name);
    let shown = set(other, &id, 'b', "public").good();
    assert!(shown["trial"]["games"].as_u64() >= Some(10), "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn definitions_are_tested_by_a_worker_or_the_server() {
    let Some((nats, prefix)) = nats() else { return };
    on_postgres(async |address, _| {
        let servers = two(&address, Some((nats.clone(), prefix.clone())), LONG).await;
        is_tried(&servers, "alone");
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let worker = tokio::spawn({
            let (nats, prefix) = (nats.clone(), prefix.clone());
            async move { work(&nats, &prefix, Timeouts::default(), 1, async { ended.await.unwrap() }).await }
        });
        // Submit an empty job until it succeeds, which shows that the worker is running.
        let queue = Queue::connect(&nats, &prefix, Timeouts::default()).await.unwrap();
        let nothing = Job::Trial { texts: Vec::new(), games: 1, plies: 1, most_ms: 1 };
        while queue.done(&nothing).await.is_err() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        is_tried(&servers, "helped");
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
async fn sessions_work_and_end_on_every_process() {
    on_postgres(async |address, _| {
        let [one, other] = two(&address, None, SHORT).await;
        let ada = one.join("Ada");
        let there = ada.at(&other);
        assert_eq!(there.account()["name"], "Ada");
        // A passkey ceremony can be completed on another process, but only once.
        let asked = one.post("/api/passkeys", json!({ "purpose": "show" })).good();
        let shown = json!({ "passkey": { "ceremony": asked["ceremony"], "credential": {} } });
        other.enter(shown).fails(422, "passkey");
        let Apart { sides: [first, second], .. } = one.create_apart(&[]);
        let mut friend = follow(&one, &second, Some(0)).await;
        let pass = word(&there.claim(&[&first]).list("passes")[0]);
        assert_eq!(hear_of(&mut friend, "names").await["names"], json!(["Ada", null]));
        assert_eq!(ada.state(&pass)["seat"], "1");
        there.delete("/api/session").good();
        ada.opens_nothing(&pass);
        assert_eq!(ada.account(), Value::Null);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_everywhere_ends_connections_to_other_processes() {
    let Some(nats) = nats() else { return };
    on_postgres(async |address, _| {
        let [one, other] = &two(&address, Some(nats), LONG).await;
        let ada = one.join("Ada");
        let mut socket = enter(&one.sign_in("Ada", PASSWORD).at(other), &[]).await;
        hear_of(&mut socket, "seeks").await;
        ada.delete("/api/sessions").good();
        assert_eq!(closed(&mut socket).await, Some(1001));
    })
    .await;
}
