//! Tests chat, private notes and conditional moves.

use crate::common::random_turn::random_turn;
use crate::common::*;

fn plan(client: &Client, key: &str) -> String {
    client.read(key, "plan").word("plan")
}

fn note(client: &Client, key: &str, text: &str) -> Answer {
    client.act(key, "notes", json!({ "text": text }))
}

fn texts(lines: &[Value]) -> Vec<String> {
    lines.iter().map(|line| format!("{} {}", line["side"], word(&line["text"]))).collect()
}

#[test]
fn only_players_can_chat_and_read_it() {
    let mut server = Running::new();
    let Apart { sides: [one, two], watch } = server.create_apart(&[]);
    let hot = server.create(&[]);
    for _ in 0..2 {
        assert_eq!(server.chat(&one, "t1", "Good luck! <b>é</b> 🦉").good()["seq"], 0, "stored once");
        assert_eq!(server.chat(&two, "t1", "You too").good()["seq"], 1);
    }
    server.restart();
    let client = &server;
    assert_eq!(
        client.chat(&one, "t1", "You too").good()["seq"],
        0,
        "a repeated token returns the same message"
    );
    let lines = |key: &str, what: &str| texts(&client.read(key, what).list("lines"));
    assert_eq!(lines(&two, "chat"), ["1 Good luck! <b>é</b> 🦉", "2 You too"]);
    assert_eq!(lines(&one, "chat?from=1"), ["2 You too"]);
    assert!(lines(&one, "chat?from=4294967295").is_empty());
    client.read(&one, "chat?from=-1").fails(400, "malformed");

    client.read(&watch, "chat").fails(403, "watching");
    client.chat(&watch, "w", "hello").fails(403, "watching");
    client.read(&hot, "chat").fails(422, "alone");
    client.chat(&hot, "h", "hello").fails(422, "alone");
    client.chat("aaaa", "h", "hello").fails(401, "bad-key");
    client.get("/api/game/chat").fails(401, "no-key");
    for bad in ["", " ", "a\u{0}b", "a\nb", "\u{202e}b", &"é".repeat(501)] {
        client.chat(&one, "bad", bad).fails(422, "words");
    }
    for token in ["", "A", "a b", &"a".repeat(33)] {
        client.chat(&one, token, "hello").fails(400, "malformed");
    }
    assert_eq!(client.chat(&one, "long", &"é".repeat(500)).good()["seq"], 2);
    // Chat messages are not events.
    assert_eq!(client.state(&one)["seq"], 0);
    assert!(!client.try_state(&watch).unwrap().text.contains("Good luck"));
}

#[test]
fn chat_is_rate_limited() {
    let client = &Running::new();
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    for line in 0..20 {
        client.chat(&one, &format!("t{line}"), "hey").good();
    }
    let refused = client.chat(&one, "t20", "hey");
    refused.fails(429, "too-fast");
    assert_eq!(refused.header("retry-after"), "1");
    assert_eq!(client.chat(&one, "t19", "hey").good()["seq"], 19, "retries are not limited");
    client.chat(&two, "t0", "what?").good();
}

#[test]
fn notes_are_private_and_limited() {
    let mut server = Running::new();
    let Apart { sides: [one, two], watch } = server.create_apart(&[]);
    let hot = server.create(&[]);
    let all = [(&one, "Watch e5.\n\tTwice."), (&two, "é"), (&hot, "mine")];
    for (key, text) in all {
        assert_eq!(server.read(key, "notes").good()["text"], "");
        note(&server, key, "earlier").good();
        note(&server, key, text).good();
    }
    server.restart();
    for (key, text) in all {
        assert_eq!(server.read(key, "notes").good()["text"], text);
    }
    server.read(&watch, "notes").fails(403, "watching");
    note(&server, &watch, "x").fails(403, "watching");
    note(&server, &one, &"x".repeat(10_001)).fails(422, "words");
    note(&server, &one, "a\u{0}").fails(422, "words");
    note(&server, &one, "").good();
    assert_eq!(server.read(&one, "notes").good()["text"], "");
}

