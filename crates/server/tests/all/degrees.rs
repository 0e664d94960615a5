//! Warned and free games: turns by hand, protests, what is refused, and that all of it survives.

use std::path::Path;
use std::time::Duration;

use entourage_kernel::{Degree, Random};
use entourage_registry::{Notation, Registry};
use serde_json::{Value, json};

use crate::common::process::start;
use crate::common::{Answer, Apart, Client, Running, persons, times};

const CHESS: &str = "chess";

fn create(client: &Client, spec: &str, degree: &str) -> Apart {
    let body = json!({ "spec": spec, "players": persons(), "seats": { "host": 1 }, "degree": degree });
    Apart::of(&client.post("/api/games", None, &body).good())
}

fn turn(client: &Client, key: &str, seq: usize, legs: &str) -> Answer {
    client.post("/api/game/turn", Some(key), &json!({ "seq": seq, "turn": legs }))
}

fn protest(client: &Client, key: &str, seq: usize, side: usize) -> Answer {
    client.post("/api/game/protest", Some(key), &json!({ "seq": seq, "side": side }))
}

fn seq(answer: &Answer) -> Value {
    answer.good()["seq"].clone()
}

fn reason(answer: &Answer) -> Value {
    answer.json()["error"]["reason"].clone()
}

/// Restarts the server.
fn again(server: Running, data: &Path) -> Running {
    drop(server);
    Running::start(data)
}

/// Making a turn costs the same however many there are already.
#[test]
fn the_longest_game_by_hand_is_created_at_once() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let there_and_back = ["~Ng1-f3", "~ng8-f6", "~Nf3-g1", "~nf6-g8"];
    let moves: Vec<&str> = there_and_back.into_iter().cycle().take(4096).collect();
    let body = json!({ "spec": CHESS, "players": persons(), "degree": "free", "moves": moves });
    let created = server.client.post("/api/games", None, &body).good();
    turn(&server.client, created["id"].as_str().unwrap(), 4096, "pass").fails(422, "too-long");
}

