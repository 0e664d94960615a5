//! Games with clocks, by a time that the tests move: what starts, stops and ends them, over restarts too.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use entourage_kernel::Random;
use entourage_registry::{AnyMatch, Registry};
use entourage_server::Time;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use sqlx::Row;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use crate::common::hand_time::HandTime;
use crate::common::process::start;
use crate::common::{Answer, Apart, Client, Running, persons, spec};

pub const T: i64 = 1_790_000_000_000;
pub const S: i64 = 1000;
pub const H: i64 = 3600 * S;
pub const DAY: i64 = 24 * H;

/// A server that goes by a time of the test's own.
pub struct House {
    pub data: tempfile::TempDir,
    pub time: Arc<HandTime>,
    server: Option<Running>,
}

impl House {
    pub fn open() -> Self {
        let mut house =
            Self { data: tempfile::tempdir().unwrap(), time: Arc::new(HandTime::at(T - 1)), server: None };
        house.start();
        house
    }

    pub fn start(&mut self) {
        let time: Arc<dyn Time> = Arc::clone(&self.time) as _;
        self.server = Some(Running::start_at(self.data.path(), time));
    }

    pub fn end(&mut self) {
        self.server = None;
    }

    pub fn client(&self) -> &Client {
        &self.server.as_ref().unwrap().client
    }

    /// Creates a game of two people apart.
    fn create(&self, pace: &str) -> Apart {
        Apart::of(&create(self.client(), pace).good())
    }

    /// Creates a game to which both players have come.
    pub fn create_met(&self, pace: &str) -> Apart {
        let apart = self.create(pace);
        self.meet([&apart]);
        apart
    }

    /// Lets both players of games come a millisecond later.
    fn meet<'a>(&self, games: impl IntoIterator<Item = &'a Apart>) {
        self.time.pass(1);
        for key in games.into_iter().flat_map(|apart| &apart.sides) {
            self.client().state(key);
        }
    }
}

fn create(client: &Client, pace: &str) -> Answer {
    let body = json!({ "spec": spec(), "players": persons(), "seats": { "host": 1 }, "pace": pace });
    client.post("/api/games", None, &body)
}

fn begin() -> Box<dyn AnyMatch> {
    Registry::built_in().open(spec()).unwrap().begin(None).unwrap()
}

/// Plays so many moves one after the other, from the first on.
pub fn play(client: &Client, apart: &Apart, from: usize, count: usize) {
    let mut game = begin();
    for seq in 0..from + count {
        let text = game.legal_moves()[0].clone();
        if seq >= from {
            client.play(&apart.sides[seq % 2], seq, &text).good();
        }
        game.play(&text).unwrap();
    }
}

pub fn move_number(number: usize) -> String {
    let mut game = begin();
    for _ in 0..number {
        let text = game.legal_moves()[0].clone();
        game.play(&text).unwrap();
    }
    game.legal_moves()[0].clone()
}

fn rest(client: &Client, key: &str, seq: usize, side: usize, days: i64) -> Answer {
    client.post("/api/game/vacation", Some(key), &json!({ "seq": seq, "side": side, "days": days }))
}

/// Reads something of the database behind the server's back.
pub fn stored<T: Send + Unpin + for<'a> sqlx::Decode<'a, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite>>(
    data: &Path,
    query: &'static str,
) -> Vec<T> {
    let file = SqliteConnectOptions::new().filename(data.join("entourage.sqlite"));
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let pool = SqlitePool::connect_with(file).await.unwrap();
        let rows = sqlx::query(query).fetch_all(&pool).await.unwrap();
        pool.close().await;
        rows.iter().map(|row| row.get(0)).collect()
    })
}

const FLAGS: &str = "SELECT created_at FROM events WHERE kind IN ('flag', 'lapse') ORDER BY created_at";

