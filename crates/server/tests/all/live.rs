//! Tests following and playing games over a WebSocket: no event is lost or repeated, and access is checked.

use std::net::TcpStream;

use tokio_tungstenite::tungstenite::Error;

use crate::common::sockets::{closed, connect, send};
use crate::common::*;

#[tokio::test(flavor = "multi_thread")]
async fn players_and_spectators_receive_every_event_once_and_in_order() {
    let client = &Running::new();
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    let mut sockets = Vec::new();
    for key in [&one, &two, &watch] {
        let mut socket = follow(client, key, None).await;
        shows(hear(&mut socket).await.unwrap(), json!({ "type": "state", "state": client.state(key) }));
        sockets.push(socket);
    }
    let [first, second] = first_moves();
    client.play(&one, 0, &first).good();
    client.play(&one, 0, &first).good();
    client.play(&two, 1, &second).good();
    client.resign(&one, 2, 1).good();
    let expected = [
        json!({ "type": "move", "move": first }),
        json!({ "type": "move", "move": second }),
        json!({ "type": "resign", "side": 1 }),
    ];
    for socket in &mut sockets {
        let mut heard = Vec::new();
        while heard.len() < 3 {
            let news = hear_of(socket, "events").await;
            assert_eq!(news["from"], heard.len());
            heard.extend(list(&news["events"]));
            assert!(heard.len() < 3 || news["status"] == "win-2 resignation", "{news}");
        }
        assert_eq!(heard, expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_resume_after_known_events_even_after_a_restart() {
    let mut server = Running::new();
    let Apart { sides: [one, two], .. } = server.create_apart(&[]);
    let [first, second] = first_moves();
    let mut socket = follow(&server, &two, None).await;
    hear_of(&mut socket, "state").await;
    server.play(&one, 0, &first).good();
    assert_eq!(hear_of(&mut socket, "events").await["from"], 0);
    server.restart();
    // The close code means that the server is shutting down.
    assert_eq!(closed(&mut socket).await, Some(1001));
    let client = &server;
    let mut socket = follow(client, &two, Some(1)).await;
    // No event is repeated: the first message is about presence.
    assert_eq!(hear(&mut socket).await.unwrap()["type"], "here");
    client.play(&two, 1, &second).good();
    let news = hear_of(&mut socket, "events").await;
    shows(&news, json!({ "from": 1, "events": [{ "type": "move", "move": second }] }));
    // A client with too few events receives the missing ones; a client that claims too many receives the whole game.
    let mut late = follow(client, &one, Some(0)).await;
    let news = hear(&mut late).await.unwrap();
    assert_eq!((&news["from"], list(&news["events"]).len()), (&json!(0), 2));
    let mut lost = follow(client, &one, Some(7)).await;
    assert_eq!(hear(&mut lost).await.unwrap()["state"]["seq"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn long_games_are_sent_in_parts() {
    let client = &Running::new();
    let key = client.create(&[]);
    let [first] = first_moves();
    for seq in (0..600).step_by(2) {
        client.play(&key, seq, &first).good();
        client.take_back(&key, seq + 1, 1).good();
    }
    let mut socket = follow(client, &key, Some(1)).await;
    let mut known = 1;
    while known < 600 {
        let news = hear_of(&mut socket, "events").await;
        assert_eq!(news["from"], known);
        let events = list(&news["events"]);
        assert!(events.len() <= 256);
        known += events.len();
    }
    assert_eq!(known, 600);
}

#[tokio::test(flavor = "multi_thread")]
async fn presence_is_reported() {
    let client = &Running::new();
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    let mut host = follow(client, &one, Some(0)).await;
    let mut here = async |sides: [bool; 2], watchers: usize| {
        let expected = json!({ "type": "here", "sides": sides, "watchers": watchers });
        assert_eq!(hear(&mut host).await, Ok(expected));
    };
    here([true, false], 0).await;
    let friend = follow(client, &two, Some(0)).await;
    here([true, true], 0).await;
    let watching = follow(client, &watch, Some(0)).await;
    here([true, true], 1).await;
    // Connections that break without a close frame are also detected.
    drop(friend);
    here([true, false], 1).await;
    drop(watching);
    here([true, false], 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn presence_of_a_crowd_is_batched() {
    const CROWD: usize = 60;
    let client = &Running::new();
    let apart = client.create_apart(&[]);
    let mut host = follow(client, &apart.sides[0], None).await;
    hear_of(&mut host, "here").await;
    let mut crowd = Vec::new();
    for _ in 0..CROWD {
        crowd.push(follow(client, &apart.watch, None).await);
    }
    let mut told = 1;
    while hear_of(&mut host, "here").await["watchers"] != CROWD {
        told += 1;
    }
    assert!(told < CROWD / 2, "{told} notifications");
    // In the end, every spectator has been sent the final number of spectators.
    for socket in &mut crowd {
        while hear_of(socket, "here").await["watchers"] != CROWD {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn following_needs_a_valid_key() {
    let client = &Running::new();
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    for key in ["", "x", &"b".repeat(26), "' OR 1=1 --"] {
        let mut socket = follow(client, key, None).await;
        shows(hear(&mut socket).await.unwrap(), json!({ "type": "error", "error/code": "no-game" }));
        assert_eq!(hear(&mut socket).await, Err(Some(1008)));
    }
    let mut socket = follow(client, &two, Some(0)).await;
    hear_of(&mut socket, "here").await;
    client.renew(&one, "2").good();
    assert_eq!(hear_of(&mut socket, "error").await["error"]["code"], "no-game");
    assert_eq!(hear(&mut socket).await, Err(Some(1008)));
}

#[tokio::test(flavor = "multi_thread")]
async fn client_messages_are_limited() {
    let client = &Running::new();
    let key = client.create(&[]);
    for bad in ["", "{}", "[]", r#"{"key":1}"#, r#"{"key":"a","after":-1}"#, r#"{"key":"a","more":1}"#] {
        let mut socket = open(client).await;
        socket.send(Message::text(bad)).await.unwrap();
        assert_eq!(hear(&mut socket).await, Err(Some(1007)), "{bad}");
    }
    let mut socket = open(client).await;
    socket.send(Message::binary(vec![0; 8])).await.unwrap();
    assert_eq!(hear(&mut socket).await, Err(Some(1003)));
    let mut socket = open(client).await;
    let _ = socket.send(Message::text("x".repeat(100_000))).await;
    assert!(hear(&mut socket).await.is_err());
    let mut socket = follow(client, &key, None).await;
    hear_of(&mut socket, "here").await;
    send(&mut socket, json!({})).await;
    assert_eq!(hear(&mut socket).await, Err(Some(1008)));
    let mut socket = follow(client, &key, None).await;
    hear_of(&mut socket, "here").await;
    for _ in 0..400 {
        if socket.send(Message::Ping(Default::default())).await.is_err() {
            break;
        }
    }
    assert!(matches!(hear(&mut socket).await, Err(Some(1008) | None)));
    assert_eq!(client.state(&key)["seq"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_cannot_follow() {
    let client = &Running::new();
    let host = client.url.strip_prefix("http://").unwrap();
    for origin in ["http://evil.example", "null, null", &format!("http://{host}.evil.example")] {
        match connect(&client.with("origin", origin), "/api/live").await {
            Err(Error::Http(answer)) => assert_eq!(answer.status(), 403, "{origin}"),
            other => panic!("{origin}: {other:?}"),
        }
    }
    open(&client.with("origin", &client.url)).await;
    let plain = client.get("/api/live");
    assert!((400..500).contains(&plain.status), "{plain:?}");
    assert!(plain.json()["error"]["code"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn setups_stay_hidden_until_both_are_made() {
    let client = &Running::new();
    let game = setup_game();
    let choice = game.suggest_setup(3, 5).unwrap();
    let body = json!({ "spec": game.spec(), "setup": { "picks": 3, "secret": true } });
    let Apart { sides: [one, two], .. } = client.apart_with(body);
    let mut socket = follow(client, &two, Some(0)).await;
    hear_of(&mut socket, "here").await;
    client.setup(&one, 1, &choice).good();
    let news = hear_of(&mut socket, "state").await;
    assert_eq!(news["state"]["setup"]["committed"], json!([true, false]));
    assert!(!news.to_string().contains(choice.split('/').next().unwrap()), "{news}");
    client.setup(&two, 2, &choice).good();
    let news = hear_of(&mut socket, "state").await;
    assert_eq!(news["state"]["setup"]["choices"], json!([choice, choice]));
}

#[test]
fn silent_connections_delay_no_one() {
    let client = Running::new();
    let host = client.url.strip_prefix("http://").unwrap();
    let silent: Vec<TcpStream> = (0..50).map(|_| TcpStream::connect(host).unwrap()).collect();
    client.create(&["pass"]);
    drop(silent);
}

async fn play(socket: &mut Socket, seq: usize, text: &str) {
    send(socket, json!({ "seq": seq, "move": text })).await;
}

async fn refused(socket: &mut Socket, seq: usize, text: &str) -> Value {
    play(socket, seq, text).await;
    let refusal = hear_of(socket, "refused").await;
    assert_eq!(refusal["seq"], seq);
    refusal
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_sent_to_everyone_even_after_a_restart() {
    let mut server = Running::new();
    let Apart { sides: [one, two], watch } = server.create_apart(&[]);
    let mut sockets = Vec::new();
    for key in [&one, &two, &watch] {
        let mut socket = follow(&server, key, Some(0)).await;
        hear_of(&mut socket, "here").await;
        sockets.push(socket);
    }
    let moves = line(6);
    for (seq, text) in moves.iter().enumerate() {
        play(&mut sockets[seq % 2], seq, text).await;
        for socket in &mut sockets {
            let news = hear_of(socket, "events").await;
            shows(news, json!({ "from": seq, "events": [{ "type": "move", "move": text }] }));
        }
    }
    // A move that is sent again after the connection broke is played once.
    play(&mut sockets[1], 5, &moves[5]).await;
    assert_eq!(server.state(&one)["moves"], json!(moves));
    server.restart();
    assert_eq!(server.state(&one)["moves"], json!(moves));
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_moves_do_not_close_the_connection() {
    let client = &Running::new();
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    let [first, elsewhere] = [0, 1].map(|index| legal(&[])[index].clone());
    let mut host = follow(client, &one, Some(0)).await;
    let mut friend = follow(client, &two, Some(0)).await;
    let mut watching = follow(client, &watch, Some(0)).await;
    for (socket, text, code) in
        [(&mut friend, &*first, "turn"), (&mut watching, &first, "watching"), (&mut host, "nonsense", "text")]
    {
        assert_eq!(refused(socket, 0, text).await["error"]["code"], code);
    }
    shows(refused(&mut host, 3, &first).await, json!({ "error/code": "conflict", "state/seq": 0 }));
    play(&mut host, 0, &first).await;
    assert_eq!(hear_of(&mut host, "events").await["from"], 0);
    let refusal = refused(&mut host, 0, &elsewhere).await;
    shows(refusal, json!({ "error/code": "conflict", "state/moves": [first] }));
}

#[tokio::test(flavor = "multi_thread")]
async fn replaced_keys_cannot_play() {
    let client = &Running::new();
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    let mut friend = follow(client, &one, Some(0)).await;
    hear_of(&mut friend, "here").await;
    // The creator, who is to move, replaces their own key.
    let key = client.renew(&one, "1").word("key");
    play(&mut friend, 0, &legal(&[])[0]).await;
    assert_eq!(hear_of(&mut friend, "error").await["error"]["code"], "no-game");
    assert_eq!(client.state(&two)["seq"], 0);
    assert_eq!(client.state(&key)["seq"], 0);
}
