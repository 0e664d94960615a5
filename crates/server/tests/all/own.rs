//! What is a player's own: all of it to take away, and to delete.

use entourage_kernel::Side;
use entourage_registry::Registry;
use entourage_scoresheet::pgn::{Reader, Termination};
use entourage_scoresheet::{Sheet, Style};
use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::common::follow::{follow, hear, hear_of, legal, open};
use crate::common::{Answer, Apart, Client, Running, spec};

fn read(client: &Client, key: &str, what: &str) -> Answer {
    client.get(&format!("/api/game/{what}"), &[("authorization", &format!("Bearer {key}"))])
}

fn wish(client: &Client, key: &str, delete: bool) -> Answer {
    client.post("/api/game/deletion", Some(key), &json!({ "delete": delete }))
}

fn agree(client: &Client, key: &str) -> Answer {
    client.post("/api/game/deletion", Some(key), &json!({ "delete": true, "agree": true }))
}

fn say(client: &Client, key: &str, token: &str, text: &str) -> Answer {
    client.post("/api/game/chat", Some(key), &json!({ "token": token, "text": text }))
}

#[test]
fn everything_a_key_sees_is_given_out_and_nothing_else() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    client.play(&one, 0, &legal(&[])[0]).good();
    for line in 0..15 {
        for key in [&one, &two] {
            say(client, key, &format!("t{line}"), &format!("line {line}")).good();
        }
    }
    client.post("/api/game/notes", Some(&one), &json!({ "text": "mine" })).good();
    client.post("/api/game/notes", Some(&two), &json!({ "text": "theirs" })).good();
    client.post("/api/game/publication", Some(&two), &json!({ "public": true })).good();
    let answer = read(client, &one, "export");
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"entourage-game.json\"");
    let export = answer.good();
    assert_eq!(export["state"]["seq"], 1);
    assert_eq!(export["chat"].as_array().unwrap().len(), 30);
    assert_eq!(
        (&export["notes"]["text"], &export["plan"], &export["mail"]),
        (&json!("mine"), &Value::Null, &Value::Null)
    );
    assert_eq!(export["public"], export["state"]["game"]);
    assert!(!answer.text.contains("theirs"));
    for key in [&one, &two, &watch] {
        assert!(!answer.text.contains(key.as_str()), "no key is in it");
    }
    let seen = read(client, &watch, "export").good();
    assert_eq!((&seen["chat"], &seen["notes"], &seen["public"]), (&json!([]), &Value::Null, &Value::Null));
    let hot = client.create(&[]);
    client.post("/api/game/notes", Some(&hot), &json!({ "text": "both" })).good();
    assert_eq!(read(client, &hot, "export").good()["notes"]["text"], "both");
    read(client, &format!("{}a", "b".repeat(25)), "export").fails(404, "no-game");
}

