//! Tests profiles, following and blocking.

use crate::common::*;
use crate::finished::play;
use crate::workshop::{set, submitted};

fn game(one: &Client, two: &Client) -> [String; 2] {
    let sides = one.create_apart(&[]).sides;
    two.claim(&[&sides[1]]).good();
    sides
}

fn tie(of: &Client, tie: &str, person: &str, stands: bool) -> Answer {
    of.post("/api/ties", json!({ "tie": tie, "person": person, "stands": stands }))
}

#[test]
fn profiles_count_games_and_show_only_public_ones() {
    let client = &Running::new();
    let [ada, bob] = members(client, ["Ada", "Bob"]);
    let lost = game(&ada, &bob);
    play(client, &lost, 2, 1);
    play(client, &game(&ada, &bob), 2, 2);
    game(&ada, &bob);
    client.abort(&game(&bob, &ada)[0], 0, 1).good();
    // A game on one device does not count.
    ada.create(&[]);
    let told = client.get("/api/people/ADA").good();
    shows(&told, json!({ "name": "Ada", "role": null, "won": 1, "lost": 1, "drawn": 0, "running": 1 }));
    // The profile names no opponents.
    let favourite = json!({ "game": spec(), "name": null, "count": 3 });
    shows(&told, json!({ "favourites": [favourite], "opponents": [] }));
    client.publish(&lost[0], true).good();
    let told = client.get("/api/people/Ada").good();
    assert_eq!(told["opponents"], json!([{ "name": "Bob", "count": 1 }]));
    shows(&told, json!({ "own": false, "followed": false, "blocked": false }));
    assert_eq!(ada.get("/api/people/Ada").good()["own"], true);
    client.get("/api/people/Nobody%20there").fails(404, "no-person");
    client.get(&format!("/api/people/{}", "a".repeat(2000))).fails(404, "no-person");
    ada.delete("/api/account").good();
    client.get("/api/people/Ada").fails(404, "no-person");
}

#[test]
fn private_games_are_not_listed_as_favourites() {
    let client = &Running::new();
    let ada = client.join("Ada");
    let id = submitted(client, "mine");
    ada.apart_with(json!({ "spec": id }));
    shows(client.get("/api/people/Ada").good(), json!({ "running": 1, "favourites": [] }));
    set(client, &id, 'b', "public").good();
    let favourite = &client.get("/api/people/Ada").list("favourites")[0];
    shows(favourite, json!({ "game": id, "count": 1 }));
    assert!(favourite["name"].is_string());
}

#[test]
fn players_follow_and_list_each_other() {
    let client = &Running::new();
    let [ada, _bob] = members(client, ["Ada", "Bob"]);
    client.get("/api/ties").fails(401, "signed-out");
    assert_eq!(tie(&ada, "follow", "bob", true).good(), json!({ "follows": ["Bob"], "blocks": [] }));
    assert_eq!(ada.get("/api/people/Bob").good()["followed"], true);
    tie(&ada, "follow", "Ada", true).fails(422, "oneself");
    tie(&ada, "follow", "Nobody there", true).fails(404, "no-person");
    tie(&ada, "marry", "Bob", true).fails(400, "malformed");
    shows(ada.get("/api/account/export").good(), json!({ "ties/follows": ["Bob"], "measures": [] }));
    assert_eq!(tie(&ada, "follow", "Bob", false).good()["follows"], json!([]));
}

#[test]
fn blocked_players_cannot_chat_or_join() {
    let client = &Running::new();
    let [ada, eve] = members(client, ["Ada", "Eve"]);
    let keys = game(&ada, &eve);
    tie(&eve, "follow", "Ada", true).good();
    client.chat(&keys[1], "a", "hello").good();
    tie(&ada, "block", "Eve", true).good();
    client.chat(&keys[1], "b", "hello").fails(403, "blocked");
    client.chat(&keys[0], "a", "hello").good();
    assert_eq!(eve.get("/api/ties").good()["follows"], json!([]));
    tie(&eve, "follow", "Ada", true).fails(403, "blocked");
    // Games in progress continue after a block.
    client.play(&keys[0], 0, &legal(&[])[0]).good();
    let open = ada.create_with(json!({ "seats": { "host": 1, "open": true } })).good()["state"]["game"].clone();
    eve.take(&open, 2, &key('b')).fails(403, "blocked");
    tie(&ada, "block", "Eve", false).good();
    eve.take(&open, 2, &key('c')).good();
    client.chat(&keys[1], "b", "hello").good();
}
