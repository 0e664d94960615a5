//! Tests exporting and deleting a player's own data.

use entourage_kernel::Side;
use entourage_scoresheet::pgn::{Reader, Termination};
use entourage_scoresheet::{Sheet, Style};

use crate::common::*;

fn wish(client: &Client, key: &str, delete: bool) -> Answer {
    client.act(key, "deletion", json!({ "delete": delete }))
}

fn agree(client: &Client, key: &str) -> Answer {
    client.act(key, "deletion", json!({ "delete": true, "agree": true }))
}

#[test]
fn exports_contain_what_the_key_can_see() {
    let client = &Running::new();
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    client.play(&one, 0, &legal(&[])[0]).good();
    for line in 0..15 {
        for key in [&one, &two] {
            client.chat(key, &format!("t{line}"), &format!("line {line}")).good();
        }
    }
    client.act(&one, "notes", json!({ "text": "mine" })).good();
    client.act(&two, "notes", json!({ "text": "theirs" })).good();
    client.publish(&two, true).good();
    let answer = client.read(&one, "export");
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"entourage-game.json\"");
    let export = answer.good();
    shows(&export, json!({ "state/seq": 1, "notes/text": "mine", "plan": null, "mail": null }));
    assert_eq!(answer.list("chat").len(), 30);
    assert_eq!(export["public"], export["state"]["game"]);
    assert!(!answer.text.contains("theirs"));
    for key in [&one, &two, &watch] {
        assert!(!answer.text.contains(key.as_str()), "the export contains a key");
    }
    shows(client.read(&watch, "export").good(), json!({ "chat": [], "notes": null, "public": null }));
    let hot = client.create(&[]);
    client.act(&hot, "notes", json!({ "text": "both" })).good();
    assert_eq!(client.read(&hot, "export").good()["notes"]["text"], "both");
    client.read(&key('b'), "export").fails(404, "no-game");
}

#[test]
fn games_are_exported_as_records() {
    let client = &Running::new();
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    let [first] = first_moves();
    client.play(&one, 0, &first).good();
    let answer = client.read(&watch, "record");
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"entourage-game.pgn\"");
    assert!(answer.header("content-type").starts_with("text/plain"), "{answer:?}");
    assert!(answer.text.contains(&format!("\n1. {first} *\n")), "{answer:?}");
    client.resign(&two, 1, 2).good();
    for key in [&one, &two, &watch] {
        let text = client.read(key, "record").text;
        let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        assert_eq!((game.tag("Cause"), game.tag("Game")), (Some("resignation"), Some(spec())));
        let sheet = Sheet::read(&Registry::built_in(), &game, Style::Short).unwrap();
        assert_eq!((sheet.played.moves(), sheet.game.to_string()), (vec![first.clone()], text));
        assert_eq!(sheet.game.termination, Some(Termination::Win(Side::First)));
    }
    client.read(&key('b'), "record").fails(404, "no-game");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_deleted_by_agreement_and_followers_notified() {
    let client = &Running::new();
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    let [first, second] = first_moves();
    client.play(&one, 0, &first).good();
    let mut other = follow(client, &two, None).await;
    hear_of(&mut other, "here").await;
    wish(client, &watch, true).fails(403, "watching");
    client.read(&watch, "deletion").fails(403, "watching");
    assert_eq!(wish(client, &one, true).good(), json!({ "wishes": [true, false], "deleted": false }));
    assert_eq!(hear_of(&mut other, "wishes").await["wishes"], json!([true, false]));
    let mut later = follow(client, &two, None).await;
    assert_eq!(hear_of(&mut later, "wishes").await["wishes"], json!([true, false]));
    assert_eq!(wish(client, &one, false).good()["wishes"], json!([false, false]));
    assert_eq!(hear_of(&mut other, "wishes").await["wishes"], json!([false, false]));
    assert_eq!(wish(client, &two, true).good()["wishes"], json!([false, true]));
    // A player who has not seen the opponent's request cannot agree to it yet.
    wish(client, &one, true).fails(409, "asked");
    assert_eq!(client.read(&one, "deletion").good()["wishes"], json!([false, true]));
    // A request lasts until the next event.
    client.play(&two, 1, &second).good();
    assert_eq!(client.read(&one, "deletion").good()["wishes"], json!([false, false]));
    assert_eq!(agree(client, &one).good(), json!({ "wishes": [true, false], "deleted": false }));
    assert_eq!(agree(client, &two).good(), json!({ "wishes": [true, true], "deleted": true }));
    for key in [&one, &two, &watch] {
        assert_eq!(client.try_state(key).unwrap().fails(404, "no-game"), "Game not found.");
        client.read(key, "notes").fails(404, "no-game");
    }
    wish(client, &one, true).fails(404, "no-game");
    assert_eq!(hear_of(&mut other, "error").await["error"]["code"], "no-game");
}

