//! Long work: workers in other processes do it where there are any, and else this process does.

use std::sync::atomic::AtomicBool;

use entourage_jobs::{Done, Job, Queue, Unqueued};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::domain::Error;
use crate::effort::aside;

/// How many may wait in this process for the one that is at work.
const WAITING: usize = 2;

/// Has long work done.
pub(crate) struct Labour {
    /// Where workers are found, if there may be any.
    queue: Option<Queue>,
    /// In this process it is done one at a time: nobody plays worse for it.
    bench: Semaphore,
    waiting: Semaphore,
}

impl Labour {
    /// Has it done by the workers of a queue, if one is given and has workers.
    pub fn new(queue: Option<Queue>) -> Self {
        Self { queue, bench: Semaphore::new(1), waiting: Semaphore::new(WAITING) }
    }

    /// Waits for the turn to compute for a while in this process.
    pub async fn turn(&self) -> Result<SemaphorePermit<'_>, Error> {
        self.bench.acquire().await.map_err(|_| Error::Internal)
    }

    /// Has a job done, and returns what came of it.
    ///
    /// # Errors
    /// This process would have to do it and does enough already.
    pub async fn carry_out(&self, job: Job) -> Result<Done, Error> {
        if let Some(queue) = &self.queue {
            match queue.done(&job).await {
                // A worker of another version may know less than this process.
                Ok(Done::Senseless) => {}
                Ok(done) => return Ok(done),
                Err(reason) if matches!(reason, Unqueued::Nobody) => {
                    tracing::debug!(%reason, "job runs in this process")
                }
                Err(reason) => tracing::warn!(%reason, "job runs in this process"),
            }
        }
        let _place = self.waiting.try_acquire().map_err(|_| Error::WorkshopBusy)?;
        let _turn = self.turn().await?;
        let done = aside(move || job.carry_out(&AtomicBool::new(false))).await.flatten();
        done.ok_or(Error::Internal)
    }
}
