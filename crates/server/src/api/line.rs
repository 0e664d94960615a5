//! The line to a client who follows something: what is said on it, and that the server is heard while something is waited for.

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, close_code};
use serde::Serialize;
use tokio::time::Interval;

use super::socket::{Farewell, farewell, heartbeat, send};
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
