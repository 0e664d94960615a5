//! The workers on a NATS server, who do long work for a command.

use entourage_jobs::{Done, Job, Queue};
use entourage_kernel::Problem;
use tokio::runtime::Runtime;

use crate::arguments::Broker;
use crate::failure::Failure;

/// Reaches workers, one job at a time for each who asks.
pub struct Workers {
    queue: Queue,
    runtime: Runtime,
}

impl Workers {
    /// Reaches for the workers on a NATS server, if one is named.
    ///
    /// # Errors
    /// An address that makes no sense.
    pub fn of(broker: &Broker) -> Result<Option<Self>, Failure> {
        let Some(address) = &broker.nats else { return Ok(None) };
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let queue = runtime.block_on(Queue::connect(address, &broker.nats_prefix, Default::default()));
        let told = |error: String| Failure::at("--nats", Problem::new(error.clone(), error));
        Ok(Some(Self { queue: queue.map_err(|error| told(error.to_string()))?, runtime }))
    }

    /// Has a worker do a job; `None` where none does.
    pub fn done(&self, job: &Job) -> Option<Done> {
        self.runtime.block_on(self.queue.done(job)).ok()
    }
}
