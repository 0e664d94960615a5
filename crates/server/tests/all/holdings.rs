//! Seats that belong to accounts: played on every device, claimed, taken away, and left.

use std::sync::Arc;
use std::time::Duration;

use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::common::follow::{follow, hear, hear_of, legal};
use crate::common::hand_time::HandTime;
use crate::common::member::{Member, PASSWORD};
use crate::common::{Apart, Running, persons, spec};

/// Creates a game of two people apart.
fn apart(of: &Member, open: bool) -> (Apart, Value) {
    let seats = json!({ "host": 1, "open": open });
    let created =
        of.post("/api/games", &json!({ "spec": spec(), "players": persons(), "seats": seats })).good();
    let key = |value: &Value| value.as_str().unwrap_or("").to_owned();
    let keys = &created["keys"];
    let sides = [key(&keys["sides"][0]), key(&keys["sides"][1])];
    (Apart { sides, watch: key(&keys["watch"]) }, created["state"].clone())
}

/// The list of somebody's games.
fn games(of: &Member) -> Vec<Value> {
    of.get("/api/account/games").good()["games"].as_array().unwrap().clone()
}

fn pass(game: &Value) -> String {
    game["pass"].as_str().unwrap().to_owned()
}

#[test]
fn who_is_signed_in_plays_their_games_on_every_device() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let (ada, _) = Member::found(client, "Ada");
    let (bob, _) = Member::found(client, "Bob");
    let (keys, state) = apart(&ada, true);
    assert_eq!(state["names"], json!(["Ada", null]));
    let key = "b".repeat(25) + "a";
    let taken =
        bob.post("/api/invitations/take", &json!({ "game": state["game"], "side": 2, "key": key })).good();
    assert_eq!(taken["names"], json!(["Ada", "Bob"]));

    // Each has it in their list, wherever they sign in; nobody else has.
    let phone = Member::sign_in(client, "Ada", PASSWORD);
    let list = games(&phone);
    assert!(list.len() == 1 && list[0]["seat"] == "1" && list[0]["names"] == json!(["Ada", "Bob"]), "{list:?}");
    assert_eq!((&list[0]["spec"], &list[0]["status"]), (&json!(spec()), &json!("ongoing")));
    let (one, two) = (pass(&list[0]), pass(&games(&bob)[0]));
    let (eve, _) = Member::found(client, "Eve");
    assert!(games(&eve).is_empty());

    let mv = |of: &Member, pass: &str, seq: usize, text: &str| {
        of.game("POST", "/api/game/moves", pass, Some(&json!({ "seq": seq, "move": text })))
    };
    let (first, second) = (legal(&[])[0].clone(), "none".to_owned());
    mv(&bob, &two, 0, &first).fails(403, "turn");
    mv(&eve, &one, 0, &first).fails(404, "no-game");
    mv(&bob, &one, 0, &first).fails(404, "no-game");
    client.play(&one, 0, &first).fails(401, "signed-out");
    mv(&phone, &one, 0, &first).good();
    mv(&phone, &one, 1, &second).fails(403, "turn");
    let reply = legal(&[&first])[0].clone();
    mv(&bob, &two, 1, &reply).good();
    // The link goes on to open the same.
    assert_eq!(client.state(&keys.sides[0])["seq"], 2);
    assert_eq!(phone.game("GET", "/api/game", &one, None).good()["seat"], "1");

    // Whatever is done in a game is done so.
    phone.game("POST", "/api/game/notes", &one, Some(&json!({ "text": "mine" }))).good();
    phone.game("POST", "/api/game/chat", &one, Some(&json!({ "token": "a", "text": "hello" }))).good();
    assert_eq!(bob.game("GET", "/api/game/chat?from=0", &two, None).good()["lines"][0]["text"], "hello");
    assert!(phone.game("GET", "/api/game/record", &one, None).status == 200);
    let end = json!({ "seq": 2, "side": 1 });
    eve.game("POST", "/api/game/resign", &one, Some(&end)).fails(404, "no-game");
    phone.game("POST", "/api/game/resign", &one, Some(&end)).good();
    assert_ne!(games(&ada)[0]["status"], "ongoing");

    // Another game with colours swapped, agreed to by both, is theirs as well.
    for (of, pass, seq) in [(&phone, &one, 3), (&bob, &two, 4)] {
        let (side, path) = if seq == 3 { (1, "/api/game/offer") } else { (2, "/api/game/rematch") };
        let body = if seq == 3 {
            json!({ "seq": seq, "side": side, "offer": "rematch" })
        } else {
            json!({ "seq": seq })
        };
        of.game("POST", path, pass, Some(&body)).good();
    }
    let next = |of: &Member, pass: &str| {
        of.game("POST", "/api/game/next", pass, None).good()["key"].as_str().unwrap().to_owned()
    };
    let there = next(&phone, &one);
    assert!(there.starts_with('@') && there.ends_with(".2"), "{there}");
    assert_eq!(next(&phone, &one), there, "it is said again as often as it is asked");
    // By the key, too, as it is the same person's.
    let by_key = client.post("/api/game/next", Some(&keys.sides[0]), &json!({})).good();
    assert_eq!(client.state(by_key["key"].as_str().unwrap())["seat"], "2");
    assert_eq!(ada.game("GET", "/api/game", &there, None).good()["seat"], "2");
    assert!(next(&bob, &two).ends_with(".1"));
    assert_eq!(games(&bob).len(), 2);

    // Signed out, nothing opens any more.
    phone.delete("/api/session").good();
    phone.game("GET", "/api/game", &one, None).fails(404, "no-game");
    ada.game("GET", "/api/game", "@nothing", None).fails(401, "bad-key");
    ada.game("GET", "/api/game", &format!("{}x", one), None).fails(401, "bad-key");
}

