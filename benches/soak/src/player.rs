use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use load::socket::{Socket, Unopened};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::receipts::Receipts;

/// How long a server that is there may say nothing: it gives a sign of life every six seconds.
pub const SILENCE: Duration = Duration::from_secs(15);

/// Says why a move is not made, or not seen.
#[derive(Debug)]
pub enum Trouble {
    /// The connection ended.
    Gone,
    /// The server refuses, by a code.
    Refused(String),
    /// What must never be: something acknowledged is lost, changed or there twice.
    Fault(String),
}

/// A player who follows a game.
pub struct Player {
    /// What opens the game.
    pub key: String,
    socket: Option<Socket>,
    /// The number of events heard.
    pub heard: usize,
}

impl Player {
    /// Takes a seat; nothing is heard yet.
    pub fn new(key: String) -> Self {
        Self { key, socket: None, heard: 0 }
    }

    /// Gives the connection up.
    pub fn hang_up(&mut self) {
        self.socket = None;
    }

    /// Connects, if not connected, and asks for what comes after the events heard.
    ///
    /// # Errors
    /// The server is gone, or refuses.
    pub async fn connect(&mut self, port: u16, from: &str) -> Result<(), Trouble> {
        if self.socket.is_none() {
            let greeting = json!({ "key": self.key, "after": self.heard }).to_string();
            let mut socket = open(port, from).await?;
            socket.send(Message::text(greeting)).await.map_err(|_| Trouble::Gone)?;
            self.socket = Some(socket);
        }
        Ok(())
    }

    /// Says a move.
    ///
    /// # Errors
    /// The connection has ended.
    pub async fn say(&mut self, number: usize, text: &str) -> Result<(), Trouble> {
        let socket = self.socket.as_mut().ok_or(Trouble::Gone)?;
        let said = Message::text(json!({ "seq": number, "move": text }).to_string());
        let sent = socket.send(said).await;
        sent.map_err(|_| self.lose())
    }

    /// Waits for the next thing that is told; for ever without a connection. What is told is taken in by [`Player::take`].
    ///
    /// # Errors
    /// The connection has ended.
    pub async fn next(&mut self) -> Result<Value, Trouble> {
        let Some(socket) = &mut self.socket else { return std::future::pending().await };
        match tokio::time::timeout(SILENCE, socket.next()).await {
            Ok(Some(Ok(Message::Text(text)))) => {
                serde_json::from_str(&text).map_err(|error| Trouble::Fault(format!("{error}: {text}")))
            }
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => Ok(Value::Null),
            _ => Err(self.lose()),
        }
    }

    /// Takes in what was told: holds it to what is known, and counts what was acknowledged by it.
    ///
    /// # Errors
    /// It is not what must follow, or it tells of a refusal.
    pub fn take(&mut self, news: &Value, receipts: &mut Receipts) -> Result<(), Trouble> {
        match news["type"].as_str() {
            Some("events") => {
                let events = news["events"].as_array().map_or(&[][..], Vec::as_slice);
                if news["from"] != self.heard {
                    let heard = self.heard;
                    return Err(Trouble::Fault(format!("after {heard} events is told from {}", news["from"])));
                }
                receipts.hear(self.heard, events).map_err(Trouble::Fault)?;
                self.heard += events.len();
            }
            Some("state") => {
                let events = news["state"]["events"].as_array().map_or(&[][..], Vec::as_slice);
                receipts.check(events).map_err(Trouble::Fault)?;
                self.heard = events.len();
            }
            Some("refused" | "error") => {
                let code = news["error"]["code"].as_str().unwrap_or("?").to_owned();
                return Err(match code.as_str() {
                    "conflict" => Trouble::Fault(format!("a conflict nobody caused: {news}")),
                    _ => Trouble::Refused(code),
                });
            }
            _ => {}
        }
        if self.heard > receipts.count() {
            receipts.acknowledge();
        }
        Ok(())
    }

    fn lose(&mut self) -> Trouble {
        self.socket = None;
        Trouble::Gone
    }
}

/// Opens a WebSocket in the name of an address.
///
/// # Errors
/// The server is gone, or refuses.
pub async fn open(port: u16, from: &str) -> Result<Socket, Trouble> {
    load::socket::open(port, "/api/live", from, None).await.map_err(|unopened| match unopened {
        Unopened::Gone => Trouble::Gone,
        Unopened::Refused(status) => Trouble::Refused(status.to_string()),
        Unopened::Nonsense(text) => Trouble::Fault(format!("no socket: {text}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_heard_is_acknowledged_once_and_in_order() {
        let (mut player, mut receipts) = (Player::new("k".into()), Receipts::default());
        let told = |from: usize, text: &str| json!({ "type": "events", "from": from, "events": [{ "type": "move", "move": text }] });
        receipts.send("a");
        player.take(&told(0, "a"), &mut receipts).unwrap();
        assert_eq!((player.heard, receipts.count()), (1, 1));
        assert!(matches!(player.take(&told(0, "a"), &mut receipts), Err(Trouble::Fault(_))), "told twice");
        assert!(matches!(player.take(&told(2, "c"), &mut receipts), Err(Trouble::Fault(_))), "one is left out");
        assert!(matches!(player.take(&told(1, "b"), &mut receipts), Err(Trouble::Fault(_))), "nobody sent it");
        let refused = json!({ "type": "refused", "seq": 1, "error": { "code": "unavailable" } });
        assert!(matches!(player.take(&refused, &mut receipts), Err(Trouble::Refused(_))));
    }
}
