//! Tests rate limits: they apply to the address that the nearest proxy reports, return 429, and are temporary.

use std::io::{Read, Write};
use std::net::TcpStream;

use entourage_server::Proxies;
use futures_util::StreamExt;
use tokio_tungstenite::tungstenite::Error;

use crate::common::sockets::connect;
use crate::common::*;

/// Starts a server behind a proxy.
pub fn limited(limits: Limits) -> Running {
    let proxies = Proxies::LOOPBACK.parse().unwrap();
    Running::by_hand_with(Config { limits, proxies, ..Config::default() })
}

impl Client {
    fn from(&self, address: &str) -> Client {
        self.with("x-forwarded-for", address)
    }
}

fn create(server: &Running, from: &str) -> Answer {
    server.from(from).with("accept-language", "fr").create_with(json!({}))
}

#[test]
fn new_games_are_limited_per_address() {
    let server = limited(Limits { games: 3, ..Limits::default() });
    for _ in 0..3 {
        create(&server, "203.0.113.1").good();
    }
    let refused = create(&server, "203.0.113.1");
    let message = refused.fails(429, "limited");
    assert!(message.contains("Réessayez dans 21 s"), "{message}");
    assert_eq!(refused.header("retry-after"), "21");
    assert!(refused.header("content-security-policy").contains("default-src 'none'"));
    // Forged addresses are ignored, and other clients are not affected.
    create(&server, "198.51.100.7, 203.0.113.1").fails(429, "limited");
    create(&server, "203.0.113.2").good();
    for host in 1..=3 {
        create(&server, &format!("2001:db8::{host}")).good();
    }
    create(&server, "2001:db8::4").fails(429, "limited");
    create(&server, "2001:db8:0:1::4").good();
    // Other requests are not affected, and after a while the client can create a game again.
    assert_eq!(server.from("203.0.113.1").get("/healthz").good(), json!({ "status": "ok" }));
    server.time.pass(20_000);
    create(&server, "203.0.113.1").good();
    create(&server, "203.0.113.1").fails(429, "limited");
}

#[test]
fn open_games_are_limited_per_address() {
    let server = limited(Limits { invitations: 2, ..Limits::default() });
    let offer = |from: &str| server.from(from).create_with(json!({ "seats": { "host": 1, "open": true } }));
    (0..2).for_each(|_| drop(offer("203.0.113.1").good()));
    let message = offer("203.0.113.1").fails(429, "invitations");
    assert!(message.contains("open games"), "{message}");
    // Other addresses are not affected, and the limited address can still play.
    offer("203.0.113.2").good();
    create(&server, "203.0.113.1").good();
    // A new offer is possible once another client accepts one.
    let other = server.from("203.0.113.3");
    for (one, letter) in other.get("/api/invitations").list("invitations").iter().zip("bcd".chars()) {
        other.take(&one["game"], 2, &key(letter)).good();
    }
    assert_eq!([(); 3].map(|()| offer("203.0.113.1").status), [201, 201, 429]);
}

#[test]
fn open_tournaments_are_limited_per_address_and_sorted_by_players() {
    let server = limited(Limits { invitations: 3, ..Limits::default() });
    let announced = |name: &str, from: &str| {
        let one = server.from(from).join(name);
        let body = json!({ "name": name, "kind": "arena", "length": 9, "spec": spec(), "pace": "live spare=1m", "terms": {} });
        (one.clone(), one.post("/api/tournaments", body))
    };
    let (ada, first) = announced("Ada", "203.0.113.2");
    let first = first.word("tournament");
    ada.post(&format!("/api/tournaments/{first}/entry"), json!({})).good();
    let flood: Vec<_> = ["Bob", "Eve", "Kim"].map(|name| announced(name, "203.0.113.1")).into();
    assert!(flood.iter().all(|(_, answer)| answer.status == 201));
    announced("Max", "203.0.113.1").1.fails(422, "tournaments");
    announced("Zoe", "203.0.113.3").1.good();
    assert_eq!(ada.get("/api/tournaments").list("tournaments")[0]["name"], "Ada");
    // A tournament that is no longer open does not count.
    let (bob, answer) = &flood[0];
    bob.post(&format!("/api/tournaments/{}/cancellation", answer.word("tournament")), json!({})).good();
    announced("Lea", "203.0.113.1").1.good();
}

#[test]
fn cpu_budgets_are_enforced() {
    let server = limited(Limits { effort: 20, ..Limits::default() });
    let ask = |from: &str| server.from(from).get(&format!("/board.svg?game={}", spec()));
    let refused = (0..300).map(|_| ask("203.0.113.1")).find(|answer| answer.status == 429);
    refused.expect("rendering was never refused").fails(429, "limited");
    assert_eq!(ask("203.0.113.2").status, 200);
}

