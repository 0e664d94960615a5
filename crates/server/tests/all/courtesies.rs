//! What players of a game with clocks grant each other: vacations announced ahead, time given, pauses.

use serde_json::{Value, json};

use crate::clocks::{DAY, H, House, S, T, judged, move_number, play, stored};
use crate::common::{Answer, Client};

const DEADLINES: &str = "SELECT at FROM deadlines ORDER BY at";

fn say(client: &Client, key: &str, what: &str, body: Value) -> Answer {
    client.post(&format!("/api/game/{what}"), Some(key), &body)
}

fn announce(client: &Client, key: &str, seq: usize, side: usize, days: i64, from: i64) -> Answer {
    say(client, key, "announce", json!({ "seq": seq, "side": side, "days": days, "from": from }))
}

fn offer(client: &Client, key: &str, seq: usize, side: usize, offer: &str) -> Answer {
    say(client, key, "offer", json!({ "seq": seq, "side": side, "offer": offer }))
}

#[test]
fn c10_a_vacation_is_announced_seen_and_taken_back() {
    let mut house = House::open();
    let apart = house.create_met("correspondence grace=1d vacation=5d");
    let client = house.client();
    let [one, two] = &apart.sides;
    let from = T + 12 * H;
    // On the other's turn, too.
    announce(client, &apart.watch, 0, 2, 2, from).fails(403, "watching");
    announce(client, one, 0, 2, 2, from).fails(403, "other-side");
    announce(client, two, 0, 2, 6, from).fails(422, "vacation");
    for bad in [T, T + 91 * DAY, i64::MIN, i64::MAX] {
        announce(client, two, 0, 2, 2, bad).fails(422, "ahead");
    }
    say(client, two, "stay", json!({ "seq": 0, "side": 2 })).fails(422, "not-announced");
    for _ in 0..2 {
        assert_eq!(announce(client, two, 0, 2, 2, from).good()["seq"], 1, "a retry");
    }
    announce(client, two, 1, 2, 1, from).fails(422, "announced");
    let state = client.state(one);
    assert_eq!(state["clock"]["sides"][1]["announced"], json!({ "wait": 12 * H, "days": 2 }));
    assert_eq!(state["events"][0], json!({ "type": "announce", "side": 2, "days": 2, "from": from }));
    say(client, two, "stay", json!({ "seq": 1, "side": 1 })).fails(403, "other-side");
    say(client, two, "stay", json!({ "seq": 1, "side": 2 })).good();
    assert_eq!(client.state(one)["clock"]["sides"][1]["announced"], Value::Null);
    // Now by the player to move: the flag falls so much later, and not in the vacation.
    announce(client, one, 2, 1, 2, from).good();
    assert_eq!(stored::<i64>(house.data.path(), DEADLINES), [T + 3 * DAY]);
    house.end();
    house.start();
    house.time.pass(DAY + H);
    let client = house.client();
    let clock = client.state(two)["clock"].clone();
    assert_eq!((&clock["away"], &clock["sides"][0]["vacation"]), (&json!(DAY + 11 * H), &json!(3)));
    say(client, one, "stay", json!({ "seq": 3, "side": 1 })).fails(422, "not-announced");
    house.time.pass(2 * DAY - H);
    assert_eq!(judged(house.data.path(), 1), [T + 3 * DAY]);
    announce(client, two, 4, 2, 1, T + 9 * DAY).fails(422, "ended");
    let live = house.create_met("live spare=1m");
    announce(client, &live.sides[0], 0, 1, 1, T + 9 * DAY).fails(422, "vacation");
}

