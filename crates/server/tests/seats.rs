//! Who may do what: every action by every key, over restarts, and keys that are replaced.

mod common;

use std::fs;

use common::{Apart, Running, persons, spec};
use entourage_store::SqliteStore;
use serde_json::{Value, json};

fn legal(moves: &[&str]) -> Vec<String> {
    let mut game = entourage_registry::open(spec()).unwrap().begin(None).unwrap();
    moves.iter().for_each(|text| game.play(text).unwrap());
    game.legal_moves()
}

#[test]
fn each_key_plays_for_its_side_only() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Running::start(data.path());
    let Apart { sides: [one, two], watch } = server.client.create_apart(&[]);
    assert!(one != two && two != watch && one != watch && one.len() == 26);
    for restarted in [false, true] {
        if restarted {
            drop(server);
            server = Running::start(data.path());
        }
        let client = &server.client;
        for (key, seat, host) in [(&one, "1", true), (&two, "2", false), (&watch, "watch", false)] {
            let state = client.state(key);
            assert_eq!((&state["seat"], &state["host"]), (&json!(seat), &json!(host)));
            assert_eq!(state["seq"], 0);
        }
        let first = &legal(&[])[0];
        client.play(&two, 0, first).fails(403, "turn");
        client.play(&watch, 0, first).fails(403, "watching");
        client.play(&watch, 7, "zz").fails(403, "watching");
        client.resign(&watch, 0, 1).fails(403, "watching");
        client.take_back(&watch, 0, 1).fails(403, "watching");
        client.resign(&one, 0, 2).fails(403, "other-side");
        client.resign(&two, 0, 1).fails(403, "other-side");
        assert_eq!(client.state(&watch)["seq"], 0);
    }
    let client = &server.client;
    let first = legal(&[])[0].clone();
    client.play(&one, 0, &first).good();
    client.play(&one, 0, &first).good();
    let second = legal(&[&first])[0].clone();
    let message = client.play(&one, 1, &second).fails(403, "turn");
    let body = json!({ "seq": 1, "move": second });
    assert_ne!(client.post("/api/game/moves?lang=fr", Some(&one), &body).fails(403, "turn"), message);
    let stale = client.play(&two, 0, &second);
    stale.fails(409, "conflict");
    assert_eq!((&stale.json()["state"]["seat"], &stale.json()["state"]["host"]), (&json!("2"), &json!(false)));
    client.play(&two, 1, &second).good();
    for key in [&one, &two] {
        client.take_back(key, 2, 1).fails(403, "agreement");
    }
    client.resign(&two, 2, 2).good();
    let state = client.state(&watch);
    assert_eq!((&state["resigned"], &state["moves"]), (&json!(2), &json!([first, second])));
    client.play(&two, 3, "pass").fails(422, "ended");
}

#[test]
fn one_key_plays_both_sides_at_one_screen() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let key = client.create(&["pass"]);
    let state = client.state(&key);
    assert_eq!((&state["seat"], &state["host"]), (&json!("both"), &json!(true)));
    client.take_back(&key, 1, 1).good();
    client.resign(&key, 2, 2).good();
}

#[test]
fn each_side_commits_its_own_choice() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let mut all = entourage_registry::games().iter().map(|id| entourage_registry::open(id).unwrap());
    let game = all.find(|game| game.suggest_setup(3, 0).is_some()).unwrap();
    let choice = game.suggest_setup(3, 0).unwrap();
    let terms = json!({ "picks": 3, "secret": true });
    let body = json!({ "spec": game.spec(), "setup": terms, "players": persons(), "seats": { "host": 2 } });
    let Apart { sides: [one, two], watch } = Apart::of(&client.post("/api/games", None, &body).good());
    let commit = |key: &str, side: usize| {
        client.post("/api/game/setup", Some(key), &json!({ "side": side, "setup": choice }))
    };
    commit(&watch, 1).fails(403, "watching");
    commit(&two, 1).fails(403, "other-side");
    commit(&one, 2).fails(403, "other-side");
    assert_eq!(client.state(&one)["setup"]["committed"], json!([false, false]));
    commit(&two, 2).good();
    assert_eq!(commit(&one, 1).good()["seq"], 2);
    assert_eq!(client.state(&watch)["setup"]["choices"], json!([choice, choice]));
}

#[test]
fn the_host_replaces_keys_until_something_happens() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    let renew = |key: &str, seat: Value| client.post("/api/game/keys", Some(key), &json!({ "seat": seat }));
    renew(&two, json!("1")).fails(403, "not-host");
    renew(&watch, json!("1")).fails(403, "not-host");
    renew(&client.create(&[]), json!("1")).fails(403, "not-host");
    renew(&"a".repeat(26), json!("1")).fails(404, "no-game");
    for bad in [json!("both"), json!("3"), json!(1), Value::Null] {
        renew(&one, bad).fails(400, "malformed");
    }
    let new = |answer: Value| answer["key"].as_str().unwrap().to_owned();
    let again = new(renew(&one, json!("2")).good());
    client.try_state(&two).unwrap().fails(404, "no-game");
    assert_eq!(client.state(&again)["seat"], "2");
    let public = new(renew(&one, json!("watch")).good());
    client.try_state(&watch).unwrap().fails(404, "no-game");
    assert_eq!(client.state(&public)["seat"], "watch");
    // The host may replace his own, and stays the host.
    let own = new(renew(&one, json!("1")).good());
    renew(&one, json!("2")).fails(404, "no-game");
    let state = client.state(&own);
    assert_eq!((&state["seat"], &state["host"]), (&json!("1"), &json!(true)));
    client.play(&own, 0, &legal(&[])[0]).good();
    renew(&own, json!("2")).fails(409, "begun");
    assert_eq!(client.state(&again)["seq"], 1);
}

#[test]
fn games_of_two_people_apart_have_two_people() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let post = |players: Value, seats: Value| {
        let body = json!({ "spec": spec(), "players": players, "seats": seats });
        server.client.post("/api/games", None, &body)
    };
    let computer = json!([{ "kind": "human" }, { "kind": "computer", "level": 1 }]);
    post(computer, json!({ "host": 1 })).fails(422, "players");
    for bad in [json!({}), json!({ "host": 0 }), json!({ "host": 3 }), json!({ "host": "1" }), json!(1)] {
        post(persons(), bad).fails(400, "malformed");
    }
    let created = post(persons(), json!({ "host": 2 })).good();
    assert_eq!(created["state"]["seat"], "2");
    assert!(created.get("id").is_none());
    let shared = post(persons(), Value::Null).good();
    assert!(shared.get("keys").is_none() && shared["id"].is_string());
}

#[test]
fn the_database_tells_no_key() {
    let data = tempfile::tempdir().unwrap();
    let (mut keys, shared) = {
        let server = Running::start(data.path());
        let Apart { sides, watch } = server.client.create_apart(&[]);
        ([sides.as_slice(), &[watch]].concat(), server.client.create(&["pass"]))
    };
    keys.push(shared);
    let file = fs::read(data.path().join(SqliteStore::FILE)).unwrap();
    for key in keys {
        for form in [key.clone(), key.to_ascii_uppercase()] {
            assert!(!file.windows(form.len()).any(|bytes| bytes == form.as_bytes()));
        }
        let bits = data_encoding::BASE32_NOPAD.decode(key.to_ascii_uppercase().as_bytes()).unwrap();
        assert!(!file.windows(bits.len()).any(|bytes| bytes == bits));
    }
}