#[test]
fn a_free_game_is_played_protested_and_replayed() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Running::start(data.path());
    let Apart { sides: [one, two], watch } = create(&server.client, CHESS, "free");
    let state = server.client.state(&one);
    assert_eq!((&state["degree"], &state["protest"]), (&json!("free"), &Value::Null));
    let client = &server.client;
    turn(client, &watch, 0, "Pe2-e4").fails(403, "watching");
    turn(client, &two, 0, "Pe2-e4").fails(403, "turn");
    protest(client, &one, 0, 1).fails(422, "no-protest");
    let wrong = turn(client, &one, 0, "Qe2-e4");
    let message = wrong.fails(422, "hand");
    assert_eq!(reason(&wrong), "wrong-label");
    assert!(message.contains("is P, not Q"), "{message}");
    for (legs, code) in [
        ("Pe3-e4", "nobody"),
        ("e2-e4", "text"),
        ("P e2-e4", "text"),
        ("Ze2-e4", "text"),
        ("Pe2-z9", "text"),
        ("", "text"),
        ("~pass", "text"),
        ("Pe2-e4;", "text"),
        ("-a3;Pa2-a3", "no-space"),
    ] {
        let answer = turn(client, &one, 0, legs);
        answer.fails(422, "hand");
        assert_eq!(reason(&answer), code, "{legs}");
    }
    turn(client, &one, 0, &"@-a1;".repeat(2000)).fails(413, "too-large");
    client.play(&one, 0, "e2e4").fails(422, "hand");
    // What the rules refuse goes, and goes back when they are asked.
    assert_eq!(seq(&turn(client, &one, 0, "Pe2-e5")), 1);
    assert_eq!(seq(&turn(client, &one, 0, "Pe2-e5")), 1, "said again");
    turn(client, &one, 0, "Pe2-e4").fails(409, "conflict");
    protest(client, &one, 1, 1).fails(422, "no-protest");
    protest(client, &one, 1, 2).fails(403, "other-side");
    protest(client, &watch, 1, 2).fails(403, "watching");
    server = again(server, data.path());
    let client = &server.client;
    assert_eq!(seq(&protest(client, &two, 1, 2)), 2);
    assert_eq!(seq(&protest(client, &two, 1, 2)), 2, "said again");
    let state = client.state(&watch);
    assert_eq!(state["moves"], json!([]));
    assert_eq!(state["protest"], json!({ "side": 2, "turn": "~Pe2-e5", "verdict": "upheld" }));
    assert_eq!(state["events"][1], json!({ "type": "protest", "side": 2, "verdict": "upheld" }));
    server = again(server, data.path());
    let client = &server.client;
    // The same is refused, however it is written.
    turn(client, &one, 2, "Pe2-e5").fails(422, "barred");
    turn(client, &one, 2, "Pe2-e4;Pe4-e5").fails(422, "barred");
    client.play(&one, 2, "~Pe2-e5").fails(422, "barred");
    client.play(&one, 2, &format!("~{}", "@-a1;".repeat(2000))).fails(413, "too-large");
    assert_eq!(client.state(&one)["seq"], 2);
    assert_eq!(seq(&turn(client, &one, 2, "Pe2-e4")), 3);
    // A protest that the rules reject is recorded, and the turn stands.
    assert_eq!(seq(&protest(client, &two, 3, 2)), 4);
    protest(client, &two, 4, 2).fails(422, "no-protest");
    let state = client.state(&one);
    assert_eq!(state["moves"], json!(["~Pe2-e4"]));
    assert_eq!(state["protest"]["verdict"], "rejected");
    // Without a space the rules judge nothing; players take back by agreement.
    assert_eq!(seq(&turn(client, &two, 4, "-h8")), 5);
    assert_eq!(seq(&turn(client, &one, 5, "Pe4-e5")), 6);
    let message = protest(client, &two, 6, 2).fails(422, "unjudged");
    assert!(message.contains("h8"), "{message}");
    assert_eq!(client.state(&one)["seq"], 6);
    let offer = json!({ "seq": 6, "side": 1, "offer": "takeback:2" });
    client.post("/api/game/offer", Some(&one), &offer).good();
    client.take_back(&two, 7, 2).good();
    server = again(server, data.path());
    let client = &server.client;
    assert_eq!(client.state(&two)["moves"], json!(["~Pe2-e4"]));
    // Words apart from the board are as ever; the next game is as free.
    client.post("/api/game/offer", Some(&two), &json!({ "seq": 8, "side": 2, "offer": "draw" })).good();
    client.post("/api/game/draw", Some(&one), &json!({ "seq": 9 })).good();
    turn(client, &two, 10, "pass").fails(422, "ended");
    client.post("/api/game/offer", Some(&two), &json!({ "seq": 10, "side": 2, "offer": "rematch" })).good();
    client.post("/api/game/rematch", Some(&one), &json!({ "seq": 11 })).good();
    let next = client.post("/api/game/next", Some(&one), &json!({})).good();
    let next = next["key"].as_str().unwrap();
    let state = client.state(next);
    assert_eq!((&state["degree"], &state["seat"]), (&json!("free"), &json!("2")));
}

