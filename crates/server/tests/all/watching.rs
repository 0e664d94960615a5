//! Games that are being played and that everybody may watch: both players agree to it before, either takes it back.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::common::follow::legal;
use crate::common::hand_time::HandTime;
use crate::common::{Answer, Client, Running, persons, spec};

/// Long enough for the list to be made anew, in milliseconds.
const ANEW: i64 = 6_000;

fn offer(client: &Client, seats: &Value) -> Answer {
    client.post("/api/games", None, &json!({ "spec": spec(), "players": persons(), "seats": seats }))
}

/// Begins a game that somebody offers and somebody else takes; returns the keys to both sides, and its name.
fn begin(client: &Client, watched: bool, letter: &str) -> ([String; 2], String) {
    let created = offer(client, &json!({ "host": 1, "open": true, "watched": watched })).good();
    let host = created["keys"]["sides"][0].as_str().unwrap().to_owned();
    let name = created["state"]["game"].as_str().unwrap().to_owned();
    let list = client.get("/api/invitations", &[]).good();
    let one = list["invitations"].as_array().unwrap().iter().find(|one| one["game"] == name.as_str()).unwrap();
    assert_eq!(one["watched"], watched, "who comes is told");
    client.get(&format!("/api/published?game={name}"), &[]).fails(404, "no-game");
    let guest = letter.repeat(25) + "a";
    client.post("/api/invitations/take", None, &json!({ "game": name, "side": 2, "key": guest })).good();
    ([host, guest], name)
}

fn listed(client: &Client) -> Vec<Value> {
    client.get("/api/watched", &[]).good()["games"].as_array().unwrap().clone()
}

#[test]
fn games_are_listed_that_both_agreed_to_show_while_they_are_played() {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_790_000_000_000));
    let server = Running::start_at(data.path(), time.clone());
    let client = &server.client;
    assert_eq!(listed(client), Vec::<Value>::new());
    let ([one, two], name) = begin(client, true, "b");
    let ([other, _], _) = begin(client, false, "c");
    time.pass(ANEW);
    assert_eq!(listed(client), Vec::<Value>::new(), "nothing has happened in it");
    for key in [&one, &other] {
        client.play(key, 0, &legal(&[])[0]).good();
    }
    assert_eq!(listed(client), Vec::<Value>::new(), "the list is some seconds old");
    time.pass(ANEW);
    let games = listed(client);
    assert_eq!(games.len(), 1);
    assert_eq!(
        (&games[0]["game"], &games[0]["moves"], &games[0]["pace"], &games[0]["watchers"]),
        (&json!(name), &json!(1), &json!("unlimited"), &json!(0))
    );
    assert_eq!(client.get(&format!("/api/published?game={name}"), &[]).good()["seat"], "watch");
    for key in [&one, &two] {
        let told = client.get("/api/game/publication", &[("authorization", &format!("Bearer {key}"))]);
        assert_eq!(told.good()["public"], json!(name), "who plays sees that it is shown");
        assert!(!games[0].to_string().contains(key.as_str()));
    }
    // A game that has ended is none to watch, nor one that a player takes back.
    client.resign(&two, 1, 2).good();
    time.pass(ANEW);
    assert_eq!(listed(client), Vec::<Value>::new());
    assert_eq!(client.get(&format!("/api/published?game={name}"), &[]).good()["seat"], "watch");
    let ([one, two], name) = begin(client, true, "d");
    client.play(&one, 0, &legal(&[])[0]).good();
    time.pass(ANEW);
    assert_eq!(listed(client)[0]["game"], json!(name));
    client.post("/api/game/publication", Some(&two), &json!({ "public": false })).good();
    client.get(&format!("/api/published?game={name}"), &[]).fails(404, "no-game");
    // What one player shows alone the other has not agreed to list.
    client.post("/api/game/publication", Some(&two), &json!({ "public": true })).good();
    time.pass(ANEW);
    assert_eq!(listed(client), Vec::<Value>::new());
}

#[test]
fn the_list_has_pages_and_ends() {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_790_000_000_000));
    let server = Running::start_at(data.path(), time.clone());
    let client = &server.client;
    let names: Vec<String> = "bcdefghijklmno"
        .chars()
        .map(|letter| {
            let ([host, _], name) = begin(client, true, &letter.to_string());
            time.pass(1);
            client.play(&host, 0, &legal(&[])[0]).good();
            name
        })
        .collect();
    time.pass(ANEW);
    let page = client.get("/api/watched", &[]).good();
    let found: Vec<&str> =
        page["games"].as_array().unwrap().iter().map(|one| one["game"].as_str().unwrap()).collect();
    let newest: Vec<&str> = names.iter().rev().map(String::as_str).collect();
    assert_eq!((&found[..], &page["next"]), (&newest[..12], &json!(newest[11])));
    let rest = client.get(&format!("/api/watched?after={}", newest[11]), &[]).good();
    assert_eq!((rest["games"].as_array().unwrap().len(), &rest["next"]), (2, &Value::Null));
    let gone = client.get(&format!("/api/watched?after={}", "d".repeat(25) + "a"), &[]).good();
    assert_eq!(gone, json!({ "games": [] }));
    client.get("/api/watched?after=x", &[]).fails(404, "no-game");
    // Who is not told of it before cannot agree to it.
    offer(client, &json!({ "host": 1, "watched": true })).fails(422, "combination");
    offer(client, &json!({ "host": 1, "open": true, "watched": "yes" })).fails(400, "malformed");
}
