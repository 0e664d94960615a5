//! Tests the lobby: creating, accepting and withdrawing seeks and challenges.

use crate::common::sockets::{connect, send};
use crate::common::*;

const PACE: &str = "live spare=5m extra=3s";
const DAYS: &str = "correspondence grace=3d";

impl Client {
    pub fn seek(&self, letter: char, more: Value) -> Answer {
        let wish = json!({ "spec": spec(), "key": key(letter), "pace": PACE });
        self.post("/api/seeks", merge(wish, more))
    }

    pub fn take_seek(&self, seek: &Value, letter: char) -> Answer {
        self.post("/api/seeks/take", json!({ "seek": seek, "key": key(letter) }))
    }

    pub fn withdraw(&self, seek: &Value, body: Value) -> Answer {
        self.post(&format!("/api/seeks/{}/withdrawal", word(seek)), body)
    }

    fn seeks(&self) -> Vec<Value> {
        self.get("/api/seeks").list("seeks")
    }
}

pub async fn enter(client: &Client, held: &[char]) -> Socket {
    let mut socket = connect(client, "/api/lobby").await.unwrap();
    let held: Vec<String> = held.iter().map(|letter| key(*letter)).collect();
    send(&mut socket, json!({ "hold": held })).await;
    socket
}

/// Receives the list of seeks and its changes until it has this length; returns the list, newest first.
pub async fn hear_seeks(socket: &mut Socket, known: &mut Vec<Value>, count: usize) -> Vec<Value> {
    loop {
        let news = hear(socket).await.unwrap();
        if news["type"] == "seeks" {
            known.clear();
        }
        if news["type"] == "seeks" || news["type"] == "changes" {
            let is_replaced = |old: &Value| list(&news["seeks"]).iter().any(|seek| seek["seek"] == old["seek"]);
            known.retain(|old| !list(&news["gone"]).contains(&old["seek"]) && !is_replaced(old));
            known.splice(0..0, list(&news["seeks"]));
            if known.len() == count {
                return known.clone();
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn seekers_are_notified_within_a_second() {
    let client: &Client = &Running::new();
    let made = client.seek('b', json!({ "side": 1 }));
    assert_eq!(made.status, 201, "no matching seek");
    let seek = made.good()["seek"].clone();
    let (mut maker, mut other) = (enter(client, &['b']).await, enter(client, &[]).await);
    let known = &mut Vec::new();
    let one = &hear_seeks(&mut other, known, 1).await[0];
    shows(one, json!({ "seek": seek, "side": 2, "name": null, "pace": PACE, "rated": false, "lasts": false }));
    assert_eq!(client.try_state(&key('b')).unwrap().status, 404, "the game has not begun");
    // A returning client can look up all its keys in one request.
    let met = |keys: &[String]| client.post("/api/seeks/met", json!({ "keys": keys }));
    assert_eq!(met(&[key('b'), key('z')]).good(), json!({ "met": [false, false] }));
    client.take_seek(&seek, 'b').fails(403, "oneself");
    shows(client.take_seek(&seek, 'c').good(), json!({ "game": seek, "seat": "2" }));
    assert_eq!(met(&[key('z'), key('b')]).good(), json!({ "met": [false, true] }));
    met(&["x".to_owned()]).fails(400, "malformed");
    met(&vec![key('b'); 65]).fails(400, "malformed");
    assert_eq!(hear_of(&mut maker, "taken").await["seek"], seek);
    hear_seeks(&mut other, known, 0).await;
    shows(client.state(&key('b')), json!({ "seat": "1", "pace": PACE }));
    // A retry returns the game; another client is refused.
    assert_eq!(client.take_seek(&seek, 'c').good()["game"], seek);
    client.take_seek(&seek, 'd').fails(409, "taken");
    client.seek('e', json!({})).good();
    let met = client.seek('f', json!({ "side": 2 }));
    assert_eq!((met.status, &met.good()["state"]["seat"]), (200, &json!("2")));
    assert_eq!(client.state(&key('e'))["seat"], "1");
}

#[test]
fn paired_games_that_do_not_begin_in_time_are_aborted() {
    let client = &Running::by_hand();
    let begun = ['b', 'c'].map(|letter| client.seek(letter, json!({})).good())[1].clone();
    shows(&begun["state"], json!({ "clock/begin": 42_000, "clock/running": null }));
    client.time.pass(42_000);
    assert_eq!(client.judged(1).len(), 1, "although no player has arrived");
    shows(client.state(&key('b')), json!({ "status": "aborted", "lapsed": true }));
}

#[tokio::test(flavor = "multi_thread")]
async fn live_seeks_end_with_their_connection_and_others_stay() {
    let client: &Client = &Running::new();
    client.seek('b', json!({})).good();
    let lasting = client.seek('c', json!({ "pace": DAYS })).good()["seek"].clone();
    let maker = enter(client, &['b', 'c']).await;
    let mut other = enter(client, &[]).await;
    let known = &mut Vec::new();
    hear_seeks(&mut other, known, 2).await;
    drop(maker);
    shows(&hear_seeks(&mut other, known, 1).await[0], json!({ "seek": lasting, "lasts": true }));
    client.withdraw(&lasting, json!({})).fails(404, "unknown");
    client.withdraw(&lasting, json!({ "key": key('d') })).fails(404, "unknown");
    client.withdraw(&lasting, json!({ "key": key('c') })).good();
    hear_seeks(&mut other, known, 0).await;
    send(&mut other, json!({})).await;
    while let Ok(news) = hear(&mut other).await {
        assert_eq!(news["type"], "beat");
    }
}

#[test]
fn seeks_show_whom_they_are_for() {
    let client: &Client = &Running::new();
    let [ada, bob] = members(client, ["Ada", "Bob"]);
    let rated = |more: Value| merge(json!({ "rated": true }), more);
    client.seek('b', rated(json!({}))).fails(403, "guest");
    ada.seek('b', rated(json!({ "lowest": 1600, "highest": 1500 }))).fails(422, "range");
    ada.seek('b', json!({ "lowest": 1500 })).fails(422, "range");
    ada.seek('b', rated(json!({ "pace": "unlimited" }))).fails(422, "rated");
    ada.seek('b', rated(json!({ "degree": "free" }))).fails(422, "rated");
    let seek = ada.seek('b', rated(json!({ "lowest": 1600 }))).good()["seek"].clone();
    let one = &client.seeks()[0];
    shows(one, json!({ "name": "Ada", "lowest": 1600, "highest": null }));
    assert_eq!(one["rating"], json!({ "rating": 1500, "deviation": 350, "provisional": true }));
    client.take_seek(&seek, 'c').fails(403, "guest");
    ada.take_seek(&seek, 'c').fails(403, "oneself");
    bob.take_seek(&seek, 'c').fails(403, "range");
    bob.withdraw(&seek, json!({})).fails(404, "unknown");
    ada.withdraw(&seek, json!({})).good();
    assert_eq!(client.seeks(), Vec::<Value>::new());
    // Two rated seeks are paired, and the players have names.
    ada.seek('b', rated(json!({}))).good();
    let met = bob.seek('d', rated(json!({}))).good()["state"].clone();
    let mut names = [0, 1].map(|side| word(&met["names"][side]));
    names.sort_unstable();
    assert_eq!((names, &met["rated"]), (["Ada", "Bob"].map(str::to_owned), &json!(true)));
    ada.seek('b', json!({})).fails(409, "taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn players_are_challenged_by_name() {
    let client: &Client = &Running::new();
    let [ada, bob, eve] = members(client, ["Ada", "Bob", "Eve"]);
    let mut called = enter(&bob, &[]).await;
    assert_eq!(hear_of(&mut called, "challenges").await["challenges"], json!([]));
    let to = |name: &str| json!({ "opponent": name, "pace": DAYS });
    client.seek('b', to("Bob")).fails(403, "guest");
    ada.seek('b', to("Ada")).fails(403, "oneself");
    ada.seek('b', to("Nobody")).fails(422, "nobody");
    let seek = ada.seek('b', to("bob")).good()["seek"].clone();
    let heard = hear_of(&mut called, "challenges").await["challenges"].clone();
    shows(&heard[0], json!({ "seek": seek, "name": "Ada", "opponent": "Bob" }));
    assert_eq!(client.seeks(), Vec::<Value>::new(), "challenges are private");
    assert_eq!(eve.get("/api/challenges").good()["seeks"], json!([]));
    client.get("/api/challenges").fails(401, "signed-out");
    eve.take_seek(&seek, 'c').fails(403, "challenge");
    assert_eq!(bob.take_seek(&seek, 'c').good()["game"], seek);
    let seek = ada.seek('d', to("Bob")).good()["seek"].clone();
    eve.withdraw(&seek, json!({})).fails(404, "unknown");
    bob.withdraw(&seek, json!({})).good();
    assert_eq!(ada.get("/api/challenges").good()["seeks"], json!([]));
}

#[test]
fn open_seeks_are_limited_per_address_and_account() {
    let client = &Running::new();
    let ada = client.join("Ada");
    let made: Vec<u16> =
        "bcdfghjklmno".chars().map(|letter| ada.seek(letter, json!({ "side": 1 })).status).collect();
    assert!(made.iter().filter(|status| **status == 201).count() <= 10, "{made:?}");
    assert!(matches!(made.last(), Some(422 | 429)), "{made:?}");
    let open = client.create_with(json!({ "seats": { "host": 1, "open": true } }));
    assert!(matches!(open.status, 201 | 429));
}