#[test]
fn every_game_is_given_out_as_a_record() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    let first = legal(&[])[0].clone();
    client.play(&one, 0, &first).good();
    let answer = read(client, &watch, "record");
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"entourage-game.pgn\"");
    assert!(answer.header("content-type").starts_with("text/plain"), "{answer:?}");
    assert!(answer.text.contains(&format!("\n1. {first} *\n")), "{answer:?}");
    client.resign(&two, 1, 2).good();
    for key in [&one, &two, &watch] {
        let text = read(client, key, "record").text;
        let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        assert_eq!((game.tag("Cause"), game.tag("Game")), (Some("resignation"), Some(spec())));
        let sheet = Sheet::read(&Registry::built_in(), &game, Style::Short).unwrap();
        assert_eq!((sheet.played.moves(), sheet.game.to_string()), (vec![first.clone()], text));
        assert_eq!(sheet.game.termination, Some(Termination::Win(Side::First)));
    }
    read(client, &format!("{}a", "b".repeat(25)), "record").fails(404, "no-game");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_when_both_wish_it_and_those_who_follow_it_are_told() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    client.play(&one, 0, &legal(&[])[0]).good();
    let mut other = follow(client, &two, None).await;
    hear_of(&mut other, "here").await;
    wish(client, &watch, true).fails(403, "watching");
    read(client, &watch, "deletion").fails(403, "watching");
    assert_eq!(wish(client, &one, true).good(), json!({ "wishes": [true, false], "deleted": false }));
    assert_eq!(hear_of(&mut other, "wishes").await["wishes"], json!([true, false]));
    // Who comes later is told as well.
    let mut later = follow(client, &two, None).await;
    assert_eq!(hear_of(&mut later, "wishes").await["wishes"], json!([true, false]));
    assert_eq!(wish(client, &one, false).good()["wishes"], json!([false, false]));
    assert_eq!(hear_of(&mut other, "wishes").await["wishes"], json!([false, false]));
    assert_eq!(wish(client, &two, true).good()["wishes"], json!([false, true]));
    // Who does not know that the other wishes it is told first.
    wish(client, &one, true).fails(409, "asked");
    assert_eq!(read(client, &one, "deletion").good()["wishes"], json!([false, true]));
    // A wish stands until something happens.
    client.play(&two, 1, &legal(&[&legal(&[])[0]])[0]).good();
    assert_eq!(read(client, &one, "deletion").good()["wishes"], json!([false, false]));
    assert_eq!(agree(client, &one).good(), json!({ "wishes": [true, false], "deleted": false }));
    assert_eq!(agree(client, &two).good(), json!({ "wishes": [true, true], "deleted": true }));
    for key in [&one, &two, &watch] {
        assert_eq!(client.try_state(key).unwrap().fails(404, "no-game"), "There is no such game.");
        read(client, key, "notes").fails(404, "no-game");
    }
    wish(client, &one, true).fails(404, "no-game");
    loop {
        match hear(&mut other).await {
            Ok(news) if news["type"] == "error" => break assert_eq!(news["error"]["code"], "no-game"),
            Ok(_) => {}
            Err(code) => panic!("nobody said why: {code:?}"),
        }
    }
}

/// Each wish is told to those who play: nobody rings the other's bell for ever, nor keeps them from agreeing.
#[tokio::test(flavor = "multi_thread")]
async fn wishes_are_bounded_a_side_and_told_where_they_change() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    let mut other = follow(client, &two, None).await;
    hear_of(&mut other, "here").await;
    for _ in 0..6 {
        for wished in [true, false] {
            // A retry changes nothing, and is not told.
            for _ in 0..2 {
                assert_eq!(wish(client, &one, wished).good()["wishes"], json!([wished, false]));
            }
            assert_eq!(hear_of(&mut other, "wishes").await["wishes"], json!([wished, false]));
        }
    }
    wish(client, &one, true).fails(422, "often");
    client.play(&one, 0, &legal(&[])[0]).good();
    loop {
        let news = hear(&mut other).await.unwrap();
        match news["type"].as_str() {
            Some("events") => break,
            kind => assert_ne!(kind, Some("wishes"), "{news}"),
        }
    }
    // Something has happened since.
    for _ in 0..6 {
        wish(client, &one, true).good();
        wish(client, &one, false).good();
    }
    wish(client, &one, true).fails(422, "often");
    // What one has used up is not the other's, and who agrees always may.
    wish(client, &two, true).good();
    assert_eq!(agree(client, &one).good()["deleted"], true);
}

#[test]
fn who_plays_alone_deletes_at_once() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let hot = client.create(&[]);
    assert_eq!(wish(client, &hot, true).good()["deleted"], true);
    client.try_state(&hot).unwrap().fails(404, "no-game");
}