#[test]
fn every_request_counts() {
    let server = limited(Limits { requests: 10, pictures: 4, changes: 5, ..Limits::default() });
    let statuses =
        |count: usize, ask: &dyn Fn() -> Answer| -> Vec<u16> { (0..count).map(|_| ask().status).collect() };
    let (one, two) = (server.from("203.0.113.1"), server.from("203.0.113.2"));
    let picture = format!("/board.svg?game={}", spec());
    assert_eq!(statuses(6, &|| one.get(&picture)), [200, 200, 200, 200, 429, 429]);
    // Refused requests also count.
    assert_eq!(statuses(6, &|| one.get("/healthz")), [200, 200, 200, 200, 429, 429]);
    let change = || two.post("/api/game/moves", json!({}));
    assert_eq!(statuses(7, &change), [401, 401, 401, 401, 401, 429, 429]);
    // Behind a proxy no client is local, so clients without an address count as the proxy.
    assert_eq!(statuses(12, &|| server.get("/healthz")), [[200; 10].as_slice(), &[429; 2]].concat());
    for from in ["nonsense", "127.0.0.1", "", "203.0.113.9,"] {
        assert_eq!(server.from(from).get("/healthz").status, 429, "{from}");
    }
}

/// Posts a body with the content length `length` on a stream; returns the head of the response.
fn answered(stream: &mut TcpStream, length: usize, body: &[u8]) -> String {
    let key = "a".repeat(26);
    let head = format!(
        "POST /api/game/moves HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 203.0.113.1\r\nauthorization: Bearer {key}\r\n\
        content-type: application/json\r\ncontent-length: {length}\r\n\r\n"
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
fn requests_answered_before_their_body_was_read_close_the_connection() {
    const CLOSES: &str = "\r\nconnection: close\r\n";
    let server = limited(Limits { changes: 3, ..Limits::default() });
    let connect = || {
        let stream = TcpStream::connect(server.url.strip_prefix("http://").unwrap()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    };
    // The connection stays open if the server has read the whole request.
    let mut stream = connect();
    for _ in 0..2 {
        let head = answered(&mut stream, 2, b"{}");
        assert!(head.starts_with("HTTP/1.1 400 ") && !head.contains(CLOSES), "{head}");
    }
    // The request declares a body but sends none; the server refuses the declared size, or limits the rate.
    for status in ["413", "429"] {
        let mut stream = connect();
        let head = answered(&mut stream, 5 << 20, b"");
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")) && head.contains(CLOSES), "{head}");
        assert_eq!(stream.read(&mut [0]).unwrap(), 0, "the connection is still open");
    }
}

#[test]
fn local_clients_are_not_limited() {
    let limits = Limits { requests: 2, ..Limits::default() };
    // Without a trusted proxy, the header is ignored.
    for proxies in [Proxies::default(), "192.0.2.7".parse().unwrap()] {
        let server = Running::by_hand_with(Config { limits, proxies, ..Config::default() });
        for client in [server.clone(), server.from("203.0.113.1")] {
            assert!((0..20).all(|_| client.get("/healthz").status == 200));
        }
    }
}

#[test]
fn requests_for_other_hosts_are_refused() {
    let server = Running::with(Config { address: Some("https://play.example".into()), ..Config::default() });
    let ask = |host: &str| server.with("host", host).get("/healthz");
    for host in ["play.example", "play.example:443", "localhost:1", "127.0.0.1"] {
        ask(host).good();
    }
    for host in ["evil.example", "play.example.evil.example"] {
        ask(host).fails(421, "host");
    }
}

#[tokio::test]
async fn open_sockets_are_limited() {
    let server = limited(Limits { sockets: 2, connects: 50, ..Limits::default() });
    let connect = async |from: &str| match connect(&server.from(from), "/api/live").await {
        Ok(socket) => Ok(socket),
        Err(Error::Http(response)) => Err(response.status().as_u16()),
        Err(error) => panic!("{error}"),
    };
    let mut one = connect("203.0.113.1").await.unwrap();
    let _two = connect("203.0.113.1").await.unwrap();
    assert_eq!(connect("203.0.113.1").await.err(), Some(429));
    let _other = connect("203.0.113.2").await.unwrap();
    // Once the server detects that a connection was closed, it accepts a new one.
    one.send("nonsense".into()).await.unwrap();
    while let Some(Ok(_)) = one.next().await {}
    let mut tries = 0;
    while connect("203.0.113.1").await.is_err() {
        tries += 1;
        assert!(tries < 20, "no room");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let mut tries = 0;
    while connect("203.0.113.3").await.map(drop) != Err(429) {
        tries += 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!((2..=50).contains(&tries), "{tries}");
}