#[test]
fn a_warned_game_takes_what_is_insisted_on() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Running::start(data.path());
    let Apart { sides: [one, two], .. } = create(&server.client, CHESS, "warned");
    let client = &server.client;
    client.play(&one, 0, "e2e5").fails(422, "refused");
    let allowed = turn(client, &one, 0, "Pe2-e4");
    allowed.fails(422, "hand");
    assert_eq!((reason(&allowed), &allowed.json()["error"]["moves"]), (json!("allowed"), &json!(["e2e4"])));
    let cut = turn(client, &one, 0, "-e4");
    cut.fails(422, "hand");
    assert_eq!(reason(&cut), "space");
    assert_eq!(turn(client, &one, 0, "Pe2-e5").good(), json!({ "seq": 1, "status": "ongoing" }));
    protest(client, &two, 1, 2).fails(422, "no-protest");
    client.play(&two, 1, "d7d5").good();
    server = again(server, data.path());
    let client = &server.client;
    let state = client.state(&one);
    assert_eq!((&state["moves"], &state["degree"]), (&json!(["~Pe2-e5", "d7d5"]), &json!("warned")));
    // What the rules say counts while they know the position: this is check.
    turn(client, &one, 2, "Qd1-f7").good();
    client.play(&two, 3, "a7a6").fails(422, "refused");
    client.play(&two, 3, "e8f7").good();
    turn(client, &one, 4, "q-d1;-e4").fails(422, "hand");
    let plan = json!({ "seq": 4, "plan": "e1e2 > e7e6" });
    client.post("/api/game/plan", Some(&two), &plan).fails(422, "degree");
}

/// Ranks of this game count from the other end for Game Courier's players.
#[test]
fn what_hands_are_refused_names_squares_as_the_person_reads_them() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let told = |path: &str, key: &str, body: Value, code: &str| {
        let ask = |query: &str| client.post(&format!("{path}{query}"), Some(key), &body).fails(422, code);
        [ask(""), ask("?squares=courier"), ask("?lang=fr&squares=courier")]
    };
    let Apart { sides: [one, two], .. } = create(client, "toddler", "free");
    let turn_of = |seq: usize, legs: &str| json!({ "seq": seq, "turn": legs });
    for (legs, ours, theirs) in [("Ee9-e8", " e9 ", " e3 "), ("Se8-e7", " e8.", " e4.")] {
        let [first, second, french] = told("/api/game/turn", &one, turn_of(0, legs), "hand");
        assert!(first.contains(ours) && second.contains(theirs) && !second.contains(ours), "{first} {second}");
        assert!(french.contains(theirs) && french != second, "{french}");
    }
    turn(client, &one, 0, "-e4").good();
    turn(client, &two, 1, "pass").good();
    let [first, second, french] = told("/api/game/protest", &one, json!({ "seq": 2, "side": 1 }), "unjudged");
    assert!(
        first.contains("space e4 ") && second.contains("space e8 ") && french.contains("case e8 "),
        "{french}"
    );

    let Apart { sides: [one, _], .. } = create(client, "toddler", "warned");
    let [first, second, _] = told("/api/game/turn", &one, turn_of(0, "-e4"), "hand");
    assert!(first.contains(" e4:") && second.contains(" e8:"), "{first} {second}");
}

#[test]
fn degrees_are_for_people_and_enforced_games_know_no_hands() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let computer = json!([{ "kind": "human" }, { "kind": "computer", "level": 1 }]);
    for (degree, players, code) in
        [("free", &computer, "degree"), ("warned", &computer, "degree"), ("lax", &persons(), "degree")]
    {
        let body = json!({ "spec": CHESS, "players": players, "degree": degree });
        client.post("/api/games", None, &body).fails(422, code);
    }
    for spec in Registry::built_in().games() {
        let Apart { sides: [one, two], .. } = create(client, spec, "enforced");
        let answer = turn(client, &one, 0, "pass");
        answer.fails(422, "hand");
        assert_eq!(reason(&answer), "degree");
        protest(client, &two, 0, 2).fails(422, "no-protest");
        client.play(&one, 0, "~pass").fails(422, "hand");
    }
    // One key plays both sides; a list of moves may hold turns by hand.
    let moves = json!(["~Pe2-e5", "~pass"]);
    let body = json!({ "spec": CHESS, "players": persons(), "degree": "free", "moves": moves });
    let created = client.post("/api/games", None, &body).good();
    let id = created["id"].as_str().unwrap();
    assert_eq!(created["state"]["moves"], moves);
    assert_eq!(client.state(id)["events"][0], json!({ "type": "turn", "turn": "Pe2-e5" }));
    assert_eq!(seq(&protest(client, id, 2, 1)), 3);
    assert_eq!(client.state(id)["moves"], json!(["~Pe2-e5"]));
}