#[test]
fn games_of_a_device_are_claimed_by_their_keys() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let (alone, keys) = (client.create(&[]), client.create_apart(&[]));
    let (ada, _) = Member::found(client, "Ada");
    let (bob, _) = Member::found(client, "Bob");
    let claim = |of: &Member, keys: &[&str]| of.post("/api/account/games", &json!({ "keys": keys }));
    let nothing = "b".repeat(25) + "a";
    let passes = claim(&ada, &[&alone, &keys.sides[0], &keys.watch, &nothing, "damaged"]).good();
    let passes = passes["passes"].as_array().unwrap().clone();
    assert!(passes[0].as_str().unwrap().ends_with(".both") && passes[1].as_str().unwrap().ends_with(".1"));
    assert_eq!(passes[2..], [Value::Null, Value::Null, Value::Null]);
    assert_eq!(games(&ada).len(), 2);
    // Again it is the same, and nobody else's.
    assert_eq!(claim(&ada, &[&keys.sides[0]]).good()["passes"][0], passes[1]);
    assert_eq!(claim(&bob, &[&keys.sides[0]]).good()["passes"][0], Value::Null);
    claim(&bob, &[&keys.sides[1]]).good();
    assert_eq!(client.state(&keys.watch)["names"], json!(["Ada", "Bob"]));
    // Who plays both sides needs no name there.
    assert_eq!(client.state(&alone)["names"], json!([null, null]));
    let many = vec![nothing.as_str(); 201];
    claim(&ada, &many).fails(400, "malformed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_follows_and_plays_on_a_socket_until_it_ends() {
    let data = tempfile::tempdir().unwrap();
    let beat = Duration::from_millis(300);
    let server = Running::start_as(
        data.path(),
        Arc::new(entourage_server::MachineTime::default()),
        entourage_server::Config::default(),
        move |server| server.with_heartbeat(beat),
    );
    let client = &server.client;
    let (ada, _) = Member::found(client, "Ada");
    let (keys, _) = apart(&ada, false);
    let pass = pass(&games(&ada)[0]);
    let connect = async |cookie: Option<&str>| {
        let mut request = client.url.replace("http://", "ws://").into_client_request().unwrap();
        let address = format!("{}/api/live", request.uri().to_string().trim_end_matches('/'));
        *request.uri_mut() = address.parse().unwrap();
        if let Some(cookie) = cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        socket.send(Message::text(json!({ "key": pass }).to_string())).await.unwrap();
        socket
    };
    let refused = hear(&mut connect(None).await).await.unwrap();
    assert_eq!(refused["error"]["code"], "signed-out");
    let mut friend = follow(client, &keys.sides[1], None).await;
    let mut hers = connect(Some(&ada.cookie)).await;
    assert_eq!(hear_of(&mut hers, "state").await["state"]["names"], json!(["Ada", null]));
    let first = legal(&[])[0].clone();
    hers.send(Message::text(json!({ "seq": 0, "move": first }).to_string())).await.unwrap();
    assert_eq!(hear_of(&mut friend, "events").await["from"], 0);
    // Whoever follows hears whose the other seat is now.
    let (bob, _) = Member::found(client, "Bob");
    bob.post("/api/account/games", &json!({ "keys": [keys.sides[1]] })).good();
    for socket in [&mut friend, &mut hers] {
        assert_eq!(hear_of(socket, "names").await["names"], json!(["Ada", "Bob"]));
    }
    // Signed out, she is shown out; her page may come again, and is refused.
    ada.delete("/api/session").good();
    let code = loop {
        if let Err(code) = hear(&mut hers).await {
            break code;
        }
    };
    assert_eq!(code, Some(1001));
    let refused = hear(&mut connect(Some(&ada.cookie)).await).await.unwrap();
    assert_eq!(refused["error"]["code"], "no-game");
}

