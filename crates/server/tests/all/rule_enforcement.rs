//! Tests games with warnings and with rule enforcement off: manual moves, protests and refusals, also across restarts.

use entourage_kernel::Enforcement;
use entourage_registry::Notation;

use crate::common::process::start;
use crate::common::*;

const CHESS: &str = "chess";

fn create(client: &Client, spec: &str, enforcement: &str) -> Apart {
    client.apart_with(json!({ "spec": spec, "degree": enforcement }))
}

impl Client {
    fn turn(&self, key: &str, seq: usize, legs: &str) -> Answer {
        self.act(key, "turn", json!({ "seq": seq, "turn": legs }))
    }

    fn protest(&self, key: &str, seq: usize, side: usize) -> Answer {
        self.act(key, "protest", json!({ "seq": seq, "side": side }))
    }
}

fn seq(answer: &Answer) -> Value {
    answer.good()["seq"].clone()
}

/// The cost of a manual move must not depend on the number of earlier manual moves.
#[test]
fn long_manual_games_are_created_quickly() {
    let client = &Running::new();
    let there_and_back = ["~Ng1-f3", "~ng8-f6", "~Nf3-g1", "~nf6-g8"];
    let moves: Vec<&str> = there_and_back.into_iter().cycle().take(4096).collect();
    let created = client.create_with(json!({ "spec": CHESS, "degree": "free", "moves": moves }));
    client.turn(&created.word("id"), 4096, "pass").fails(422, "too-long");
}

#[test]
fn free_games_are_played_challenged_and_replayed() {
    let mut server = Running::new();
    let Apart { sides: [one, two], watch } = create(&server, CHESS, "free");
    shows(server.state(&one), json!({ "degree": "free", "protest": null }));
    server.turn(&watch, 0, "Pe2-e4").fails(403, "watching");
    server.turn(&two, 0, "Pe2-e4").fails(403, "turn");
    server.protest(&one, 0, 1).fails(422, "no-protest");
    for (legs, code) in [
        ("Qe2-e4", "wrong-label"),
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
        let error = server.turn(&one, 0, legs).error(422, "hand");
        assert_eq!(error["reason"], code, "{legs}");
        let label = word(&error["message"]).contains("is P, not Q");
        assert_eq!(label, code == "wrong-label", "{error}");
    }
    server.turn(&one, 0, &"@-a1;".repeat(2000)).fails(413, "too-large");
    server.play(&one, 0, "e2e4").fails(422, "hand");
    // An illegal move is accepted, and taken back after a protest.
    assert_eq!(seq(&server.turn(&one, 0, "Pe2-e5")), 1);
    assert_eq!(seq(&server.turn(&one, 0, "Pe2-e5")), 1, "a retry");
    server.turn(&one, 0, "Pe2-e4").fails(409, "conflict");
    server.protest(&one, 1, 1).fails(422, "no-protest");
    server.protest(&one, 1, 2).fails(403, "other-side");
    server.protest(&watch, 1, 2).fails(403, "watching");
    server.restart();
    assert_eq!(seq(&server.protest(&two, 1, 2)), 2);
    assert_eq!(seq(&server.protest(&two, 1, 2)), 2, "a retry");
    let state = server.state(&watch);
    assert_eq!(state["protest"], json!({ "side": 2, "turn": "~Pe2-e5", "verdict": "upheld" }));
    let event = json!({ "type": "protest", "side": 2, "verdict": "upheld" });
    shows(&state, json!({ "moves": [], "events/1": event }));
    server.restart();
    // The same move is refused, however it is written.
    server.turn(&one, 2, "Pe2-e5").fails(422, "barred");
    server.turn(&one, 2, "Pe2-e4;Pe4-e5").fails(422, "barred");
    server.play(&one, 2, "~Pe2-e5").fails(422, "barred");
    server.play(&one, 2, &format!("~{}", "@-a1;".repeat(2000))).fails(413, "too-large");
    assert_eq!(server.state(&one)["seq"], 2);
    assert_eq!(seq(&server.turn(&one, 2, "Pe2-e4")), 3);
    // A rejected protest is recorded, and the move stays.
    assert_eq!(seq(&server.protest(&two, 3, 2)), 4);
    server.protest(&two, 4, 2).fails(422, "no-protest");
    shows(server.state(&one), json!({ "moves": ["~Pe2-e4"], "protest/verdict": "rejected" }));
    // The rules do not support a board with a missing square, so the players agree to take the move back.
    assert_eq!(seq(&server.turn(&two, 4, "-h8")), 5);
    assert_eq!(seq(&server.turn(&one, 5, "Pe4-e5")), 6);
    let message = server.protest(&two, 6, 2).fails(422, "unjudged");
    assert!(message.contains("h8"), "{message}");
    assert_eq!(server.state(&one)["seq"], 6);
    server.offer(&one, 6, 1, "takeback:2").good();
    server.take_back(&two, 7, 2).good();
    server.restart();
    assert_eq!(server.state(&two)["moves"], json!(["~Pe2-e4"]));
    // Agreements work as in other games, and rule enforcement is also off in the rematch.
    server.agreed("draw", 8, (&two, 2), &one);
    server.turn(&two, 10, "pass").fails(422, "ended");
    server.agreed("rematch", 10, (&two, 2), &one);
    shows(server.state(&server.next(&one).word("key")), json!({ "degree": "free", "seat": "2" }));
}

