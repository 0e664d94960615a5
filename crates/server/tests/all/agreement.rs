//! What two people agree on: draws, take-backs, aborting, playing again; and every refusal.

use entourage_registry::Registry;
use serde_json::{Value, json};

use crate::common::{Answer, Apart, Client, Running, persons, spec};

fn legal(moves: &[&str]) -> Vec<String> {
    let mut game = Registry::built_in().open(spec()).unwrap().begin(None).unwrap();
    moves.iter().for_each(|text| game.play(text).unwrap());
    game.legal_moves()
}

fn say(client: &Client, key: &str, what: &str, body: Value) -> Answer {
    client.post(&format!("/api/game/{what}"), Some(key), &body)
}

fn offer(client: &Client, key: &str, seq: usize, side: usize, offer: &str) -> Answer {
    say(client, key, "offer", json!({ "seq": seq, "side": side, "offer": offer }))
}

#[test]
fn a_draw_is_offered_declined_and_agreed_on() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    say(client, &one, "draw", json!({ "seq": 0 })).fails(403, "agreement");
    say(client, &one, "decline", json!({ "seq": 0, "side": 1 })).fails(422, "no-offer");
    offer(client, &watch, 0, 1, "draw").fails(403, "watching");
    offer(client, &one, 0, 2, "draw").fails(403, "other-side");
    for bad in ["", "peace", "takeback:0", "takeback:x"] {
        offer(client, &one, 0, 1, bad).fails(400, "malformed");
    }
    offer(client, &one, 0, 1, "draw").good();
    assert_eq!(offer(client, &one, 0, 1, "draw").good()["seq"], 1, "a retry");
    assert_eq!(client.state(&watch)["offer"], json!({ "side": 1, "offer": "draw" }));
    offer(client, &one, 1, 1, "draw").fails(422, "offered");
    // Nobody agrees with themselves, nor to what was not proposed.
    say(client, &one, "draw", json!({ "seq": 1 })).fails(403, "agreement");
    client.take_back(&two, 1, 1).fails(422, "takeback");
    say(client, &one, "decline", json!({ "seq": 1, "side": 2 })).fails(403, "other-side");
    say(client, &two, "decline", json!({ "seq": 1, "side": 2 })).good();
    assert_eq!(client.state(&one)["offer"], Value::Null);
    // A move answers as well.
    offer(client, &two, 2, 2, "draw").good();
    client.play(&one, 3, &legal(&[])[0]).good();
    say(client, &one, "draw", json!({ "seq": 4 })).fails(403, "agreement");
    offer(client, &one, 4, 1, "draw").good();
    assert_eq!(say(client, &two, "draw", json!({ "seq": 5 })).good()["status"], "draw agreement");
    let state = client.state(&watch);
    assert_eq!((&state["agreed"], &state["status"]), (&json!(true), &json!("draw agreement")));
    client.play(&two, 6, "pass").fails(422, "ended");
    client.resign(&two, 6, 2).fails(422, "ended");
    offer(client, &two, 6, 2, "draw").fails(422, "ended");
    say(client, &two, "abort", json!({ "seq": 6, "side": 2 })).fails(422, "ended");
}

#[test]
fn moves_are_taken_back_when_both_agree() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    let first = legal(&[])[0].clone();
    client.play(&one, 0, &first).good();
    client.take_back(&one, 1, 1).fails(403, "agreement");
    offer(client, &one, 1, 1, "takeback:2").fails(422, "takeback");
    offer(client, &one, 1, 1, "takeback:4294967295").fails(422, "takeback");
    offer(client, &one, 1, 1, "takeback:1").good();
    client.take_back(&one, 2, 1).fails(403, "agreement");
    client.take_back(&watch, 2, 1).fails(403, "watching");
    client.take_back(&two, 2, 1).good();
    let state = client.state(&one);
    assert_eq!((&state["moves"], &state["offer"]), (&json!([]), &Value::Null));
    client.take_back(&two, 2, 1).good();
    client.play(&one, 3, &legal(&[])[1]).good();
    // Nobody pesters, and nobody uses up what the other may propose.
    let mut seq = 4;
    for what in ["draw", "takeback:1"].iter().cycle().take(6) {
        offer(client, &two, seq, 2, what).good();
        seq += 1;
    }
    offer(client, &two, seq, 2, "draw").fails(422, "offered");
    offer(client, &one, seq, 1, "draw").good();
}

