//! Long work on a queue: games tried, played and looked through by workers in other processes.
//!
//! A [`Job`] is plain data with all that its work needs, so that a worker needs no database; the same job gives the same [`Done`] wherever
//! it is carried out, but for what a clock decides. A [`Queue`] hands jobs to workers and waits for their results; [`work`] is a worker.
//! Between them is NATS with JetStream: a job whose worker dies goes to another.

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
pub use absent::{NatsAddress, Queue, Unqueued, Worked, work};
#[cfg(feature = "nats")]
pub use address::NatsAddress;
pub use job::{Done, Job, Moment};
#[cfg(feature = "nats")]
pub use queue::{Queue, Unqueued};
#[cfg(feature = "nats")]
pub use worker::{Worked, work};

/// How long processes wait for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// After how long without a sign of life from its worker a job goes to another one.
    pub silence: Duration,
    /// How often a queue looks for what it may have missed.
    pub look: Duration,
    /// How long NATS may take to answer.
    pub answer: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { silence: seconds(6), look: seconds(2), answer: seconds(3) }
    }
}
