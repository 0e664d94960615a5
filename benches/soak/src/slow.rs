//! Readers who ask for long games and do not read them.

use std::sync::Arc;
use std::time::Duration;

use entourage_kernel::Random;
use futures_util::SinkExt;
use futures_util::future::join_all;
use load::script::Script;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpSocket;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

use crate::player;
use crate::soak::Soak;
use crate::tally::Tally;
use load::http::{Client, written};

/// How many readers there are at a time; of every four one follows a game by a WebSocket.
const READERS: usize = 240;
/// How many share an address.
const SHARE: usize = 8;
/// How many answers a reader asks for at once.
const ASKED: usize = 12;
/// How many moves the game has that they ask for.
const MOVES: usize = 1_200;
/// The bytes that the system of a reader takes in for them, about.
const TAKEN: u32 = 4096;
/// How long a reader stays, in milliseconds, at least and at most.
const STAY: (u64, usize) = (5_000, 20_000);

/// Has readers come, ask, not read, and go, until the soak is over.
pub async fn read_nothing(soak: Arc<Soak>, scripts: Arc<Vec<Script>>, mut random: Random) {
    let Some(key) = begin(&soak, &scripts[0]).await else { return };
    let readers = (0..READERS).map(|number| {
        let (soak, key, mut random) = (&soak, &key, Random::new(random.bits()));
        async move {
            let from = format!("198.51.100.{}", 1 + number / SHARE);
            sleep(Duration::from_millis(random.below(STAY.1) as u64)).await;
            while soak.goes_on() {
                let stay = Duration::from_millis(STAY.0 + random.below(STAY.1) as u64);
                Tally::add(&soak.tally.readers);
                if number % 4 == 0 {
                    follow(soak, key, &from, stay).await;
                } else {
                    ask(soak, key, &from, stay).await;
                }
                // One who is refused at once comes again later.
                sleep(Duration::from_millis(500)).await;
            }
        }
    });
    join_all(readers).await;
}

/// Begins the long game, for one key, however often it must be tried.
async fn begin(soak: &Soak, script: &Script) -> Option<String> {
    let mut client = Client::new("198.51.100.250".into());
    let human = json!({ "kind": "human" });
    let moves = &script[..MOVES.min(script.len())];
    let body = json!({ "spec": soak.game, "players": [human, human], "moves": moves }).to_string();
    while soak.goes_on() {
        let answer = client.ask(soak.server.port(), "/api/games", None, Some(&body)).await;
        if let Some(key) = answer.ok().and_then(|answer| answer.json()["id"].as_str().map(str::to_owned)) {
            return Some(key);
        }
        sleep(Duration::from_secs(1)).await;
    }
    None
}

/// Asks many times by requests, and reads no answer.
async fn ask(soak: &Soak, key: &str, from: &str, stay: Duration) {
    let Ok(socket) = TcpSocket::new_v4() else { return };
    // What it does not set the reader does not need.
    let _ = socket.set_recv_buffer_size(TAKEN);
    let Ok(mut stream) = socket.connect(([127, 0, 0, 1], soak.server.port()).into()).await else { return };
    let text = written(from, "/api/game", Some(key), None).repeat(ASKED);
    if stream.write_all(text.as_bytes()).await.is_ok() {
        sleep(stay).await;
    }
}

/// Follows the game from its beginning, and hears nothing.
async fn follow(soak: &Soak, key: &str, from: &str, stay: Duration) {
    let Ok(mut socket) = player::open(soak.server.port(), from).await else { return };
    if socket.send(Message::text(json!({ "key": key }).to_string())).await.is_ok() {
        sleep(stay).await;
    }
}
