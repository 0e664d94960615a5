//! Disrupts the server. The disruptions run independently, so that they overlap.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use entourage_kernel::Random;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::Soak;
use super::report::add;
use crate::clock::any_offset;
use crate::relay::{LinkState, Relay};
use crate::{Outcome, between};

/// How long refused moves are still excused after disk space has been freed.
const RECOVERY: Duration = Duration::from_secs(1);
/// Milliseconds for which connections are frozen; the maximum is longer than the server's time-out for clients.
const FREEZE: Range<usize> = 500..20_500;
const MAX_PAUSE: usize = 1_500;

/// Waits for `min` to `max` seconds; returns whether the soak is still running.
async fn pause(soak: &Soak, random: &mut Random, min: usize, max: usize) -> bool {
    sleep(between(1000 * min..1000 * max, random)).await;
    soak.is_running()
}

pub async fn kill(soak: &Arc<Soak>, mut random: Random) {
    while pause(soak, &mut random, 15, 45).await {
        soak.server.kill();
        sleep(between(0..1_500, &mut random)).await;
        start(soak).await;
    }
}

/// Starts the server, with retries, because the server refuses to start while the disk is full.
async fn start(soak: &Arc<Soak>) {
    for _ in 0..120 {
        let begun = Instant::now();
        match blocking(soak, |soak| soak.server.start()).await {
            Ok(()) => return,
            Err(_) if soak.full.overlap(begun, Instant::now()) => add(&soak.tally.starts),
            Err(problem) => soak.tally.faults.add(format!("the server did not start: {problem}")),
        }
        sleep(Duration::from_millis(500)).await;
    }
}

pub async fn fill_disk(soak: &Arc<Soak>, mut random: Random) {
    while soak.disk.is_mounted && pause(soak, &mut random, 20, 60).await {
        soak.full.open();
        warn(blocking(soak, |soak| soak.disk.fill()).await);
        sleep(between(3_000..20_000, &mut random)).await;
        warn(blocking(soak, |soak| soak.disk.free()).await);
        soak.full.close(RECOVERY);
    }
}

/// Repeatedly changes the system clock that the server sees, and resets it at the end.
pub async fn set_clock(soak: &Soak, mut random: Random) {
    let Some(clock) = &soak.clock else { return };
    while pause(soak, &mut random, 5, 20).await {
        warn(clock.set(any_offset(&mut random)));
        add(&soak.tally.steps);
    }
    warn(clock.set(0));
}

pub async fn break_connections(soak: &Soak, relay: &Relay, mut random: Random) {
    while soak.is_running() {
        sleep(between(0..MAX_PAUSE, &mut random)).await;
        let Some(link) = relay.pick(&mut random) else { continue };
        if random.one_in(2) {
            link.send_replace(LinkState::Reset);
            add(&soak.tally.cuts);
        } else {
            link.send_replace(LinkState::Frozen);
            add(&soak.tally.freezes);
            let time = between(FREEZE, &mut random);
            tokio::spawn(async move {
                sleep(time).await;
                link.send_if_modified(|state| {
                    let is_frozen = *state == LinkState::Frozen;
                    *state = if is_frozen { LinkState::Open } else { *state };
                    is_frozen
                });
            });
        }
    }
}

/// Records the server's peak memory.
pub async fn watch_memory(soak: &Soak) {
    while soak.is_running() {
        sleep(Duration::from_millis(250)).await;
        // The lock is held while the server starts.
        let memory = soak.server.service.try_lock().ok().and_then(|service| service.memory());
        soak.tally.memory.fetch_max(memory.unwrap_or(0), Ordering::Relaxed);
    }
}

async fn blocking(soak: &Arc<Soak>, run: fn(&Soak) -> Outcome) -> Outcome {
    let soak = Arc::clone(soak);
    spawn_blocking(move || run(&soak)).await.map_err(|error| error.to_string())?
}

fn warn(outcome: Outcome) {
    if let Err(problem) = outcome {
        eprintln!("soak: {problem}");
    }
}
