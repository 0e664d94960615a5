//! The line to a client who follows a game: what is said on it, and that the server is heard while something is waited for.

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, close_code};
use entourage_kernel::Language;
use entourage_registry::view::News;
use tokio::time::Interval;

use crate::api::socket::{Farewell, farewell, heartbeat, send};
use crate::games::hub::Hub;
use crate::http::failure::Failure;

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
        // A page cannot see pings.
        self.say(&News::Beat {}).await
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

    pub async fn send(&mut self, message: Message) -> Result<(), Farewell> {
        send(self.socket, message).await
    }

    pub async fn say(&mut self, news: &News) -> Result<(), Farewell> {
        self.send(Message::Text(written(news)?)).await
    }

    /// Says why the client is refused; its page need not try again.
    pub async fn refuse(&mut self, failure: &Failure, language: Language) -> Farewell {
        let error = Box::new(failure.view(language).error);
        match self.say(&News::Error { error }).await {
            Ok(()) => farewell(close_code::POLICY, failure.code()),
            Err(gone) => gone,
        }
    }
}

/// Writes what is told.
pub(super) fn written(news: &News) -> Result<Utf8Bytes, Farewell> {
    let text = serde_json::to_string(news).map_err(|_| farewell(close_code::ERROR, "internal"))?;
    Ok(text.into())
}
