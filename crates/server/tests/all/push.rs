//! Tests push notifications with a push service on loopback that decrypts messages with an independent implementation.

use entourage_store::migrate;

use crate::common::push_service::PushService;
use crate::common::*;
use crate::postgres_server::on_postgres;
use crate::processes::sharing;

/// Starts a push service that first responds with the statuses `answers`, and a server that uses the service.
fn pushed(answers: &str) -> Option<(PushService, Running)> {
    let service = PushService::open(answers)?;
    let server = Running::by_hand_with(service.config());
    Some((service, server))
}

fn keep(client: &Client, body: &Value) -> Answer {
    client.put("/api/push", body)
}

fn play(client: &Client, keys: &Apart, number: usize) {
    client.play(&keys.sides[number % 2], number, &line(number + 1)[number]).good();
}

#[test]
fn guests_are_notified_of_each_turn_once_and_of_the_end() {
    let Some((service, client)) = pushed("") else { return };
    let client = &client;
    let keys = client.create_apart(&[]);
    let [one, two] = &keys.sides;
    let offered = client.get("/api/push").good();
    let english = client.with("accept-language", "en");
    let sides = keep(&english, &service.browser(0, &[two, &keys.watch])).list("sides");
    let side = word(&sides[0]);
    assert!(side.starts_with('@') && side.ends_with(".2") && sides[1].is_null(), "{sides:?}");
    service.is_quiet();
    // The export with a key lists only the devices that are notified about the side of that key.
    let devices = |key: &str| client.read(key, "export").list("devices");
    let [device] = &devices(two)[..] else { panic!("expected one device") };
    shows(device, json!({ "language": "en", "seen": NOW }));
    assert!(word(&device["endpoint"]).starts_with(&service.origin()), "{device}");
    assert_eq!((devices(one).len(), devices(&keys.watch).len()), (0, 0));

    play(client, &keys, 0);
    let told = service.hear();
    shows(&told, json!({ "browser": 0, "content-encoding": "aes128gcm", "urgency": "high" }));
    // The token is signed with the advertised key. It names this service, expires in twelve hours, and has a contact.
    let claims =
        json!({ "aud": service.origin(), "exp": NOW / 1000 + 12 * 3600, "sub": "https://play.example.org" });
    shows(&told, json!({ "key": offered["key"], "claims": claims, "ttl": "259200", "message/opens": side }));
    assert_eq!(word(&told["topic"]).len(), 32);
    let message = &told["message"];
    assert!(
        word(&message["title"]).ends_with(": your turn") && word(&message["tag"]).ends_with(" 1"),
        "{told}"
    );
    let text = message.to_string();
    assert!(!keys.sides.iter().any(|key| text.contains(key.as_str())), "the message contains a key");

    // A player is notified once per turn, whatever else happens, and not on the opponent's turn.
    client.offer(one, 1, 1, "draw").good();
    service.is_quiet();
    client.resign(one, 2, 1).good();
    let end = service.hear();
    assert!(word(&end["message"]["body"]).contains("resigned"), "{end}");
    service.is_quiet();
}

#[tokio::test(flavor = "multi_thread")]
async fn present_players_are_notified_after_a_while() {
    let Some((service, client)) = pushed("") else { return };
    let keys = client.create_apart(&[]);
    let mut socket = follow(&client, &keys.sides[1], None).await;
    hear(&mut socket).await.unwrap();
    keep(&client, &service.browser(0, &[&keys.sides[1]])).good();
    play(&client, &keys, 0);
    service.is_quiet();
    client.time.pass(6 * MINUTE);
    service.hear();
}

#[test]
fn accounts_are_notified_of_games_and_challenges_while_signed_in() {
    let Some((service, client)) = pushed("") else { return };
    let [ada, bob] = members(&client, ["Ada", "Bob"]);
    keep(&ada.with("accept-language", "fr"), &service.browser(1, &[])).good();
    let days = json!({ "pace": "correspondence grace=3d", "opponent": "Ada", "side": 2 });
    let seek = bob.seek('b', days).good()["seek"].clone();
    let told = service.hear();
    shows(told, json!({ "browser": 1, "message/title": "Bob vous défie", "message/opens": "lobby" }));
    service.is_quiet();
    // The user is also notified of new games.
    ada.take_seek(&seek, 'c').good();
    let told = service.hear();
    assert!(word(&told["message"]["title"]).contains("à vous de jouer"), "{told}");
    assert_eq!(told["message"]["opens"], format!("@{}.1", word(&seek)));
    let kept = ada.get("/api/account/export").good();
    assert_eq!(kept["devices"][0]["endpoint"], service.browser(1, &[])["endpoint"]);
    ada.delete("/api/session").good();
    bob.seek('d', json!({ "pace": "correspondence grace=3d", "opponent": "Ada" })).good();
    service.is_quiet();
}