#[test]
fn stale_notes_are_refused_with_the_current_ones() {
    let client = &Running::new();
    let Apart { sides: [one, _], .. } = client.create_apart(&[]);
    let write =
        |text: &str, version: &Value| client.act(&one, "notes", json!({ "text": text, "version": version }));
    let empty = &client.read(&one, "notes").good()["version"];
    let first = &write("first", empty).good()["version"];
    assert_eq!(client.read(&one, "notes").good(), json!({ "text": "first", "version": first }));
    let error = write("second", empty).error(409, "stale");
    shows(&error, json!({ "text": "first", "version": first }));
    assert_eq!(write("first", empty).good()["version"], *first, "a retry is accepted");
    write("second", &error["version"]).good();
    write("third", &Value::Null).good();
    assert_eq!(client.read(&one, "notes").good()["text"], "third");
    write("x", &json!("no version")).fails(400, "malformed");
}

#[test]
fn stale_conditional_moves_are_refused_with_the_current_ones() {
    let client = &Running::new();
    let m = some_moves::<5>();
    let Apart { sides: [one, two], .. } = client.create_apart(&[&m[0]]);
    let prepare = |seq: usize, plan: &str, version: &Value| {
        client.act(&one, "plan", json!({ "seq": seq, "plan": plan, "version": version }))
    };
    let empty = &client.read(&one, "plan").good()["version"];
    let good = format!("{} > {} {{ {} > {} }}", m[1], m[2], m[3], m[4]);
    let first = &prepare(1, &good, empty).good()["version"];
    let expected = json!({ "after": 1, "plan": good, "version": first });
    assert_eq!(client.read(&one, "plan").good(), expected);
    let refused = prepare(1, &format!("{} > resign", m[1]), empty).error(409, "stale");
    shows(refused, json!({ "text": good, "version": first }));
    // Playing a reply changes the conditional moves.
    client.play(&two, 1, &m[1]).good();
    let refused = prepare(3, "", first).error(409, "stale");
    assert_eq!(refused["text"], format!("{} > {}", m[3], m[4]));
    prepare(3, "", &refused["version"]).good();
    assert_eq!(client.read(&one, "plan").good()["version"], *empty);
}

/// Returns the first moves of a game that differs from [`line`].
fn some_moves<const COUNT: usize>() -> [String; COUNT] {
    let mut game = new_game();
    std::array::from_fn(|number| {
        let text = game.legal_moves()[number % 3].clone();
        game.play(&text).unwrap();
        text
    })
}

#[test]
fn conditional_moves_are_played_at_once_and_dropped_when_they_do_not_apply() {
    let mut server = Running::new();
    let m = some_moves::<5>();
    let Apart { sides: [one, two], watch } = server.create_apart(&[]);
    server.play(&one, 0, &m[0]).good();
    let text = format!("{} > {} {{ {} > {} }}", m[1], m[2], m[3], m[4]);
    server.plan(&one, 1, &text).good();
    server.plan(&one, 1, &text).good();
    assert_eq!(plan(&server, &one), text);
    assert_eq!(plan(&server, &two), "", "visible to the opponent");
    server.read(&watch, "plan").fails(403, "watching");
    server.restart();
    let client = &server;
    assert_eq!(plan(client, &one), text);
    // An offer is not a move, so the conditional moves remain.
    client.offer(&two, 1, 2, "draw").good();
    assert_eq!(client.play(&two, 2, &m[1]).good()["seq"], 4, "the reply was not played");
    assert_eq!(client.play(&two, 2, &m[1]).good()["seq"], 4, "a retry");
    assert_eq!(client.state(&watch)["moves"], json!(m[..3]));
    assert_eq!(plan(client, &one), format!("{} > {}", m[3], m[4]));
    let elsewhere = legal(&[&m[0], &m[1], &m[2]]).into_iter().find(|text| *text != m[3]).unwrap();
    assert_eq!(client.play(&two, 4, &elsewhere).good()["seq"], 5);
    assert_eq!(plan(client, &one), "");
    client.plan(&one, 5, &text).fails(422, "own-turn");
    client.plan(&two, 4, &text).fails(409, "conflict");
    client.plan(&watch, 5, &text).fails(403, "watching");
    client.plan(&client.create(&[]), 0, &text).fails(422, "alone");
}