#[test]
fn a_draw_is_offered_so_many_times_in_a_game() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    let (mut seq, mut moves) = (0, Vec::new());
    for number in 0..11 {
        let answer = offer(client, &one, seq, 1, "draw");
        if number == 10 {
            answer.fails(422, "offered");
            return;
        }
        answer.good();
        // A move answers it.
        let names: Vec<&str> = moves.iter().map(String::as_str).collect();
        let next = legal(&names)[0].clone();
        client.play([&one, &two][number % 2], seq + 1, &next).good();
        moves.push(next);
        seq += 2;
    }
}

#[test]
fn equal_proposals_that_cross_are_an_agreement() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    let first = legal(&[])[0].clone();
    client.play(&one, 0, &first).good();
    offer(client, &one, 1, 1, "takeback:1").good();
    offer(client, &two, 1, 2, "takeback:1").fails(409, "conflict");
    offer(client, &two, 2, 2, "takeback:1").good();
    assert_eq!(client.state(&one)["moves"], json!([]));
    client.play(&one, 3, &first).good();
    offer(client, &two, 4, 2, "draw").good();
    assert_eq!(offer(client, &one, 5, 1, "draw").good()["status"], "draw agreement");
    offer(client, &one, 6, 1, "rematch").good();
    offer(client, &two, 7, 2, "rematch").good();
    assert_eq!(client.state(&one)["rematch"], true);
}

#[test]
fn a_game_is_aborted_before_its_second_move_only() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Running::start(data.path());
    let abort = |client: &Client, key: &str, seq: usize, side: usize| {
        say(client, key, "abort", json!({ "seq": seq, "side": side }))
    };
    let Apart { sides: [one, two], watch } = server.client.create_apart(&[]);
    let first = legal(&[])[0].clone();
    server.client.play(&one, 0, &first).good();
    abort(&server.client, &watch, 1, 1).fails(403, "watching");
    abort(&server.client, &one, 1, 2).fails(403, "other-side");
    assert_eq!(abort(&server.client, &two, 1, 2).good()["status"], "aborted");
    let second = server.client.play(&two, 2, &legal(&[&first])[0]);
    assert_eq!(second.fails(422, "ended"), "The game was aborted.");
    let reply = legal(&[&first])[0].clone();
    let begun = server.client.create_apart(&[]);
    server.client.play(&begun.sides[0], 0, &first).good();
    server.client.play(&begun.sides[1], 1, &reply).good();
    abort(&server.client, &begun.sides[0], 2, 1).fails(422, "earnest");
    // Moves that a game was created with are nobody's of these two.
    let given = server.client.create_apart(&[&first, &reply]);
    assert_eq!(abort(&server.client, &given.sides[0], 2, 1).good()["status"], "aborted");
    drop(server);
    server = Running::start(data.path());
    let state = server.client.state(&watch);
    assert_eq!((&state["aborted"], &state["status"]), (&json!(2), &json!("aborted")));
}

