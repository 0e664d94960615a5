//! Tests games with clocks in simulated time: what starts and stops the clocks, time-outs, and restarts.

use crate::common::process::start;
use crate::common::*;

pub const S: i64 = 1000;

/// Starts a server whose simulated time is a millisecond before [`NOW`].
pub fn house() -> Running {
    Setting { by_hand: Some(NOW - 1), ..Setting::default() }.start()
}

impl Running {
    fn timed(&self, pace: &str) -> Apart {
        self.apart_with(json!({ "pace": pace }))
    }

    pub fn timed_met(&self, pace: &str) -> Apart {
        let apart = self.timed(pace);
        self.meet([&apart]);
        apart
    }

    /// Advances time by a millisecond, and lets both players of each game arrive.
    fn meet<'a>(&self, games: impl IntoIterator<Item = &'a Apart>) {
        self.time.pass(1);
        for key in games.into_iter().flat_map(|apart| &apart.sides) {
            self.state(key);
        }
    }

    pub fn deadlines(&self) -> Vec<i64> {
        stored(self.data(), "SELECT at FROM deadlines ORDER BY at")
    }

    /// Waits until the server has ended `count` games by time-out; returns the times at which they ended.
    #[track_caller]
    pub fn judged(&self, count: usize) -> Vec<i64> {
        until(|| Some(stored(self.data(), FLAGS)).filter(|flags| flags.len() >= count))
    }
}

const FLAGS: &str = "SELECT created_at FROM events WHERE kind IN ('flag', 'lapse') ORDER BY created_at";

pub fn play(client: &Client, apart: &Apart, from: usize, count: usize) {
    for (seq, text) in line(from + count).iter().enumerate().skip(from) {
        client.play(&apart.sides[seq % 2], seq, text).good();
    }
}

pub fn move_number(number: usize) -> String {
    line(number + 1).remove(number)
}

fn rest(client: &Client, key: &str, seq: usize, side: usize, days: i64) -> Answer {
    client.act(key, "vacation", json!({ "seq": seq, "side": side, "days": days }))
}

#[test]
fn live_games_are_lost_on_time() {
    let house = &house();
    let apart = house.timed_met("live spare=2s extra=1s");
    let [one, two] = &apart.sides;
    assert_eq!(house.state(one)["pace"], "live spare=2s extra=1s");
    let clock_is = |key: &str, bank: [i64; 2], running: usize, timed: bool, left: i64| {
        let side = |bank| json!({ "grace": 0, "bank": bank, "vacation": 0, "away": 0, "announced": null });
        let known =
            json!({ "now": house.time.now(), "sides": bank.map(side), "running": running, "timed": timed });
        let rest = json!({ "away": 0, "paused": null, "left": left, "begin": null });
        assert_eq!(house.state(key)["clock"], merge(known, rest));
    };
    clock_is(one, [2000, 2000], 1, false, HOUR);
    // Thinking time for the first moves is free.
    house.time.pass(20 * S);
    play(house, &apart, 0, 1);
    house.time.pass(20 * S);
    play(house, &apart, 1, 1);
    house.time.pass(1500);
    clock_is(two, [500, 2000], 1, true, 500);
    play(house, &apart, 2, 1);
    clock_is(two, [1500, 2000], 2, true, 2000);
    // A move in the last millisecond counts; a later move does not, even before the server has ended the game.
    house.time.steal(1999);
    play(house, &apart, 3, 1);
    house.time.steal(1500);
    let late = house.play(one, 4, &move_number(4));
    late.fails(409, "conflict");
    let state = &late.json()["state"];
    shows(state, json!({ "status": "win-2 time", "flagged": 1, "clock/running": null, "clock/left": null }));
    assert_eq!(state["events"][4], json!({ "type": "flag", "side": 1 }));
    house.play(one, 5, &move_number(4)).fails(422, "ended");
    assert_eq!(
        house.play(two, 3, &move_number(3)).good()["status"],
        "win-2 time",
        "a retry gets the old response"
    );
    assert_eq!(stored::<i64>(house.data(), FLAGS), [house.time.now()]);
}

