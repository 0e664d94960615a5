//! A queue for long-running jobs on worker processes: test games of game definitions, laboratory games, game reviews and proofs of puzzles.
//!
//! A [`Job`] contains all the data that it needs, so workers need no database. A job has the same result ([`Done`]) on every worker, unless
//! it reaches its time limit. A [`Queue`] submits jobs and waits for their results; [`work`] runs a worker. They communicate through NATS
//! JetStream, which delivers a job to another worker if the first one dies.

#[cfg(not(feature = "nats"))]
mod absent;
#[cfg(feature = "nats")]
mod address;
mod job;
#[cfg(feature = "nats")]
mod queue;
#[cfg(feature = "nats")]
mod streams;
#[cfg(feature = "nats")]
mod worker;

use std::time::Duration;

#[cfg(not(feature = "nats"))]
pub use absent::{NatsAddress, Queue, QueueError, WorkerSummary, work};
#[cfg(feature = "nats")]
pub use address::NatsAddress;
pub use job::{Done, Job, Moment};
#[cfg(feature = "nats")]
pub use queue::{Queue, QueueError};
#[cfg(feature = "nats")]
pub use worker::{WorkerSummary, work};

/// Timeouts for communication between processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// Time without an acknowledgement after which a worker's job is delivered to another worker.
    pub worker_silence: Duration,
    /// Interval at which a queue polls for results, since notifications can be lost.
    pub poll: Duration,
    /// Maximum time to wait for a response from NATS.
    pub response: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { worker_silence: seconds(6), poll: seconds(2), response: seconds(3) }
    }
}