#[test]
fn people_play_again_with_colours_swapped() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Running::start(data.path());
    let Apart { sides: [one, two], watch } = server.client.create_apart(&[]);
    let next = |client: &Client, key: &str| say(client, key, "next", json!(null));
    let key_of = |answer: Answer| answer.good()["key"].as_str().unwrap().to_owned();
    offer(&server.client, &one, 0, 1, "rematch").fails(422, "underway");
    say(&server.client, &one, "rematch", json!({ "seq": 0 })).fails(422, "underway");
    server.client.resign(&one, 0, 1).good();
    say(&server.client, &two, "rematch", json!({ "seq": 1 })).fails(403, "agreement");
    offer(&server.client, &one, 1, 1, "rematch").good();
    say(&server.client, &two, "decline", json!({ "seq": 2, "side": 2 })).good();
    next(&server.client, &one).fails(409, "no-rematch");
    offer(&server.client, &two, 3, 2, "rematch").good();
    say(&server.client, &one, "rematch", json!({ "seq": 4 })).good();
    assert_eq!(say(&server.client, &one, "rematch", json!({ "seq": 4 })).good()["seq"], 5, "a retry");
    offer(&server.client, &two, 5, 2, "rematch").fails(422, "ended");
    assert_eq!(server.client.state(&two)["rematch"], true);
    let new = [&one, &two, &watch].map(|key| key_of(next(&server.client, key)));
    drop(server);
    server = Running::start(data.path());
    let client = &server.client;
    for (key, known) in [&one, &two, &watch].into_iter().zip(&new) {
        assert_eq!(key_of(next(client, key)), *known, "always the same");
    }
    for (key, seat, host) in [(&new[0], "2", true), (&new[1], "1", false), (&new[2], "watch", false)] {
        let state = client.state(key);
        assert_eq!((&state["seat"], &state["host"]), (&json!(seat), &json!(host)));
        assert_eq!((&state["spec"], &state["seq"], &state["moves"]), (&json!(spec()), &json!(0), &json!([])));
    }
    client.play(&new[0], 0, &legal(&[])[0]).fails(403, "turn");
    client.play(&new[1], 0, &legal(&[])[0]).good();
    assert_eq!(client.state(&one)["seq"], 5, "the old game stays as it was");
}

#[test]
fn a_game_that_its_rules_ended_is_played_again_too() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, two], .. } = client.create_apart(&["pass"]);
    assert_eq!(client.play(&two, 1, "pass").good()["status"], "draw passes");
    offer(client, &one, 2, 1, "draw").fails(422, "ended");
    offer(client, &one, 2, 1, "takeback:1").fails(422, "ended");
    client.take_back(&two, 2, 1).fails(403, "agreement");
    offer(client, &one, 2, 1, "rematch").good();
    say(client, &two, "rematch", json!({ "seq": 3 })).good();
    client.play(&two, 4, "pass").fails(422, "ended");
    let key = say(client, &two, "next", json!(null)).good()["key"].as_str().unwrap().to_owned();
    assert_eq!(client.state(&key)["seat"], "1");
}

#[test]
fn nothing_but_aborting_is_agreed_on_before_both_have_chosen() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let registry = Registry::built_in();
    let mut all = registry.games().iter().map(|id| registry.open(id).unwrap());
    let game = all.find(|game| game.suggest_setup(3, 0).is_some()).unwrap();
    let terms = json!({ "picks": 3, "secret": true });
    let body = json!({ "spec": game.spec(), "setup": terms, "players": persons(), "seats": { "host": 1 } });
    let Apart { sides: [one, two], .. } = Apart::of(&client.post("/api/games", None, &body).good());
    offer(client, &one, 0, 1, "draw").fails(422, "preparing");
    offer(client, &one, 0, 1, "rematch").fails(422, "underway");
    let choice = game.suggest_setup(3, 1).unwrap();
    say(client, &two, "setup", json!({ "side": 2, "setup": choice })).good();
    assert_eq!(say(client, &one, "abort", json!({ "seq": 1, "side": 1 })).good()["status"], "aborted");
    // What was chosen in secret stays so.
    assert!(!client.try_state(&two).unwrap().text.contains(choice.split('/').next().unwrap()));
    say(client, &one, "setup", json!({ "side": 1, "setup": choice })).fails(422, "ended");
    offer(client, &one, 2, 1, "rematch").good();
    say(client, &two, "rematch", json!({ "seq": 3 })).good();
    let key = say(client, &two, "next", json!(null)).good()["key"].as_str().unwrap().to_owned();
    let state = client.state(&key);
    assert_eq!((&state["seat"], &state["status"]), (&json!("1"), &json!("setup")));
}