#[test]
fn c11_flags_fall_with_nobody_there() {
    let house = &house();
    let [slow, quick, unbegun] =
        ["correspondence spare=2d", "correspondence grace=1d", "live spare=1m"].map(|pace| house.timed(pace));
    house.meet([&slow, &quick, &unbegun]);
    play(house, &slow, 0, 1);
    play(house, &quick, 0, 2);
    play(house, &unbegun, 0, 1);
    assert_eq!(house.deadlines(), [NOW + HOUR, NOW + DAY, NOW + 2 * DAY]);
    // Even without connected clients, the game that did not begin is aborted and the other game is lost.
    house.time.pass(HOUR - 1);
    house.time.pass(1);
    assert_eq!(house.judged(1), [NOW + HOUR]);
    house.time.pass(DAY);
    assert_eq!(house.judged(2), [NOW + HOUR, NOW + DAY]);
    house.time.pass(9 * DAY);
    assert_eq!(house.judged(3), [NOW + HOUR, NOW + DAY, NOW + 2 * DAY]);
    shows(house.state(&unbegun.watch), json!({ "status": "aborted", "lapsed": true }));
    assert_eq!(house.state(&quick.watch)["status"], "win-2 time");
    assert_eq!(house.state(&slow.watch)["status"], "win-1 time");
    assert!(house.deadlines().is_empty());
}

#[test]
fn c12_no_time_passes_while_the_server_is_away() {
    let mut house = house();
    let apart = house.timed_met("correspondence spare=2d");
    play(&house, &apart, 0, 1);
    house.time.pass(DAY);
    for days in [1, 9, 400] {
        house.end();
        house.time.pass(days * DAY);
        house.start();
        shows(house.state(&apart.watch), json!({ "status": "ongoing", "clock/left": DAY }));
    }
    // The remaining time has not increased.
    house.time.pass(DAY - 1);
    assert_eq!(house.state(&apart.watch)["clock"]["left"], 1);
    house.time.pass(1);
    assert_eq!(house.judged(1), [NOW + 2 * DAY]);
    assert_eq!(house.state(&apart.watch)["status"], "win-1 time");
}

#[test]
fn c12_after_a_kill_the_players_have_the_time_they_had() {
    let data = tempfile::tempdir().unwrap();
    let (process, client) = start(data.path());
    let apart = client.apart_with(json!({ "pace": "correspondence spare=1d" }));
    apart.sides.iter().for_each(|key| drop(client.state(key)));
    play(&client, &apart, 0, 2);
    drop(process);
    let [last, began, first] = [
        "SELECT MAX(created_at) FROM events",
        "SELECT MAX(at) FROM arrivals",
        "SELECT created_at FROM events WHERE seq = 0",
    ]
    .map(|query| stored::<i64>(data.path(), query)[0]);
    // The server starts again as if days had passed.
    let by_hand = Some(last + 5 * DAY);
    let server = Setting { by_hand, data: Some(data.path().to_owned()), ..Setting::default() }.start();
    let expected = json!({ "status": "ongoing", "clock/running": 1, "clock/left": DAY - (first - began) });
    shows(server.state(&apart.sides[1]), expected);
    // The clock does not include the time between the last heartbeat and the kill.
    server.time.pass(DAY + 10 * S);
    server.judged(1);
    assert_eq!(server.state(&apart.sides[1])["status"], "win-2 time");
}

#[test]
fn c4_a_date_that_is_set_takes_no_time_and_gives_none() {
    for jump in [HOUR, -HOUR, 400 * DAY, -400 * DAY] {
        let mut house = house();
        let apart = house.timed_met("live spare=5m extra=3s");
        play(&house, &apart, 0, 2);
        house.time.pass(10 * S);
        house.time.set_date(jump);
        assert_eq!(house.state(&apart.watch)["clock"]["left"], 290 * S, "{jump}");
        house.time.pass(5 * S);
        assert_eq!(house.state(&apart.watch)["clock"]["left"], 285 * S);
        play(&house, &apart, 2, 1);
        assert_eq!(house.state(&apart.watch)["clock"]["sides"][0]["bank"], 288 * S);
        // If the server starts at a later date, the time in between is an outage.
        house.end();
        house.time.set_date(-jump / 2);
        house.start();
        assert_eq!(house.state(&apart.watch)["clock"]["left"], 300 * S, "{jump}");
    }
}

