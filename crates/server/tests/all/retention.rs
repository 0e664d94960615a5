//! Games that nobody comes back to go; all others stay.

use std::sync::Arc;
use std::time::{Duration, Instant};

use entourage_server::Config;
use serde_json::json;

use crate::common::hand_time::HandTime;
use crate::common::{Apart, Client, Running, persons, spec};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// Waits until a game is forgotten.
#[track_caller]
fn until_gone(client: &Client, id: &str) {
    let began = Instant::now();
    while client.try_state(id).unwrap().status != 404 {
        assert!(began.elapsed() < Duration::from_secs(20), "it is kept");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn games_without_a_second_move_are_forgotten_after_a_time() {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_800_000_000_000));
    let config = Config { forget_after: Some(30), ..Config::default() };
    let server = Running::start_with(data.path(), Arc::clone(&time) as _, config);
    let client = &server.client;
    let create = |moves: usize| {
        let body = json!({ "spec": spec(), "players": persons() });
        let id = client.post("/api/games", None, &body).good()["id"].as_str().unwrap().to_owned();
        let mut game = entourage_registry::Registry::built_in().open(spec()).unwrap().begin(None).unwrap();
        for seq in 0..moves {
            let text = game.legal_moves()[0].clone();
            client.play(&id, seq, &text).good();
            game.play(&text).unwrap();
        }
        id
    };
    let (none, one, two, shown, resigned) = (create(0), create(1), create(2), create(0), create(2));
    client.resign(&resigned, 2, 1).good();
    client.post("/api/game/publication", Some(&shown), &json!({ "public": true })).good();
    let body = json!({
        "spec": spec(), "players": persons(), "seats": { "host": 1 }, "pace": "correspondence grace=300d",
    });
    let timed = Apart::of(&client.post("/api/games", None, &body).good());
    timed.sides.iter().for_each(|key| drop(client.state(key)));
    let quiet = client.create_apart(&[]);
    let noted = create(0);
    // What a game begins with, nobody has played in it.
    let mut begun = entourage_registry::Registry::built_in().open(spec()).unwrap().begin(None).unwrap();
    let moves: Vec<String> = (0..3)
        .map(|_| {
            let text = begun.legal_moves()[0].clone();
            begun.play(&text).unwrap();
            text
        })
        .collect();
    let given = client.create(&moves.iter().map(String::as_str).collect::<Vec<_>>());
    let short = create(1);
    client.resign(&short, 1, 1).good();
    time.pass(29 * DAY);
    let late = create(1);
    // What somebody says keeps a game, too.
    client.post("/api/game/chat", Some(&quiet.sides[0]), &json!({ "token": "a", "text": "soon" })).good();
    client.post("/api/game/notes", Some(&noted), &json!({ "text": "soon" })).good();
    for id in [&none, &one, &two, &late] {
        client.state(id);
    }
    time.pass(2 * DAY);
    for id in [&none, &one, &given] {
        until_gone(client, id);
        client.try_state(id).unwrap().fails(404, "no-game");
    }
    for id in [&two, &late, &shown, &resigned, &timed.sides[1], &quiet.watch, &noted, &short] {
        client.state(id);
    }
    // Who was spared once is left alone in the end.
    time.pass(40 * DAY);
    for id in [&quiet.watch, &noted] {
        until_gone(client, id);
    }
    client.state(&short);
}

#[test]
fn all_games_are_kept_where_none_is_to_be_forgotten() {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_800_000_000_000));
    let config = Config { forget_after: None, ..Config::default() };
    let server = Running::start_with(data.path(), Arc::clone(&time) as _, config);
    let id = server.client.create(&[]);
    time.pass(1000 * DAY);
    std::thread::sleep(Duration::from_millis(300));
    server.client.state(&id);
}
