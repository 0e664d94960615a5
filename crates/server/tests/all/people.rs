//! People as others see them: what a profile tells and what it does not, who follows whom, and what a block means.

use serde_json::{Value, json};

use crate::common::follow::legal;
use crate::common::member::Member;
use crate::common::{Apart, Client, Running, persons, spec};
use crate::workshop::{id_of, set, submit, text};

/// A game of two members apart, with the key to either side.
fn game(one: &Member, two: &Member) -> [String; 2] {
    let body = json!({ "spec": spec(), "players": persons(), "seats": { "host": 1 } });
    let keys = Apart::of(&one.post("/api/games", &body).good());
    two.post("/api/account/games", &json!({ "keys": [keys.sides[1]] })).good();
    keys.sides
}

/// Plays two moves and resigns a side.
fn resign(client: &Client, keys: &[String; 2], side: usize) {
    let first = legal(&[])[0].clone();
    client.play(&keys[0], 0, &first).good();
    client.play(&keys[1], 1, &legal(&[&first])[0]).good();
    client.resign(&keys[side - 1], 2, side).good();
}

fn tie(of: &Member, tie: &str, person: &str, stands: bool) -> crate::common::Answer {
    of.post("/api/ties", &json!({ "tie": tie, "person": person, "stands": stands }))
}

#[test]
fn a_profile_counts_games_and_names_none_that_is_not_shown() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let [ada, bob] = ["Ada", "Bob"].map(|name| Member::found(client, name).0);
    let lost = game(&ada, &bob);
    resign(client, &lost, 1);
    resign(client, &game(&ada, &bob), 2);
    game(&ada, &bob);
    let aborted = game(&bob, &ada);
    client.post("/api/game/abort", Some(&aborted[0]), &json!({ "seq": 0, "side": 1 })).good();
    // At one screen, and with a guest.
    ada.post("/api/games", &json!({ "spec": spec(), "players": persons() })).good();
    let told = client.get("/api/people/ADA", &[]).good();
    assert_eq!((&told["name"], &told["role"]), (&json!("Ada"), &Value::Null));
    let counts = ["won", "lost", "drawn", "running"].map(|count| told[count].as_u64().unwrap());
    assert_eq!(counts, [1, 1, 0, 1]);
    assert_eq!(told["favourites"], json!([{ "game": spec(), "name": null, "count": 3 }]));
    assert_eq!(told["opponents"], json!([]), "who plays whom is theirs to tell");
    client.post("/api/game/publication", Some(&lost[0]), &json!({ "public": true })).good();
    let told = client.get("/api/people/Ada", &[]).good();
    assert_eq!(told["opponents"], json!([{ "name": "Bob", "count": 1 }]));
    assert_eq!(
        (&told["own"], &told["followed"], &told["blocked"]),
        (&json!(false), &json!(false), &json!(false))
    );
    assert_eq!(ada.get("/api/people/Ada").good()["own"], true);
    client.get("/api/people/Nobody%20there", &[]).fails(404, "no-person");
    client.get(&format!("/api/people/{}", "a".repeat(2000)), &[]).fails(404, "no-person");
    // A name that is taken away is told no more.
    ada.delete("/api/account").good();
    client.get("/api/people/Ada", &[]).fails(404, "no-person");
}

#[test]
fn a_game_that_is_not_shown_to_everybody_is_nobodys_favourite() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let ada = Member::found(client, "Ada").0;
    let id = id_of(&submit(client, "b", &text("mine")));
    let body = json!({ "spec": id, "players": persons(), "seats": { "host": 1 } });
    ada.post("/api/games", &body).good();
    let told = client.get("/api/people/Ada", &[]).good();
    assert_eq!((&told["running"], &told["favourites"]), (&json!(1), &json!([])));
    set(client, &id, "b", "public").good();
    let told = client.get("/api/people/Ada", &[]).good();
    assert_eq!((&told["favourites"][0]["game"], &told["favourites"][0]["count"]), (&json!(id), &json!(1)));
    assert!(told["favourites"][0]["name"].is_string());
}

#[test]
fn people_follow_each_other_and_list_whom() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let [ada, _bob] = ["Ada", "Bob"].map(|name| Member::found(client, name).0);
    client.get("/api/ties", &[]).fails(401, "signed-out");
    assert_eq!(tie(&ada, "follow", "bob", true).good(), json!({ "follows": ["Bob"], "blocks": [] }));
    assert_eq!(ada.get("/api/people/Bob").good()["followed"], true);
    tie(&ada, "follow", "Ada", true).fails(422, "oneself");
    tie(&ada, "follow", "Nobody there", true).fails(404, "no-person");
    tie(&ada, "marry", "Bob", true).fails(400, "malformed");
    let export = ada.get("/api/account/export").good();
    assert_eq!((&export["ties"]["follows"], &export["measures"]), (&json!(["Bob"]), &json!([])));
    assert_eq!(tie(&ada, "follow", "Bob", false).good()["follows"], json!([]));
}

#[test]
fn who_is_blocked_is_not_heard_and_takes_no_side() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let [ada, eve] = ["Ada", "Eve"].map(|name| Member::found(client, name).0);
    let keys = game(&ada, &eve);
    let say = |key: &str, token: &str| {
        client.post("/api/game/chat", Some(key), &json!({ "token": token, "text": "hello" }))
    };
    tie(&eve, "follow", "Ada", true).good();
    say(&keys[1], "a").good();
    tie(&ada, "block", "Eve", true).good();
    say(&keys[1], "b").fails(403, "blocked");
    say(&keys[0], "a").good();
    assert_eq!(eve.get("/api/ties").good()["follows"], json!([]));
    tie(&eve, "follow", "Ada", true).fails(403, "blocked");
    // Games go on: nobody wins by blocking.
    client.play(&keys[0], 0, &legal(&[])[0]).good();
    let body = json!({ "spec": spec(), "players": persons(), "seats": { "host": 1, "open": true } });
    let open = ada.post("/api/games", &body).good()["state"]["game"].clone();
    let take = |of: &Member, letter: &str| {
        of.post("/api/invitations/take", &json!({ "game": open, "side": 2, "key": letter.repeat(25) + "a" }))
    };
    take(&eve, "b").fails(403, "blocked");
    tie(&ada, "block", "Eve", false).good();
    take(&eve, "c").good();
    say(&keys[1], "b").good();
}
