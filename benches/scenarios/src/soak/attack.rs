//! Attacks the server with floods of requests from a few networks, and with clients that request long games and do not read responses.

use std::ops::Range;
use std::time::{Duration, Instant};

use entourage_kernel::Random;
use futures_util::SinkExt;
use futures_util::future::join_all;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::sleep;

use super::Soak;
use super::report::add;
use crate::between;
use crate::http::{Client, new_game};
use crate::socket::{self, Message, OpenError};

const WORKERS: usize = 16;
const CONNECTIONS: usize = 800;
/// Maximum milliseconds between requests from one client.
const MAX_PAUSE: usize = 120;
/// Duration of a flood in milliseconds.
const FLOOD: Range<usize> = 5_000..15_000;
/// Size in bytes of a request body that exceeds the server's limit.
const LARGE_BODY: usize = 300 << 10;
const KINDS: [&str; 6] =
    ["requests", "bodies too large", "invitations", "chat messages", "sockets", "connections"];

/// Number of concurrent clients that do not read responses. One in four uses a WebSocket.
const SLOW_READERS: usize = 240;
const PER_ADDRESS: usize = 8;
const PIPELINED: usize = 12;
const BUFFER: u32 = 4096;
/// Milliseconds that a slow reader stays connected.
const STAY: Range<usize> = 5_000..25_000;
/// Maximum milliseconds until a slow reader connects for the first time.
const MAX_DELAY: usize = 20_000;

pub async fn flood(soak: &Soak, mut random: Random) {
    while soak.is_running() {
        let kind = KINDS[random.below(KINDS.len())];
        let until = Instant::now() + between(FLOOD, &mut random);
        if kind == "connections" {
            connect(soak, kind, until).await;
        } else {
            join_all((0..WORKERS).map(|_| ask(soak, kind, until, Random::new(random.bits())))).await;
        }
    }
}

async fn ask(soak: &Soak, kind: &'static str, until: Instant, mut random: Random) {
    let mut client = Client::new(format!("203.0.113.{}", 1 + random.below(8)), soak.server.port());
    let mut key = None;
    while Instant::now() < until && soak.is_running() {
        sleep(between(0..MAX_PAUSE, &mut random)).await;
        let refused = match kind {
            "sockets" => open(soak, &client).await,
            _ => request(soak, kind, &mut client, &mut key, &mut random).await,
        };
        if let Some(refused) = refused {
            soak.tally.flood(kind, refused);
        }
    }
}

/// Sends a request for the flood `kind`; returns whether the request was refused, or `None` if there is no response.
async fn request(
    soak: &Soak,
    kind: &str,
    client: &mut Client,
    key: &mut Option<String>,
    random: &mut Random,
) -> Option<bool> {
    let (path, body) = match (kind, &key) {
        ("requests", _) => {
            let picture = format!("/board.svg?game={}", soak.game);
            let paths =
                ["/", "/healthz", "/api", "/api/invitations", "/api/openapi.json", &picture, "/api/game"];
            (paths[random.below(paths.len())].to_owned(), None)
        }
        ("bodies too large", _) => ("/api/games".into(), Some("[".repeat(LARGE_BODY))),
        ("invitations", _) => {
            let (human, seats) = (json!({ "kind": "human" }), json!({ "host": 1, "open": true }));
            let body = json!({ "spec": soak.game, "players": [human, human], "seats": seats });
            ("/api/games".into(), Some(body.to_string()))
        }
        (_, None) => ("/api/games".into(), Some(new_game(&soak.game, None))),
        (_, Some(_)) => {
            let token = format!("{:016x}", random.bits());
            ("/api/game/chat".into(), Some(json!({ "token": token, "text": "x".repeat(500) }).to_string()))
        }
    };
    client.port = soak.server.port();
    let answer = client.ask(&path, key.as_deref(), body.as_deref()).await.ok()?;
    if kind == "chat messages" && key.is_none() {
        *key = answer.json()["keys"]["sides"][0].as_str().map(str::to_owned);
    }
    Some(answer.status >= 400)
}

/// Opens a socket and sends an invalid greeting.
async fn open(soak: &Soak, client: &Client) -> Option<bool> {
    match socket::open(soak.server.port(), "/api/live", &client.from, None).await {
        Ok(mut socket) => {
            // The server closes the connection.
            let _ = socket.send(Message::text("nonsense")).await;
            Some(false)
        }
        Err(OpenError::Refused(_)) => Some(true),
        Err(OpenError::Unreachable) => None,
    }
}

async fn connect(soak: &Soak, kind: &'static str, until: Instant) {
    let mut held = Vec::new();
    while held.len() < CONNECTIONS && Instant::now() < until && soak.is_running() {
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", soak.server.port())).await {
            let begun = stream.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ").await;
            soak.tally.flood(kind, begun.is_err());
            held.push(stream);
        }
        sleep(Duration::from_millis(2)).await;
    }
    sleep(until.saturating_duration_since(Instant::now())).await;
}

/// Runs clients that send requests and do not read the responses.
pub async fn slow_readers(soak: &Soak, mut random: Random) {
    let Some(key) = &begin(soak).await else { return };
    let readers = (0..SLOW_READERS).map(|number| {
        let mut random = Random::new(random.bits());
        async move {
            let from = format!("198.51.100.{}", 1 + number / PER_ADDRESS);
            sleep(between(0..MAX_DELAY, &mut random)).await;
            while soak.is_running() {
                let stay = between(STAY, &mut random);
                add(&soak.tally.readers);
                if number % 4 == 0 {
                    follow(soak, key, &from, stay).await;
                } else {
                    ask_often(soak, key, &from, stay).await;
                }
                // Limits the rate of retries after refusals.
                sleep(Duration::from_millis(500)).await;
            }
        }
    });
    join_all(readers).await;
}

/// Creates the long game that slow readers request, with retries until the end of the soak test.
async fn begin(soak: &Soak) -> Option<String> {
    let mut client = Client::new("198.51.100.250", soak.server.port());
    let human = json!({ "kind": "human" });
    let body = json!({ "spec": soak.game, "players": [human, human], "moves": soak.scripts[0] }).to_string();
    while soak.is_running() {
        client.port = soak.server.port();
        let answer = client.ask("/api/games", None, Some(&body)).await;
        if let Some(key) = answer.ok().and_then(|answer| answer.json()["id"].as_str().map(str::to_owned)) {
            return Some(key);
        }
        sleep(Duration::from_secs(1)).await;
    }
    None
}

async fn ask_often(soak: &Soak, key: &str, from: &str, stay: Duration) {
    let Ok(socket) = TcpSocket::new_v4() else { return };
    // If this fails, a larger buffer is acceptable.
    let _ = socket.set_recv_buffer_size(BUFFER);
    let Ok(mut stream) = socket.connect(([127, 0, 0, 1], soak.server.port()).into()).await else { return };
    let headers = format!("host: localhost\r\nx-forwarded-for: {from}\r\nauthorization: Bearer {key}\r\n\r\n");
    let text = format!("GET /api/game HTTP/1.1\r\n{headers}").repeat(PIPELINED);
    if stream.write_all(text.as_bytes()).await.is_ok() {
        sleep(stay).await;
    }
}

async fn follow(soak: &Soak, key: &str, from: &str, stay: Duration) {
    let Ok(mut socket) = socket::open(soak.server.port(), "/api/live", from, None).await else { return };
    if socket.send(Message::text(json!({ "key": key }).to_string())).await.is_ok() {
        sleep(stay).await;
    }
}