#[test]
fn c16_players_give_each_other_time() {
    let house = House::open();
    let client = house.client();
    let give = |key: &str, seq: usize, side: usize| {
        client.post("/api/game/give", Some(key), &json!({ "seq": seq, "side": side }))
    };
    let apart = house.create_met("live spare=1m");
    let [one, two] = &apart.sides;
    play(client, &apart, 0, 2);
    house.time.pass(50 * S);
    give(&apart.watch, 2, 1).fails(403, "watching");
    give(one, 2, 2).fails(403, "other-side");
    give(two, 2, 2).good();
    give(two, 2, 2).good();
    let state = client.state(one);
    assert_eq!(state["events"][2], json!({ "type": "give", "side": 2 }));
    assert_eq!(
        (&state["clock"]["sides"][0]["bank"], &state["clock"]["left"]),
        (&json!(25 * S), &json!(25 * S))
    );
    assert_eq!(stored::<i64>(house.data.path(), DEADLINES), [T + 75 * S]);
    // Who was to lose on time plays on.
    house.time.pass(20 * S);
    play(client, &apart, 2, 0);
    client.play(one, 3, &move_number(2)).good();
    for seq in 4..10 {
        give(two, seq, 2).good();
    }
    give(two, 10, 2).fails(422, "often");
    client.resign(two, 10, 2).good();
    give(two, 11, 2).fails(422, "ended");
    let days = house.create_met("correspondence spare=2d max=3d");
    give(&days.sides[1], 0, 2).good();
    assert_eq!(client.state(&days.watch)["clock"]["sides"][0]["bank"], 3 * DAY);
    give(&days.sides[1], 1, 2).fails(422, "full-clock");
    let unlimited = client.create_apart(&[]);
    give(&unlimited.sides[0], 0, 1).fails(422, "no-clock");
}

#[test]
fn c17_a_game_is_paused_and_goes_on_by_agreement() {
    let mut house = House::open();
    let apart = house.create_met("live spare=1m");
    let [one, two] = apart.sides.clone();
    let client = house.client();
    play(client, &apart, 0, 2);
    house.time.pass(10 * S);
    say(client, &one, "pause", json!({ "seq": 2 })).fails(403, "agreement");
    offer(client, &one, 2, 1, "resume").fails(422, "going");
    offer(client, &one, 2, 1, "pause").good();
    say(client, &one, "pause", json!({ "seq": 3 })).fails(403, "agreement");
    for _ in 0..2 {
        say(client, &two, "pause", json!({ "seq": 3 })).good();
    }
    house.time.pass(H);
    let clock = client.state(&two)["clock"].clone();
    assert_eq!((&clock["running"], &clock["sides"][0]["bank"]), (&json!(1), &json!(50 * S)));
    assert_eq!((&clock["paused"], &clock["left"]), (&json!(14 * DAY - H), &json!(14 * DAY - H + 50 * S)));
    // No move is made, and it is said why; words are exchanged.
    let refused = client.play(&one, 4, &move_number(2));
    assert_eq!(refused.fails(422, "paused"), "The game is paused; agree to go on first.");
    offer(client, &two, 4, 2, "takeback:1").fails(422, "paused");
    offer(client, &two, 4, 2, "pause").fails(422, "paused");
    offer(client, &two, 4, 2, "draw").good();
    say(client, &one, "decline", json!({ "seq": 5, "side": 1 })).good();
    house.end();
    house.start();
    let client = house.client();
    assert_eq!(client.state(&one)["clock"], clock);
    // Equal proposals that cross are an agreement.
    offer(client, &one, 6, 1, "resume").good();
    offer(client, &two, 7, 2, "resume").good();
    let state = client.state(&one);
    assert_eq!((&state["clock"]["paused"], &state["clock"]["left"]), (&Value::Null, &json!(50 * S)));
    assert_eq!((&state["events"][3]["type"], &state["events"][7]["type"]), (&json!("pause"), &json!("resume")));
    client.play(&one, 8, &move_number(2)).good();
    // Giving up stays possible.
    offer(client, &one, 9, 1, "pause").good();
    say(client, &two, "pause", json!({ "seq": 10 })).good();
    client.resign(&two, 11, 2).good();
    let unlimited = client.create_apart(&[]);
    offer(client, &unlimited.sides[0], 0, 1, "pause").fails(422, "no-clock");
}

#[test]
fn c17_a_pause_ends_by_itself_and_the_flag_falls_after_it() {
    let house = House::open();
    let client = house.client();
    let apart = house.create_met("correspondence grace=1d");
    let [one, two] = &apart.sides;
    house.time.pass(H);
    offer(client, one, 0, 1, "pause").good();
    say(client, two, "pause", json!({ "seq": 1 })).good();
    assert_eq!(stored::<i64>(house.data.path(), DEADLINES), [T + 15 * DAY]);
    house.time.pass(14 * DAY);
    assert_eq!(client.state(one)["clock"]["paused"], Value::Null);
    client.play(one, 2, &move_number(0)).good();
    offer(client, two, 3, 2, "pause").good();
    say(client, one, "pause", json!({ "seq": 4 })).good();
    let flag = house.time.now() + 15 * DAY;
    house.time.pass(20 * DAY);
    assert_eq!(judged(house.data.path(), 1), [flag]);
    assert_eq!(client.state(one)["status"], "win-1 time");
}
