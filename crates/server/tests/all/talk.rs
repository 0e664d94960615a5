//! What two people apart say, note and prepare: kept, numbered, and told to nobody else.

use std::time::Duration;

use entourage_kernel::Random;
use entourage_registry::Registry;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use crate::common::random_turn::random_turn;
use crate::common::{Answer, Apart, Client, Running, persons, spec};

fn say(client: &Client, key: &str, token: &str, text: &str) -> Answer {
    client.post("/api/game/chat", Some(key), &json!({ "token": token, "text": text }))
}

fn read(client: &Client, key: &str, what: &str) -> Answer {
    client.get(&format!("/api/game/{what}"), &[("authorization", &format!("Bearer {key}"))])
}

fn prepare(client: &Client, key: &str, seq: usize, plan: &str) -> Answer {
    client.post("/api/game/plan", Some(key), &json!({ "seq": seq, "plan": plan }))
}

fn plan(client: &Client, key: &str) -> String {
    read(client, key, "plan").good()["plan"].as_str().unwrap().to_owned()
}

fn texts(lines: &Value) -> Vec<String> {
    let lines = lines.as_array().unwrap().iter();
    lines.map(|line| format!("{} {}", line["side"], line["text"].as_str().unwrap())).collect()
}

#[test]
fn players_talk_and_nobody_else_hears_it() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Running::start(data.path());
    let Apart { sides: [one, two], watch } = server.client.create_apart(&[]);
    let hot = server.client.create(&[]);
    for _ in 0..2 {
        assert_eq!(say(&server.client, &one, "t1", "Good luck! <b>é</b> 🦉").good()["seq"], 0, "said once");
        assert_eq!(say(&server.client, &two, "t1", "You too").good()["seq"], 1);
    }
    drop(server);
    server = Running::start(data.path());
    let client = &server.client;
    assert_eq!(say(client, &one, "t1", "You too").good()["seq"], 0, "a token stands for its line");
    let chat = read(client, &two, "chat").good();
    assert_eq!(texts(&chat["lines"]), ["1 Good luck! <b>é</b> 🦉", "2 You too"]);
    assert_eq!(texts(&read(client, &one, "chat?from=1").good()["lines"]), ["2 You too"]);
    assert_eq!(read(client, &one, "chat?from=4294967295").good()["lines"], json!([]));
    read(client, &one, "chat?from=-1").fails(400, "malformed");

    read(client, &watch, "chat").fails(403, "watching");
    say(client, &watch, "w", "hello").fails(403, "watching");
    read(client, &hot, "chat").fails(422, "alone");
    say(client, &hot, "h", "hello").fails(422, "alone");
    say(client, "aaaa", "h", "hello").fails(401, "bad-key");
    client.get("/api/game/chat", &[]).fails(401, "no-key");
    for bad in ["", " ", "a\u{0}b", "a\nb", "\u{202e}b", &"é".repeat(501)] {
        say(client, &one, "bad", bad).fails(422, "words");
    }
    for token in ["", "A", "a b", &"a".repeat(33)] {
        say(client, &one, token, "hello").fails(400, "malformed");
    }
    assert_eq!(say(client, &one, "long", &"é".repeat(500)).good()["seq"], 2);
    // What is said is no event, and does not disturb the game.
    assert_eq!(client.state(&one)["seq"], 0);
    assert!(!client.try_state(&watch).unwrap().text.contains("Good luck"));
}

#[test]
fn nobody_floods_the_other() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    for line in 0..20 {
        say(client, &one, &format!("t{line}"), "hey").good();
    }
    let refused = say(client, &one, "t20", "hey");
    refused.fails(429, "too-fast");
    assert_eq!(refused.header("retry-after"), "1");
    assert_eq!(say(client, &one, "t19", "hey").good()["seq"], 19, "a retry is always answered");
    say(client, &two, "t0", "what?").good();
}

