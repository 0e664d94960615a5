use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{
    Config, DirectGetErrorKind, DiscardPolicy, RetentionPolicy, StorageType, Stream,
};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions, Event};

use crate::{Done, Job, NatsAddress, Patience};

/// The consumer of all workers.
const WORKERS: &str = "workers";
/// How long a job may wait, and how long its result is kept.
const KEPT: Duration = Duration::from_secs(60 * 60);
const MOST_WAITING: i64 = 10_000;
/// How long the same job is recognized.
const SAME: Duration = Duration::from_secs(120);
/// The number of workers that may die of a job before it is abandoned.
const MOST_DEATHS: i64 = 3;

pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Jobs and their results on a NATS server.
#[derive(Clone)]
pub(crate) struct Streams {
    client: Client,
    context: Context,
    prefix: String,
    patience: Patience,
}

impl Streams {
    /// Connects to a server, now or as soon as it is there, and again whenever the connection breaks. Fails if the address makes no sense.
    pub async fn connect(address: &NatsAddress, prefix: &str, patience: Patience) -> Result<Self, Failure> {
        let options = ConnectOptions::new().name("entourage jobs").retry_on_initial_connect();
        let client = options.event_callback(tell).connect(address.secret()).await?;
        let context = jetstream::new(client.clone());
        Ok(Self { client, context, prefix: prefix.to_owned(), patience })
    }

    /// Returns the subject of one job, or of all for `>`.
    fn job_subject(&self, name: &str) -> String {
        format!("{}.jobs.{name}", self.prefix)
    }

    /// Returns the subject of the result of one job, or of all for `>`.
    fn done_subject(&self, name: &str) -> String {
        format!("{}.done.{name}", self.prefix)
    }

    pub fn patience(&self) -> Patience {
        self.patience
    }

    /// Returns the jobs' consumer, which is made if need be.
    pub async fn workers(&self) -> Result<Consumer<pull::Config>, Failure> {
        let jobs = Config {
            name: format!("{}_jobs", self.prefix),
            subjects: vec![self.job_subject(">")],
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
            durable_name: Some(WORKERS.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.patience.silence,
            ..pull::Config::default()
        };
        Ok(stream.get_or_create_consumer(WORKERS, workers).await?)
    }

    /// Returns whether a worker waits for jobs or is active.
    pub async fn has_workers(&self) -> Result<bool, Failure> {
        let workers = self.workers().await?;
        let info = workers.get_info().await?;
        Ok(info.num_waiting > 0 || info.num_ack_pending > 0)
    }

    /// Queues a job for any worker; one that is queued already is not queued twice.
    pub async fn give(&self, name: &str, job: &Job) -> Result<(), Failure> {
        let text = serde_json::to_vec(job)?;
        let message = PublishMessage::build().payload(text.into()).message_id(name);
        let subject = self.job_subject(name);
        self.context.send_publish(subject, message).await?.await?;
        Ok(())
    }

    /// Subscribes to the result of a job.
    pub async fn follow(&self, name: &str) -> Result<async_nats::Subscriber, Failure> {
        Ok(self.client.subscribe(self.done_subject(name)).await?)
    }

    /// Returns the result of a job, if it is known.
    pub async fn done(&self, name: &str) -> Result<Option<Done>, Failure> {
        let stream = self.done_stream().await?;
        match stream.direct_get_last_for_subject(self.done_subject(name)).await {
            // The results of other versions are not known.
            Ok(message) => Ok(serde_json::from_slice(&message.payload).ok()),
            Err(error) if error.kind() == DirectGetErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Stores the result of a job, and sends it to its subscribers.
    pub async fn tell(&self, name: &str, done: &Done) -> Result<(), Failure> {
        self.done_stream().await?;
        let text = serde_json::to_vec(done)?;
        self.context.publish(self.done_subject(name), text.into()).await?.await?;
        Ok(())
    }

    async fn done_stream(&self) -> Result<Stream, Failure> {
        let config = Config {
            name: format!("{}_done", self.prefix),
            subjects: vec![self.done_subject(">")],
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

/// Returns whether a job has been given to so many workers that it is abandoned.
pub(crate) fn is_deadly(message: &jetstream::Message) -> bool {
    message.info().is_ok_and(|info| info.delivered > MOST_DEATHS)
}

/// Logs changes of the connection.
async fn tell(event: Event) {
    match event {
        Event::Connected => tracing::info!("NATS is there, for jobs"),
        Event::Disconnected => tracing::warn!("NATS is away; jobs wait, or are done without workers"),
        event => tracing::debug!(%event, "NATS, for jobs"),
    }
}
