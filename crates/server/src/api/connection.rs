//! Handles messages, heartbeats and the closing of WebSocket connections.

use axum::extract::ws::{CloseFrame, Utf8Bytes};
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};

use crate::api::prelude::*;
use crate::games::hub::Hub;
use crate::loaded_game;

/// The message sent with each ping, because scripts in browsers cannot see pings.
const BEAT: Utf8Bytes = Utf8Bytes::from_static(r#"{"type":"beat"}"#);

/// Size of the read buffer in bytes: client messages are short, and there are many connections.
const READ_BUFFER: usize = 2048;
/// Maximum size of the write buffer in bytes; the longest message is the full state of the longest possible game.
const MAX_WRITE_BUFFER: usize = 16 << 20;
// The state contains a manual move twice: as an event and in the list of moves.
const _: () = assert!(MAX_WRITE_BUFFER > loaded_game::MAX_EVENTS * 2 * (loaded_game::MAX_TURN + 128));

/// Limits the memory of a WebSocket, of which the longest client message has this number of bytes. Writes are not buffered, so that
/// no messages pile up.
pub(super) fn bounded(upgrade: WebSocketUpgrade, max_message: usize) -> WebSocketUpgrade {
    let upgrade = upgrade.max_message_size(max_message).max_frame_size(max_message);
    upgrade.read_buffer_size(READ_BUFFER).write_buffer_size(0).max_write_buffer_size(MAX_WRITE_BUFFER)
}

pub(super) struct Connection<'a> {
    pub socket: &'a mut WebSocket,
    pub clock: Interval,
    pub is_alive: bool,
    pub received: u32,
}

impl<'a> Connection<'a> {
    pub fn new(socket: &'a mut WebSocket, hub: &Hub) -> Self {
        let rhythm = hub.heartbeat();
        let mut clock = interval(rhythm);
        clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
        clock.reset_at(Instant::now() + rhythm);
        Self { socket, clock, is_alive: true, received: 0 }
    }

    pub async fn beat(&mut self) -> Result<(), Close> {
        if !self.is_alive {
            return Err(None);
        }
        (self.is_alive, self.received) = (false, 0);
        self.send(Message::Ping(Default::default())).await?;
        self.send(Message::Text(BEAT)).await
    }

    /// Keeps the connection alive while a future runs; returns the future's output.
    pub async fn meanwhile<T>(&mut self, work: impl Future<Output = T>) -> Result<T, Close> {
        // Boxed, to keep the callers' nested futures small.
        let mut work = Box::pin(work);
        loop {
            tokio::select! {
                done = &mut work => return Ok(done),
                _ = self.clock.tick() => {
                    // Pongs are not read in this loop, so a missing pong does not mean that the client is gone.
                    self.is_alive = true;
                    self.beat().await?;
                    self.is_alive = true;
                }
            }
        }
    }

    /// Processes a received message; fails after more than `most` messages since the last heartbeat.
    pub fn receive(
        &mut self,
        message: Option<Result<Message, axum::Error>>,
        most: u32,
    ) -> Result<Option<Message>, Close> {
        self.received += 1;
        if self.received > most {
            return Err(close_with(close_code::POLICY, "too many messages"));
        }
        match message {
            Some(Ok(Message::Pong(_))) => {
                self.is_alive = true;
                Ok(None)
            }
            Some(Ok(Message::Ping(_))) => Ok(None),
            Some(Ok(message @ (Message::Text(_) | Message::Binary(_)))) => Ok(Some(message)),
            Some(Ok(Message::Close(_)) | Err(_)) | None => Err(None),
        }
    }

    /// Sends a message; fails if the client does not read it in time.
    pub async fn send(&mut self, message: Message) -> Result<(), Close> {
        match timeout(TIMEOUT, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            // The client is gone or too slow.
            Ok(Err(_)) | Err(_) => Err(None),
        }
    }

    pub async fn send_json(&mut self, news: &impl Serialize) -> Result<(), Close> {
        self.send(Message::Text(written(news)?)).await
    }
}

pub(super) fn written(news: &impl Serialize) -> Result<Utf8Bytes, Close> {
    let text = serde_json::to_string(news).map_err(|_| close_with(close_code::ERROR, "internal"))?;
    Ok(text.into())
}

const TIMEOUT: Duration = Duration::from_secs(10);

pub(super) type Close = Option<CloseFrame>;

pub(super) fn close_with(code: u16, reason: &'static str) -> Close {
    Some(CloseFrame { code, reason: reason.into() })
}

pub(super) async fn close(socket: &mut WebSocket, close_with: Close) {
    if let Some(close_with) = close_with {
        let _ = timeout(TIMEOUT, socket.send(Message::Close(Some(close_with)))).await;
    }
}

#[cfg(test)]
mod tests {
    use entourage_registry::view::{LobbyNews, News, TournamentNews};

    use super::*;

    #[test]
    fn beat_is_the_same_message_on_every_socket() {
        assert_eq!(written(&News::Beat {}).unwrap(), BEAT);
        assert_eq!(written(&LobbyNews::Beat {}).unwrap(), BEAT);
        assert_eq!(written(&TournamentNews::Beat {}).unwrap(), BEAT);
    }
}