/// Both players are notified of each request, so the number of requests is limited, but agreeing is always possible.
#[tokio::test(flavor = "multi_thread")]
async fn deletion_requests_are_limited_and_notified() {
    let client = &Running::new();
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    let mut other = follow(client, &two, None).await;
    hear_of(&mut other, "here").await;
    for _ in 0..6 {
        for wished in [true, false] {
            // A retry changes nothing, and causes no message.
            for _ in 0..2 {
                assert_eq!(wish(client, &one, wished).good()["wishes"], json!([wished, false]));
            }
            assert_eq!(hear_of(&mut other, "wishes").await["wishes"], json!([wished, false]));
        }
    }
    wish(client, &one, true).fails(422, "often");
    client.play(&one, 0, &legal(&[])[0]).good();
    loop {
        match hear(&mut other).await.unwrap()["type"].as_str() {
            Some("events") => break,
            kind => assert_ne!(kind, Some("wishes")),
        }
    }
    // After an event, new requests are possible.
    for _ in 0..6 {
        wish(client, &one, true).good();
        wish(client, &one, false).good();
    }
    wish(client, &one, true).fails(422, "often");
    // The limit is per side, and agreeing is always possible.
    wish(client, &two, true).good();
    assert_eq!(agree(client, &one).good()["deleted"], true);
}

#[test]
fn solo_games_are_deleted_at_once() {
    let client = &Running::new();
    let hot = client.create(&[]);
    assert_eq!(wish(client, &hot, true).good()["deleted"], true);
    client.opens_nothing(&hot);
}

/// The old game leads to the rematch, so it cannot be deleted before both players have opened the rematch.
#[test]
fn games_can_be_deleted_after_both_opened_the_rematch() {
    let client = &Running::new();
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    client.resign(&one, 0, 1).good();
    client.agreed("rematch", 1, (&one, 1), &two);
    let follows = client.next(&one).word("key");
    // While only one player has opened the rematch, that player can delete neither game.
    assert_eq!(agree(client, &follows).good()["deleted"], false);
    agree(client, &one).fails(422, "follows");
    let other = client.next(&two).word("key");
    assert_eq!(client.state(&other)["seq"], 0);
    agree(client, &one).good();
    assert_eq!(agree(client, &two).good()["deleted"], true);
    assert_eq!(client.state(&other)["seq"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_chat_is_removed_for_followers() {
    let client = &Running::new();
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    for (key, token) in [(&one, "a"), (&two, "a"), (&one, "b")] {
        client.chat(key, token, "a secret").good();
    }
    let mut heard = greet(client, json!({ "key": two, "chat": 0 })).await;
    assert_eq!(list(&hear_of(&mut heard, "chat").await["lines"]).len(), 3);
    let unsay = |key: &str, body: Value| client.act(key, "chat/unsay", body);
    unsay(&watch, json!({})).fails(403, "watching");
    assert_eq!(unsay(&one, json!({ "seq": 1 })).good()["lines"], 0, "a message of the other player");
    assert_eq!(unsay(&one, json!({ "seq": 2 })).good()["lines"], 1);
    let told = hear_of(&mut heard, "chat").await;
    shows(&told, json!({ "from": 2, "lines/0/text": "", "lines/1": null }));
    // A disconnected client that has all three messages is notified of the deletion when it reconnects.
    let mut back = greet(client, json!({ "key": two, "chat": 3 })).await;
    assert_eq!(hear_of(&mut back, "chat").await, told);
    // Each follower receives every new deletion once, possibly several in one message.
    assert_eq!(unsay(&two, json!({})).good()["lines"], 1);
    assert_eq!(hear_of(&mut heard, "chat").await["from"], 1);
    assert_eq!(unsay(&one, json!({})).good()["lines"], 1);
    for socket in [&mut heard, &mut back] {
        let news = hear_of(socket, "chat").await;
        let from = news["from"].as_u64().unwrap();
        assert!(from == 0 || from == 1 && hear_of(socket, "chat").await["from"] == 0, "{news}");
    }
    // A reconnecting client receives adjacent deletions together.
    let mut late = greet(client, json!({ "key": one, "chat": 3 })).await;
    let news = hear_of(&mut late, "chat").await;
    assert_eq!((&news["from"], list(&news["lines"]).len()), (&json!(0), 3));
    let lines = client.read(&two, "chat").list("lines");
    assert!(lines.len() == 3 && lines.iter().all(|line| line["text"] == ""), "{lines:?}");
    assert_eq!(client.chat(&one, "b", "a secret").good()["seq"], 2);
    assert_eq!(client.read(&two, "chat").good()["lines"][2]["text"], "");
}

/// By default, Serde accepts a list of the fields in order as an object.
#[test]
fn lists_are_not_accepted_as_objects() {
    let client = &Running::new();
    let Apart { sides: [one, _], .. } = client.create_apart(&[]);
    client.chat(&one, "a", "kept").good();
    for (what, list) in [("chat/unsay", json!([])), ("deletion", json!([true])), ("notes", json!(["x"]))] {
        client.act(&one, what, list).fails(400, "malformed");
    }
    assert_eq!(client.read(&one, "chat").good()["lines"][0]["text"], "kept");
    assert_eq!(client.read(&one, "deletion").good()["wishes"], json!([false, false]));
    assert_eq!(client.read(&one, "notes").good()["text"], "");
}
