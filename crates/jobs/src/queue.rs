use std::fmt;
use std::time::Duration;

use async_nats::Message;
use futures_util::StreamExt;
use tokio::time::{sleep, timeout};

use crate::streams::{Failure, Streams};
use crate::{Done, Job, NatsAddress, Patience};

/// The most bytes of a job; NATS takes a megabyte unless it is told otherwise.
const LARGEST: usize = 900 * 1024;

/// Hands jobs to workers and waits for their results.
pub struct Queue(Streams);

/// Why no worker did a job; the caller may do it itself.
#[derive(Debug)]
pub enum Unqueued {
    Nobody,
    TooLarge,
    /// NATS does not answer, has no JetStream, or takes no more.
    Away(String),
}

impl fmt::Display for Unqueued {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nobody => f.write_str("no worker is there"),
            Self::TooLarge => f.write_str("the job is too large for the queue"),
            Self::Away(why) => write!(f, "the queue of jobs is out of reach: {why}"),
        }
    }
}

impl std::error::Error for Unqueued {}

impl From<Failure> for Unqueued {
    fn from(failure: Failure) -> Self {
        Self::Away(failure.to_string())
    }
}

impl Queue {
    /// Connects to the queue on a NATS server; jobs before NATS is there are refused as [`Unqueued::Away`]. Fails if the address makes no
    /// sense.
    pub async fn connect(address: &NatsAddress, prefix: &str, patience: Patience) -> Result<Self, Unqueued> {
        Ok(Self(Streams::connect(address, prefix, patience).await?))
    }

    /// Has a worker do a job, and returns its result, at once where the same was done lately. It waits as long as workers are there: until
    /// the jobs before it are done, too. Fails if no worker did it.
    pub async fn done(&self, job: &Job) -> Result<Done, Unqueued> {
        let streams = &self.0;
        let size = serde_json::to_vec(job).map_or(usize::MAX, |text| text.len());
        if size > LARGEST {
            return Err(Unqueued::TooLarge);
        }
        let name = job.name();
        let mut told = self.answered(streams.follow(&name)).await?;
        if let Some(done) = self.answered(streams.done(&name)).await? {
            return Ok(done);
        }
        if !self.answered(streams.has_workers()).await? {
            return Err(Unqueued::Nobody);
        }
        self.answered(streams.give(&name, job)).await?;
        let mut lonely = false;
        loop {
            tokio::select! {
                Some(message) = told.next() => if let Some(done) = read(&message) {
                    return Ok(done);
                },
                () = sleep(streams.patience().look) => {}
            }
            // A message may have been lost.
            if let Some(done) = self.answered(streams.done(&name)).await? {
                return Ok(done);
            }
            // A worker that asks for the next job is absent for a moment.
            let alone = !self.answered(streams.has_workers()).await?;
            if alone && lonely {
                return Err(Unqueued::Nobody);
            }
            lonely = alone;
        }
    }

    /// Waits for NATS no longer than it may take.
    async fn answered<T>(&self, asked: impl Future<Output = Result<T, Failure>>) -> Result<T, Unqueued> {
        let most: Duration = self.0.patience().answer;
        let answer = timeout(most, asked).await;
        answer.map_err(|_| Unqueued::Away("it does not answer".to_owned()))?.map_err(Into::into)
    }
}

fn read(message: &Message) -> Option<Done> {
    serde_json::from_slice(&message.payload).ok()
}
