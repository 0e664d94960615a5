//! The line to a client who follows something: what is said on it, and that the server is heard while something is waited for.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use serde::Serialize;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, timeout};

use crate::games::hub::Hub;

/// Tells a page that the server is there: it cannot see pings.
const BEAT: Utf8Bytes = Utf8Bytes::from_static(r#"{"type":"beat"}"#);

/// Holds a socket with its heartbeat.
pub(super) struct Line<'a> {
    pub socket: &'a mut WebSocket,
    /// When the client is asked next whether it is there, and told that the server is.
    pub clock: Interval,
    /// Whether it has answered the last time, or could not be heard.
    pub answered: bool,
    /// How many messages it has sent since.
    pub said: u32,
}

impl<'a> Line<'a> {
    /// Begins, with a first beat after some time.
    pub fn new(socket: &'a mut WebSocket, hub: &Hub) -> Self {
        Self { socket, clock: heartbeat(hub), answered: true, said: 0 }
    }

    /// Asks whether the client is there, and tells it that the server is; one who did not answer the last time is dropped.
    pub async fn beat(&mut self) -> Result<(), Farewell> {
        if !self.answered {
            return Err(None);
        }
        (self.answered, self.said) = (false, 0);
        self.send(Message::Ping(Default::default())).await?;
        self.send(Message::Text(BEAT)).await
    }

    /// Waits for something, and goes on telling the client that the server is there, however long it takes.
    pub async fn meanwhile<T>(&mut self, work: impl Future<Output = T>) -> Result<T, Farewell> {
        // It stands in the futures of all who wait for it, and they in each other.
        let mut work = Box::pin(work);
        loop {
            tokio::select! {
                done = &mut work => return Ok(done),
                _ = self.clock.tick() => {
                    // Nobody hears what it answers meanwhile.
                    self.answered = true;
                    self.beat().await?;
                    self.answered = true;
                }
            }
        }
    }

    /// Takes what the client sent, so many messages between two beats at most, and returns a text or bytes.
    pub fn hear(
        &mut self,
        heard: Option<Result<Message, axum::Error>>,
        most: u32,
    ) -> Result<Option<Message>, Farewell> {
        self.said += 1;
        if self.said > most {
            return Err(farewell(close_code::POLICY, "too many messages"));
        }
        match heard {
            Some(Ok(Message::Pong(_))) => {
                self.answered = true;
                Ok(None)
            }
            Some(Ok(Message::Ping(_))) => Ok(None),
            Some(Ok(message @ (Message::Text(_) | Message::Binary(_)))) => Ok(Some(message)),
            Some(Ok(Message::Close(_)) | Err(_)) | None => Err(None),
        }
    }

    /// Sends a message, if it is read in time.
    pub async fn send(&mut self, message: Message) -> Result<(), Farewell> {
        send(self.socket, message).await
    }

    /// Tells something.
    pub async fn say(&mut self, news: &impl Serialize) -> Result<(), Farewell> {
        self.send(Message::Text(written(news)?)).await
    }
}

/// Writes what is told.
pub(super) fn written(news: &impl Serialize) -> Result<Utf8Bytes, Farewell> {
    let text = serde_json::to_string(news).map_err(|_| farewell(close_code::ERROR, "internal"))?;
    Ok(text.into())
}

/// How long a message may wait for a slow reader.
const PATIENCE: Duration = Duration::from_secs(10);

/// Says why a connection ends, if anybody is there to hear it.
pub(super) type Farewell = Option<CloseFrame>;

/// Ends a connection for a reason.
pub(super) fn farewell(code: u16, reason: &'static str) -> Farewell {
    Some(CloseFrame { code, reason: reason.into() })
}

/// Beats as often as all who follow something are told that it goes on, for the first time after one beat.
pub(super) fn heartbeat(hub: &Hub) -> Interval {
    let rhythm = hub.heartbeat();
    let mut heartbeat = interval(rhythm);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    heartbeat.reset_at(Instant::now() + rhythm);
    heartbeat
}

/// Sends a message to whoever reads in time; otherwise they are gone.
pub(super) async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Farewell> {
    match timeout(PATIENCE, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        // It is gone, or too slow.
        Ok(Err(_)) | Err(_) => Err(None),
    }
}

/// Says why the connection ends; whoever is gone already needs to hear nothing.
pub(super) async fn part(socket: &mut WebSocket, farewell: Farewell) {
    if let Some(farewell) = farewell {
        let _ = timeout(PATIENCE, socket.send(Message::Close(Some(farewell)))).await;
    }
}

#[cfg(test)]
mod tests {
    use entourage_registry::view::{LobbyNews, News, TournamentNews};

    use super::*;

    #[test]
    fn a_beat_is_what_every_page_takes_for_one() {
        assert_eq!(written(&News::Beat {}).unwrap(), BEAT);
        assert_eq!(written(&LobbyNews::Beat {}).unwrap(), BEAT);
        assert_eq!(written(&TournamentNews::Beat {}).unwrap(), BEAT);
    }
}
