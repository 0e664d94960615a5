//! Who may do what: every action by every key, over restarts, and keys that are replaced.

use std::fs;

use entourage_registry::Registry;
use entourage_store::DataDirectory;
use serde_json::{Value, json};

use crate::common::{self, Apart, Running, persons, spec};

fn legal(moves: &[&str]) -> Vec<String> {
    let mut game = Registry::built_in().open(spec()).unwrap().begin(None).unwrap();
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
    let registry = Registry::built_in();
    let mut all = registry.games().iter().map(|id| registry.open(id).unwrap());
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
    // The host may replace their own, and stays the host.
    let own = new(renew(&one, json!("1")).good());
    renew(&one, json!("2")).fails(404, "no-game");
    let state = client.state(&own);
    assert_eq!((&state["seat"], &state["host"]), (&json!("1"), &json!(true)));
    client.play(&own, 0, &legal(&[])[0]).good();
    renew(&own, json!("2")).fails(409, "begun");
    assert_eq!(client.state(&again)["seq"], 1);
}

/// What is written with a key that is replaced meanwhile is read by nobody.
#[test]
fn notes_by_a_replaced_key_are_not_the_new_ones() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    for round in 0..15 * common::times() {
        let Apart { sides: [one, two], .. } = client.create_apart(&[]);
        let writes = |path: &str, body: Value| {
            let (client, two, path) = (client.clone(), two.clone(), path.to_owned());
            std::thread::spawn(move || client.post(&path, Some(&two), &body).status)
        };
        let written = [
            writes("/api/game/notes", json!({ "text": "old" })),
            writes("/api/game/notes", json!({ "text": "older" })),
        ];
        let answer = client.post("/api/game/keys", Some(&one), &json!({ "seat": "2" })).good();
        let new = format!("Bearer {}", answer["key"].as_str().unwrap());
        let statuses = written.map(|writer| writer.join().unwrap());
        assert!(statuses.iter().all(|status| matches!(status, 200 | 404)), "{statuses:?}");
        let notes = client.get("/api/game/notes", &[("authorization", &new)]).good();
        assert_eq!(notes["text"], "", "round {round}: {statuses:?}");
    }
}

/// A move by a key stands, or the key was replaced before; never both.
#[test]
fn a_key_is_replaced_before_the_first_event_or_not_at_all() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let first = legal(&[]).swap_remove(0);
    let reply = legal(&[&first]).swap_remove(0);
    let (mut moved, mut replaced) = (0, 0);
    for round in 0..40 {
        // What a game is created with is no event of its players.
        let given = if round / 8 % 2 == 0 { vec![] } else { vec![&*first, &*reply] };
        let next = &legal(&given)[0];
        let seq = given.len();
        let body = json!({ "spec": spec(), "players": persons(), "seats": { "host": 2 }, "moves": given });
        let Apart { sides: [friend, host], .. } = Apart::of(&client.post("/api/games", None, &body).good());
        let renew = |seat: &str| client.post("/api/game/keys", Some(&host), &json!({ "seat": seat }));
        let (renewed, played) = std::thread::scope(|scope| {
            let played = scope.spawn(|| client.play(&friend, seq, next));
            // Sooner or later than the move, or while it is on its way.
            std::thread::sleep(std::time::Duration::from_micros(400 * (round % 8)));
            (renew("1"), played.join().unwrap())
        });
        match renewed.status {
            200 => {
                replaced += 1;
                played.fails(404, "no-game");
                assert_eq!(client.state(renewed.json()["key"].as_str().unwrap())["seq"], seq);
            }
            _ => {
                moved += 1;
                renewed.fails(409, "begun");
                assert_eq!(played.good()["seq"], seq + 1);
                assert_eq!(client.state(&friend)["seq"], seq + 1);
            }
        }
    }
    eprintln!("{moved} moved first, {replaced} were replaced first");
}

#[test]
fn of_many_new_keys_to_a_seat_one_opens_it() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [host, friend], .. } = client.create_apart(&[]);
    let renew = |seat: &str| client.post("/api/game/keys", Some(&host), &json!({ "seat": seat }));
    let together = |seat: &'static str| -> Vec<common::Answer> {
        std::thread::scope(|scope| {
            let asked: Vec<_> = (0..6).map(|_| scope.spawn(move || renew(seat))).collect();
            asked.into_iter().map(|asked| asked.join().unwrap()).collect()
        })
    };
    let opens = |answer: &common::Answer| {
        client.try_state(answer.json()["key"].as_str().unwrap()).unwrap().status == 200
    };
    let friends = together("2");
    client.try_state(&friend).unwrap().fails(404, "no-game");
    assert_eq!(friends.iter().filter(|answer| opens(answer)).count(), 1);
    // The key that asks is itself replaced: only once.
    let own = together("1");
    let new: Vec<_> = own.iter().filter(|answer| answer.status == 200).collect();
    assert!(new.len() == 1 && opens(new[0]), "{own:?}");
    own.iter().filter(|answer| answer.status != 200).for_each(|answer| {
        answer.fails(404, "no-game");
    });
}

/// In the game that follows, too, a key that was replaced opens nothing any more, and what it left is gone.
#[test]
fn who_had_a_key_that_was_replaced_leaves_nothing_and_does_not_come_back() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let post = |path: &str, key: &str, body: Value| client.post(path, Some(key), &body);
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    let plan = format!("{} > resign", legal(&[])[0]);
    post("/api/game/plan", &two, json!({ "seq": 0, "plan": plan })).good();
    post("/api/game/notes", &two, json!({ "text": "mine" })).good();
    let renew = |key: &str| {
        post("/api/game/keys", key, json!({ "seat": "2" })).good()["key"].as_str().unwrap().to_owned()
    };
    let two = renew(&one);
    let bearer = [("authorization", &*format!("Bearer {two}"))];
    assert_eq!(client.get("/api/game/notes", &bearer).good()["text"], "");
    assert_eq!(client.get("/api/game/plan", &bearer).good()["plan"], "");
    client.play(&one, 0, &legal(&[])[0]).good();
    assert_eq!(client.state(&one)["seq"], 1, "nothing was ready");

    client.resign(&one, 1, 1).good();
    post("/api/game/offer", &two, json!({ "seq": 2, "side": 2, "offer": "rematch" })).good();
    post("/api/game/rematch", &one, json!({ "seq": 3 })).good();
    let next = |key: &str| post("/api/game/next", key, json!({}));
    let [host, friend] = [&one, &two].map(|key| next(key).good()["key"].as_str().unwrap().to_owned());
    let new = post("/api/game/keys", &host, json!({ "seat": "1" })).good();
    client.try_state(&friend).unwrap().fails(404, "no-game");
    next(&two).fails(409, "taken");
    client.try_state(&friend).unwrap().fails(404, "no-game");
    assert_eq!(client.state(new["key"].as_str().unwrap())["seat"], "1");
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
    let file = fs::read(data.path().join(DataDirectory::DATABASE)).unwrap();
    for key in keys {
        for form in [key.clone(), key.to_ascii_uppercase()] {
            assert!(!file.windows(form.len()).any(|bytes| bytes == form.as_bytes()));
        }
        let bits = data_encoding::BASE32_NOPAD.decode(key.to_ascii_uppercase().as_bytes()).unwrap();
        assert!(!file.windows(bits.len()).any(|bytes| bytes == bits));
    }
}