#[test]
fn clocks_run_by_hand_too_and_stay_true_over_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Running::start(data.path());
    let body = json!({
        "spec": CHESS, "players": persons(), "seats": { "host": 1 }, "degree": "free", "pace": "correspondence grace=3d"
    });
    let Apart { sides: [one, two], .. } = Apart::of(&server.client.post("/api/games", None, &body).good());
    for (restarted, made) in [(false, "pass"), (true, "Pe2-e5")] {
        if restarted {
            server = again(server, data.path());
        }
        let client = &server.client;
        let running = |key: &str| client.state(key)["clock"]["running"].clone();
        let from = client.state(&one)["seq"].as_u64().unwrap() as usize;
        client.state(&two);
        assert_eq!(running(&one), 1);
        turn(client, &one, from, made).good();
        assert_eq!(running(&one), 2);
        protest(client, &two, from + 1, 2).good();
        assert_eq!(running(&one), 1, "the turn is back with its player");
    }
}

/// One player with both sides of a free game of each kind, killed at random instants.
#[test]
fn turns_and_protests_survive_kills_exactly_once() {
    let kills = 8 * times();
    let data = tempfile::tempdir().unwrap();
    let mut random = Random::new(17);
    let registry = Registry::built_in();
    let ids = registry.games();
    let mut keys: Vec<String> = Vec::new();
    let mut known: Vec<Vec<Value>> = vec![Vec::new(); ids.len()];
    let (mut acknowledged, mut unheard) = (0, 0);
    for kill in 0..kills {
        let (process, client) = start(data.path());
        if kill == 0 {
            for spec in ids {
                let body = json!({ "spec": spec, "players": persons(), "degree": "free" });
                let id = client.post("/api/games", None, &body).good()["id"].clone();
                keys.push(id.as_str().unwrap().to_owned());
            }
        }
        for (key, known) in keys.iter().zip(&mut known) {
            let stored = client.state(key)["events"].as_array().unwrap().clone();
            assert!(stored.len() == known.len() || stored.len() == known.len() + 1, "nothing doubled or lost");
            assert_eq!(stored[..known.len()], known[..]);
            unheard += stored.len() - known.len();
            *known = stored;
        }
        let instant = Duration::from_micros(20_000 + random.below(280_000) as u64);
        let seed = random.below(1 << 20) as u64;
        std::thread::scope(|scope| {
            let playing = scope.spawn(|| {
                let mut random = Random::new(seed);
                for round in 0.. {
                    let place = round % ids.len();
                    let Some(event) = act(&client, ids[place], &keys[place], known[place].len(), &mut random)
                    else {
                        return;
                    };
                    if let Some(event) = event {
                        known[place].push(event);
                        acknowledged += 1;
                    }
                }
            });
            std::thread::sleep(instant);
            drop(process);
            playing.join().unwrap();
        });
    }
    println!("{kills} kills: {acknowledged} acknowledged, {unheard} stored unheard");
    assert!(acknowledged > kills, "{acknowledged}");
}