#[test]
fn warned_games_accept_confirmed_illegal_moves() {
    let mut server = Running::new();
    let Apart { sides: [one, two], .. } = create(&server, CHESS, "warned");
    server.play(&one, 0, "e2e5").fails(422, "refused");
    let allowed = server.turn(&one, 0, "Pe2-e4").error(422, "hand");
    shows(allowed, json!({ "reason": "allowed", "moves": ["e2e4"] }));
    assert_eq!(server.turn(&one, 0, "-e4").error(422, "hand")["reason"], "space");
    assert_eq!(server.turn(&one, 0, "Pe2-e5").good(), json!({ "seq": 1, "status": "ongoing" }));
    server.protest(&two, 1, 2).fails(422, "no-protest");
    server.play(&two, 1, "d7d5").good();
    server.restart();
    shows(server.state(&one), json!({ "moves": ["~Pe2-e5", "d7d5"], "degree": "warned" }));
    // The rules still evaluate the position: it is check.
    server.turn(&one, 2, "Qd1-f7").good();
    server.play(&two, 3, "a7a6").fails(422, "refused");
    server.play(&two, 3, "e8f7").good();
    server.turn(&one, 4, "q-d1;-e4").fails(422, "hand");
    server.plan(&two, 4, "e1e2 > e7e6").fails(422, "degree");
}

/// Game Courier numbers the ranks of this game from the other end.
#[test]
fn refused_manual_moves_use_the_requested_notation() {
    let client = &Running::new();
    let told = |what: &str, key: &str, body: Value, code: &str| {
        let ask = |query: &str| client.act(key, &format!("{what}{query}"), &body).fails(422, code);
        [ask(""), ask("?squares=courier"), ask("?lang=fr&squares=courier")]
    };
    let Apart { sides: [one, two], .. } = create(client, "toddler", "free");
    let turn_of = |seq: usize, legs: &str| json!({ "seq": seq, "turn": legs });
    for (legs, ours, theirs) in [("Ee9-e8", " e9 ", " e3 "), ("Se8-e7", " e8.", " e4.")] {
        let [first, second, french] = told("turn", &one, turn_of(0, legs), "hand");
        assert!(first.contains(ours) && second.contains(theirs) && !second.contains(ours), "{first} {second}");
        assert!(french.contains(theirs) && french != second, "{french}");
    }
    client.turn(&one, 0, "-e4").good();
    client.turn(&two, 1, "pass").good();
    let [first, second, french] = told("protest", &one, json!({ "seq": 2, "side": 1 }), "unjudged");
    assert!(first.contains("space e4 ") && second.contains("space e8 "), "{first} {second}");
    assert!(french.contains("case e8"), "{french}");

    let Apart { sides: [one, _], .. } = create(client, "toddler", "warned");
    let [first, second, _] = told("turn", &one, turn_of(0, "-e4"), "hand");
    assert!(first.contains(" e4 ") && second.contains(" e8 "), "{first} {second}");
}

#[test]
fn enforcement_off_is_for_two_people_and_enforced_games_refuse_manual_moves() {
    let client = &Running::new();
    for (enforcement, players) in
        [("free", against_computer()), ("warned", against_computer()), ("lax", persons())]
    {
        let body = json!({ "spec": CHESS, "players": players, "degree": enforcement });
        client.create_with(body).fails(422, "degree");
    }
    for spec in Registry::built_in().games() {
        let Apart { sides: [one, two], .. } = create(client, spec, "enforced");
        assert_eq!(client.turn(&one, 0, "pass").error(422, "hand")["reason"], "degree");
        client.protest(&two, 0, 2).fails(422, "no-protest");
        client.play(&one, 0, "~pass").fails(422, "hand");
    }
    // A game on one device can be created with manual moves.
    let moves = json!(["~Pe2-e5", "~pass"]);
    let created = client.create_with(json!({ "spec": CHESS, "degree": "free", "moves": moves }));
    let id = &created.word("id");
    assert_eq!(created.good()["state"]["moves"], moves);
    assert_eq!(client.state(id)["events"][0], json!({ "type": "turn", "turn": "Pe2-e5" }));
    assert_eq!(seq(&client.protest(id, 2, 1)), 3);
    assert_eq!(client.state(id)["moves"], json!(["~Pe2-e5"]));
}