#[test]
fn displayed_dates_follow_the_machines_date() {
    let mut house = house();
    let dated = |house: &Running| {
        house.time.pass(S);
        house.create_with(json!({ "seats": { "host": 1, "open": true } })).good();
        assert_eq!(house.get("/api/invitations").list("invitations")[0]["since"], house.time.now());
    };
    dated(&house);
    house.end();
    house.time.pass(3 * HOUR);
    house.start();
    dated(&house);
}

#[test]
fn c1_clocks_start_when_both_have_come() {
    let house = &house();
    let apart = house.timed("correspondence spare=1d");
    let [one, two] = &apart.sides;
    house.time.pass(9 * DAY);
    for key in [one, &apart.watch] {
        assert_eq!(house.state(key)["clock"]["running"], Value::Null);
    }
    house.time.pass(HOUR);
    assert_eq!(house.state(two)["clock"]["left"], DAY);
    // The holder of a replaced key has not arrived.
    house.time.pass(HOUR);
    let new = house.renew(one, "2").word("key");
    assert_eq!(house.state(one)["clock"]["running"], Value::Null);
    assert!(house.deadlines().is_empty());
    // Until the new key is used, the player who has arrived can move without using any time (ruling C14).
    house.time.pass(2 * DAY);
    play(house, &apart, 0, 1);
    house.time.pass(2 * DAY);
    shows(&house.state(&new)["clock"], json!({ "running": 2, "left": DAY, "sides/0/bank": DAY }));
}

#[test]
fn c1_clocks_start_when_both_have_chosen() {
    let house = &house();
    let game = setup_game();
    let (setup, pace) = (json!({ "picks": 3, "secret": true }), "correspondence grace=1d");
    let keys = house.apart_with(json!({ "spec": game.spec(), "setup": setup, "pace": pace })).sides;
    for (side, key) in keys.iter().enumerate() {
        house.time.pass(3 * DAY);
        assert_eq!(house.state(key)["clock"]["running"], Value::Null);
        house.setup(key, side + 1, &game.suggest_setup(3, 5).unwrap()).good();
    }
    shows(&house.state(&keys[0])["clock"], json!({ "running": 1, "left": DAY }));
}

#[test]
fn c9_proposals_stop_no_clock() {
    let house = &house();
    let apart = house.timed_met("correspondence spare=1d grace=1h");
    let [one, two] = &apart.sides;
    play(house, &apart, 0, 1);
    house.offer(one, 1, 1, "draw").good();
    house.time.pass(2 * HOUR);
    house.decline(two, 2, 2).good();
    shows(&house.state(two)["clock"], json!({ "running": 2, "sides/1/bank": 23 * HOUR }));
    assert_eq!(house.deadlines(), [NOW + DAY + HOUR]);
    house.agreed("draw", 3, (one, 1), two);
    assert_eq!(house.state(two)["clock"]["running"], Value::Null);
    assert!(house.deadlines().is_empty());
}