#[test]
fn invalid_conditional_moves_are_explained() {
    let client = &Running::new();
    let m = some_moves::<4>();
    let Apart { sides: [one, _], .. } = client.create_apart(&[&m[0]]);
    let wrong = |text: &str| client.plan(&one, 1, text).error(422, "plan");
    let good = format!("{} > {}", m[1], m[2]);
    let error = wrong(&format!("{good} {{ {} > zz9 }}", m[3]));
    shows(error, json!({ "token": "zz9", "reason": "text" }));
    let error = wrong(&format!("{} > {}", m[1], m[1]));
    shows(&error, json!({ "token": m[1], "reason": "refused", "line": [m[1]], "at": m[1].len() + 3 }));
    assert!(!list(&error["reasons"]).is_empty());
    assert_eq!(wrong(&format!("{good}; {good}"))["reason"], "twice");
    assert_eq!(wrong(&format!("{good}  "))["reason"], "text");
    assert_eq!(plan(client, &one), "", "invalid moves were stored");
    client.plan(&one, 1, &good).good();
    client.plan(&one, 1, "").good();
    assert_eq!(plan(client, &one), "");
}

#[test]
fn resignations_can_be_conditional_and_take_backs_drop_them() {
    let client = &Running::new();
    let m = some_moves::<3>();
    let Apart { sides: [one, two], watch } = client.create_apart(&[&m[0]]);
    client.plan(&one, 1, &format!("{} > resign", m[1])).good();
    let answer = client.play(&two, 1, &m[1]).good();
    assert_eq!(answer, json!({ "seq": 3, "status": "win-2 resignation" }));
    assert_eq!(client.state(&watch)["resigned"], 1);
    client.plan(&one, 3, &format!("{} > resign", m[1])).fails(422, "ended");

    let Apart { sides: [one, two], .. } = client.create_apart(&[&m[0]]);
    client.plan(&one, 1, &format!("{} > {}", m[1], m[2])).good();
    client.offer(&one, 1, 1, "takeback:1").good();
    client.take_back(&two, 2, 1).good();
    assert_eq!(plan(client, &one), "");
    client.play(&one, 3, &m[0]).good();
    assert_eq!(client.play(&two, 4, &m[1]).good()["seq"], 5, "a reply was played");
}

#[test]
fn turns_of_several_plies_have_conditional_replies() {
    let client = &Running::new();
    let mut random = Random::new(3);
    let mut longest = 0;
    for name in Registry::built_in().games() {
        for _ in 0..12 {
            let mut live = Registry::built_in().open(name).unwrap().begin(None).unwrap();
            let turns: Option<Vec<_>> = (0..5).map(|_| random_turn(live.as_mut(), &mut random)).collect();
            let Some(turns) = turns else { continue };
            longest = longest.max(turns.iter().map(Vec::len).max().unwrap());
            let Apart { sides: [one, two], watch } =
                client.apart_with(json!({ "spec": name, "moves": turns[0] }));
            let [b, c, d, e] = [1, 2, 3, 4].map(|turn| turns[turn].join(" "));
            let mut seq = turns[0].len();
            client.plan(&one, seq, &format!("{b} > {c} {{ {d} > {e} }}")).good();
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
    assert!(longest > 1, "no turn has several plies");
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_is_sent_live_once_and_resumed() {
    let client = &Running::new();
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    client.chat(&one, "a", "first").good();
    let mut sockets = [
        greet(client, json!({ "key": two, "chat": 0 })).await,
        greet(client, json!({ "key": one, "chat": 1 })).await,
        greet(client, json!({ "key": watch, "chat": 0 })).await,
        greet(client, json!({ "key": two })).await,
    ];
    for index in 0..5 {
        client.chat(&two, &format!("b{index}"), &format!("line {index}")).good();
    }
    client.play(&one, 0, &legal(&[])[0]).good();
    let all: Vec<String> =
        std::iter::once("1 first".to_owned()).chain((0..5).map(|i| format!("2 line {i}"))).collect();
    let wanted = [&all[..], &all[1..], &[], &[]];
    for (socket, wanted) in sockets.iter_mut().zip(wanted) {
        let (mut heard, mut moved) = (Vec::new(), false);
        while heard.len() < wanted.len() || !moved {
            let news = hear(socket).await.unwrap();
            match news["type"].as_str().unwrap() {
                "chat" => {
                    let from = all.len() - wanted.len() + heard.len();
                    assert_eq!(news["from"], from, "messages were lost or repeated");
                    heard.extend(texts(&list(&news["lines"])));
                }
                "events" => moved = true,
                "state" => moved |= news["state"]["seq"] == 1,
                _ => {}
            }
        }
        assert_eq!(heard, wanted);
    }
}
