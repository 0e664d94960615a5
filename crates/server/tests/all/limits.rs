//! How much one address may ask for: counted by whom the nearest proxy names, told by 429, and over after a while.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use entourage_server::{Config, Limits, MachineTime, Proxies};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio_tungstenite::tungstenite::{Error, client::IntoClientRequest};

use crate::common::hand_time::HandTime;
use crate::common::{Answer, Running, persons, spec};

fn limited(limits: Limits) -> Config {
    Config { limits, proxies: Proxies::LOOPBACK.parse().unwrap(), ..Config::default() }
}

fn create(server: &Running, from: &str) -> Answer {
    let body = json!({ "spec": spec(), "players": persons() }).to_string().into_bytes();
    let headers = [("content-type", "application/json"), ("x-forwarded-for", from), ("accept-language", "fr")];
    server.client.send("POST", "/api/games", &headers, Some(body)).unwrap()
}

#[test]
fn new_games_are_counted_by_address_and_a_wait_is_told() {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_000_000));
    let config = limited(Limits { games: 3, ..Limits::default() });
    let server = Running::start_with(data.path(), Arc::clone(&time) as _, config);
    for _ in 0..3 {
        create(&server, "203.0.113.1").good();
    }
    let refused = create(&server, "203.0.113.1");
    let message = refused.fails(429, "limited");
    assert!(message.contains("Réessayez dans 21 s"), "{message}");
    assert_eq!(refused.header("retry-after"), "21");
    assert!(refused.header("content-security-policy").contains("default-src 'none'"));
    // What a client says of itself is not believed, and others are not concerned.
    create(&server, "198.51.100.7, 203.0.113.1").fails(429, "limited");
    create(&server, "203.0.113.2").good();
    // One network of IPv6 is one visitor.
    for host in 1..=3 {
        create(&server, &format!("2001:db8::{host}")).good();
    }
    create(&server, "2001:db8::4").fails(429, "limited");
    create(&server, "2001:db8:0:1::4").good();
    // Other requests go on, and after a while there is one more.
    let health = server.client.get("/healthz", &[("x-forwarded-for", "203.0.113.1")]);
    assert_eq!(health.good(), json!({ "status": "ok" }));
    time.pass(20_000);
    create(&server, "203.0.113.1").good();
    create(&server, "203.0.113.1").fails(429, "limited");
}

#[test]
fn an_address_offers_a_few_games_at_a_time() {
    let data = tempfile::tempdir().unwrap();
    let config = limited(Limits { invitations: 2, ..Limits::default() });
    let server = Running::start_with(data.path(), Arc::new(HandTime::at(1_000_000)), config);
    let offer = |from: &str| {
        let body = json!({ "spec": spec(), "players": persons(), "seats": { "host": 1, "open": true } });
        let headers = [("content-type", "application/json"), ("x-forwarded-for", from)];
        server.client.send("POST", "/api/games", &headers, Some(body.to_string().into_bytes())).unwrap()
    };
    (0..2).for_each(|_| drop(offer("203.0.113.1").good()));
    let message = offer("203.0.113.1").fails(429, "invitations");
    assert!(message.contains("offers"), "{message}");
    // Others do, and the same address plays on otherwise.
    offer("203.0.113.2").good();
    create(&server, "203.0.113.1").good();
    // Once somebody has taken one, there may be another.
    let list = server.client.get("/api/invitations", &[("x-forwarded-for", "203.0.113.3")]).good();
    for (one, letter) in list["invitations"].as_array().unwrap().iter().zip("bcd".chars()) {
        let key = letter.to_string().repeat(25) + "a";
        let taking = json!({ "game": one["game"], "side": 2, "key": key }).to_string().into_bytes();
        let headers = [("content-type", "application/json"), ("x-forwarded-for", "203.0.113.3")];
        server.client.send("POST", "/api/invitations/take", &headers, Some(taking)).unwrap().good();
    }
    assert_eq!([(); 3].map(|()| offer("203.0.113.1").status), [201, 201, 429]);
}

#[test]
fn what_an_address_has_computed_is_bounded() {
    let data = tempfile::tempdir().unwrap();
    let config = limited(Limits { effort: 20, ..Limits::default() });
    let server = Running::start_with(data.path(), Arc::new(HandTime::at(1_000_000)), config);
    let picture = format!("/board.svg?game={}", spec());
    let ask = |from: &str| server.client.get(&picture, &[("x-forwarded-for", from)]);
    let refused = (0..300).map(|_| ask("203.0.113.1")).find(|answer| answer.status == 429);
    refused.expect("pictures cost something").fails(429, "limited");
    assert_eq!(ask("203.0.113.2").status, 200);
}

#[test]
fn every_request_counts() {
    let data = tempfile::tempdir().unwrap();
    let config = limited(Limits { requests: 10, pictures: 4, changes: 5, ..Limits::default() });
    let server = Running::start_with(data.path(), Arc::new(HandTime::at(1_000_000)), config);
    let ask = |path: &str, from: &str| server.client.get(path, &[("x-forwarded-for", from)]).status;
    let picture = format!("/board.svg?game={}", spec());
    let pictures: Vec<u16> = (0..6).map(|_| ask(&picture, "203.0.113.1")).collect();
    assert_eq!(pictures, [200, 200, 200, 200, 429, 429]);
    let others: Vec<u16> = (0..6).map(|_| ask("/healthz", "203.0.113.1")).collect();
    assert_eq!(others, [200, 200, 200, 200, 429, 429], "a request that was refused counts too");
    let changes: Vec<u16> = (0..7)
        .map(|_| {
            let headers = [("content-type", "application/json"), ("x-forwarded-for", "203.0.113.2")];
            server.client.send("POST", "/api/game/moves", &headers, Some(b"{}".to_vec())).unwrap().status
        })
        .collect();
    assert_eq!(changes, [401, 401, 401, 401, 401, 429, 429]);
    // Behind a proxy nobody is the machine itself: who is not named is counted, too.
    let unnamed: Vec<u16> = (0..12).map(|_| server.client.get("/healthz", &[]).status).collect();
    assert_eq!(unnamed, [[200; 10].as_slice(), &[429; 2]].concat());
    for from in ["nonsense", "127.0.0.1", "", "203.0.113.9,"] {
        assert_eq!(ask("/healthz", from), 429, "{from}");
    }
}

