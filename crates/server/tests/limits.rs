//! How much one address may ask for: counted by whom the nearest proxy names, told by 429, and over after a while.

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::hand_time::HandTime;
use common::{Answer, Running, persons, spec};
use entourage_server::{Config, Limits, MachineTime};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio_tungstenite::tungstenite::{Error, client::IntoClientRequest};

fn limited(limits: Limits) -> Config {
    Config { limits, behind_proxy: true, ..Config::default() }
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
    // What a client says of himself is not believed, and others are not concerned.
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
fn every_request_counts_and_the_machine_itself_is_not_limited() {
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
    assert!((0..30).all(|_| server.client.get("/healthz", &[]).status == 200));
    assert!((0..30).all(|_| ask("/healthz", "127.0.0.1") == 200));
}

#[test]
fn without_a_proxy_nobody_says_who_he_is() {
    let data = tempfile::tempdir().unwrap();
    let config = Config { limits: Limits { requests: 1, ..Limits::default() }, ..Config::default() };
    let server = Running::start_with(data.path(), Arc::new(MachineTime), config);
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
