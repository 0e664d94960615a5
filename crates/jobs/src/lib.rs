//! Long work on a queue: games tried, played and looked through by workers in other processes.
//!
//! A [`Job`] is plain data and says all that its work needs, so that a worker knows neither a database nor who asked; the same job gives the
//! same [`Done`] wherever it is carried out, but for what a clock decides. A [`Queue`] hands jobs to workers and waits for what comes of
//! them; [`work`] is a worker. Between them stands NATS with JetStream: a job whose worker dies goes to another.

#[cfg(not(feature = "nats"))]
mod absent;
#[cfg(feature = "nats")]
mod address;
mod done;
mod job;
#[cfg(feature = "nats")]
mod names;
mod patience;
#[cfg(feature = "nats")]
mod queue;
#[cfg(feature = "nats")]
mod streams;
#[cfg(feature = "nats")]
mod worker;

#[cfg(not(feature = "nats"))]
pub use absent::{NatsAddress, Queue, Unqueued, Worked, work};
#[cfg(feature = "nats")]
pub use address::NatsAddress;
pub use done::{Done, Moment};
pub use job::Job;
pub use patience::Patience;
#[cfg(feature = "nats")]
pub use queue::{Queue, Unqueued};
#[cfg(feature = "nats")]
pub use worker::{Worked, work};
