//! Games that begin elsewhere than at the start: seats, invitations, rematches; and refusals in the names of squares that a person reads.

use entourage_registry::Registry;
use serde_json::{Value, json};

use crate::common::{Apart, Running, persons};

/// Returns a position of a game after so many random moves.
fn position(game: &str, plies: usize) -> String {
    Registry::built_in().open(game).unwrap().opening(plies, 5).position_text()
}

#[test]
fn every_game_begins_from_a_position_for_two_apart_and_again() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    for game in Registry::built_in().games() {
        let start = position(game, 4);
        let body = json!({ "spec": game, "position": start, "players": persons(), "seats": { "host": 1 } });
        let Apart { sides: [one, two], watch } = Apart::of(&client.post("/api/games", None, &body).good());
        for key in [&one, &two, &watch] {
            let state = client.state(key);
            assert_eq!((&state["start"], &state["seq"]), (&json!(start), &json!(0)), "{game}");
        }
        // Its links can be replaced, as nothing has happened yet.
        client.post("/api/game/keys", Some(&one), &json!({ "seat": "watch" })).good();
        let side = client.state(&one)["status"].as_str().map(str::to_owned);
        assert!(side.is_some());
        client.post("/api/game/resign", Some(&one), &json!({ "seq": 0, "side": 1 })).good();
        let offer = json!({ "seq": 1, "side": 1, "offer": "rematch" });
        client.post("/api/game/offer", Some(&one), &offer).good();
        client.post("/api/game/rematch", Some(&two), &json!({ "seq": 2 })).good();
        let next = client.post("/api/game/next", Some(&two), &json!({})).good();
        let again = client.state(next["key"].as_str().unwrap());
        assert_eq!((&again["start"], &again["seat"]), (&json!(start), &json!("1")), "{game}");
    }
}

#[test]
fn an_invitation_tells_its_position_unless_it_is_the_start() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    for game in Registry::built_in().games() {
        let seats = json!({ "host": 2, "open": true });
        let usual = json!({ "spec": game, "players": persons(), "seats": seats });
        let mut other = usual.clone();
        other["position"] = position(game, 3).into();
        for body in [usual, other] {
            client.post("/api/games", None, &body).good();
            let list = client.get("/api/invitations", &[]).good()["invitations"].as_array().unwrap().clone();
            let listed = |one: &&Value| one["spec"] == *game && one["position"] == body["position"];
            assert_eq!(list.iter().filter(listed).count(), 1, "{game}: {list:?}");
        }
    }
}

#[test]
fn a_game_played_elsewhere_goes_on_with_its_moves() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    for game in Registry::built_in().games() {
        let moves = Registry::built_in().open(game).unwrap().opening(5, 2).moves();
        let computer = json!([{ "kind": "human" }, { "kind": "computer", "level": 1 }]);
        for players in [persons(), computer] {
            let body = json!({ "spec": game, "moves": moves, "players": players });
            let state = &client.post("/api/games", None, &body).good()["state"];
            assert_eq!((&state["moves"], &state["seq"]), (&json!(moves), &json!(moves.len())), "{game}");
        }
    }
}

#[test]
fn a_game_whose_key_its_sender_has_drawn_is_created_once() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let [key, other] = ["a", "q"].map(|letter| letter.repeat(26));
    let computer = json!([{ "kind": "human" }, { "kind": "computer", "level": 1 }]);
    for (game, key) in Registry::built_in().games().iter().zip(["a", "e", "i", "m"]) {
        let moves = Registry::built_in().open(game).unwrap().opening(3, 2).moves();
        let key = key.repeat(26);
        let body = json!({ "spec": game, "moves": moves[..2], "players": computer, "key": key });
        let created = client.post("/api/games", None, &body).good();
        assert_eq!((&created["id"], &created["state"]["seq"]), (&json!(key), &json!(2)), "{game}");
        client.play(&key, 2, &moves[2]).good();
        // The answer was lost: the same game is told as it stands by now.
        let again = client.post("/api/games", None, &body).good();
        assert_eq!((&again["id"], &again["state"]), (&json!(key), &client.state(&key)), "{game}");
        // Another game has another key.
        let mut different = body.clone();
        different["moves"] = json!([]);
        client.post("/api/games", None, &different).fails(409, "taken");
    }
    let Apart { sides: [one, _], watch } = client.create_apart(&[]);
    for taken in [&one, &watch] {
        let body = json!({ "spec": crate::common::spec(), "players": persons(), "key": taken });
        client.post("/api/games", None, &body).fails(409, "taken");
    }
    let body = json!({ "spec": crate::common::spec(), "players": persons(), "key": key[1..] });
    client.post("/api/games", None, &body).fails(400, "malformed");
    let body =
        json!({ "spec": crate::common::spec(), "players": persons(), "key": other, "seats": { "host": 1 } });
    client.post("/api/games", None, &body).fails(422, "combination");
    assert_eq!(client.try_state(&other).unwrap().status, 404);
}

#[test]
fn refusals_name_squares_as_the_person_reads_them() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let id = client.create(&[]);
    // What stands on our a11, their a1, cannot go there.
    let bad = json!({ "seq": 0, "move": "a11a7" });
    let [ours, theirs, odd] = ["", "?squares=courier", "?squares=x&lang=en"]
        .map(|query| client.post(&format!("/api/game/moves{query}"), Some(&id), &bad).fails(422, "refused"));
    assert!(ours.contains("a11") && !theirs.contains("a11") && theirs.contains("a1 "), "{ours} {theirs}");
    assert_eq!(odd, ours);
    let french = client.post("/api/game/moves?lang=fr&squares=courier", Some(&id), &bad).fails(422, "refused");
    assert!(french.contains("a1 ") && !french.contains("a11") && french != theirs, "{french}");
    // The next who asks hears their own names again.
    assert_eq!(client.post("/api/game/moves", Some(&id), &bad).fails(422, "refused"), ours);

    let create = json!({ "spec": "toddler", "moves": ["a11a7"], "players": persons() });
    let theirs = client.post("/api/games?squares=courier", None, &create).fails(422, "refused");
    assert!(theirs.contains("a1 ") && !theirs.contains("a11"), "{theirs}");

    let seats = json!({ "spec": "toddler", "players": persons(), "seats": { "host": 2 } });
    let Apart { sides: [_, two], .. } = Apart::of(&client.post("/api/games", None, &seats).good());
    let plan = json!({ "seq": 0, "plan": "a11a7 > e3e4" });
    let theirs = client.post("/api/game/plan?squares=courier", Some(&two), &plan).fails(422, "plan");
    assert!(theirs.contains("a1 "), "{theirs}");
}
