//! Moves sent by the WebSocket on which the game is followed: stored, told to everybody, and refused as by requests.

use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::common::follow::{Socket, follow, hear_of, legal};
use crate::common::{Apart, Running};

async fn play(socket: &mut Socket, seq: usize, text: &str) {
    let play = json!({ "seq": seq, "move": text });
    socket.send(Message::text(play.to_string())).await.unwrap();
}

/// Hears a refusal of the move that was to be the event of a number, and returns its code.
async fn refused(socket: &mut Socket, seq: usize) -> Value {
    let refusal = hear_of(socket, "refused").await;
    assert_eq!(refusal["seq"], seq);
    refusal
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_played_and_told_to_everybody_also_over_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let Apart { sides: [one, two], watch } = server.client.create_apart(&[]);
    let mut sockets = Vec::new();
    for key in [&one, &two, &watch] {
        let mut socket = follow(&server.client, key, Some(0)).await;
        hear_of(&mut socket, "here").await;
        sockets.push(socket);
    }
    let mut moves: Vec<String> = Vec::new();
    for seq in 0..6 {
        let known: Vec<&str> = moves.iter().map(String::as_str).collect();
        let text = legal(&known)[0].clone();
        play(&mut sockets[seq % 2], seq, &text).await;
        for socket in &mut sockets {
            let news = hear_of(socket, "events").await;
            let expected = json!({ "type": "move", "move": text });
            assert_eq!((&news["from"], &news["events"]), (&json!(seq), &json!([expected])));
        }
        moves.push(text);
    }
    // Saying a move again, because the connection broke, does not play it again.
    play(&mut sockets[1], 5, &moves[5]).await;
    assert_eq!(server.client.state(&one)["moves"], json!(moves));
    drop(server);
    let server = Running::start(data.path());
    assert_eq!(server.client.state(&one)["moves"], json!(moves));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_may_not_be_played_is_refused_and_the_connection_lasts() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    let first = legal(&[])[0].clone();
    let mut host = follow(client, &one, Some(0)).await;
    let mut friend = follow(client, &two, Some(0)).await;
    let mut watching = follow(client, &watch, Some(0)).await;
    for (socket, text, code) in [
        (&mut friend, first.as_str(), "turn"),
        (&mut watching, &first, "watching"),
        (&mut host, "nonsense", "text"),
    ] {
        play(socket, 0, text).await;
        assert_eq!(refused(socket, 0).await["error"]["code"], code);
    }
    play(&mut host, 3, &first).await;
    let refusal = refused(&mut host, 3).await;
    assert_eq!((&refusal["error"]["code"], &refusal["state"]["seq"]), (&json!("conflict"), &json!(0)));
    play(&mut host, 0, &first).await;
    assert_eq!(hear_of(&mut host, "events").await["from"], 0);
    let elsewhere = legal(&[])[1].clone();
    play(&mut host, 0, &elsewhere).await;
    let refusal = refused(&mut host, 0).await;
    assert_eq!((&refusal["error"]["code"], &refusal["state"]["moves"]), (&json!("conflict"), &json!([first])));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_had_a_key_that_was_replaced_plays_no_more() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    let mut friend = follow(client, &one, Some(0)).await;
    hear_of(&mut friend, "here").await;
    // The host's own key: the side to move is theirs.
    let key = client.post("/api/game/keys", Some(&one), &json!({ "seat": "1" })).good()["key"].clone();
    play(&mut friend, 0, &legal(&[])[0]).await;
    assert_eq!(hear_of(&mut friend, "error").await["error"]["code"], "no-game");
    assert_eq!(client.state(&two)["seq"], 0);
    assert_eq!(client.state(key.as_str().unwrap())["seq"], 0);
}