/// Sends the head of a request to post so many bytes, then a body, and returns the stream after it has read the answer's head.
fn posted(server: &Running, length: usize, body: &[u8]) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(server.client.url.strip_prefix("http://").unwrap()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let head = answered(&mut stream, length, body);
    (stream, head)
}

/// Sends a request on a stream, and reads the answer: its head is returned.
fn answered(stream: &mut TcpStream, length: usize, body: &[u8]) -> String {
    let head = format!(
        "POST /api/game/moves HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 203.0.113.1\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n",
        "a".repeat(26)
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(body).unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        answer.push(byte[0]);
    }
    let head = String::from_utf8(answer).unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    stream.read_exact(&mut vec![0; length.parse().unwrap()]).unwrap();
    head
}

#[test]
fn a_request_answered_before_it_was_heard_out_ends_its_connection() {
    const CLOSES: &str = "\r\nconnection: close\r\n";
    let data = tempfile::tempdir().unwrap();
    let config = limited(Limits { changes: 3, ..Limits::default() });
    let server = Running::start_with(data.path(), Arc::new(HandTime::at(1_000_000)), config);
    // One that was heard out leaves its connection open for the next.
    let (mut stream, head) = posted(&server, 2, b"{}");
    assert!(head.starts_with("HTTP/1.1 400 ") && !head.contains(CLOSES), "{head}");
    let head = answered(&mut stream, 2, b"{}");
    assert!(head.starts_with("HTTP/1.1 400 ") && !head.contains(CLOSES), "{head}");
    // More is declared than is ever heard; then too much is asked for. Neither body comes.
    for status in ["413", "429"] {
        let (mut stream, head) = posted(&server, 5 << 20, b"");
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")) && head.contains(CLOSES), "{head}");
        assert_eq!(stream.read(&mut [0]).unwrap(), 0, "the connection ends");
    }
}

#[test]
fn without_a_proxy_the_machine_itself_is_not_limited() {
    let data = tempfile::tempdir().unwrap();
    let config = Config { limits: Limits { requests: 2, ..Limits::default() }, ..Config::default() };
    let server = Running::start_with(data.path(), Arc::new(HandTime::at(1_000_000)), config);
    assert!((0..30).all(|_| server.client.get("/healthz", &[]).status == 200));
}

#[test]
fn a_proxy_that_is_not_named_is_not_believed() {
    let data = tempfile::tempdir().unwrap();
    let limits = Limits { games: 1, ..Limits::default() };
    let config = Config { limits, proxies: "192.0.2.7".parse().unwrap(), ..Config::default() };
    let server = Running::start_with(data.path(), Arc::new(HandTime::at(1_000_000)), config);
    for _ in 0..5 {
        create(&server, "203.0.113.1").good();
    }
}

#[test]
fn requests_for_other_names_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let config = Config { address: Some("https://play.example".into()), ..Config::default() };
    let server = Running::start_with(data.path(), Arc::new(MachineTime::default()), config);
    let ask = |host: &str| server.client.get("/healthz", &[("host", host)]);
    for host in ["play.example", "play.example:443", "localhost:1", "127.0.0.1"] {
        ask(host).good();
    }
    for host in ["evil.example", "play.example.evil.example"] {
        ask(host).fails(421, "host");
    }
}

#[test]
fn without_a_proxy_nobody_says_who_they_are() {
    let data = tempfile::tempdir().unwrap();
    let config = Config { limits: Limits { requests: 1, ..Limits::default() }, ..Config::default() };
    let server = Running::start_with(data.path(), Arc::new(MachineTime::default()), config);
    for _ in 0..5 {
        server.client.get("/healthz", &[("x-forwarded-for", "203.0.113.1")]).good();
    }
}

#[tokio::test]
async fn sockets_are_counted_while_they_are_open() {
    let data = tempfile::tempdir().unwrap();
    let config = limited(Limits { sockets: 2, connects: 50, ..Limits::default() });
    let server = Running::start_with(data.path(), Arc::new(HandTime::at(1_000_000)), config);
    let address = server.client.url.replace("http", "ws") + "/api/live";
    let connect = async |from: &str| {
        let mut request = address.as_str().into_client_request().unwrap();
        request.headers_mut().insert("x-forwarded-for", from.parse().unwrap());
        match tokio_tungstenite::connect_async(request).await {
            Ok((socket, _)) => Ok(socket),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    };
    let mut one = connect("203.0.113.1").await.unwrap();
    let _two = connect("203.0.113.1").await.unwrap();
    assert_eq!(connect("203.0.113.1").await.err(), Some(429));
    let _other = connect("203.0.113.2").await.unwrap();
    // One that ends makes room, as soon as the server has noticed.
    one.send("nonsense".into()).await.unwrap();
    while let Some(Ok(_)) = one.next().await {}
    let mut third = connect("203.0.113.1").await;
    for _ in 0..20 {
        if third.is_ok() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        third = connect("203.0.113.1").await;
    }
    drop(third.unwrap());
    // New ones are counted, too.
    let mut tries = 0;
    while connect("203.0.113.3").await.map(drop) != Err(429) {
        tries += 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!((2..=50).contains(&tries), "{tries}");
}