#[test]
fn clocks_of_manual_games_survive_restarts() {
    let mut server = Running::new();
    let pace = "correspondence grace=3d";
    let body = json!({ "spec": CHESS, "degree": "free", "pace": pace });
    let Apart { sides: [one, two], .. } = server.apart_with(body);
    for (restarted, made) in [(false, "pass"), (true, "Pe2-e5")] {
        if restarted {
            server.restart();
        }
        let running_is = |side: usize| assert_eq!(server.state(&one)["clock"]["running"], side);
        let from = server.state(&one)["seq"].as_u64().unwrap() as usize;
        server.state(&two);
        running_is(1);
        server.turn(&one, from, made).good();
        running_is(2);
        server.protest(&two, from + 1, 2).good();
        running_is(1);
    }
}

/// Plays both sides of each built-in game with rule enforcement off, while the server is killed at random.
#[test]
fn manual_moves_and_challenges_survive_kills_exactly_once() {
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
            let create = |spec| client.create_with(json!({ "spec": spec, "degree": "free" })).word("id");
            keys = ids.iter().map(create).collect();
        }
        for (key, known) in keys.iter().zip(&mut known) {
            let stored = list(&client.state(key)["events"]);
            assert!(
                stored.len() == known.len() || stored.len() == known.len() + 1,
                "an event was duplicated or lost"
            );
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
                    let event = act(&client, ids[place], &keys[place], known[place].len(), &mut random);
                    let Some(event) = event else { return };
                    acknowledged += usize::from(event.is_some());
                    known[place].extend(event);
                }
            });
            std::thread::sleep(instant);
            drop(process);
            playing.join().unwrap();
        });
    }
    println!("{kills} kills: {acknowledged} acknowledged, {unheard} stored but not acknowledged");
    assert!(acknowledged > kills, "{acknowledged}");
}

/// Makes a random change to a game without rule enforcement; returns the stored event if the change was accepted, and
/// `None` if the server is gone.
fn act(client: &Client, spec: &str, key: &str, seq: usize, random: &mut Random) -> Option<Option<Value>> {
    let state = client.try_state(key).ok()?.good();
    let mut game = Registry::built_in().begin(spec, None, Enforcement::Free).unwrap();
    for text in list(&state["moves"]) {
        game.play(&word(&text)).unwrap();
    }
    if random.below(3) == 0 {
        let body = json!({ "seq": seq, "side": game.side_to_move().number() });
        if client.try_act(key, "protest", &body).ok()?.status != 200 {
            return Some(None);
        }
        return Some(Some(client.try_state(key).ok()?.good()["events"][seq].clone()));
    }
    let pieces = game.view(Language::English).pieces;
    let squares = Registry::built_in().open(spec).unwrap().topology().squares.clone();
    let to = &squares[random.below(squares.len())].name;
    let entry = match random.below(4) {
        0 => format!("@-{to}"),
        _ if pieces.is_empty() => "pass".to_owned(),
        _ => format!("{}-{to}", pieces[random.below(pieces.len())].square),
    };
    let Ok(legs) = game.hands().unwrap().by_hand(&entry, Notation::Ours) else { return Some(None) };
    let answer = client.try_act(key, "turn", &json!({ "seq": seq, "turn": legs })).ok()?;
    Some((answer.status == 200).then(|| json!({ "type": "turn", "turn": legs })))
}

/// Covers games that were begun on another site: a manually edited board and manual moves, on two devices.
#[test]
fn manual_games_begin_from_any_board_and_with_moves() {
    let mut server = Running::new();
    let board = "kh8,Pe2,Ka1,-c3 2";
    let moves = ["~kh8-h7", "~-d4;Pe2-e4", "~@-d4"];
    let ask = |server: &Running, enforcement: &str, position: &str| {
        let game = json!({ "spec": CHESS, "degree": enforcement, "position": position, "moves": moves });
        server.create_with(merge(game, json!({ "seats": { "host": 1 }, "pace": "live spare=5m" })))
    };
    ask(&server, "warned", board).fails(422, "text");
    ask(&server, "enforced", board).fails(422, "text");
    ask(&server, "free", "Ka1,Pe2,kh8,-c3 2").fails(422, "text");
    let Apart { sides: [one, two], watch } = Apart::of(&ask(&server, "free", board).good());
    for _ in 0..2 {
        for key in [&one, &two, &watch] {
            shows(server.state(key), json!({ "start": board, "moves": moves, "seq": 3 }));
        }
        server.restart();
    }
    // No player made the initial events, so keys can be replaced and the game can be aborted.
    let client = &server;
    assert_eq!(client.state(&one)["given"], 3);
    assert_eq!(client.state(&client.renew(&one, "watch").word("key"))["seat"], "watch");
    let aborted = Apart::of(&ask(client, "free", board).good());
    client.abort(&aborted.sides[0], 3, 1).good();
    client.turn(&two, 3, "pass").fails(403, "turn");
    assert_eq!(seq(&client.turn(&one, 3, "Pe4-d4")), 4);
    client.renew(&one, "watch").fails(409, "begun");
    client.resign(&two, 4, 2).good();
    client.agreed("rematch", 5, (&one, 1), &two);
    let next = client.state(&client.next(&one).word("key"));
    shows(next, json!({ "start": board, "moves": [], "degree": "free" }));
}
