//! Games followed over a WebSocket: nothing lost, nothing repeated, nobody who may not.

use std::net::TcpStream as StdStream;

use entourage_registry::Registry;
use futures_util::SinkExt;
use serde_json::json;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::common::follow::{follow, hear, hear_of, legal, open};
use crate::common::{Apart, Running, persons};

#[tokio::test(flavor = "multi_thread")]
async fn both_players_and_those_who_watch_see_every_event_once_and_in_order() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    let mut sockets = Vec::new();
    for key in [&one, &two, &watch] {
        let mut socket = follow(client, key, None).await;
        let state = hear(&mut socket).await.unwrap();
        assert_eq!((&state["type"], &state["state"]), (&json!("state"), &client.state(key)));
        sockets.push(socket);
    }
    let first = legal(&[])[0].clone();
    let second = legal(&[&first])[0].clone();
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
            heard.extend(news["events"].as_array().unwrap().clone());
            if heard.len() == 3 {
                assert_eq!(news["status"], "win-2 resignation");
            }
        }
        assert_eq!(heard, expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_resumes_after_what_it_knows_also_over_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Running::start(data.path());
    let Apart { sides: [one, two], .. } = server.client.create_apart(&[]);
    let first = legal(&[])[0].clone();
    let mut socket = follow(&server.client, &two, None).await;
    hear_of(&mut socket, "state").await;
    server.client.play(&one, 0, &first).good();
    assert_eq!(hear_of(&mut socket, "events").await["from"], 0);
    drop(server);
    // It is told that the server ends.
    let end = loop {
        match hear(&mut socket).await {
            Ok(_) => {}
            Err(code) => break code,
        }
    };
    assert_eq!(end, Some(1001));
    server = Running::start(data.path());
    let client = &server.client;
    let mut socket = follow(client, &two, Some(1)).await;
    // Nothing is repeated: the first news is who is here.
    assert_eq!(hear(&mut socket).await.unwrap()["type"], "here");
    let second = legal(&[&first])[0].clone();
    client.play(&two, 1, &second).good();
    let news = hear_of(&mut socket, "events").await;
    assert_eq!((&news["from"], &news["events"]), (&json!(1), &json!([{ "type": "move", "move": second }])));
    // Whoever knows less hears the rest, and whoever knows of what never was hears all.
    let mut late = follow(client, &one, Some(0)).await;
    let news = hear(&mut late).await.unwrap();
    assert_eq!((&news["from"], news["events"].as_array().unwrap().len()), (&json!(0), 2));
    let mut lost = follow(client, &one, Some(7)).await;
    assert_eq!(hear(&mut lost).await.unwrap()["state"]["seq"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn long_games_come_in_parts() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let key = server.client.create(&[]);
    let first = legal(&[])[0].clone();
    for seq in (0..600).step_by(2) {
        server.client.play(&key, seq, &first).good();
        server.client.take_back(&key, seq + 1, 1).good();
    }
    let mut socket = follow(&server.client, &key, Some(1)).await;
    let mut known = 1;
    while known < 600 {
        let news = hear_of(&mut socket, "events").await;
        assert_eq!(news["from"], known);
        let events = news["events"].as_array().unwrap();
        assert!(events.len() <= 256);
        known += events.len();
    }
    assert_eq!(known, 600);
}

#[tokio::test(flavor = "multi_thread")]
async fn presence_is_told() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, two], watch } = client.create_apart(&[]);
    let mut host = follow(client, &one, Some(0)).await;
    let here =
        |sides: [bool; 2], watchers: usize| json!({ "type": "here", "sides": sides, "watchers": watchers });
    assert_eq!(hear(&mut host).await, Ok(here([true, false], 0)));
    let friend = follow(client, &two, Some(0)).await;
    assert_eq!(hear(&mut host).await, Ok(here([true, true], 0)));
    let watching = follow(client, &watch, Some(0)).await;
    assert_eq!(hear(&mut host).await, Ok(here([true, true], 1)));
    // One who goes without a word is missed as well.
    drop(friend);
    assert_eq!(hear(&mut host).await, Ok(here([true, false], 1)));
    drop(watching);
    assert_eq!(hear(&mut host).await, Ok(here([true, false], 0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_that_comes_is_told_of_together() {
    const CROWD: usize = 60;
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let apart = server.client.create_apart(&[]);
    let mut host = follow(&server.client, &apart.sides[0], None).await;
    hear_of(&mut host, "here").await;
    let mut crowd = Vec::new();
    for _ in 0..CROWD {
        crowd.push(follow(&server.client, &apart.watch, None).await);
    }
    let mut told = 1;
    while hear_of(&mut host, "here").await["watchers"] != CROWD {
        told += 1;
    }
    assert!(told < CROWD / 2, "told {told} times");
    // Everybody knows in the end, each by a few messages.
    for socket in &mut crowd {
        while hear_of(socket, "here").await["watchers"] != CROWD {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_follows_without_a_key_or_with_an_old_one() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    for key in ["", "x", &"b".repeat(26), "' OR 1=1 --"] {
        let mut socket = follow(client, key, None).await;
        let refusal = hear(&mut socket).await.unwrap();
        assert_eq!((&refusal["type"], &refusal["error"]["code"]), (&json!("error"), &json!("no-game")));
        assert_eq!(hear(&mut socket).await, Err(Some(1008)));
    }
    let mut socket = follow(client, &two, Some(0)).await;
    hear_of(&mut socket, "here").await;
    client.post("/api/game/keys", Some(&one), &json!({ "seat": "2" })).good();
    let refusal = hear_of(&mut socket, "error").await;
    assert_eq!(refusal["error"]["code"], "no-game");
    assert_eq!(hear(&mut socket).await, Err(Some(1008)));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_client_may_say_is_bounded() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let key = client.create(&[]);
    for bad in ["", "{}", "[]", r#"{"key":1}"#, r#"{"key":"a","after":-1}"#, r#"{"key":"a","more":1}"#] {
        let mut socket = open(client, None).await.unwrap();
        socket.send(Message::text(bad)).await.unwrap();
        assert_eq!(hear(&mut socket).await, Err(Some(1007)), "{bad}");
    }
    let mut socket = open(client, None).await.unwrap();
    socket.send(Message::binary(vec![0; 8])).await.unwrap();
    assert_eq!(hear(&mut socket).await, Err(Some(1003)));
    let mut socket = open(client, None).await.unwrap();
    let _ = socket.send(Message::text("x".repeat(100_000))).await;
    assert!(hear(&mut socket).await.is_err());
    // Once it follows, a client says moves and nothing else.
    let mut socket = follow(client, &key, None).await;
    hear_of(&mut socket, "here").await;
    socket.send(Message::text("{}")).await.unwrap();
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
async fn pages_of_other_sites_follow_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let host = client.url.strip_prefix("http://").unwrap();
    for origin in ["http://evil.example", "null, null", &format!("http://{host}.evil.example")] {
        match open(client, Some(origin)).await {
            Err(Error::Http(answer)) => assert_eq!(answer.status(), 403, "{origin}"),
            other => panic!("{origin}: {other:?}"),
        }
    }
    open(client, Some(&format!("http://{host}"))).await.unwrap();
    let plain = client.get("/api/live", &[]);
    assert!((400..500).contains(&plain.status), "{plain:?}");
    assert!(plain.json()["error"]["code"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn choices_for_the_start_stay_hidden_until_both_are_made() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let registry = Registry::built_in();
    let mut all = registry.games().iter().map(|id| registry.open(id).unwrap());
    let game = all.find(|game| game.suggest_setup(3, 0).is_some()).unwrap();
    let choice = game.suggest_setup(3, 5).unwrap();
    let terms = json!({ "picks": 3, "secret": true });
    let body = json!({ "spec": game.spec(), "setup": terms, "players": persons(), "seats": { "host": 1 } });
    let Apart { sides: [one, two], .. } = Apart::of(&client.post("/api/games", None, &body).good());
    let mut socket = follow(client, &two, Some(0)).await;
    hear_of(&mut socket, "here").await;
    let commit = |key: &str, side: usize| {
        client.post("/api/game/setup", Some(key), &json!({ "side": side, "setup": choice })).good()
    };
    commit(&one, 1);
    let news = hear_of(&mut socket, "state").await;
    assert_eq!(news["state"]["setup"]["committed"], json!([true, false]));
    assert!(!news.to_string().contains(choice.split('/').next().unwrap()), "{news}");
    commit(&two, 2);
    let news = hear_of(&mut socket, "state").await;
    assert_eq!(news["state"]["setup"]["choices"], json!([choice, choice]));
}

/// A client that connects and says nothing holds up nobody, and goes.
#[test]
fn silent_connections_hold_up_nobody() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let host = server.client.url.strip_prefix("http://").unwrap().to_owned();
    let silent: Vec<StdStream> = (0..50).map(|_| StdStream::connect(&host).unwrap()).collect();
    server.client.create(&["pass"]);
    drop(silent);
}
