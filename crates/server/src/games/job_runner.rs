//! Runs long jobs on workers in other processes or, if there are none, in this process.

use std::sync::atomic::AtomicBool;

use entourage_jobs::{Done, Job, Queue, QueueError};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::cpu_budget::run_blocking;
use crate::games::prelude::*;

/// Maximum number of jobs waiting in this process.
const QUEUE: usize = 2;

pub(crate) struct JobRunner {
    queue: Option<Queue>,
    /// Limits this process to one job at a time, so that games are not slowed down.
    running: Semaphore,
    waiting: Semaphore,
}

impl JobRunner {
    pub fn new(queue: Option<Queue>) -> Self {
        Self { queue, running: Semaphore::new(1), waiting: Semaphore::new(QUEUE) }
    }

    pub async fn turn(&self) -> Result<SemaphorePermit<'_>, Error> {
        self.running.acquire().await.map_err(|_| Error::Internal)
    }

    /// Runs a job; fails if it would have to run in this process and too many are waiting.
    pub async fn run(&self, job: Job) -> Result<Done, Error> {
        if let Some(queue) = &self.queue {
            match queue.done(&job).await {
                // The worker may be from an older release that does not support this kind of job, so run it here.
                Ok(Done::Invalid) => {}
                Ok(done) => return Ok(done),
                Err(reason) if matches!(reason, QueueError::NoWorkers) => {
                    tracing::debug!(%reason, "running a job in this process instead of on a worker")
                }
                Err(reason) => tracing::warn!(%reason, "running a job in this process instead of on a worker"),
            }
        }
        let _place = self.waiting.try_acquire().map_err(|_| Error::WorkshopBusy)?;
        let _turn = self.turn().await?;
        let done = run_blocking(move || job.carry_out(&AtomicBool::new(false))).await.flatten();
        done.ok_or(Error::Internal)
    }
}
