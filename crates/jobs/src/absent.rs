//! Stands for the queue and its workers in a build without the feature `nats`: no address can be read, so that nothing here ever runs.

use std::fmt;
use std::str::FromStr;

use crate::{Done, Job, Patience};

/// The address of a NATS server, of which this build has none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NatsAddress {}

impl FromStr for NatsAddress {
    type Err = String;

    fn from_str(_: &str) -> Result<Self, String> {
        Err("this build has no NATS support; build the command with `--features nats`".into())
    }
}

/// Why no worker did a job.
#[derive(Debug)]
pub enum Unqueued {
    /// No worker is available.
    Nobody,
}

impl fmt::Display for Unqueued {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no worker is available")
    }
}

/// The queue of jobs.
pub enum Queue {}

impl Queue {
    /// Connects to the queue.
    pub async fn connect(address: &NatsAddress, _: &str, _: Patience) -> Result<Self, Unqueued> {
        match *address {}
    }

    /// Returns the result of a job that a worker carried out.
    pub async fn done(&self, _: &Job) -> Result<Done, Unqueued> {
        match *self {}
    }
}

/// What a worker has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Worked {
    /// The number of jobs carried out.
    pub jobs: u64,
}

/// Carries out jobs until `end` completes.
pub async fn work(
    address: &NatsAddress,
    _: &str,
    _: Patience,
    _: usize,
    _: impl Future<Output = ()>,
) -> Result<Worked, String> {
    match *address {}
}
