//! Games that begin elsewhere than at the start: seats, invitations, rematches; and refusals in Game Courier's names of squares.

use crate::common::*;

/// Returns a position of a game after so many random moves.
fn position(game: &str, plies: usize) -> String {
    Registry::built_in().open(game).unwrap().opening(plies, 5).position_text()
}

fn opening(game: &str, plies: usize) -> Vec<String> {
    Registry::built_in().open(game).unwrap().opening(plies, 2).moves()
}

#[test]
fn every_game_begins_from_a_position_for_two_apart_and_again() {
    let client = &Running::new();
    for game in Registry::built_in().games() {
        let start = position(game, 4);
        let keys = client.apart_with(json!({ "spec": game, "position": start }));
        let Apart { sides: [one, two], watch } = &keys;
        for key in [one, two, watch] {
            shows(client.state(key), json!({ "start": start, "seq": 0 }));
        }
        // Its keys can be replaced, as nothing has happened yet.
        client.renew(one, "watch").good();
        assert!(client.state(one)["status"].is_string());
        client.resign(one, 0, 1).good();
        client.offer(one, 1, 1, "rematch").good();
        client.agree(two, "rematch", 2).good();
        shows(client.state(&client.next(two).word("key")), json!({ "start": start, "seat": "1" }));
    }
}

#[test]
fn an_invitation_tells_its_position_unless_it_is_the_start() {
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
fn a_game_played_elsewhere_goes_on_with_its_moves() {
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
fn a_game_whose_key_its_sender_has_drawn_is_created_once() {
    let client = &Running::new();
    let [key, other] = ["a", "q"].map(|letter| letter.repeat(26));
    for (game, key) in Registry::built_in().games().iter().zip(["a", "e", "i", "m"]) {
        let (moves, key) = (opening(game, 3), key.repeat(26));
        let body = json!({ "spec": game, "moves": moves[..2], "players": against_computer(), "key": key });
        shows(client.create_with(body.clone()).good(), json!({ "id": key, "state/seq": 2 }));
        client.play(&key, 2, &moves[2]).good();
        // If the answer was lost, a retry returns the same game as it is by now.
        shows(client.create_with(body.clone()).good(), json!({ "id": key, "state": client.state(&key) }));
        // Another game needs another key.
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
fn refusals_name_squares_as_the_person_reads_them() {
    let client = &Running::new();
    let id = client.create(&[]);
    // What is on our a11, their a1, cannot go there.
    let refused = |query: &str| {
        let answer = client.act(&id, &format!("moves{query}"), json!({ "seq": 0, "move": "a11a7" }));
        answer.fails(422, "refused")
    };
    let [ours, theirs, odd] = ["", "?squares=courier", "?squares=x&lang=en"].map(refused);
    assert!(ours.contains("a11") && !theirs.contains("a11") && theirs.contains("a1 "), "{ours} {theirs}");
    assert_eq!(odd, ours);
    let french = refused("?lang=fr&squares=courier");
    assert!(french.contains("a1 ") && !french.contains("a11") && french != theirs, "{french}");
    assert_eq!(refused(""), ours, "the choice holds for one request");

    let create = terms(json!({ "spec": "toddler", "moves": ["a11a7"] }));
    let theirs = client.post("/api/games?squares=courier", create).fails(422, "refused");
    assert!(theirs.contains("a1 ") && !theirs.contains("a11"), "{theirs}");

    let Apart { sides: [_, two], .. } = client.apart_with(json!({ "spec": "toddler", "seats": { "host": 2 } }));
    let plan = json!({ "seq": 0, "plan": "a11a7 > e3e4" });
    let theirs = client.act(&two, "plan?squares=courier", plan).fails(422, "plan");
    assert!(theirs.contains("a1 "), "{theirs}");
}
