//! Tests ratings: agreement before a rated game, ratings during and after the game, and leaderboards.

use crate::common::*;
use crate::workshop::{later_than, set, submitted};

const PACE: &str = "live spare=5m extra=3s";

fn offer(of: &Client, more: Value) -> Answer {
    let seats = json!({ "host": 1, "open": true, "rated": true });
    of.create_with(merge(json!({ "seats": seats, "pace": PACE }), more))
}

fn pass(game: &Value, side: usize) -> String {
    format!("@{}.{side}", word(&game["game"]))
}

fn rematch(member: &Client, game: &Value, side: usize) -> Answer {
    let pass = pass(game, side);
    let seq = member.state(&pass)["seq"].as_u64().unwrap() as usize;
    member.offer(&pass, seq, side, "rematch")
}

fn leaders(client: &Client, game: &str) -> Vec<Value> {
    client.get(&format!("/api/ratings/leaders?game={game}&class=blitz")).list("leaders")
}

#[tokio::test(flavor = "multi_thread")]
async fn rated_games_change_ratings_at_their_end() {
    let client = &Running::new();
    let [ada, bob] = members(client, ["Ada", "Bob"]);
    assert!(leaders(client, spec()).is_empty());
    let game = offer(&ada, json!({})).good()["state"].clone();
    assert_eq!(game["rated"], true);
    assert_eq!(client.get("/api/invitations").list("invitations")[0]["rated"], true);
    client.take(&game["game"], 2, &key('b')).fails(403, "guest");
    ada.take(&game["game"], 2, &key('c')).fails(403, "oneself");
    let taken = bob.take(&game["game"], 2, &key('d')).good();
    let new = json!({ "rating": 1500, "deviation": 350, "provisional": true });
    assert_eq!(taken["ratings"], json!([new, new]));
    // The seats cannot be given to another player.
    ada.renew(&pass(&game, 1), "2").fails(422, "rated");
    ada.renew(&pass(&game, 1), "watch").good();
    let mut socket = follow(client, &key('d'), Some(0)).await;
    assert_eq!(hear_of(&mut socket, "ratings").await["ratings"], json!([new, new]));
    for (seq, (of, text)) in [&ada, &bob].into_iter().zip(line(2)).enumerate() {
        of.play(&pass(&game, seq + 1), seq, &text).good();
    }
    ada.resign(&pass(&game, 1), 2, 1).good();
    let told = hear_of(&mut socket, "ratings").await["ratings"].clone();
    shows(&told, json!({ "0/change": -162, "1/change": 162, "1/rating": 1662, "1/provisional": true }));
    let mut state = ada.state(&pass(&game, 1));
    assert_eq!(state["ratings"], told);
    state["clock"].take();
    for stale in [ada.play(&pass(&game, 1), 0, "pass"), ada.plan(&pass(&game, 1), 9, "")] {
        stale.fails(409, "conflict");
        let mut conflict = stale.json()["state"].clone();
        conflict["clock"].take();
        assert_eq!(conflict, state, "a conflict carries the same state as GET");
    }
    assert!(leaders(client, spec()).is_empty(), "provisional ratings are not ranked");
    let pools = client.get("/api/ratings").good();
    assert_eq!(pools, json!({ "pools": [{ "game": spec(), "class": "blitz", "players": 2 }] }));
    let history = client.get("/api/people/ada/ratings").good();
    assert_eq!(list(&history["curves"]).len(), 1);
    shows(&history["curves"][0], json!({ "game": spec(), "class": "blitz", "points/0/rating": 1338 }));
    assert_eq!(client.get("/api/people/bob/ratings").good()["curves"][0]["points"][0]["rating"], 1662);
    client.get("/api/people/nobody/ratings").fails(404, "no-person");
    rematch(&ada, &game, 1).good();
    rematch(&bob, &game, 2).good();
    let state = ada.state(&ada.next(&pass(&game, 1)).word("key"));
    shows(state, json!({ "rated": true, "ratings/1/rating": 1338 }));
}

