//! Notifications on devices, against a push service on loopback that opens what it gets by another implementation than the server's.

use std::path::Path;
use std::sync::Arc;

use entourage_server::{Config, DatabaseAddress, MachineTime};
use entourage_store::migrate;
use serde_json::{Value, json};

use crate::common::follow::{follow, hear, legal};
use crate::common::hand_time::HandTime;
use crate::common::member::Member;
use crate::common::push_service::PushService;
use crate::common::{Answer, Apart, Client, Running, persons, spec};
use crate::lobby::{key, wish};
use crate::postgres_server::on_postgres;

const NOW: i64 = 1_800_000_000_000;
const MINUTE: i64 = 60_000;

fn start(data: &Path, time: &Arc<HandTime>, service: &PushService) -> Running {
    Running::start_with(data, Arc::clone(time) as _, service.config())
}

fn keep(client: &Client, body: &Value) -> Answer {
    let headers = [("content-type", "application/json"), ("accept-language", "en")];
    client.send("PUT", "/api/push", &headers, Some(body.to_string().into_bytes())).unwrap()
}

/// Plays a move, the event number `seq`, after some others.
fn play(client: &Client, keys: &Apart, moves: &mut Vec<String>) {
    let before: Vec<&str> = moves.iter().map(String::as_str).collect();
    let text = legal(&before)[0].clone();
    client.play(&keys.sides[moves.len() % 2], moves.len(), &text).good();
    moves.push(text);
}

