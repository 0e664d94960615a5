//! Tests scheduled vacations, giving time, and pauses in games with clocks.

use crate::clocks::{S, house, move_number, play};
use crate::common::*;

#[test]
fn c10_a_vacation_is_announced_seen_and_taken_back() {
    let mut house = house();
    let apart = house.timed_met("correspondence grace=1d vacation=5d");
    let [one, two] = &apart.sides;
    let from = NOW + 12 * HOUR;
    let announce = |house: &Running, key: &str, seq: usize, side: usize, days: i64, from: i64| {
        house.act(key, "announce", json!({ "seq": seq, "side": side, "days": days, "from": from }))
    };
    let stay = |house: &Running, key: &str, seq: usize, side: usize| {
        house.act(key, "stay", json!({ "seq": seq, "side": side }))
    };
    // A vacation can also be scheduled on the opponent's turn.
    announce(&house, &apart.watch, 0, 2, 2, from).fails(403, "watching");
    announce(&house, one, 0, 2, 2, from).fails(403, "other-side");
    announce(&house, two, 0, 2, 6, from).fails(422, "vacation");
    for bad in [NOW, NOW + 91 * DAY, i64::MIN, i64::MAX] {
        announce(&house, two, 0, 2, 2, bad).fails(422, "ahead");
    }
    stay(&house, two, 0, 2).fails(422, "not-announced");
    for _ in 0..2 {
        assert_eq!(announce(&house, two, 0, 2, 2, from).good()["seq"], 1, "a retry");
    }
    announce(&house, two, 1, 2, 1, from).fails(422, "announced");
    let state = house.state(one);
    assert_eq!(state["clock"]["sides"][1]["announced"], json!({ "wait": 12 * HOUR, "days": 2 }));
    assert_eq!(state["events"][0], json!({ "type": "announce", "side": 2, "days": 2, "from": from }));
    stay(&house, two, 1, 1).fails(403, "other-side");
    stay(&house, two, 1, 2).good();
    assert_eq!(house.state(one)["clock"]["sides"][1]["announced"], Value::Null);
    // If the player to move schedules a vacation, a deadline within the vacation is postponed.
    announce(&house, one, 2, 1, 2, from).good();
    assert_eq!(house.deadlines(), [NOW + 3 * DAY]);
    house.restart();
    house.time.pass(DAY + HOUR);
    shows(&house.state(two)["clock"], json!({ "away": DAY + 11 * HOUR, "sides/0/vacation": 3 }));
    stay(&house, one, 3, 1).fails(422, "not-announced");
    house.time.pass(2 * DAY - HOUR);
    assert_eq!(house.judged(1), [NOW + 3 * DAY]);
    announce(&house, two, 4, 2, 1, NOW + 9 * DAY).fails(422, "ended");
    let live = house.timed_met("live spare=1m");
    announce(&house, &live.sides[0], 0, 1, 1, NOW + 9 * DAY).fails(422, "vacation");
}

#[test]
fn c16_players_give_each_other_time() {
    let house = &house();
    let give = |key: &str, seq: usize, side: usize| house.act(key, "give", json!({ "seq": seq, "side": side }));
    let apart = house.timed_met("live spare=1m");
    let [one, two] = &apart.sides;
    play(house, &apart, 0, 2);
    house.time.pass(50 * S);
    give(&apart.watch, 2, 1).fails(403, "watching");
    give(one, 2, 2).fails(403, "other-side");
    give(two, 2, 2).good();
    give(two, 2, 2).good();
    let state = house.state(one);
    assert_eq!(state["events"][2], json!({ "type": "give", "side": 2 }));
    shows(&state["clock"], json!({ "sides/0/bank": 25 * S, "left": 25 * S }));
    assert_eq!(house.deadlines(), [NOW + 75 * S]);
    // The player who was about to lose on time plays on.
    house.time.pass(20 * S);
    house.play(one, 3, &move_number(2)).good();
    for seq in 4..10 {
        give(two, seq, 2).good();
    }
    give(two, 10, 2).fails(422, "often");
    house.resign(two, 10, 2).good();
    give(two, 11, 2).fails(422, "ended");
    let days = house.timed_met("correspondence spare=2d max=3d");
    give(&days.sides[1], 0, 2).good();
    assert_eq!(house.state(&days.watch)["clock"]["sides"][0]["bank"], 3 * DAY);
    give(&days.sides[1], 1, 2).fails(422, "full-clock");
    give(&house.create_apart(&[]).sides[0], 0, 1).fails(422, "no-clock");
}

#[test]
fn c17_a_game_is_paused_and_goes_on_by_agreement() {
    let mut house = house();
    let apart = house.timed_met("live spare=1m");
    let [one, two] = &apart.sides;
    play(&house, &apart, 0, 2);
    house.time.pass(10 * S);
    house.agree(one, "pause", 2).fails(403, "agreement");
    house.offer(one, 2, 1, "resume").fails(422, "going");
    house.offer(one, 2, 1, "pause").good();
    house.agree(one, "pause", 3).fails(403, "agreement");
    for _ in 0..2 {
        house.agree(two, "pause", 3).good();
    }
    house.time.pass(HOUR);
    let clock = house.state(two)["clock"].clone();
    let rest = 14 * DAY - HOUR;
    shows(&clock, json!({ "running": 1, "sides/0/bank": 50 * S, "paused": rest, "left": rest + 50 * S }));
    // During a pause, moves are refused with a reason, but chat is possible.
    let refused = house.play(one, 4, &move_number(2));
    assert_eq!(refused.fails(422, "paused"), "The game is paused. Both players must agree to resume first.");
    house.offer(two, 4, 2, "takeback:1").fails(422, "paused");
    house.offer(two, 4, 2, "pause").fails(422, "paused");
    house.offer(two, 4, 2, "draw").good();
    house.decline(one, 5, 1).good();
    house.restart();
    assert_eq!(house.state(one)["clock"], clock);
    // If both players make the same offer simultaneously, they have agreed.
    house.offer(one, 6, 1, "resume").good();
    house.offer(two, 7, 2, "resume").good();
    let state = house.state(one);
    shows(&state["clock"], json!({ "paused": null, "left": 50 * S }));
    shows(&state["events"], json!({ "3/type": "pause", "7/type": "resume" }));
    house.play(one, 8, &move_number(2)).good();
    house.agreed("pause", 9, (one, 1), two);
    house.resign(two, 11, 2).good();
    house.offer(&house.create_apart(&[]).sides[0], 0, 1, "pause").fails(422, "no-clock");
}

#[test]
fn c17_a_pause_ends_by_itself_and_the_flag_falls_after_it() {
    let house = &house();
    let [one, two] = &house.timed_met("correspondence grace=1d").sides;
    house.time.pass(HOUR);
    house.agreed("pause", 0, (one, 1), two);
    assert_eq!(house.deadlines(), [NOW + 15 * DAY]);
    house.time.pass(14 * DAY);
    assert_eq!(house.state(one)["clock"]["paused"], Value::Null);
    house.play(one, 2, &move_number(0)).good();
    house.agreed("pause", 3, (two, 2), one);
    let flag = house.time.now() + 15 * DAY;
    house.time.pass(20 * DAY);
    assert_eq!(house.judged(1), [flag]);
    assert_eq!(house.state(one)["status"], "win-1 time");
}