#[test]
fn only_eligible_games_are_rated() {
    let client = &Running::new();
    let ada = client.join("Ada");
    offer(client, json!({})).fails(403, "guest");
    let start = offer(&ada, json!({})).good()["state"]["start"].clone();
    offer(&ada, json!({ "position": start })).good();
    // A spec that fixes the starting position instead of drawing it at random is not eligible.
    let registry = Registry::built_in();
    let drawn = registry.games().iter().find_map(|game| {
        let info = registry.open(game).unwrap().info(Language::English);
        let mut choices = info.options.iter().flat_map(|option| &option.choices);
        choices.find(|choice| choice.draws.is_some()).map(|choice| format!("{game}:{}=7", choice.code))
    });
    for refused in [
        json!({ "pace": "unlimited" }),
        json!({ "degree": "warned" }),
        json!({ "moves": line(1) }),
        json!({ "seats": { "host": 1, "rated": true } }),
        json!({ "spec": drawn.expect("no game has random starts") }),
    ] {
        offer(&ada, refused).fails(422, "rated");
    }
    let game = offer(&ada, json!({ "seats": { "host": 1, "open": true } })).good();
    shows(&game["state"], json!({ "rated": false, "ratings": [null, null] }));
    client.get("/api/ratings/leaders?game=x&class=bullet").fails(400, "malformed");
    client.get("/api/ratings/leaders?game=x").fails(400, "malformed");
    let none = client.get("/api/ratings/leaders?game=x&class=rapid&from=9").good();
    assert_eq!(none, json!({ "leaders": [] }));
}

#[test]
fn user_written_games_are_rated_while_listed() {
    let client = &Running::new();
    let [ada, bob, mo] = members(client, ["Ada", "Bob", "Mo"]);
    let id = submitted(client, "mine");
    let later = later_than(client, &id, "mine2");
    set(client, &later, 'b', "public").good();
    let seek = |of: &Client, letter: char, spec: &str| of.seek(letter, json!({ "spec": spec, "rated": true }));
    let tournament = |spec: &str| {
        let terms = json!({ "name": "Cup", "kind": "round-robin", "spec": spec, "rated": true, "terms": {} });
        ada.post("/api/tournaments", merge(terms, json!({ "pace": PACE })))
    };
    let refuses = |spec: &str| {
        offer(&ada, json!({ "spec": spec })).fails(422, "unlisted");
        seek(&ada, 's', spec).fails(422, "unlisted");
        tournament(spec).fails(422, "unlisted");
    };
    refuses(&id);
    let measure = |of: &Client, body: Value| of.post("/api/measures", merge(json!({ "reason": "Read" }), body));
    let list =
        |of: &Client, act: &str, definition: &str| measure(of, json!({ "act": act, "definition": definition }));
    // Moderators can list the definition once it is public.
    list(&ada, "list", &id).fails(403, "role");
    appoint(client.data(), "Mo", Role::Moderator);
    list(&mo, "list", &id).fails(422, "not-shown");
    list(&mo, "list", "@sha256-none").fails(404, "no-definition");
    list(&mo, "unlist", &id).fails(409, "listed");
    for odd in [
        json!({ "act": "list" }),
        json!({ "act": "list", "definition": id, "person": "Ada" }),
        json!({ "act": "mute", "definition": id, "person": "Ada" }),
    ] {
        measure(&mo, odd).fails(400, "malformed");
    }
    list(&mo, "list", &id).fails(422, "not-shown");
    set(client, &id, 'b', "public").good();
    list(&mo, "list", &id).good();
    list(&mo, "list", &id).fails(409, "listed");
    let shown = client.get("/api/gallery?sort=rated").list("games");
    assert!(shown.len() == 1 && shown[0]["id"] == *id, "{shown:?}");
    assert_eq!(client.get(&format!("/api/definitions/{id}")).good()["listed"], true);
    let entry = &mo.get("/api/measures").list("measures")[0];
    shows(entry, json!({ "kind": "list", "detail": id, "author": "Mo" }));
    // Listing applies only to this version, not to later versions.
    refuses(&later);
    assert_eq!(seek(&ada, 's', &id).status, 201);
    let met = &seek(&bob, 't', &id).good()["state"];
    shows(met, json!({ "rated": true, "spec": id }));
    let (one, two) = if met["seat"] == "2" { (&ada, &bob) } else { (&bob, &ada) };
    one.play(&pass(met, 1), 0, "b2b3").good();
    two.play(&pass(met, 2), 1, "b4b3").good();
    one.resign(&pass(met, 1), 2, 1).good();
    let ratings = || one.state(&pass(met, 1))["ratings"].clone();
    shows(ratings(), json!({ "1/rating": 1662 }));
    assert_eq!(client.get("/api/ratings").list("pools")[0]["game"], json!(id));
    tournament(&id).word("tournament");

    // Ratings remain after the definition is unlisted, but no new game can be rated, not even a rematch.
    list(&mo, "unlist", &id).good();
    refuses(&id);
    rematch(one, met, 1).good();
    rematch(two, met, 2).fails(422, "unlisted");
    shows(ratings(), json!({ "1/rating": 1662 }));
    assert_eq!(one.state(&pass(met, 1))["rated"], true);
    // Games of a listed definition that is private again are not rated either.
    list(&mo, "list", &id).good();
    set(client, &id, 'b', "private").good();
    refuses(&id);
}