#[test]
fn a_guest_is_told_of_each_turn_once_and_of_the_end() {
    let Some(service) = PushService::open("") else { return };
    let (data, time) = (tempfile::tempdir().unwrap(), Arc::new(HandTime::at(NOW)));
    let server = start(data.path(), &time, &service);
    let client = &server.client;
    let keys = client.create_apart(&[]);
    let offered = client.get("/api/push", &[]).good();
    let sides = keep(client, &service.browser(0, &[&keys.sides[1], &keys.watch])).good();
    let side = sides["sides"][0].as_str().unwrap().to_owned();
    assert!(side.starts_with('@') && side.ends_with(".2") && sides["sides"][1].is_null(), "{sides}");
    service.is_quiet();
    // Who takes away what their key sees reads there which of their devices are told, and of no others.
    let devices = |key: &str| {
        let export = client.get("/api/game/export", &[("authorization", &format!("Bearer {key}"))]).good();
        export["devices"].as_array().unwrap().clone()
    };
    let [one] = &devices(&keys.sides[1])[..] else { panic!("one device is told") };
    assert_eq!((&one["language"], &one["seen"]), (&json!("en"), &json!(NOW)));
    assert!(one["endpoint"].as_str().unwrap().starts_with(&service.origin()), "{one}");
    assert_eq!((devices(&keys.sides[0]).len(), devices(&keys.watch).len()), (0, 0));

    let mut moves = Vec::new();
    play(client, &keys, &mut moves);
    let told = service.hear();
    assert_eq!(
        (&told["browser"], &told["content-encoding"], &told["urgency"]),
        (&json!(0), &json!("aes128gcm"), &json!("high"))
    );
    // Who sends it, signed: by the key that browsers are told, to this service, for half a day, with whom to turn to.
    assert_eq!(told["key"], offered["key"]);
    let claims =
        json!({ "aud": service.origin(), "exp": NOW / 1000 + 12 * 3600, "sub": "https://play.example.org" });
    assert_eq!(told["claims"], claims);
    assert!(told["topic"].as_str().unwrap().len() == 32 && told["ttl"] == "259200", "{told}");
    let message = &told["message"];
    assert!(message["title"].as_str().unwrap().ends_with(": your turn"), "{told}");
    assert_eq!(message["opens"], side.as_str());
    assert!(message["tag"].as_str().unwrap().ends_with(" 1"), "{told}");
    let text = message.to_string();
    assert!(!keys.sides.iter().any(|key| text.contains(key.as_str())), "no key stands in a message");

    // Not twice in a turn, whatever else happens, and not in the other's.
    client
        .post("/api/game/offer", Some(&keys.sides[0]), &json!({ "seq": 1, "side": 1, "offer": "draw" }))
        .good();
    service.is_quiet();
    client.resign(&keys.sides[0], 2, 1).good();
    let end = service.hear();
    assert!(end["message"]["body"].as_str().unwrap().contains("resigned"), "{end}");
    service.is_quiet();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_at_the_game_is_told_after_a_while_only() {
    let Some(service) = PushService::open("") else { return };
    let (data, time) = (tempfile::tempdir().unwrap(), Arc::new(HandTime::at(NOW)));
    let server = start(data.path(), &time, &service);
    let client = &server.client;
    let keys = client.create_apart(&[]);
    let mut socket = follow(client, &keys.sides[1], None).await;
    hear(&mut socket).await.unwrap();
    keep(client, &service.browser(0, &[&keys.sides[1]])).good();
    play(client, &keys, &mut Vec::new());
    service.is_quiet();
    time.pass(6 * MINUTE);
    service.hear();
    drop(socket);
}

#[test]
fn an_account_is_told_of_its_games_and_challenges_until_its_session_ends() {
    let Some(service) = PushService::open("") else { return };
    let (data, time) = (tempfile::tempdir().unwrap(), Arc::new(HandTime::at(NOW)));
    let server = start(data.path(), &time, &service);
    let client = &server.client;
    let (ada, bob) = (Member::found(client, "Ada").0, Member::found(client, "Bob").0);
    let french = [("accept-language", "fr")];
    ada.ask_with("PUT", "/api/push", &french, Some(&service.browser(1, &[]))).good();
    let days = json!({ "pace": "correspondence grace=3d", "opponent": "Ada", "side": 2 });
    let made = bob.post("/api/seeks", &wish('b', &days)).good();
    let seek = made["seek"].as_str().unwrap();
    let told = service.hear();
    assert_eq!((&told["browser"], &told["message"]["title"]), (&json!(1), &json!("Bob vous défie")));
    assert_eq!(told["message"]["opens"], "lobby");
    service.is_quiet();
    // Of a game that begins she is told, too.
    ada.post("/api/seeks/take", &json!({ "seek": seek, "key": key('c') })).good();
    let told = service.hear();
    assert!(told["message"]["title"].as_str().unwrap().contains("à vous de jouer"), "{told}");
    assert_eq!(told["message"]["opens"], format!("@{seek}.1"));
    // She takes away what is kept of her.
    let kept = ada.get("/api/account/export").good();
    assert_eq!(kept["devices"][0]["endpoint"], service.browser(1, &[])["endpoint"]);
    ada.delete("/api/session").good();
    bob.post("/api/seeks", &wish('d', &json!({ "pace": "correspondence grace=3d", "opponent": "Ada" }))).good();
    service.is_quiet();
}

#[test]
fn what_is_put_off_comes_later_even_after_a_restart_and_who_is_gone_is_forgotten() {
    // It is put off, leads elsewhere, and is put off once more; then it is taken, and the next browser is gone.
    let Some(service) = PushService::open("503,307,429,201,410") else { return };
    let (data, time) = (tempfile::tempdir().unwrap(), Arc::new(HandTime::at(NOW)));
    let server = start(data.path(), &time, &service);
    let (keys, mut moves) = (server.client.create_apart(&[]), Vec::new());
    let offered = server.client.get("/api/push", &[]).good();
    keep(&server.client, &service.browser(0, &[&keys.sides[1]])).good();
    play(&server.client, &keys, &mut moves);
    assert_eq!(service.hear()["status"], 503);
    service.is_quiet();
    time.pass(MINUTE);
    assert_eq!(service.hear()["status"], 307);
    // A redirection is not followed.
    service.is_quiet();
    drop(server);
    let server = start(data.path(), &time, &service);
    assert_eq!(server.client.get("/api/push", &[]).good(), offered, "the key stays");
    service.is_quiet();
    time.pass(2 * MINUTE);
    assert_eq!(service.hear()["status"], 429);
    // What is to be done next is noted once the service has answered, from that moment on.
    service.is_quiet();
    time.pass(4 * MINUTE);
    assert_eq!(service.hear()["status"], 201);
    play(&server.client, &keys, &mut moves);
    play(&server.client, &keys, &mut moves);
    assert_eq!(service.hear()["status"], 410);
    play(&server.client, &keys, &mut moves);
    play(&server.client, &keys, &mut moves);
    service.is_quiet();
    time.pass(60 * MINUTE);
    service.is_quiet();
    // Who comes back is told again, and who stops it is not.
    let browser = service.browser(0, &[&keys.sides[1]]);
    keep(&server.client, &browser).good();
    assert_eq!(service.hear()["status"], 201);
    let stop = json!({ "endpoint": browser["endpoint"] });
    server.client.post("/api/push/stop", None, &stop).good();
    server.client.post("/api/push/stop", None, &stop).good();
    play(&server.client, &keys, &mut moves);
    play(&server.client, &keys, &mut moves);
    service.is_quiet();
}

#[test]
fn only_known_services_are_asked_and_only_what_is_a_key_is_taken() {
    let Some(service) = PushService::open("") else { return };
    let (data, time) = (tempfile::tempdir().unwrap(), Arc::new(HandTime::at(NOW)));
    let server = start(data.path(), &time, &service);
    let client = &server.client;
    let browser = service.browser(0, &[]);
    let with = |name: &str, value: Value| {
        let mut changed = browser.clone();
        changed[name] = value;
        changed
    };
    let endpoint = browser["endpoint"].as_str().unwrap();
    let port = service.origin().rsplit_once(':').unwrap().1.to_owned();
    for bad in [
        "",
        "nowhere",
        "http://127.0.0.1/push/0",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://user@fcm.googleapis.com/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://example.org/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        &format!("http://localhost:{port}/push/0"),
        &format!("https://127.0.0.1:{port}/push/0"),
        &format!("http://user@127.0.0.1:{port}/push/0"),
        &format!("{endpoint}{}", "0".repeat(2000)),
    ] {
        keep(client, &with("endpoint", json!(bad))).fails(422, "endpoint");
    }
    for (name, bad) in
        [("key", ""), ("key", "BA"), ("key", &*"B".repeat(87)), ("secret", ""), ("secret", "AAAA")]
    {
        keep(client, &with(name, json!(bad))).fails(422, "keys");
    }
    keep(client, &with("keys", json!(["x"]))).fails(400, "malformed");
    keep(client, &with("keys", json!(vec!["a".repeat(26); 65]))).fails(400, "malformed");
    keep(client, &browser).good();
    drop(server);
    // Where no public address is named nothing is offered, and nothing is taken.
    let plain = Running::start_with(data.path(), time as _, Config::default());
    assert_eq!(plain.client.get("/api/push", &[]).good(), json!({ "key": null }));
    keep(&plain.client, &browser).fails(422, "no-push");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_processes_one_tells_and_both_are_known_by_one_key() {
    let Some(service) = PushService::open("") else { return };
    on_postgres(async |address, _| {
        migrate(&address).await.unwrap();
        let config = Config { database: Some(DatabaseAddress::Postgres(address.clone())), ..service.config() };
        let servers = [(); 2].map(|()| {
            let nowhere = tempfile::tempdir().unwrap();
            Running::start_with(nowhere.path(), Arc::new(MachineTime::default()), config.clone())
        });
        let [one, other] = &servers;
        let (here, there) =
            (one.client.get("/api/push", &[]).good(), other.client.get("/api/push", &[]).good());
        assert_eq!(here, there);
        let body = json!({ "spec": spec(), "players": persons(), "seats": { "host": 1 } });
        for number in 0..4 {
            let keys = Apart::of(&one.client.post("/api/games", None, &body).good());
            keep(&one.client, &service.browser(number, &[&keys.sides[1]])).good();
            play(&other.client, &keys, &mut Vec::new());
        }
        let mut told: Vec<_> = (0..4).map(|_| service.hear()["browser"].as_u64().unwrap()).collect();
        told.sort();
        assert_eq!(told, [0, 1, 2, 3]);
        // The other process looks as well meanwhile, and finds nothing to tell.
        for _ in 0..4 {
            service.is_quiet();
        }
    })
    .await;
}