#[test]
fn c10_players_go_on_vacation() {
    let house = &house();
    let apart = house.timed_met("correspondence grace=2d vacation=5d");
    let [one, two] = &apart.sides;
    rest(house, two, 0, 2, 1).fails(422, "vacation");
    rest(house, two, 0, 1, 1).fails(403, "other-side");
    rest(house, &apart.watch, 0, 1, 1).fails(403, "watching");
    for days in [0, 6, 4_294_967_295] {
        assert!(rest(house, one, 0, 1, days).fails(422, "vacation").contains('5'));
    }
    for days in [-1, 4_294_967_296] {
        rest(house, one, 0, 1, days).fails(400, "malformed");
    }
    rest(house, one, 0, 1, 3).good();
    rest(house, one, 0, 1, 3).good();
    let state = house.state(two);
    assert_eq!(state["events"], json!([{ "type": "vacation", "side": 1, "days": 3 }]));
    shows(&state["clock"], json!({ "away": 3 * DAY, "left": 5 * DAY, "sides/0/vacation": 2 }));
    house.time.pass(4 * DAY);
    house.play(one, 1, &move_number(0)).good();
    rest(house, two, 2, 2, 5).good();
    rest(house, two, 3, 2, 1).fails(422, "vacation");
    for none in [house.timed_met("live spare=1m"), house.create_apart(&[])] {
        rest(house, &none.sides[0], 0, 1, 1).fails(422, "vacation");
    }
}

#[test]
fn c13_games_whose_rules_have_changed_have_no_clock() {
    let mut house = house();
    let apart = house.timed_met("correspondence grace=1d");
    play(&house, &apart, 0, 1);
    house.end();
    change(house.data(), "UPDATE games SET rules_version = '0'");
    house.start();
    house.time.pass(9 * DAY);
    eventually(|| house.deadlines().is_empty());
    let state = house.state(&apart.watch);
    shows(&state, json!({ "clock": null, "flagged": null }));
    assert!(state["frozen"].is_string());
}

#[test]
fn c14_the_moves_of_a_creation_are_nobodys_turns() {
    let house = &house();
    let Apart { sides: [one, two], .. } =
        house.apart_with(json!({ "moves": line(2), "pace": "live spare=1m" }));
    house.state(&one);
    house.time.pass(S);
    shows(&house.state(&two)["clock"], json!({ "running": 1, "timed": false }));
}

#[test]
fn c15_a_rematch_has_the_same_pace() {
    let house = &house();
    let pace = "correspondence spare=1d vacation=2d";
    let [one, two] = house.timed_met(pace).sides;
    rest(house, &one, 0, 1, 2).good();
    house.resign(&one, 1, 1).good();
    house.agreed("rematch", 2, (&one, 1), &two);
    let (white, black) = (house.next(&two).word("key"), house.next(&one).word("key"));
    house.time.pass(DAY);
    assert_eq!(house.state(&black)["clock"]["running"], Value::Null);
    let state = house.state(&white);
    shows(&state, json!({ "pace": pace, "seat": "1", "clock/left": DAY, "clock/sides/1/vacation": 2 }));
}

#[test]
fn invalid_time_controls_are_refused_and_invitations_show_valid_ones() {
    let house = &house();
    for (pace, token, at) in [
        ("", "", 0),
        ("blitz", "blitz", 0),
        ("live", "live", 0),
        ("live spare=60s", "spare=60s", 5),
        ("live spare=1m grace=1d", "live spare=1m grace=1d", 0),
    ] {
        let refused = house.create_with(json!({ "seats": { "host": 1 }, "pace": pace }));
        shows(refused.error(422, "text"), json!({ "part": "pace", "token": token, "at": at }));
    }
    house.create_with(json!({ "pace": "live spare=1m" })).fails(422, "combination");
    let unlimited = house.create_with(json!({ "pace": "unlimited" })).good();
    shows(&unlimited["state"], json!({ "pace": "unlimited", "clock": null }));
    let pace = "live spare=5m extra=3s";
    house.create_with(json!({ "seats": { "host": 1, "open": true }, "pace": pace })).good();
    assert_eq!(house.get("/api/invitations").list("invitations")[0]["pace"], pace);
}