#[test]
fn notes_are_private_and_bounded() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Running::start(data.path());
    let Apart { sides: [one, two], watch } = server.client.create_apart(&[]);
    let hot = server.client.create(&[]);
    let write = |client: &Client, key: &str, text: &str| {
        client.post("/api/game/notes", Some(key), &json!({ "text": text }))
    };
    for (key, text) in [(&one, "Watch e5.\n\tTwice."), (&two, "é"), (&hot, "mine")] {
        assert_eq!(read(&server.client, key, "notes").good()["text"], "");
        write(&server.client, key, "earlier").good();
        write(&server.client, key, text).good();
    }
    drop(server);
    server = Running::start(data.path());
    let client = &server.client;
    for (key, text) in [(&one, "Watch e5.\n\tTwice."), (&two, "é"), (&hot, "mine")] {
        assert_eq!(read(client, key, "notes").good()["text"], text);
    }
    read(client, &watch, "notes").fails(403, "watching");
    write(client, &watch, "x").fails(403, "watching");
    write(client, &one, &"x".repeat(10_001)).fails(422, "words");
    write(client, &one, "a\u{0}").fails(422, "words");
    write(client, &one, "").good();
    assert_eq!(read(client, &one, "notes").good()["text"], "");
}

#[test]
fn stale_notes_are_refused_with_the_newer_ones() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, _], .. } = client.create_apart(&[]);
    let write = |text: &str, version: &Value| {
        client.post("/api/game/notes", Some(&one), &json!({ "text": text, "version": version }))
    };
    let empty = read(client, &one, "notes").good()["version"].clone();
    let first = write("first", &empty).good()["version"].clone();
    assert_eq!(read(client, &one, "notes").good(), json!({ "text": "first", "version": first }));
    let refused = write("second", &empty);
    refused.fails(409, "stale");
    let error = &refused.json()["error"];
    assert_eq!((&error["text"], &error["version"]), (&json!("first"), &first));
    assert_eq!(write("first", &empty).good()["version"], first, "a retry finds its own text");
    write("second", &error["version"]).good();
    write("third", &Value::Null).good();
    assert_eq!(read(client, &one, "notes").good()["text"], "third");
    write("x", &json!("no version")).fails(400, "malformed");
}

#[test]
fn a_stale_plan_is_refused_with_the_newer_one() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let m = some_moves(5);
    let Apart { sides: [one, two], .. } = client.create_apart(&[&m[0]]);
    let prepare = |seq: usize, plan: &str, version: &Value| {
        client.post("/api/game/plan", Some(&one), &json!({ "seq": seq, "plan": plan, "version": version }))
    };
    let empty = read(client, &one, "plan").good()["version"].clone();
    let good = format!("{} > {} {{ {} > {} }}", m[1], m[2], m[3], m[4]);
    let first = prepare(1, &good, &empty).good()["version"].clone();
    assert_eq!(read(client, &one, "plan").good(), json!({ "after": 1, "plan": good, "version": first }));
    let other = format!("{} > resign", m[1]);
    let refused = prepare(1, &other, &empty);
    refused.fails(409, "stale");
    let error = &refused.json()["error"];
    assert_eq!((&error["text"], &error["version"]), (&json!(good), &first));
    // What is played of it makes it another.
    client.play(&two, 1, &m[1]).good();
    let rest = format!("{} > {}", m[3], m[4]);
    let refused = prepare(3, "", &first);
    refused.fails(409, "stale");
    assert_eq!(refused.json()["error"]["text"], rest);
    prepare(3, "", &refused.json()["error"]["version"]).good();
    assert_eq!(read(client, &one, "plan").good()["version"], empty);
}

fn legal(moves: &[String]) -> Vec<String> {
    let mut game = Registry::built_in().open(spec()).unwrap().begin(None).unwrap();
    moves.iter().for_each(|text| game.play(text).unwrap());
    game.legal_moves()
}

/// Plays the first legal move again and again.
fn some_moves(count: usize) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    while moves.len() < count {
        let next = legal(&moves)[moves.len() % 3].clone();
        moves.push(next);
    }
    moves
}

