//! Floods: much more of everything than anybody needs, from a few networks.

use std::sync::Arc;
use std::time::{Duration, Instant};

use entourage_kernel::Random;
use futures_util::SinkExt;
use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

use crate::player::{self, Trouble};
use crate::soak::Soak;
use load::http::Client;

/// How many ask at a time.
const WORKERS: usize = 16;
/// How many connections are held open at a time, that ask for nothing.
const CONNECTIONS: usize = 800;
/// How long one waits between two requests, in milliseconds at most.
const PAUSE: usize = 120;
/// How long a flood lasts, in milliseconds, at least and at most.
const LASTS: (u64, usize) = (5_000, 10_000);
/// A body that is far too large.
const LARGE: usize = 300 << 10;

/// A kind of flood.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Requests,
    Bodies,
    Invitations,
    Remarks,
    Sockets,
    Connections,
}

const KINDS: [Kind; 6] =
    [Kind::Requests, Kind::Bodies, Kind::Invitations, Kind::Remarks, Kind::Sockets, Kind::Connections];

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Requests => "requests",
            Self::Bodies => "bodies too large",
            Self::Invitations => "invitations",
            Self::Remarks => "remarks",
            Self::Sockets => "sockets",
            Self::Connections => "connections",
        }
    }
}

/// Has one flood follow another until the soak is over.
pub async fn flood(soak: Arc<Soak>, mut random: Random) {
    while soak.goes_on() {
        let kind = KINDS[random.below(KINDS.len())];
        let until = Instant::now() + Duration::from_millis(LASTS.0 + random.below(LASTS.1) as u64);
        match kind {
            Kind::Connections => connect(&soak, until).await,
            _ => {
                let workers = (0..WORKERS).map(|_| ask(&soak, kind, until, Random::new(random.bits())));
                join_all(workers).await;
            }
        }
    }
}

/// Asks as one of a flood.
async fn ask(soak: &Soak, kind: Kind, until: Instant, mut random: Random) {
    let mut client = Client::new(format!("203.0.113.{}", 1 + random.below(8)));
    let mut key = None;
    while Instant::now() < until && soak.goes_on() {
        sleep(Duration::from_millis(random.below(PAUSE) as u64)).await;
        let refused = match kind {
            Kind::Sockets => open(soak, &client).await,
            _ => request(soak, kind, &mut client, &mut key, &mut random).await,
        };
        if let Some(refused) = refused {
            soak.tally.flood(kind.name(), refused);
        }
    }
}

/// Makes a request of a kind, and tells whether it was refused; nothing where nobody answered.
async fn request(
    soak: &Soak,
    kind: Kind,
    client: &mut Client,
    key: &mut Option<String>,
    random: &mut Random,
) -> Option<bool> {
    let port = soak.server.port();
    let human = json!({ "kind": "human" });
    let game =
        |seats: Value| json!({ "spec": soak.game, "players": [human, human], "seats": seats }).to_string();
    let begins = matches!(kind, Kind::Remarks) && key.is_none();
    let asked = match kind {
        Kind::Requests => {
            let picture = format!("/board.svg?game={}", soak.game);
            let paths =
                ["/", "/healthz", "/api", "/api/invitations", "/api/openapi.json", &picture, "/api/game"];
            client.ask(port, paths[random.below(paths.len())], None, None).await
        }
        Kind::Bodies => client.ask(port, "/api/games", None, Some(&"[".repeat(LARGE))).await,
        Kind::Invitations => {
            let body = game(json!({ "host": 1, "open": true }));
            client.ask(port, "/api/games", None, Some(&body)).await
        }
        _ if begins => client.ask(port, "/api/games", None, Some(&game(json!({ "host": 1 })))).await,
        _ => {
            let token = format!("{:016x}", random.bits());
            let body = json!({ "token": token, "text": "x".repeat(500) }).to_string();
            client.ask(port, "/api/game/chat", key.as_deref(), Some(&body)).await
        }
    };
    let answer = asked.ok()?;
    if begins {
        *key = answer.json()["keys"]["sides"][0].as_str().map(str::to_owned);
    }
    Some(answer.status >= 400)
}

/// Opens a socket and says what is no greeting.
async fn open(soak: &Soak, client: &Client) -> Option<bool> {
    match player::open(soak.server.port(), client.from()).await {
        Ok(mut socket) => {
            // The server hangs up.
            let _ = socket.send(Message::text("nonsense")).await;
            Some(false)
        }
        Err(Trouble::Refused(_)) => Some(true),
        Err(_) => None,
    }
}

/// Holds connections open, each with a request that never ends.
async fn connect(soak: &Soak, until: Instant) {
    let mut held = Vec::new();
    while held.len() < CONNECTIONS && Instant::now() < until && soak.goes_on() {
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", soak.server.port())).await {
            let begun = stream.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ").await;
            soak.tally.flood(Kind::Connections.name(), begun.is_err());
            held.push(stream);
        }
        sleep(Duration::from_millis(2)).await;
    }
    sleep(until.saturating_duration_since(Instant::now())).await;
}
