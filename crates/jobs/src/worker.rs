use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::streams::{Failure, Streams, is_deadly};
use crate::{Done, Job, NatsAddress, Patience};

/// How long a worker waits for a job before it asks anew.
const ASKED: Duration = Duration::from_secs(20);
/// After how long a worker tries again that could not reach NATS.
const AGAIN: Duration = Duration::from_secs(1);

/// What a worker has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Worked {
    pub jobs: u64,
}

/// Does jobs, so many side by side, until `end` comes; those in progress then go to another worker. The work is done on threads for
/// blocking, which are not waited for. While NATS is away a worker waits for it; fails, in words, if the address makes no sense.
pub async fn work(
    address: &NatsAddress,
    prefix: &str,
    patience: Patience,
    side_by_side: usize,
    end: impl Future<Output = ()>,
) -> Result<Worked, String> {
    let streams = Streams::connect(address, prefix, patience).await.map_err(|error| error.to_string())?;
    let stopped = Arc::new(AtomicBool::new(false));
    let count = Arc::new(AtomicU64::new(0));
    let mut places = JoinSet::new();
    for _ in 0..side_by_side.max(1) {
        let place =
            Place { streams: streams.clone(), stopped: Arc::clone(&stopped), count: Arc::clone(&count) };
        places.spawn(place.work());
    }
    end.await;
    stopped.store(true, Ordering::Relaxed);
    // Each gives back what it holds; those that wait for a job hold none.
    let _ = tokio::time::timeout(patience.answer, async { while places.join_next().await.is_some() {} }).await;
    Ok(Worked { jobs: count.load(Ordering::Relaxed) })
}

/// Does one job after another.
struct Place {
    streams: Streams,
    stopped: Arc<AtomicBool>,
    count: Arc<AtomicU64>,
}

impl Place {
    async fn work(self) {
        let mut told = false;
        while !self.stopped() {
            let Err(error) = self.take_jobs().await else {
                told = false;
                continue;
            };
            if !told {
                tracing::warn!(error, "cannot take jobs; retrying");
            }
            told = true;
            sleep(AGAIN).await;
        }
    }

    fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Takes jobs as long as that goes well.
    async fn take_jobs(&self) -> Result<(), String> {
        let workers = self.streams.workers().await.map_err(told)?;
        while !self.stopped() {
            if let Some(message) = self.next(&workers).await? {
                self.carry_out(&message).await.map_err(told)?;
            }
        }
        Ok(())
    }

    /// Waits for a job for a while, or until the end.
    async fn next(&self, workers: &Consumer<pull::Config>) -> Result<Option<Message>, String> {
        let asked = workers.batch().max_messages(1).expires(ASKED).messages();
        let mut brought = asked.await.map_err(|error| error.to_string())?;
        let mut look = interval(Duration::from_millis(100));
        loop {
            tokio::select! {
                message = brought.next() => return message.transpose().map_err(told),
                _ = look.tick() => if self.stopped() {
                    return Ok(None);
                },
            }
        }
    }

    /// Does a job, with signs of life meanwhile.
    async fn carry_out(&self, message: &Message) -> Result<(), Failure> {
        let Ok(job) = serde_json::from_slice::<Job>(&message.payload) else {
            // It was written by another version.
            tracing::warn!("unknown job");
            let name = message.subject.rsplit('.').next().unwrap_or_default();
            self.streams.tell(name, &Done::Senseless).await?;
            return message.double_ack().await;
        };
        let name = job.name();
        if self.streams.done(&name).await?.is_some() {
            return message.double_ack().await;
        }
        if is_deadly(message) {
            tracing::error!(job = name, "job abandoned after three worker crashes");
            self.streams.tell(&name, &Done::Deadly).await?;
            return message.double_ack().await;
        }
        let (begin, stopped) = (Instant::now(), Arc::clone(&self.stopped));
        let mut work = spawn_blocking(move || job.carry_out(&stopped));
        let mut sign = interval(self.streams.patience().silence / 3);
        sign.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let done = loop {
            tokio::select! {
                // What panics once does so again.
                done = &mut work => break done.unwrap_or(Some(Done::Senseless)),
                _ = sign.tick() => {
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
        self.streams.tell(&name, &done).await?;
        message.double_ack().await?;
        self.count.fetch_add(1, Ordering::Relaxed);
        tracing::info!(job = name, ms = begin.elapsed().as_millis() as u64, "job done");
        Ok(())
    }
}

fn told(error: impl Into<Failure>) -> String {
    error.into().to_string()
}