/// The way to the next game leads through this one, until both have gone it.
#[test]
fn a_game_that_another_follows_goes_when_both_have_gone_on() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    client.resign(&one, 0, 1).good();
    let offer = json!({ "seq": 1, "side": 1, "offer": "rematch" });
    client.post("/api/game/offer", Some(&one), &offer).good();
    client.post("/api/game/rematch", Some(&two), &json!({ "seq": 2 })).good();
    let next = |key: &str| {
        client.post("/api/game/next", Some(key), &json!({})).good()["key"].as_str().unwrap().to_owned()
    };
    let follows = next(&one);
    // Who has gone on alone does not delete the next game under the other's feet, nor the way there.
    assert_eq!(agree(client, &follows).good()["deleted"], false);
    agree(client, &one).fails(422, "follows");
    let other = next(&two);
    assert_eq!(client.state(&other)["seq"], 0);
    agree(client, &one).good();
    assert_eq!(agree(client, &two).good()["deleted"], true);
    assert_eq!(client.state(&other)["seq"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_said_is_taken_back_and_those_who_heard_it_are_told() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    for (key, token) in [(&one, "a"), (&two, "a"), (&one, "b")] {
        say(client, key, token, "a secret").good();
    }
    let mut heard = open(client, None).await.unwrap();
    let greeting = json!({ "key": two, "chat": 0 }).to_string();
    heard.send(Message::text(greeting)).await.unwrap();
    assert_eq!(hear_of(&mut heard, "chat").await["lines"].as_array().unwrap().len(), 3);
    let unsay = |key: &str, body: &Value| client.post("/api/game/chat/unsay", Some(key), body);
    unsay(&watch, &json!({})).fails(403, "watching");
    assert_eq!(unsay(&one, &json!({ "seq": 1 })).good()["lines"], 0, "the other's");
    assert_eq!(unsay(&one, &json!({ "seq": 2 })).good()["lines"], 1);
    let told = hear_of(&mut heard, "chat").await;
    assert_eq!(
        (&told["from"], &told["lines"][0]["text"], told["lines"].as_array().unwrap().len()),
        (&json!(2), &json!(""), 1)
    );
    // Who was cut off meanwhile, and knows all three lines, hears it as they come back.
    let mut back = open(client, None).await.unwrap();
    back.send(Message::text(json!({ "key": two, "chat": 3 }).to_string())).await.unwrap();
    assert_eq!(hear_of(&mut back, "chat").await, told);
    // Each is told what they do not know, and of that no line twice.
    assert_eq!(unsay(&two, &json!({})).good()["lines"], 1);
    assert_eq!(hear_of(&mut heard, "chat").await["from"], 1);
    assert_eq!(unsay(&one, &json!({})).good()["lines"], 1);
    for socket in [&mut heard, &mut back] {
        let news = hear_of(socket, "chat").await;
        let from = news["from"].as_u64().unwrap();
        assert!(from == 0 || from == 1 && hear_of(socket, "chat").await["from"] == 0, "{news}");
    }
    // Neighbours are told together to whoever comes back.
    let mut late = open(client, None).await.unwrap();
    late.send(Message::text(json!({ "key": one, "chat": 3 }).to_string())).await.unwrap();
    let news = hear_of(&mut late, "chat").await;
    assert_eq!((&news["from"], news["lines"].as_array().unwrap().len()), (&json!(0), 3));
    let lines = read(client, &two, "chat").good();
    let texts: Vec<&str> =
        lines["lines"].as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["", "", ""]);
    // A retry of what was said does not say it again.
    assert_eq!(say(client, &one, "b", "a secret").good()["seq"], 2);
    assert_eq!(read(client, &two, "chat").good()["lines"][2]["text"], "");
}

/// A list is no object of which it tells the fields in order: nothing is done that nobody named.
#[test]
fn a_list_is_taken_for_no_request() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, _], .. } = client.create_apart(&[]);
    say(client, &one, "a", "kept").good();
    for (path, list) in [("chat/unsay", json!([])), ("deletion", json!([true])), ("notes", json!(["x"]))] {
        client.post(&format!("/api/game/{path}"), Some(&one), &list).fails(400, "malformed");
    }
    assert_eq!(read(client, &one, "chat").good()["lines"][0]["text"], "kept");
    assert_eq!(read(client, &one, "deletion").good()["wishes"], json!([false, false]));
    assert_eq!(read(client, &one, "notes").good()["text"], "");
}