#[test]
fn deferred_notifications_are_retried_and_gone_subscriptions_deleted() {
    // Notifications are deferred, redirected and deferred again, then accepted; finally the subscription is gone.
    let Some((service, mut server)) = pushed("503,307,429,201,410") else { return };
    let keys = server.create_apart(&[]);
    let offered = server.get("/api/push").good();
    let browser = service.browser(0, &[&keys.sides[1]]);
    keep(&server, &browser).good();
    play(&server, &keys, 0);
    assert_eq!(service.hear()["status"], 503);
    service.is_quiet();
    server.time.pass(MINUTE);
    assert_eq!(service.hear()["status"], 307);
    // Redirects are not followed.
    service.is_quiet();
    server.restart();
    assert_eq!(server.get("/api/push").good(), offered, "the key changed");
    service.is_quiet();
    server.time.pass(2 * MINUTE);
    assert_eq!(service.hear()["status"], 429);
    // The next attempt is scheduled from the time of the response.
    service.is_quiet();
    server.time.pass(4 * MINUTE);
    assert_eq!(service.hear()["status"], 201);
    play(&server, &keys, 1);
    play(&server, &keys, 2);
    assert_eq!(service.hear()["status"], 410);
    play(&server, &keys, 3);
    play(&server, &keys, 4);
    service.is_quiet();
    server.time.pass(HOUR);
    service.is_quiet();
    // A browser that subscribes again is notified until it unsubscribes.
    keep(&server, &browser).good();
    assert_eq!(service.hear()["status"], 201);
    let stop = json!({ "endpoint": browser["endpoint"] });
    server.post("/api/push/stop", &stop).good();
    server.post("/api/push/stop", &stop).good();
    play(&server, &keys, 5);
    play(&server, &keys, 6);
    service.is_quiet();
}

#[test]
fn unknown_services_and_invalid_keys_are_refused() {
    let Some((service, mut server)) = pushed("") else { return };
    let browser = service.browser(0, &[]);
    let with = |name: &str, value: Value| keep(&server, &merge(browser.clone(), json!({ name: value })));
    let port = service.origin().rsplit_once(':').unwrap().1.to_owned();
    // The unit tests of endpoints cover more cases.
    for bad in ["", "https://example.org/x", &format!("http://user@127.0.0.1:{port}/push/0")] {
        with("endpoint", json!(bad)).fails(422, "endpoint");
    }
    for (name, bad) in
        [("key", ""), ("key", "BA"), ("key", &*"B".repeat(87)), ("secret", ""), ("secret", "AAAA")]
    {
        with(name, json!(bad)).fails(422, "keys");
    }
    with("keys", json!(["x"])).fails(400, "malformed");
    with("keys", json!(vec!["a".repeat(26); 65])).fails(400, "malformed");
    keep(&server, &browser).good();
    // Without a public address, push is not offered.
    server.setting.config = Config::default();
    server.restart();
    assert_eq!(server.get("/api/push").good(), json!({ "key": null }));
    keep(&server, &browser).fails(422, "no-push");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_send_each_notification_once_with_one_key() {
    let Some(service) = PushService::open("") else { return };
    on_postgres(async |address, _| {
        migrate(&address).await.unwrap();
        let config = Config { database: sharing(&address, None).database, ..service.config() };
        let [one, other] = [(); 2].map(|()| Running::with(config.clone()));
        assert_eq!(one.get("/api/push").good(), other.get("/api/push").good());
        for number in 0..4 {
            let keys = one.create_apart(&[]);
            keep(&one, &service.browser(number, &[&keys.sides[1]])).good();
            play(&other, &keys, 0);
        }
        let mut told: Vec<_> = (0..4).map(|_| service.hear()["browser"].as_u64().unwrap()).collect();
        told.sort();
        assert_eq!(told, [0, 1, 2, 3]);
        // The other process also looks for notifications, but finds none to send.
        for _ in 0..4 {
            service.is_quiet();
        }
    })
    .await;
}