#[test]
fn what_is_ready_is_played_at_once_and_dropped_when_the_game_leaves_it() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Running::start(data.path());
    let m = some_moves(6);
    let Apart { sides: [one, two], watch } = server.client.create_apart(&[]);
    server.client.play(&one, 0, &m[0]).good();
    let text = format!("{} > {} {{ {} > {} }}", m[1], m[2], m[3], m[4]);
    prepare(&server.client, &one, 1, &text).good();
    prepare(&server.client, &one, 1, &text).good();
    assert_eq!(plan(&server.client, &one), text);
    assert_eq!(plan(&server.client, &two), "", "nobody else sees it");
    read(&server.client, &watch, "plan").fails(403, "watching");
    drop(server);
    server = Running::start(data.path());
    let client = &server.client;
    assert_eq!(plan(client, &one), text);
    // An offer is no move; what is ready stays.
    client.post("/api/game/offer", Some(&two), &json!({ "seq": 1, "side": 2, "offer": "draw" })).good();
    assert_eq!(client.play(&two, 2, &m[1]).good()["seq"], 4, "the reply is there as well");
    assert_eq!(client.play(&two, 2, &m[1]).good()["seq"], 4, "a retry");
    assert_eq!(client.state(&watch)["moves"], json!(m[..3]));
    assert_eq!(plan(client, &one), format!("{} > {}", m[3], m[4]));
    let elsewhere = legal(&m[..3]).into_iter().find(|text| *text != m[3]).unwrap();
    assert_eq!(client.play(&two, 4, &elsewhere).good()["seq"], 5);
    assert_eq!(plan(client, &one), "");
    prepare(client, &one, 5, &text).fails(422, "own-turn");
    prepare(client, &two, 4, &text).fails(409, "conflict");
    prepare(client, &watch, 5, &text).fails(403, "watching");
    let hot = client.create(&[]);
    prepare(client, &hot, 0, &text).fails(422, "alone");
}

#[test]
fn what_is_wrong_with_a_plan_is_said() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let m = some_moves(4);
    let Apart { sides: [one, _], .. } = client.create_apart(&[&m[0]]);
    let wrong = |text: &str| {
        let answer = prepare(client, &one, 1, text);
        answer.fails(422, "plan");
        answer.json()["error"].clone()
    };
    let good = format!("{} > {}", m[1], m[2]);
    let error = wrong(&format!("{good} {{ {} > zz9 }}", m[3]));
    assert_eq!((&error["token"], &error["reason"]), (&json!("zz9"), &json!("text")));
    let error = wrong(&format!("{} > {}", m[1], m[1]));
    assert_eq!(
        (&error["token"], &error["reason"], &error["line"]),
        (&json!(m[1]), &json!("refused"), &json!([m[1]]))
    );
    assert!(!error["reasons"].as_array().unwrap().is_empty());
    assert_eq!(error["at"], m[1].len() + 3);
    assert_eq!(wrong(&format!("{good}; {good}"))["reason"], "twice");
    assert_eq!(wrong(&format!("{good}  "))["reason"], "text");
    assert_eq!(plan(client, &one), "", "nothing of it is kept");
    prepare(client, &one, 1, &good).good();
    prepare(client, &one, 1, "").good();
    assert_eq!(plan(client, &one), "");
}

#[test]
fn resigning_can_be_ready_and_take_backs_drop_what_is() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let m = some_moves(3);
    let Apart { sides: [one, two], watch } = client.create_apart(&[&m[0]]);
    prepare(client, &one, 1, &format!("{} > resign", m[1])).good();
    let answer = client.play(&two, 1, &m[1]).good();
    assert_eq!((&answer["seq"], &answer["status"]), (&json!(3), &json!("win-2 resignation")));
    assert_eq!(client.state(&watch)["resigned"], 1);
    prepare(client, &one, 3, &format!("{} > resign", m[1])).fails(422, "ended");

    let Apart { sides: [one, two], .. } = client.create_apart(&[&m[0]]);
    prepare(client, &one, 1, &format!("{} > {}", m[1], m[2])).good();
    client.post("/api/game/offer", Some(&one), &json!({ "seq": 1, "side": 1, "offer": "takeback:1" })).good();
    client.take_back(&two, 2, 1).good();
    assert_eq!(plan(client, &one), "");
    client.play(&one, 3, &m[0]).good();
    assert_eq!(client.play(&two, 4, &m[1]).good()["seq"], 5, "nothing is ready any more");
}

