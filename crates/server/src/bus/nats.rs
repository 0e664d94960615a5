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
    /// Connects now or as soon as the server is available, and reconnects; games do not wait for it.
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
        Event::Connected => tracing::info!("NATS is there"),
        Event::Disconnected => {
            tracing::warn!("NATS is away; other processes hear of moves at the next heartbeat")
        }
        event => tracing::debug!(%event, "NATS"),
    }
}

#[async_trait]
impl Bus for NatsBus {
    async fn say(&self, message: &Message) {
        let Ok(text) = serde_json::to_vec(message) else { return };
        if let Err(error) = self.client.publish(self.subject.clone(), text.into()).await {
            tracing::debug!(%error, "NATS takes nothing");
        }
    }

    async fn hear(&self) -> Message {
        let mut heard = self.heard.lock().await;
        loop {
            match heard.next().await {
                // What makes no sense was told by somebody else.
                Some(said) => match serde_json::from_slice(&said.payload) {
                    Ok(message) => return message,
                    Err(error) => tracing::debug!(%error, "NATS brings what is no message"),
                },
                // The subscription is over only when the client is.
                None => std::future::pending().await,
            }
        }
    }
}
