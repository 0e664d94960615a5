use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::streams::{Failure, Streams, is_abandoned};
use crate::{Done, Job, NatsAddress, Timeouts};

/// Time for which a request for the next job stays open before it is renewed.
const REQUEST_EXPIRY: Duration = Duration::from_secs(20);
/// Pause between attempts to reach NATS.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WorkerSummary {
    pub jobs: u64,
}

/// Runs up to `concurrency` jobs at a time until `end` completes; unfinished jobs then go to another worker. Jobs run on blocking threads;
/// this function does not wait for them. While NATS is unreachable, the worker retries; fails if the address is invalid.
pub async fn work(
    address: &NatsAddress,
    prefix: &str,
    timeouts: Timeouts,
    concurrency: usize,
    end: impl Future<Output = ()>,
) -> Result<WorkerSummary, String> {
    let streams = Streams::connect(address, prefix, timeouts).await.map_err(|error| error.to_string())?;
    let stopped = Arc::new(AtomicBool::new(false));
    let count = Arc::new(AtomicU64::new(0));
    let mut slots = JoinSet::new();
    for _ in 0..concurrency.max(1) {
        let slot = Slot { streams: streams.clone(), stopped: Arc::clone(&stopped), count: Arc::clone(&count) };
        slots.spawn(slot.work());
    }
    end.await;
    stopped.store(true, Ordering::Relaxed);
    // Give the slots time to return their unfinished jobs to the queue.
    let _ = tokio::time::timeout(timeouts.response, async { while slots.join_next().await.is_some() {} }).await;
    Ok(WorkerSummary { jobs: count.load(Ordering::Relaxed) })
}

/// Runs one job at a time.
struct Slot {
    streams: Streams,
    stopped: Arc<AtomicBool>,
    count: Arc<AtomicU64>,
}

impl Slot {
    async fn work(self) {
        let mut warned = false;
        while !self.stopped() {
            let Err(error) = self.take_jobs().await else {
                warned = false;
                continue;
            };
            if !warned {
                tracing::warn!(error, "cannot take jobs; retrying");
            }
            warned = true;
            sleep(RETRY_INTERVAL).await;
        }
    }

    fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Runs jobs until an error occurs or the worker stops.
    async fn take_jobs(&self) -> Result<(), String> {
        let workers = self.streams.workers().await.map_err(as_text)?;
        while !self.stopped() {
            if let Some(message) = self.next(&workers).await? {
                self.carry_out(&message).await.map_err(as_text)?;
            }
        }
        Ok(())
    }

    /// Waits for a job; returns `None` when the request expires or the worker stops.
    async fn next(&self, workers: &Consumer<pull::Config>) -> Result<Option<Message>, String> {
        let batch = workers.batch().max_messages(1).expires(REQUEST_EXPIRY).messages();
        let mut messages = batch.await.map_err(|error| error.to_string())?;
        let mut check = interval(Duration::from_millis(100));
        loop {
            tokio::select! {
                message = messages.next() => return message.transpose().map_err(as_text),
                _ = check.tick() => if self.stopped() {
                    return Ok(None);
                },
            }
        }
    }

    /// Runs a job, reporting progress to NATS so that the job is not delivered again.
    async fn carry_out(&self, message: &Message) -> Result<(), Failure> {
        let Ok(job) = serde_json::from_slice::<Job>(&message.payload) else {
            // The job was submitted by another version of Entourage.
            tracing::warn!("cannot parse a job; another version of Entourage probably submitted it");
            let name = message.subject.rsplit('.').next().unwrap_or_default();
            self.streams.publish(name, &Done::Invalid).await?;
            return message.double_ack().await;
        };
        let name = job.name();
        if self.streams.done(&name).await?.is_some() {
            return message.double_ack().await;
        }
        if is_abandoned(message) {
            tracing::error!(job = name, "job abandoned after three worker crashes");
            self.streams.publish(&name, &Done::Abandoned).await?;
            return message.double_ack().await;
        }
        let (begin, stopped) = (Instant::now(), Arc::clone(&self.stopped));
        let mut work = spawn_blocking(move || job.carry_out(&stopped));
        let mut heartbeat = interval(self.streams.timeouts().worker_silence / 3);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let done = loop {
            tokio::select! {
                // A job that panics would panic again on another worker.
                done = &mut work => break done.unwrap_or(Some(Done::Invalid)),
                _ = heartbeat.tick() => {
                    if self.stopped() {
                        break None;
                    }
                    message.ack_with(AckKind::Progress).await?;
                }
            }
        };
        let Some(done) = done else {
            return message.ack_with(AckKind::Nak(None)).await;
        };
        self.streams.publish(&name, &done).await?;
        message.double_ack().await?;
        self.count.fetch_add(1, Ordering::Relaxed);
        tracing::info!(job = name, ms = begin.elapsed().as_millis() as u64, "job done");
        Ok(())
    }
}

fn as_text(error: impl Into<Failure>) -> String {
    error.into().to_string()
}