#[test]
fn clocks_survive_restarts_exactly() {
    let mut house = house();
    let mut random = Random::new(7);
    let pace =
        "correspondence spare=40d grace=1d extra=6h bonus=3h within=12h min=1d max=50d pace=2d vacation=20d";
    for id in Registry::built_in().games() {
        let apart = house.apart_with(json!({ "spec": id, "pace": pace }));
        let mut game = Registry::built_in().open(id).unwrap().begin(None).unwrap();
        let mut seq = 0;
        for round in 0..40 {
            house.time.pass(random.below(30) as i64 * HOUR + random.below(5000) as i64);
            if round == 3 || round == 5 {
                house.state(&apart.sides[round / 2 % 2]);
            }
            let side = game.side_to_move();
            let (key, other) = (&apart.sides[side.index()], &apart.sides[(!side).index()]);
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            let answer = match random.below(10) {
                0 if seq > 0 && round > 5 => {
                    let offered = house.offer(key, seq, side.number(), "takeback:1");
                    if offered.status == 200 {
                        house.take_back(other, seq + 1, 1).good();
                        game.undo();
                        seq += 1;
                    }
                    offered
                }
                1 => rest(&house, key, seq, side.number(), 2),
                2 => house.act(key, "give", json!({ "seq": seq, "side": side.number() })),
                3 => {
                    let from = house.time.now() + 2 * DAY;
                    let ahead = json!({ "seq": seq, "side": (!side).number(), "days": 1, "from": from });
                    house.act(other, "announce", ahead)
                }
                _ => {
                    let text = &moves[random.below(moves.len())];
                    game.play(text).unwrap();
                    let answer = house.play(key, seq, text);
                    answer.good();
                    answer
                }
            };
            seq += usize::from(answer.status == 200);
            if round % 8 == 7 {
                let (before, deadlines) = (house.state(&apart.watch), house.deadlines());
                house.restart();
                assert_eq!(house.state(&apart.watch), before, "{id}");
                assert_eq!(house.deadlines(), deadlines);
                assert!(before["clock"]["running"].is_u64(), "{before}");
            }
        }
        // End this game, or it would time out during the next one.
        house.resign(&apart.sides[0], seq, 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn followers_receive_clocks() {
    let house = &house();
    let apart = house.timed("live spare=1m extra=2s");
    let [one, two] = &apart.sides;
    let mut socket = follow(house, one, Some(0)).await;
    let mut next = async || loop {
        let news = hear(&mut socket).await.unwrap();
        if news["type"] != "here" {
            return news;
        }
    };
    shows(next().await, json!({ "type": "clock", "clock/running": null }));
    house.time.pass(1);
    house.state(two);
    let mut news = next().await;
    while news["clock"]["running"].is_null() {
        news = next().await;
    }
    shows(&news, json!({ "type": "clock", "clock/running": 1 }));
    play(house, &apart, 0, 2);
    house.time.pass(10 * S);
    play(house, &apart, 2, 1);
    let mut from = 0;
    while from < 3 {
        news = next().await;
        // Any number of clock messages can arrive between the events.
        if news["type"] != "clock" {
            from = news["from"].as_u64().unwrap() + list(&news["events"]).len() as u64;
        }
    }
    shows(&news["clock"], json!({ "sides/0/bank": 52 * S, "left": 60 * S, "now": NOW + 10 * S }));
    // Time runs out, and followers are notified without a request.
    house.time.pass(60 * S);
    shows(next().await, json!({ "events": [{ "type": "flag", "side": 2 }], "status": "win-1 time" }));
}

#[test]
fn records_include_clock_times() {
    let house = &house();
    let apart = house.timed_met("live spare=5m extra=3s");
    play(house, &apart, 0, 2);
    house.time.pass(20 * S);
    play(house, &apart, 2, 1);
    let text = house.read(&apart.watch, "record").text;
    let clocks: Vec<&str> = text.split("[%clk ").skip(1).filter_map(|rest| rest.split(']').next()).collect();
    assert!(text.contains("[Pace \"live spare=5m extra=3s\"]"), "{text}");
    // The first move of each side is not timed and earns no increment (ruling C7).
    assert_eq!(clocks, ["0:05:00", "0:05:00", "0:04:43"], "{text}");
    // Days per move are not written as a clock.
    let slow = house.timed_met("correspondence spare=5d grace=1d");
    play(house, &slow, 0, 2);
    let text = house.read(&slow.watch, "record").text;
    assert!(text.contains("[Pace \"correspondence") && !text.contains("%clk"), "{text}");
}
