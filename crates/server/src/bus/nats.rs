use async_nats::{Client, ConnectOptions, Event, Subscriber};
use async_trait::async_trait;
use entourage_jobs::NatsAddress;
use futures_util::StreamExt;
use tokio::sync::Mutex;

use super::{Bus, Message};

pub(crate) struct NatsBus {
    client: Client,
    subject: String,
    heard: Mutex<Subscriber>,
}

impl NatsBus {
    /// Connects in the background and reconnects as needed; games do not wait for the connection.
    pub async fn connect(address: &NatsAddress, prefix: &str) -> Result<Self, String> {
        let options = ConnectOptions::new().name("entourage").no_echo().retry_on_initial_connect();
        let client = options.event_callback(tell).connect(address.secret()).await;
        let client = client.map_err(|error| error.to_string())?;
        let subject = format!("{prefix}.news");
        let heard = client.subscribe(subject.clone()).await.map_err(|error| error.to_string())?;
        Ok(Self { client, subject, heard: Mutex::new(heard) })
    }
}

async fn tell(event: Event) {
    match event {
        Event::Connected => tracing::info!("connected to NATS"),
        Event::Disconnected => {
            tracing::warn!("disconnected from NATS; other processes see changes only at the next heartbeat")
        }
        event => tracing::debug!(%event, "NATS"),
    }
}

#[async_trait]
impl Bus for NatsBus {
    async fn say(&self, message: &Message) {
        let Ok(text) = serde_json::to_vec(message) else { return };
        if let Err(error) = self.client.publish(self.subject.clone(), text.into()).await {
            tracing::debug!(%error, "publishing to NATS failed");
        }
    }

    async fn hear(&self) -> Message {
        let mut heard = self.heard.lock().await;
        loop {
            match heard.next().await {
                // Other programs may use the same subject, so unreadable messages are skipped.
                Some(said) => match serde_json::from_slice(&said.payload) {
                    Ok(message) => return message,
                    Err(error) => tracing::debug!(%error, "unreadable message from NATS"),
                },
                // The subscription ends only when the client is dropped.
                None => std::future::pending().await,
            }
        }
    }
}
