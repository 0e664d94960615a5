use std::time::Duration;

use async_nats::Message;
use futures_util::StreamExt;
use tokio::time::{sleep, timeout};

use crate::streams::{Failure, Streams};
use crate::{Done, Job, NatsAddress, Timeouts};

/// Maximum size of a job in bytes; NATS accepts messages of up to a megabyte by default.
const MAX_JOB_BYTES: usize = 900 * 1024;

/// Submits jobs to workers and waits for their results.
pub struct Queue(Streams);

/// The reason why no worker ran a job; the caller can then run the job itself.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    #[error("no worker is available")]
    NoWorkers,
    #[error("the job is too large for the queue")]
    TooLarge,
    /// NATS does not respond, does not support JetStream, or does not accept more messages.
    #[error("the job queue is unreachable: {0}")]
    Unreachable(String),
}

impl From<Failure> for QueueError {
    fn from(failure: Failure) -> Self {
        Self::Unreachable(failure.to_string())
    }
}

impl Queue {
    /// Connects to a NATS server; fails if the address is invalid. While the server is unreachable, [`done`](Self::done) fails.
    pub async fn connect(address: &NatsAddress, prefix: &str, timeouts: Timeouts) -> Result<Self, QueueError> {
        Ok(Self(Streams::connect(address, prefix, timeouts).await?))
    }

    /// Submits a job and waits for its result; jobs submitted earlier run first. If an identical job ran recently,
    /// returns that result immediately. Fails if no worker ran the job, for example because there are no workers.
    pub async fn done(&self, job: &Job) -> Result<Done, QueueError> {
        let streams = &self.0;
        let size = serde_json::to_vec(job).map_or(usize::MAX, |text| text.len());
        if size > MAX_JOB_BYTES {
            return Err(QueueError::TooLarge);
        }
        let name = job.name();
        let mut results = self.answered(streams.follow(&name)).await?;
        if let Some(done) = self.answered(streams.done(&name)).await? {
            return Ok(done);
        }
        if !self.answered(streams.has_workers()).await? {
            return Err(QueueError::NoWorkers);
        }
        self.answered(streams.submit(&name, job)).await?;
        let mut alone_before = false;
        loop {
            tokio::select! {
                Some(message) = results.next() => if let Some(done) = read(&message) {
                    return Ok(done);
                },
                () = sleep(streams.timeouts().poll) => {}
            }
            // The notification may have been lost.
            if let Some(done) = self.answered(streams.done(&name)).await? {
                return Ok(done);
            }
            // A worker between two jobs is not counted until it requests the next one; give up only after two polls.
            let alone = !self.answered(streams.has_workers()).await?;
            if alone && alone_before {
                return Err(QueueError::NoWorkers);
            }
            alone_before = alone;
        }
    }

    /// Waits for a response from NATS, up to the time limit.
    async fn answered<T>(&self, request: impl Future<Output = Result<T, Failure>>) -> Result<T, QueueError> {
        let limit: Duration = self.0.timeouts().response;
        let answer = timeout(limit, request).await;
        answer.map_err(|_| QueueError::Unreachable("no response".to_owned()))?.map_err(Into::into)
    }
}

fn read(message: &Message) -> Option<Done> {
    serde_json::from_slice(&message.payload).ok()
}
