use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions, Event};

use crate::names;
use crate::{Done, Job, NatsAddress, Patience};

/// How long a job may wait, and how long it is known what came of one.
const KEPT: Duration = Duration::from_secs(60 * 60);
/// How many jobs may wait.
const MOST_WAITING: i64 = 10_000;
/// How long the same job is known to be there already.
const SAME: Duration = Duration::from_secs(120);
/// How many workers a job may have killed before no other is given it.
const MOST_DEATHS: i64 = 3;

/// What went wrong between a process and NATS.
pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Holds jobs and what came of them on a NATS server.
#[derive(Clone)]
pub(crate) struct Streams {
    client: Client,
    context: Context,
    prefix: String,
    patience: Patience,
}

impl Streams {
    /// Connects to a server, now or as soon as it is there, and again whenever the connection breaks.
    ///
    /// # Errors
    /// The address makes no sense.
    pub async fn connect(address: &NatsAddress, prefix: &str, patience: Patience) -> Result<Self, Failure> {
        let options = ConnectOptions::new().name("entourage jobs").retry_on_initial_connect();
        let client = options.event_callback(tell).connect(address.secret()).await?;
        let context = jetstream::new(client.clone());
        Ok(Self { client, context, prefix: prefix.to_owned(), patience })
    }

    /// Returns how long who waits for whom.
    pub fn patience(&self) -> Patience {
        self.patience
    }

    /// Returns the jobs' consumer, which is made where it is not there.
    pub async fn workers(&self) -> Result<Consumer<pull::Config>, Failure> {
        let jobs = Config {
            name: names::jobs(&self.prefix),
            subjects: vec![names::job_subject(&self.prefix, ">")],
            retention: RetentionPolicy::WorkQueue,
            discard: DiscardPolicy::New,
            storage: StorageType::File,
            max_messages: MOST_WAITING,
            max_age: KEPT,
            duplicate_window: SAME,
            ..Config::default()
        };
        let stream = self.context.get_or_create_stream(jobs).await?;
        let workers = pull::Config {
            durable_name: Some(names::WORKERS.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.patience.silence,
            ..pull::Config::default()
        };
        Ok(stream.get_or_create_consumer(names::WORKERS, workers).await?)
    }

    /// Tells whether a worker waits for jobs or is at work.
    pub async fn has_workers(&self) -> Result<bool, Failure> {
        let workers = self.workers().await?;
        let info = workers.get_info().await?;
        Ok(info.num_waiting > 0 || info.num_ack_pending > 0)
    }

    /// Gives a job to whichever worker is free; one that is there already is not given twice.
    pub async fn give(&self, name: &str, job: &Job) -> Result<(), Failure> {
        let text = serde_json::to_vec(job)?;
        let message = PublishMessage::build().payload(text.into()).message_id(name);
        let subject = names::job_subject(&self.prefix, name);
        self.context.send_publish(subject, message).await?.await?;
        Ok(())
    }

    /// Follows what comes of a job.
    pub async fn follow(&self, name: &str) -> Result<async_nats::Subscriber, Failure> {
        Ok(self.client.subscribe(names::done_subject(&self.prefix, name)).await?)
    }

    /// Returns what came of a job, if that is known.
    pub async fn done(&self, name: &str) -> Result<Option<Done>, Failure> {
        let stream = self.done_stream().await?;
        match stream.direct_get_last_for_subject(names::done_subject(&self.prefix, name)).await {
            // What another version wrote is not known.
            Ok(message) => Ok(serde_json::from_slice(&message.payload).ok()),
            Err(error) if error.kind() == stream_error::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Keeps what came of a job, and tells whoever follows it.
    pub async fn tell(&self, name: &str, done: &Done) -> Result<(), Failure> {
        self.done_stream().await?;
        let text = serde_json::to_vec(done)?;
        self.context.publish(names::done_subject(&self.prefix, name), text.into()).await?.await?;
        Ok(())
    }

    async fn done_stream(&self) -> Result<Stream, Failure> {
        let config = Config {
            name: names::done(&self.prefix),
            subjects: vec![names::done_subject(&self.prefix, ">")],
            storage: StorageType::File,
            max_messages: MOST_WAITING,
            max_messages_per_subject: 1,
            max_age: KEPT,
            allow_direct: true,
            ..Config::default()
        };
        Ok(self.context.get_or_create_stream(config).await?)
    }
}

/// Tells whether a job has been given to so many workers that it is to be given to no other.
pub(crate) fn is_deadly(message: &jetstream::Message) -> bool {
    message.info().is_ok_and(|info| info.delivered > MOST_DEATHS)
}

mod stream_error {
    pub use async_nats::jetstream::stream::DirectGetErrorKind::NotFound;
}

/// Tells the operator what becomes of the connection.
async fn tell(event: Event) {
    match event {
        Event::Connected => tracing::info!("NATS is there, for jobs"),
        Event::Disconnected => tracing::warn!("NATS is away; jobs wait, or are done without workers"),
        event => tracing::debug!(%event, "NATS, for jobs"),
    }
}
