//! Open invitations: listed for all, taken once, gone when aborted or taken.

use serde_json::{Value, json};

use crate::common::{Answer, Client, Running, persons, spec};

fn invite(client: &Client, host: usize) -> (String, String) {
    let body = json!({ "spec": spec(), "players": persons(), "seats": { "host": host, "open": true } });
    let created = client.post("/api/games", None, &body).good();
    let keys = &created["keys"];
    assert_eq!(keys["sides"][2 - host], Value::Null);
    (keys["sides"][host - 1].as_str().unwrap().to_owned(), keys["watch"].as_str().unwrap().to_owned())
}

fn listed(client: &Client) -> Vec<Value> {
    client.get("/api/invitations", &[]).good()["invitations"].as_array().unwrap().clone()
}

fn take(client: &Client, game: &Value, side: usize, key: &str) -> Answer {
    client.post("/api/invitations/take", None, &json!({ "game": game, "side": side, "key": key }))
}

#[test]
fn anybody_takes_a_free_side_and_nobody_after_them() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Running::start(data.path());
    assert_eq!(listed(&server.client), Vec::<Value>::new());
    let (host, watch) = invite(&server.client, 2);
    invite(&server.client, 1);
    drop(server);
    server = Running::start(data.path());
    let client = &server.client;
    let list = listed(client);
    assert_eq!(list.len(), 2);
    let one = list.iter().find(|one| one["side"] == 1).unwrap();
    assert_eq!((&one["spec"], &one["here"]), (&json!(spec()), &json!(false)));
    assert!(one["since"].as_i64().unwrap() > 1_700_000_000_000);
    // What is listed opens nothing.
    let name = one["game"].as_str().unwrap();
    client.try_state(name).unwrap().fails(404, "no-game");
    for key in [&host, &watch] {
        assert_ne!(name, key);
    }

    let (key, late) = ("b".repeat(25) + "a", "c".repeat(25) + "a");
    take(client, &one["game"], 2, &key).fails(409, "taken");
    take(client, &one["game"], 1, &host).fails(409, "taken");
    for (game, side, key, status, code) in [
        (json!("x"), 1, key.as_str(), 409, "taken"),
        (json!("d".repeat(25) + "a"), 1, &key, 409, "taken"),
        (one["game"].clone(), 3, &key, 400, "malformed"),
        (one["game"].clone(), 1, "short", 400, "malformed"),
        (json!(1), 1, &key, 400, "malformed"),
    ] {
        take(client, &game, side, key).fails(status, code);
    }
    assert_eq!(client.state(&host)["open"], true);
    let state = take(client, &one["game"], 1, &key).good();
    assert_eq!((&state["seat"], &state["host"]), (&json!("1"), &json!(false)));
    assert_eq!((&state["open"], &client.state(&host)["open"]), (&json!(false), &json!(false)));
    take(client, &one["game"], 1, &key).good();
    take(client, &one["game"], 1, &late).fails(409, "taken");
    client.try_state(&late).unwrap().fails(404, "no-game");
    assert_eq!(listed(client).len(), 1);
    client.play(&host, 0, "pass").fails(403, "turn");
    client.play(&key, 0, "pass").good();
    client.play(&host, 1, "pass").good();
}

#[test]
fn of_many_who_want_a_side_one_gets_it() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    invite(client, 1);
    let game = listed(client)[0]["game"].clone();
    let keys: Vec<String> = "bcdefghi".chars().map(|c| c.to_string().repeat(25) + "a").collect();
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let asking: Vec<_> = keys.iter().map(|key| scope.spawn(|| take(client, &game, 2, key))).collect();
        asking.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    answers.iter().filter(|answer| answer.status != 200).for_each(|answer| {
        answer.fails(409, "taken");
    });
}

#[test]
fn the_list_comes_in_pages_and_nobody_is_pushed_off_it() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let (oldest, _) = invite(client, 1);
    (0..119).for_each(|_| drop(invite(client, 1)));
    let page = |after: &str| client.get(&format!("/api/invitations{after}"), &[]).good();
    let (mut names, mut after) = (Vec::new(), String::new());
    let sizes: Vec<usize> = (0..3)
        .map(|_| {
            let page = page(&after);
            let games = page["invitations"].as_array().unwrap();
            names.extend(games.iter().map(|one| one["game"].as_str().unwrap().to_owned()));
            after = format!("?after={}", page["next"].as_str().unwrap_or("end"));
            games.len()
        })
        .collect();
    assert_eq!((sizes, after.as_str()), (vec![50, 50, 20], "?after=end"));
    // The game that a page begins after may be gone by then.
    assert_eq!(client.state(&oldest)["game"], names[119].as_str());
    take(client, &json!(names[49]), 2, &("b".repeat(25) + "a")).good();
    assert_eq!(page(&format!("?after={}", names[49]))["invitations"][0]["game"], names[50].as_str());
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 120);
    for none in ["?after=x", "?after="] {
        client.get(&format!("/api/invitations{none}"), &[]).fails(404, "no-game");
    }
    client.get("/api/invitations?after=a&after=b", &[]).fails(400, "malformed");
}

#[test]
fn a_game_that_is_aborted_is_offered_no_more() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let (host, _) = invite(client, 1);
    let game = listed(client)[0]["game"].clone();
    client.post("/api/game/abort", Some(&host), &json!({ "seq": 0, "side": 1 })).good();
    assert_eq!(listed(client), Vec::<Value>::new());
    take(client, &game, 2, &("b".repeat(25) + "a")).fails(409, "taken");
    // Nobody takes a free side by making a key to it.
    let (host, _) = invite(client, 1);
    client.post("/api/game/keys", Some(&host), &json!({ "seat": "2" })).good();
    assert_eq!(listed(client), Vec::<Value>::new());
}
