//! Stubs for builds without the feature `nats`, in which no address can be parsed; the functions are unreachable.

use std::str::FromStr;

use crate::{Done, Job, Timeouts};

/// The address of a NATS server; uninhabited in this build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NatsAddress {}

impl FromStr for NatsAddress {
    type Err = String;

    fn from_str(_: &str) -> Result<Self, String> {
        Err("this build does not include NATS support; rebuild `entourage` with `--features nats`".into())
    }
}

#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    #[error("no worker is available")]
    NoWorkers,
}

pub enum Queue {}

impl Queue {
    pub async fn connect(address: &NatsAddress, _: &str, _: Timeouts) -> Result<Self, QueueError> {
        match *address {}
    }

    pub async fn done(&self, _: &Job) -> Result<Done, QueueError> {
        match *self {}
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WorkerSummary {
    pub jobs: u64,
}

pub async fn work(
    address: &NatsAddress,
    _: &str,
    _: Timeouts,
    _: usize,
    _: impl Future<Output = ()>,
) -> Result<WorkerSummary, String> {
    match *address {}
}
