use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{
    Config, DirectGetErrorKind, DiscardPolicy, RetentionPolicy, StorageType, Stream,
};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions, Event};

use crate::{Done, Job, NatsAddress, Timeouts};

/// Name of the consumer that all workers share.
const WORKERS: &str = "workers";
/// Time after which waiting jobs and stored results expire.
const MAX_AGE: Duration = Duration::from_secs(60 * 60);
const MAX_MESSAGES: i64 = 10_000;
/// Time for which NATS recognises duplicates of a job.
const DUPLICATE_WINDOW: Duration = Duration::from_secs(120);
/// Number of worker crashes after which a job is abandoned.
const MAX_CRASHES: i64 = 3;

pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

#[derive(Clone)]
pub(crate) struct Streams {
    client: Client,
    context: Context,
    prefix: String,
    timeouts: Timeouts,
}

impl Streams {
    /// Connects to a NATS server, now or as soon as it is reachable, and reconnects if disconnected. Fails if the address is invalid.
    pub async fn connect(address: &NatsAddress, prefix: &str, timeouts: Timeouts) -> Result<Self, Failure> {
        let options = ConnectOptions::new().name("entourage jobs").retry_on_initial_connect();
        let client = options.event_callback(log_event).connect(address.secret()).await?;
        let context = jetstream::new(client.clone());
        Ok(Self { client, context, prefix: prefix.to_owned(), timeouts })
    }

    /// Returns the NATS subject of a job; the name `>` matches all jobs.
    fn job_subject(&self, name: &str) -> String {
        format!("{}.jobs.{name}", self.prefix)
    }

    /// Returns the NATS subject of a job's result; the name `>` matches all jobs.
    fn done_subject(&self, name: &str) -> String {
        format!("{}.done.{name}", self.prefix)
    }

    pub fn timeouts(&self) -> Timeouts {
        self.timeouts
    }

    /// Returns the workers' consumer, creating it and its stream if necessary.
    pub async fn workers(&self) -> Result<Consumer<pull::Config>, Failure> {
        let jobs = Config {
            name: format!("{}_jobs", self.prefix),
            subjects: vec![self.job_subject(">")],
            retention: RetentionPolicy::WorkQueue,
            discard: DiscardPolicy::New,
            storage: StorageType::File,
            max_messages: MAX_MESSAGES,
            max_age: MAX_AGE,
            duplicate_window: DUPLICATE_WINDOW,
            ..Config::default()
        };
        let stream = self.context.get_or_create_stream(jobs).await?;
        let workers = pull::Config {
            durable_name: Some(WORKERS.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.timeouts.worker_silence,
            ..pull::Config::default()
        };
        Ok(stream.get_or_create_consumer(WORKERS, workers).await?)
    }

    /// Returns whether a worker is waiting for a job or running one.
    pub async fn has_workers(&self) -> Result<bool, Failure> {
        let workers = self.workers().await?;
        let info = workers.get_info().await?;
        Ok(info.num_waiting > 0 || info.num_ack_pending > 0)
    }

    /// Queues a job; a duplicate of a queued job is ignored.
    pub async fn submit(&self, name: &str, job: &Job) -> Result<(), Failure> {
        let text = serde_json::to_vec(job)?;
        let message = PublishMessage::build().payload(text.into()).message_id(name);
        let subject = self.job_subject(name);
        self.context.send_publish(subject, message).await?.await?;
        Ok(())
    }

    pub async fn follow(&self, name: &str) -> Result<async_nats::Subscriber, Failure> {
        Ok(self.client.subscribe(self.done_subject(name)).await?)
    }

    pub async fn done(&self, name: &str) -> Result<Option<Done>, Failure> {
        let stream = self.done_stream().await?;
        match stream.direct_get_last_for_subject(self.done_subject(name)).await {
            // Parsing can fail for results that were written by another version of Entourage.
            Ok(message) => Ok(serde_json::from_slice(&message.payload).ok()),
            Err(error) if error.kind() == DirectGetErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Stores a job's result and publishes it to subscribers.
    pub async fn publish(&self, name: &str, done: &Done) -> Result<(), Failure> {
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
            max_messages: MAX_MESSAGES,
            max_messages_per_subject: 1,
            max_age: MAX_AGE,
            allow_direct: true,
            ..Config::default()
        };
        Ok(self.context.get_or_create_stream(config).await?)
    }
}

/// Returns whether too many workers have crashed on a job.
pub(crate) fn is_abandoned(message: &jetstream::Message) -> bool {
    message.info().is_ok_and(|info| info.delivered > MAX_CRASHES)
}

async fn log_event(event: Event) {
    match event {
        Event::Connected => tracing::info!("job queue: connected to NATS"),
        Event::Disconnected => {
            tracing::warn!("job queue: disconnected from NATS; jobs wait or run without workers")
        }
        event => tracing::debug!(%event, "job queue: NATS event"),
    }
}
