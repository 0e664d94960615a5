//! Runs long jobs on workers in other processes or, if there are none, in this process.

use std::sync::atomic::AtomicBool;

use entourage_jobs::{Done, Job, Queue, QueueError};
use ipnet::IpNet;

use crate::cpu_budget::{current_payer, run_blocking};
use crate::games::fair_queue::{FairQueue, Turn};
use crate::games::prelude::*;

/// Maximum number of jobs that this process submits to workers at a time.
const SUBMITTED: usize = 4;

pub(crate) struct JobRunner {
    queue: Option<Queue>,
    /// Networks take turns in submitting jobs to workers.
    submitted: Arc<FairQueue<Option<IpNet>>>,
    /// Limits this process to one job at a time, so that games are not slowed down.
    running: Arc<FairQueue<Option<IpNet>>>,
}

impl JobRunner {
    pub fn new(queue: Option<Queue>) -> Self {
        Self { queue, submitted: FairQueue::new(SUBMITTED), running: FairQueue::new(1) }
    }

    /// Waits until the requester of the current task may run a job in this process; fails if too many others are waiting.
    pub async fn turn(&self) -> Result<Turn<Option<IpNet>>, Error> {
        self.running.turn(network()).await.ok_or(Error::WorkshopBusy)
    }

    /// Runs a job; fails if too many are waiting.
    pub async fn run(&self, job: Job) -> Result<Done, Error> {
        if let Some(queue) = &self.queue {
            let _turn = self.submitted.turn(network()).await.ok_or(Error::WorkshopBusy)?;
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
        let _turn = self.turn().await?;
        let done = run_blocking(move || job.carry_out(&AtomicBool::new(false))).await.flatten();
        done.ok_or(Error::Internal)
    }
}

/// Returns the network that requested the current task.
fn network() -> Option<IpNet> {
    current_payer().and_then(|payer| payer.network())
}