#[test]
fn everything_that_is_kept_of_somebody_is_theirs_to_take_away() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let (ada, codes) = Member::found(client, "Ada");
    let none = ada.get("/api/account/export").good();
    assert_eq!((&none["account"]["name"], &none["games"]), (&json!("Ada"), &json!([])));
    let (keys, _) = apart(&ada, false);
    ada.post("/api/games", &json!({ "spec": spec(), "players": persons() })).good();
    client.post("/api/game/chat", Some(&keys.sides[0]), &json!({ "token": "a", "text": "hello" })).good();
    // More than a page of them.
    for _ in 0..60 {
        ada.post("/api/games", &json!({ "spec": spec(), "players": persons() })).good();
    }
    let answer = ada.get("/api/account/export");
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"entourage-account.json\"");
    let all = answer.good();
    let games = all["games"].as_array().unwrap();
    assert_eq!((games.len(), all["sessions"].as_array().unwrap().len()), (62, 1));
    assert!(games.iter().all(|game| game["record"].as_str().unwrap().starts_with("[Event")), "{:?}", games[0]);
    assert!(games.iter().any(|game| game["game"]["chat"][0]["text"] == "hello"));
    // As a browser asks for it; the small form of it ends as well.
    let small = ada.ask_with("GET", "/api/account/export", &[("accept-encoding", "gzip")], None);
    assert_eq!((small.status, small.header("content-encoding")), (200, "gzip"));
    // Nothing by which somebody else could come in.
    let token = ada.cookie.split_once('=').unwrap().1;
    assert!(!answer.text.contains(token) && !answer.text.contains("argon2"));
    assert!(codes.iter().all(|code| !answer.text.contains(code)));
    let mut pages = 0;
    let (mut listed, mut next) = (0, String::new());
    loop {
        let page = ada.get(&format!("/api/account/games{next}")).good();
        listed += page["games"].as_array().unwrap().len();
        pages += 1;
        match page["next"].as_str() {
            Some(after) => next = format!("?after={after}"),
            None => break,
        }
    }
    assert_eq!((listed, pages), (62, 2));
}

#[test]
fn who_leaves_leaves_games_without_a_name_and_their_links() {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_790_000_000_000));
    let server = Running::start_at(data.path(), Arc::clone(&time) as _);
    let client = &server.client;
    let (ada, codes) = Member::found(client, "Ada");
    let (keys, _) = apart(&ada, false);
    assert_eq!(client.state(&keys.sides[1])["names"], json!(["Ada", null]));
    time.pass(11 * 60_000);
    ada.delete("/api/account").fails(403, "prove");
    let ada = Member::of(client, &ada.post("/api/account/confirm", &json!({ "password": PASSWORD })));
    let gone = ada.delete("/api/account");
    gone.good();
    assert!(gone.header("set-cookie").contains("Max-Age=0"));
    assert_eq!(ada.account(), Value::Null);
    for shown in [json!({ "name": "Ada", "password": PASSWORD }), json!({ "name": "Ada", "code": codes[0] })] {
        client.post("/api/session", None, &shown).fails(403, "credentials");
    }
    // The game goes on for whoever has a link.
    let state = client.state(&keys.sides[1]);
    assert_eq!((&state["names"], &state["status"]), (&json!([null, null]), &json!("ongoing")));
    client.play(&keys.sides[0], 0, &legal(&[])[0]).good();
    // The name is free.
    Member::found(client, "ada");
}
