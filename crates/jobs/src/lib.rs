//! A queue of long jobs that worker processes carry out: trials of game definitions, laboratory games and reviews.
//!
//! A [`Job`] is plain data with all that its work needs, so workers need no database. The same job gives the same [`Done`] on every worker,
//! except where time limits decide. A [`Queue`] submits jobs and waits for their results; [`work`] is a worker. Between them is NATS with
//! JetStream: a job whose worker dies is delivered to another.

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

/// Timeouts between processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// How long a worker can be silent before its job is delivered to another.
    pub worker_silence: Duration,
    /// How often a queue polls for results, since a notification can be lost.
    pub poll: Duration,
    /// How long to wait for a response of NATS.
    pub response: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { worker_silence: seconds(6), poll: seconds(2), response: seconds(3) }
    }
}