#[test]
fn turns_of_several_plies_are_foreseen_and_answered_in_every_game() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let mut random = Random::new(3);
    let mut longest = 0;
    for name in Registry::built_in().games() {
        for _ in 0..12 {
            let mut live = Registry::built_in().open(name).unwrap().begin(None).unwrap();
            let turns: Option<Vec<_>> = (0..5).map(|_| random_turn(live.as_mut(), &mut random)).collect();
            let Some(turns) = turns else { continue };
            longest = longest.max(turns.iter().map(Vec::len).max().unwrap());
            let seats = json!({ "host": 1 });
            let body = json!({ "spec": name, "players": persons(), "seats": seats, "moves": turns[0] });
            let Apart { sides: [one, two], watch } = Apart::of(&client.post("/api/games", None, &body).good());
            let [b, c, d, e] = [1, 2, 3, 4].map(|turn| turns[turn].join(" "));
            let mut seq = turns[0].len();
            prepare(client, &one, seq, &format!("{b} > {c} {{ {d} > {e} }}")).good();
            for (other, own) in [(1, 2), (3, 4)] {
                for (index, ply) in turns[other].iter().enumerate() {
                    let last = index + 1 == turns[other].len();
                    let after = seq + 1 + if last { turns[own].len() } else { 0 };
                    assert_eq!(client.play(&two, seq, ply).good()["seq"], after, "{name}");
                    seq = after;
                }
            }
            assert_eq!(client.state(&watch)["moves"], json!(turns.concat()), "{name}");
        }
    }
    assert!(longest > 1, "some turn has several plies");
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_are_told_live_once_and_in_order_and_resumed() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    say(client, &one, "a", "first").good();
    let follow = async |key: &str, chat: Value| {
        let address = format!("{}/api/live", client.url.replace("http://", "ws://"));
        let (mut socket, _) = connect_async(address).await.unwrap();
        let mut greeting = json!({ "key": key });
        if !chat.is_null() {
            greeting["chat"] = chat;
        }
        socket.send(Message::text(greeting.to_string())).await.unwrap();
        socket
    };
    let mut sockets = [
        follow(&two, json!(0)).await,
        follow(&one, json!(1)).await,
        follow(&watch, json!(0)).await,
        follow(&two, Value::Null).await,
    ];
    for index in 0..5 {
        say(client, &two, &format!("b{index}"), &format!("line {index}")).good();
    }
    client.play(&one, 0, &legal(&[])[0]).good();
    let all: Vec<String> =
        std::iter::once("1 first".to_owned()).chain((0..5).map(|i| format!("2 line {i}"))).collect();
    let wanted = [&all[..], &all[1..], &[], &[]];
    for (socket, wanted) in sockets.iter_mut().zip(wanted) {
        let (mut heard, mut moved) = (Vec::new(), false);
        while heard.len() < wanted.len() || !moved {
            let message = timeout(Duration::from_secs(20), socket.next()).await.unwrap().unwrap().unwrap();
            let Message::Text(text) = message else { continue };
            let news: Value = serde_json::from_str(&text).unwrap();
            match news["type"].as_str().unwrap() {
                "chat" => {
                    assert_eq!(
                        news["from"],
                        all.len() - wanted.len() + heard.len(),
                        "nothing lost or repeated"
                    );
                    heard.extend(texts(&news["lines"]));
                }
                "events" => moved = true,
                "state" => moved |= news["state"]["seq"] == 1,
                _ => {}
            }
        }
        assert_eq!(heard, wanted);
    }
}
