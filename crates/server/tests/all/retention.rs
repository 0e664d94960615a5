//! Tests the deletion of abandoned games.

use crate::common::*;

#[track_caller]
fn until_gone(client: &Client, id: &str) {
    eventually(|| client.try_state(id).unwrap().status == 404);
}

#[test]
fn games_without_a_second_move_are_deleted_after_a_time() {
    let client = &Running::by_hand_with(Config { forget_after: Some(30), ..Config::default() });
    let create = |moves: usize| {
        let id = client.create(&[]);
        for (seq, text) in line(moves).iter().enumerate() {
            client.play(&id, seq, text).good();
        }
        id
    };
    let (none, one, two, shown, resigned) = (create(0), create(1), create(2), create(0), create(2));
    client.resign(&resigned, 2, 1).good();
    client.publish(&shown, true).good();
    let timed = client.apart_with(json!({ "pace": "correspondence grace=300d" }));
    timed.sides.iter().for_each(|key| drop(client.state(key)));
    let quiet = client.create_apart(&[]);
    let noted = create(0);
    // Moves with which a game was created do not count.
    let given = client.create_with(json!({ "moves": line(3) })).word("id");
    let short = create(1);
    client.resign(&short, 1, 1).good();
    client.time.pass(29 * DAY);
    let late = create(1);
    // Chat and notes also count as activity.
    client.chat(&quiet.sides[0], "a", "soon").good();
    client.act(&noted, "notes", json!({ "text": "soon" })).good();
    for id in [&none, &one, &two, &late] {
        client.state(id);
    }
    client.time.pass(2 * DAY);
    for id in [&none, &one, &given] {
        until_gone(client, id);
        client.opens_nothing(id);
    }
    for id in [&two, &late, &shown, &resigned, &timed.sides[1], &quiet.watch, &noted, &short] {
        client.state(id);
    }
    // Without new messages or notes, these games are deleted too.
    client.time.pass(40 * DAY);
    for id in [&quiet.watch, &noted] {
        until_gone(client, id);
    }
    client.state(&short);
}

#[test]
fn no_games_are_deleted_if_retention_is_unlimited() {
    let client = Running::by_hand_with(Config { forget_after: None, ..Config::default() });
    let id = client.create(&[]);
    client.time.pass(1000 * DAY);
    std::thread::sleep(Duration::from_millis(300));
    client.state(&id);
}