/// Waits until the server has judged so many games by itself, and returns at which instants.
pub fn judged(data: &Path, count: usize) -> Vec<i64> {
    let began = Instant::now();
    loop {
        let flags = stored(data, FLAGS);
        if flags.len() >= count {
            return flags;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "nobody judges");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_live_game_is_lost_on_time_by_whoever_moves_too_late() {
    let house = House::open();
    let client = house.client();
    let apart = house.create_met("live spare=2s extra=1s");
    let [one, two] = &apart.sides;
    let state = client.state(one);
    assert_eq!(state["pace"], "live spare=2s extra=1s");
    let clock = |bank: [i64; 2], running: usize, timed: bool, left: i64| {
        let side = |bank| json!({ "grace": 0, "bank": bank, "vacation": 0, "away": 0, "announced": null });
        json!({
            "now": house.time.now(), "sides": bank.map(side), "running": running, "timed": timed, "away": 0, "paused": null,
            "left": left,
            "begin": null,
        })
    };
    assert_eq!(state["clock"], clock([2000, 2000], 1, false, H));
    // The first turns take nothing.
    house.time.pass(20 * S);
    play(client, &apart, 0, 1);
    house.time.pass(20 * S);
    play(client, &apart, 1, 1);
    house.time.pass(1500);
    assert_eq!(client.state(two)["clock"], clock([500, 2000], 1, true, 500));
    play(client, &apart, 2, 1);
    assert_eq!(client.state(two)["clock"], clock([1500, 2000], 2, true, 2000));
    // A move in the last millisecond is one; after that it is not, even before anybody has noticed.
    house.time.steal(1999);
    play(client, &apart, 3, 1);
    house.time.steal(1500);
    let late = client.play(one, 4, &move_number(4));
    late.fails(409, "conflict");
    let state = &late.json()["state"];
    assert_eq!((&state["status"], &state["flagged"]), (&json!("win-2 time"), &json!(1)));
    assert_eq!(state["events"][4], json!({ "type": "flag", "side": 1 }));
    assert_eq!((&state["clock"]["running"], &state["clock"]["left"]), (&Value::Null, &Value::Null));
    client.play(one, 5, &move_number(4)).fails(422, "ended");
    assert_eq!(client.play(two, 3, &move_number(3)).good()["status"], "win-2 time", "an old answer, once more");
    assert_eq!(stored::<i64>(house.data.path(), FLAGS), [house.time.now()]);
}

#[test]
fn c11_flags_fall_with_nobody_there() {
    let house = House::open();
    let slow = house.create("correspondence spare=2d");
    let quick = house.create("correspondence grace=1d");
    let unbegun = house.create("live spare=1m");
    house.meet([&slow, &quick, &unbegun]);
    play(house.client(), &slow, 0, 1);
    play(house.client(), &quick, 0, 2);
    play(house.client(), &unbegun, 0, 1);
    assert_eq!(
        stored::<i64>(house.data.path(), "SELECT at FROM deadlines ORDER BY at"),
        [T + H, T + DAY, T + 2 * DAY]
    );
    // Nobody is connected; the game that did not begin is aborted, the one that did is lost.
    house.time.pass(H - 1);
    house.time.pass(1);
    assert_eq!(judged(house.data.path(), 1), [T + H]);
    house.time.pass(DAY);
    assert_eq!(judged(house.data.path(), 2), [T + H, T + DAY]);
    house.time.pass(9 * DAY);
    assert_eq!(judged(house.data.path(), 3), [T + H, T + DAY, T + 2 * DAY]);
    let status = |apart: &Apart| house.client().state(&apart.watch)["status"].clone();
    assert_eq!(status(&unbegun), "aborted");
    assert_eq!(house.client().state(&unbegun.watch)["lapsed"], true);
    assert_eq!((status(&quick), status(&slow)), (json!("win-2 time"), json!("win-1 time")));
    assert_eq!(stored::<i64>(house.data.path(), "SELECT COUNT(*) FROM deadlines"), [0]);
}

#[test]
fn c12_no_time_passes_while_the_server_is_away() {
    let mut house = House::open();
    let apart = house.create_met("correspondence spare=2d");
    play(house.client(), &apart, 0, 1);
    house.time.pass(DAY);
    for days in [1, 9, 400] {
        house.end();
        house.time.pass(days * DAY);
        house.start();
        let state = house.client().state(&apart.watch);
        assert_eq!(
            (&state["status"], &state["clock"]["left"]),
            (&json!("ongoing"), &json!(DAY)),
            "{days} days"
        );
    }
    // What is left is not more than it was.
    house.time.pass(DAY - 1);
    assert_eq!(house.client().state(&apart.watch)["clock"]["left"], 1);
    house.time.pass(1);
    assert_eq!(judged(house.data.path(), 1), [T + 2 * DAY]);
    assert_eq!(house.client().state(&apart.watch)["status"], "win-1 time");
}

#[test]
fn c12_after_a_kill_the_players_have_the_time_they_had() {
    let data = tempfile::tempdir().unwrap();
    let (process, client) = start(data.path());
    let apart = Apart::of(&create(&client, "correspondence spare=1d").good());
    apart.sides.iter().for_each(|key| drop(client.state(key)));
    play(&client, &apart, 0, 2);
    drop(process);
    let last: i64 = stored(data.path(), "SELECT MAX(created_at) FROM events")[0];
    let (began, first): (i64, i64) = (
        stored(data.path(), "SELECT MAX(at) FROM arrivals")[0],
        stored(data.path(), "SELECT created_at FROM events WHERE seq = 0")[0],
    );
    // As if days had gone by.
    let time = Arc::new(HandTime::at(last + 5 * DAY));
    let server = Running::start_at(data.path(), Arc::clone(&time) as _);
    let state = server.client.state(&apart.sides[1]);
    assert_eq!((&state["status"], &state["clock"]["running"]), (&json!("ongoing"), &json!(1)));
    assert_eq!(state["clock"]["left"], DAY - (first - began));
    // What passed between the last sign of life and the kill is given back, too.
    time.pass(DAY + 10 * S);
    judged(data.path(), 1);
    assert_eq!(server.client.state(&apart.sides[1])["status"], "win-2 time");
}

#[test]
fn c4_a_date_that_is_set_takes_no_time_and_gives_none() {
    for jump in [H, -H, 400 * DAY, -400 * DAY] {
        let mut house = House::open();
        let client = house.client().clone();
        let apart = house.create_met("live spare=5m extra=3s");
        play(&client, &apart, 0, 2);
        house.time.pass(10 * S);
        house.time.set_date(jump);
        let left = |client: &Client| client.state(&apart.watch)["clock"]["left"].clone();
        assert_eq!(left(&client), 290 * S, "{jump}");
        house.time.pass(5 * S);
        assert_eq!(left(&client), 285 * S);
        play(&client, &apart, 2, 1);
        assert_eq!(client.state(&apart.watch)["clock"]["sides"][0]["bank"], 288 * S);
        // A start at another date is an absence, or none.
        house.end();
        house.time.set_date(-jump / 2);
        house.start();
        assert_eq!(left(house.client()), 300 * S, "{jump}");
    }
}

#[test]
fn people_see_dates_that_follow_the_machines() {
    let mut house = House::open();
    let open = json!({ "spec": spec(), "players": persons(), "seats": { "host": 1, "open": true } });
    let since = |house: &House| {
        house.client().post("/api/games", None, &open).good();
        house.client().get("/api/invitations", &[]).good()["invitations"][0]["since"].clone()
    };
    house.time.pass(S);
    assert_eq!(since(&house), house.time.now());
    house.end();
    house.time.pass(3 * H);
    house.start();
    house.time.pass(S);
    assert_eq!(since(&house), house.time.now());
}

#[test]
fn c1_clocks_start_when_both_have_come() {
    let house = House::open();
    let client = house.client();
    let apart = house.create("correspondence spare=1d");
    let [one, two] = &apart.sides;
    house.time.pass(9 * DAY);
    for key in [one, &apart.watch] {
        assert_eq!(client.state(key)["clock"]["running"], Value::Null);
    }
    house.time.pass(H);
    assert_eq!(client.state(two)["clock"]["left"], DAY);
    // A key that is replaced: its holder has not come.
    house.time.pass(H);
    let new = client.post("/api/game/keys", Some(one), &json!({ "seat": "2" })).good();
    let new = new["key"].as_str().unwrap();
    assert_eq!(client.state(one)["clock"]["running"], Value::Null);
    assert_eq!(stored::<i64>(house.data.path(), "SELECT COUNT(*) FROM deadlines"), [0]);
    // Who was there may move meanwhile; that takes no time (C14).
    house.time.pass(2 * DAY);
    play(client, &apart, 0, 1);
    house.time.pass(2 * DAY);
    let clock = client.state(new)["clock"].clone();
    assert_eq!((&clock["running"], &clock["left"]), (&json!(2), &json!(DAY)));
    assert_eq!(clock["sides"][0]["bank"], DAY);
}

#[test]
fn c1_clocks_start_when_both_have_chosen() {
    let house = House::open();
    let client = house.client();
    let registry = Registry::built_in();
    let mut all = registry.games().iter().map(|id| registry.open(id).unwrap());
    let game = all.find(|game| game.suggest_setup(3, 0).is_some()).unwrap();
    let choice = game.suggest_setup(3, 5).unwrap();
    let body = json!({
        "spec": game.spec(), "setup": { "picks": 3, "secret": true }, "players": persons(), "seats": { "host": 1 },
        "pace": "correspondence grace=1d",
    });
    let Apart { sides: [one, two], .. } = Apart::of(&client.post("/api/games", None, &body).good());
    for (side, key) in [&one, &two].into_iter().enumerate() {
        house.time.pass(3 * DAY);
        assert_eq!(client.state(key)["clock"]["running"], Value::Null);
        client.post("/api/game/setup", Some(key), &json!({ "side": side + 1, "setup": choice })).good();
    }
    let clock = client.state(&one)["clock"].clone();
    assert_eq!((&clock["running"], &clock["left"]), (&json!(1), &json!(DAY)));
}

#[test]
fn c9_proposals_stop_no_clock() {
    let house = House::open();
    let client = house.client();
    let apart = house.create_met("correspondence spare=1d grace=1h");
    let [one, two] = &apart.sides;
    play(client, &apart, 0, 1);
    let offer = json!({ "seq": 1, "side": 1, "offer": "draw" });
    client.post("/api/game/offer", Some(one), &offer).good();
    house.time.pass(2 * H);
    client.post("/api/game/decline", Some(two), &json!({ "seq": 2, "side": 2 })).good();
    let clock = client.state(two)["clock"].clone();
    assert_eq!((&clock["running"], &clock["sides"][1]["bank"]), (&json!(2), &json!(23 * H)));
    assert_eq!(stored::<i64>(house.data.path(), "SELECT at FROM deadlines"), [T + DAY + H]);
    // A draw stops them.
    client.post("/api/game/offer", Some(one), &json!({ "seq": 3, "side": 1, "offer": "draw" })).good();
    client.post("/api/game/draw", Some(two), &json!({ "seq": 4 })).good();
    assert_eq!(client.state(two)["clock"]["running"], Value::Null);
    assert_eq!(stored::<i64>(house.data.path(), "SELECT COUNT(*) FROM deadlines"), [0]);
}

#[test]
fn c10_players_go_on_vacation() {
    let house = House::open();
    let client = house.client();
    let apart = house.create_met("correspondence grace=2d vacation=5d");
    let [one, two] = &apart.sides;
    rest(client, two, 0, 2, 1).fails(422, "vacation");
    rest(client, two, 0, 1, 1).fails(403, "other-side");
    rest(client, &apart.watch, 0, 1, 1).fails(403, "watching");
    for days in [0, 6, 4_294_967_295] {
        assert!(rest(client, one, 0, 1, days).fails(422, "vacation").contains('5'));
    }
    for days in [-1, 4_294_967_296] {
        rest(client, one, 0, 1, days).fails(400, "malformed");
    }
    rest(client, one, 0, 1, 3).good();
    rest(client, one, 0, 1, 3).good();
    let state = client.state(two);
    assert_eq!(state["events"], json!([{ "type": "vacation", "side": 1, "days": 3 }]));
    assert_eq!((&state["clock"]["away"], &state["clock"]["left"]), (&json!(3 * DAY), &json!(5 * DAY)));
    assert_eq!(state["clock"]["sides"][0]["vacation"], 2);
    house.time.pass(4 * DAY);
    play_from(client, one, 1);
    rest(client, two, 2, 2, 5).good();
    rest(client, two, 3, 2, 1).fails(422, "vacation");
    let live = house.create_met("live spare=1m");
    rest(client, &live.sides[0], 0, 1, 1).fails(422, "vacation");
    let unlimited = client.create_apart(&[]);
    rest(client, &unlimited.sides[0], 0, 1, 1).fails(422, "vacation");
}

/// Makes the first move of a game as the event of a number.
fn play_from(client: &Client, key: &str, seq: usize) {
    client.play(key, seq, &move_number(0)).good();
}

#[test]
fn c13_games_whose_rules_have_changed_have_no_clock() {
    let mut house = House::open();
    let apart = house.create_met("correspondence grace=1d");
    play(house.client(), &apart, 0, 1);
    house.end();
    stored::<i64>(house.data.path(), "UPDATE games SET rules_version = '0'");
    house.start();
    house.time.pass(9 * DAY);
    let began = Instant::now();
    while stored::<i64>(house.data.path(), "SELECT COUNT(*) FROM deadlines") != [0] {
        assert!(began.elapsed() < Duration::from_secs(20));
    }
    let state = house.client().state(&apart.watch);
    assert_eq!((&state["clock"], &state["flagged"]), (&Value::Null, &Value::Null));
    assert!(state["frozen"].is_string());
}

#[test]
fn c14_the_moves_of_a_creation_are_nobodys_turns() {
    let house = House::open();
    let client = house.client();
    let moves = [move_number(0), move_number(1)];
    let body = json!({
        "spec": spec(), "moves": moves, "players": persons(), "seats": { "host": 1 }, "pace": "live spare=1m",
    });
    let Apart { sides: [one, two], .. } = Apart::of(&client.post("/api/games", None, &body).good());
    client.state(&one);
    house.time.pass(S);
    let clock = client.state(&two)["clock"].clone();
    assert_eq!((&clock["running"], &clock["timed"]), (&json!(1), &json!(false)));
}

#[test]
fn c15_a_rematch_has_the_same_pace() {
    let house = House::open();
    let client = house.client();
    let pace = "correspondence spare=1d vacation=2d";
    let apart = house.create_met(pace);
    let [one, two] = &apart.sides;
    rest(client, one, 0, 1, 2).good();
    client.resign(one, 1, 1).good();
    client.post("/api/game/offer", Some(one), &json!({ "seq": 2, "side": 1, "offer": "rematch" })).good();
    client.post("/api/game/rematch", Some(two), &json!({ "seq": 3 })).good();
    let next = |key: &str| {
        let answer = client.post("/api/game/next", Some(key), &json!({})).good();
        answer["key"].as_str().unwrap().to_owned()
    };
    let (white, black) = (next(two), next(one));
    house.time.pass(DAY);
    assert_eq!(client.state(&black)["clock"]["running"], Value::Null);
    let state = client.state(&white);
    assert_eq!((&state["pace"], &state["seat"]), (&json!(pace), &json!("1")));
    assert_eq!((&state["clock"]["left"], &state["clock"]["sides"][1]["vacation"]), (&json!(DAY), &json!(2)));
}

#[test]
fn paces_that_are_none_are_refused_and_invitations_tell_them() {
    let house = House::open();
    let client = house.client();
    for (pace, token, at) in [
        ("", "", 0),
        ("blitz", "blitz", 0),
        ("live", "live", 0),
        ("live spare=60s", "spare=60s", 5),
        ("live spare=1m grace=1d", "live spare=1m grace=1d", 0),
    ] {
        let refused = create(client, pace);
        refused.fails(422, "text");
        let error = &refused.json()["error"];
        assert_eq!(
            (&error["part"], &error["token"], &error["at"]),
            (&json!("pace"), &json!(token), &json!(at))
        );
    }
    let alone = json!({ "spec": spec(), "players": persons(), "pace": "live spare=1m" });
    client.post("/api/games", None, &alone).fails(422, "combination");
    let unlimited = json!({ "spec": spec(), "players": persons(), "pace": "unlimited" });
    let state = &client.post("/api/games", None, &unlimited).good()["state"];
    assert_eq!((&state["pace"], &state["clock"]), (&json!("unlimited"), &Value::Null));
    let open = json!({
        "spec": spec(), "players": persons(), "seats": { "host": 1, "open": true }, "pace": "live spare=5m extra=3s",
    });
    client.post("/api/games", None, &open).good();
    let list = client.get("/api/invitations", &[]).good();
    assert_eq!(list["invitations"][0]["pace"], "live spare=5m extra=3s");
}

/// What the server knows after a restart is what it knew before, whatever happened.
#[test]
fn clocks_survive_restarts_exactly() {
    let mut house = House::open();
    let mut random = Random::new(7);
    let pace =
        "correspondence spare=40d grace=1d extra=6h bonus=3h within=12h min=1d max=50d pace=2d vacation=20d";
    for id in Registry::built_in().games() {
        let body = json!({ "spec": id, "players": persons(), "seats": { "host": 1 }, "pace": pace });
        let apart = Apart::of(&house.client().post("/api/games", None, &body).good());
        let mut game = Registry::built_in().open(id).unwrap().begin(None).unwrap();
        let mut seq = 0;
        for round in 0..40 {
            house.time.pass(random.below(30) as i64 * H + random.below(5000) as i64);
            if round == 3 || round == 5 {
                house.client().state(&apart.sides[round / 2 % 2]);
            }
            let side = game.side_to_move();
            let key = &apart.sides[side.index()];
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            match random.below(10) {
                0 if seq > 0 && round > 5 => {
                    let offer = json!({ "seq": seq, "side": side.number(), "offer": "takeback:1" });
                    let offered = house.client().post("/api/game/offer", Some(key), &offer);
                    if offered.status == 200 {
                        house.client().take_back(&apart.sides[(!side).index()], seq + 1, 1).good();
                        game.undo();
                        seq += 2;
                    }
                }
                1 => {
                    seq += usize::from(rest(house.client(), key, seq, side.number(), 2).status == 200);
                }
                2 => {
                    let gift = json!({ "seq": seq, "side": side.number() });
                    seq += usize::from(house.client().post("/api/game/give", Some(key), &gift).status == 200);
                }
                3 => {
                    let from = house.time.now() + 2 * DAY;
                    let ahead = json!({ "seq": seq, "side": (!side).number(), "days": 1, "from": from });
                    let other = &apart.sides[(!side).index()];
                    let answer = house.client().post("/api/game/announce", Some(other), &ahead);
                    seq += usize::from(answer.status == 200);
                }
                _ => {
                    let text = &moves[random.below(moves.len())];
                    house.client().play(key, seq, text).good();
                    game.play(text).unwrap();
                    seq += 1;
                }
            }
            if round % 8 == 7 {
                let before = house.client().state(&apart.watch);
                let deadlines = stored::<i64>(house.data.path(), "SELECT at FROM deadlines ORDER BY at");
                house.end();
                house.start();
                assert_eq!(house.client().state(&apart.watch), before, "{id}");
                let after = stored::<i64>(house.data.path(), "SELECT at FROM deadlines ORDER BY at");
                assert_eq!(after, deadlines);
                assert!(before["clock"]["running"].is_u64(), "{before}");
            }
        }
        // The next game is not to wait for this one's flag.
        house.client().resign(&apart.sides[0], seq, 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_follow_hear_the_clocks() {
    let house = House::open();
    let client = house.client();
    let apart = house.create("live spare=1m extra=2s");
    let [one, two] = &apart.sides;
    let address = format!("{}/api/live", client.url.replace("http://", "ws://"));
    let (mut socket, _) = connect_async(address).await.unwrap();
    socket.send(Message::text(json!({ "key": one, "after": 0 }).to_string())).await.unwrap();
    let mut hear = async || loop {
        if let Message::Text(text) = socket.next().await.unwrap().unwrap() {
            let news: Value = serde_json::from_str(&text).unwrap();
            if news["type"] != "here" {
                return news;
            }
        }
    };
    let news = hear().await;
    assert_eq!((&news["type"], &news["clock"]["running"]), (&json!("clock"), &Value::Null));
    // The other player comes.
    house.time.pass(1);
    client.state(two);
    let mut news = hear().await;
    while news["clock"]["running"].is_null() {
        news = hear().await;
    }
    assert_eq!((&news["type"], &news["clock"]["running"]), (&json!("clock"), &json!(1)));
    play(client, &apart, 0, 2);
    house.time.pass(10 * S);
    play(client, &apart, 2, 1);
    let mut from = 0;
    while from < 3 {
        news = hear().await;
        if news["type"] == "clock" {
            // The same may be told twice, once for each of two reasons.
            continue;
        }
        from = news["from"].as_u64().unwrap() + news["events"].as_array().unwrap().len() as u64;
    }
    assert_eq!((&news["clock"]["sides"][0]["bank"], &news["clock"]["left"]), (&json!(52 * S), &json!(60 * S)));
    assert_eq!(news["clock"]["now"], T + 10 * S);
    // Time is up, and everybody hears it though nobody asked.
    house.time.pass(60 * S);
    let news = hear().await;
    assert_eq!(
        (&news["events"], &news["status"]),
        (&json!([{ "type": "flag", "side": 2 }]), &json!("win-1 time"))
    );
}

#[test]
fn a_record_tells_what_the_clocks_showed() {
    let house = House::open();
    let apart = house.create_met("live spare=5m extra=3s");
    play(house.client(), &apart, 0, 2);
    house.time.pass(20 * S);
    play(house.client(), &apart, 2, 1);
    let key = format!("Bearer {}", apart.watch);
    let text = house.client().get("/api/game/record", &[("authorization", &key)]).text;
    let clocks: Vec<&str> = text.split("[%clk ").skip(1).filter_map(|rest| rest.split(']').next()).collect();
    assert!(text.contains("[Pace \"live spare=5m extra=3s\"]"), "{text}");
    // The first turn of each side is not timed and earns nothing (C7).
    assert_eq!(clocks, ["0:05:00", "0:05:00", "0:04:43"], "{text}");
    // What is a reserve is no clock.
    let slow = house.create_met("correspondence spare=5d grace=1d");
    play(house.client(), &slow, 0, 2);
    let key = format!("Bearer {}", slow.watch);
    let text = house.client().get("/api/game/record", &[("authorization", &key)]).text;
    assert!(text.contains("[Pace \"correspondence") && !text.contains("%clk"), "{text}");
}
