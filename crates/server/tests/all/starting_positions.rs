//! Tests games from other starting positions (seats, invitations and rematches), and error messages in Game Courier's
//! notation.

use crate::common::*;

fn position(game: &str, plies: usize) -> String {
    Registry::built_in().open(game).unwrap().opening(plies, 5).position_text()
}

fn opening(game: &str, plies: usize) -> Vec<String> {
    Registry::built_in().open(game).unwrap().opening(plies, 2).moves()
}

#[test]
fn games_can_begin_from_any_position_on_two_devices_and_have_rematches() {
    let client = &Running::new();
    for game in Registry::built_in().games() {
        let start = position(game, 4);
        let keys = client.apart_with(json!({ "spec": game, "position": start }));
        let Apart { sides: [one, two], watch } = &keys;
        for key in [one, two, watch] {
            shows(client.state(key), json!({ "start": start, "seq": 0 }));
        }
        // Keys can be replaced before the first event.
        client.renew(one, "watch").good();
        assert!(client.state(one)["status"].is_string());
        client.resign(one, 0, 1).good();
        client.agreed("rematch", 1, (one, 1), two);
        shows(client.state(&client.next(two).word("key")), json!({ "start": start, "seat": "1" }));
    }
}

#[test]
fn invitations_show_positions_other_than_the_start() {
    let client = &Running::new();
    for game in Registry::built_in().games() {
        let usual = json!({ "spec": game, "seats": { "host": 2, "open": true } });
        let other = merge(usual.clone(), json!({ "position": position(game, 3) }));
        for body in [usual, other] {
            client.create_with(body.clone()).good();
            let listed = client.get("/api/invitations").list("invitations");
            let matching = |one: &&Value| one["spec"] == *game && one["position"] == body["position"];
            assert_eq!(listed.iter().filter(matching).count(), 1, "{game}: {listed:?}");
        }
    }
}

#[test]
fn games_imported_with_moves_can_be_continued() {
    let client = &Running::new();
    for game in Registry::built_in().games() {
        let moves = opening(game, 5);
        for players in [persons(), against_computer()] {
            let body = json!({ "spec": game, "moves": moves, "players": players });
            shows(&client.create_with(body).good()["state"], json!({ "moves": moves, "seq": moves.len() }));
        }
    }
}

#[test]
fn repeated_creation_with_a_client_key_creates_one_game() {
    let client = &Running::new();
    let [key, other] = ["a", "q"].map(|letter| letter.repeat(26));
    for (game, key) in Registry::built_in().games().iter().zip(["a", "e", "i", "m"]) {
        let (moves, key) = (opening(game, 3), key.repeat(26));
        let body = json!({ "spec": game, "moves": moves[..2], "players": against_computer(), "key": key });
        shows(client.create_with(body.clone()).good(), json!({ "id": key, "state/seq": 2 }));
        client.play(&key, 2, &moves[2]).good();
        // A retry after a lost response returns the game in its current state.
        shows(client.create_with(body.clone()).good(), json!({ "id": key, "state": client.state(&key) }));
        // A different game needs a different key.
        client.create_with(merge(body, json!({ "moves": [] }))).fails(409, "taken");
    }
    let Apart { sides: [one, _], watch } = client.create_apart(&[]);
    for taken in [&one, &watch] {
        client.create_with(json!({ "key": taken })).fails(409, "taken");
    }
    client.create_with(json!({ "key": key[1..] })).fails(400, "malformed");
    client.create_with(json!({ "key": other, "seats": { "host": 1 } })).fails(422, "combination");
    assert_eq!(client.try_state(&other).unwrap().status, 404);
}

#[test]
fn refusals_use_the_requested_notation() {
    let client = &Running::new();
    let id = client.create(&[]);
    // The piece on a11, which is a1 in Game Courier's notation, cannot make this move.
    let refused = |query: &str| {
        let answer = client.act(&id, &format!("moves{query}"), json!({ "seq": 0, "move": "a11a7" }));
        answer.fails(422, "refused")
    };
    let [ours, theirs, odd] = ["", "?squares=courier", "?squares=x&lang=en"].map(refused);
    assert!(ours.contains("a11") && !theirs.contains("a11") && theirs.contains("a1 "), "{ours} {theirs}");
    assert_eq!(odd, ours);
    let french = refused("?lang=fr&squares=courier");
    assert!(french.contains("a1 ") && !french.contains("a11") && french != theirs, "{french}");
    assert_eq!(refused(""), ours, "the notation applies to one request");

    let create = terms(json!({ "spec": "toddler", "moves": ["a11a7"] }));
    let theirs = client.post("/api/games?squares=courier", create).fails(422, "refused");
    assert!(theirs.contains("a1 ") && !theirs.contains("a11"), "{theirs}");

    let Apart { sides: [_, two], .. } = client.apart_with(json!({ "spec": "toddler", "seats": { "host": 2 } }));
    let plan = json!({ "seq": 0, "plan": "a11a7 > e3e4" });
    let theirs = client.act(&two, "plan?squares=courier", plan).fails(422, "plan");
    assert!(theirs.contains("a1 "), "{theirs}");
}