/// Does something in a free game and returns the event that is stored for it, if it was taken; `None` once the server is gone.
fn act(client: &Client, spec: &str, key: &str, seq: usize, random: &mut Random) -> Option<Option<Value>> {
    let state = client.try_state(key).ok()?.good();
    let mut game = Registry::built_in().begin(spec, None, Degree::Free).unwrap();
    for text in state["moves"].as_array().unwrap() {
        game.play(text.as_str().unwrap()).unwrap();
    }
    if random.below(3) == 0 {
        let side = game.side_to_move().number();
        let answer =
            client.try_post("/api/game/protest", Some(key), &json!({ "seq": seq, "side": side })).ok()?;
        if answer.status != 200 {
            return Some(None);
        }
        let stored = client.try_state(key).ok()?.good()["events"][seq].clone();
        return Some(Some(stored));
    }
    let pieces = game.view(entourage_kernel::Language::English).pieces;
    let squares = Registry::built_in().open(spec).unwrap().topology().squares.clone();
    let to = &squares[random.below(squares.len())].name;
    let entry = match random.below(4) {
        0 => format!("@-{to}"),
        _ if pieces.is_empty() => "pass".to_owned(),
        _ => format!("{}-{to}", pieces[random.below(pieces.len())].square),
    };
    let Ok(legs) = game.hands().unwrap().by_hand(&entry, Notation::Ours) else { return Some(None) };
    let answer = client.try_post("/api/game/turn", Some(key), &json!({ "seq": seq, "turn": legs })).ok()?;
    Some((answer.status == 200).then(|| json!({ "type": "turn", "turn": legs })))
}

/// A game taken over from elsewhere: it begins as hands left a board, and with turns that they made, for two people apart.
#[test]
fn a_game_by_hand_begins_with_its_turns_and_from_any_board() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Running::start(data.path());
    let board = "kh8,Pe2,Ka1,-c3 2";
    let moves = ["~kh8-h7", "~-d4;Pe2-e4", "~@-d4"];
    let ask = |server: &Running, degree: &str, position: &str| {
        let seats = json!({ "host": 1 });
        let body = json!({ "spec": CHESS, "players": persons(), "seats": seats, "degree": degree, "position": position, "moves": moves, "pace": "live spare=5m" });
        server.client.post("/api/games", None, &body)
    };
    ask(&server, "warned", board).fails(422, "text");
    ask(&server, "enforced", board).fails(422, "text");
    ask(&server, "free", "Ka1,Pe2,kh8,-c3 2").fails(422, "text");
    let Apart { sides: [one, two], watch } = Apart::of(&ask(&server, "free", board).good());
    for _ in 0..2 {
        for key in [&one, &two, &watch] {
            let state = server.client.state(key);
            let known = (&state["start"], &state["moves"], &state["seq"]);
            assert_eq!(known, (&json!(board), &json!(moves), &json!(3)));
        }
        server = again(server, data.path());
    }
    // What it was created with is nobody's doing: keys are replaced, and it may be aborted.
    let client = &server.client;
    assert_eq!(client.state(&one)["given"], 3);
    let watch = client.post("/api/game/keys", Some(&one), &json!({ "seat": "watch" })).good()["key"].clone();
    assert_eq!(client.state(watch.as_str().unwrap())["seat"], "watch");
    let aborted = Apart::of(&ask(&server, "free", board).good());
    client.post("/api/game/abort", Some(&aborted.sides[0]), &json!({ "seq": 3, "side": 1 })).good();
    turn(client, &two, 3, "pass").fails(403, "turn");
    assert_eq!(seq(&turn(client, &one, 3, "Pe4-d4")), 4);
    client.post("/api/game/keys", Some(&one), &json!({ "seat": "watch" })).fails(409, "begun");
    // What is played again begins from the same board.
    let say = |path: &str, key: &str, body: Value| client.post(path, Some(key), &body).good();
    say("/api/game/resign", &two, json!({ "seq": 4, "side": 2 }));
    say("/api/game/offer", &one, json!({ "seq": 5, "side": 1, "offer": "rematch" }));
    say("/api/game/rematch", &two, json!({ "seq": 6 }));
    let next = say("/api/game/next", &one, json!({}))["key"].as_str().unwrap().to_owned();
    let state = client.state(&next);
    let known = (&state["start"], &state["moves"], &state["degree"]);
    assert_eq!(known, (&json!(board), &json!([]), &json!("free")));
}
