//! What is done to the server itself, each at times of its own, so that harms overlap.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use entourage_kernel::Random;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::Soak;
use super::report::add;
use crate::Outcome;
use crate::clock::any_offset;
use crate::relay::{Relay, Way};

/// How long moves may still be refused after a full disk has room again.
const RECOVERY: Duration = Duration::from_secs(1);
/// How long a connection is frozen at most, in milliseconds: longer than a server waits for a client that follows a game.
const FROZEN: usize = 20_000;
/// How long it is at most until the next connection is cut or frozen, in milliseconds.
const PAUSE: usize = 1_500;

fn up_to(random: &mut Random, milliseconds: usize) -> Duration {
    Duration::from_millis(random.below(milliseconds) as u64)
}

/// Waits a random number of seconds, and returns whether the soak goes on then.
async fn pause(soak: &Soak, random: &mut Random, least: u64, most: u64) -> bool {
    sleep(Duration::from_secs(least) + up_to(random, (most - least) as usize * 1000)).await;
    soak.goes_on()
}

/// Kills the server again and again, and starts it each time.
pub async fn kill(soak: &Arc<Soak>, mut random: Random) {
    while pause(soak, &mut random, 15, 45).await {
        soak.server.kill();
        sleep(up_to(&mut random, 1_500)).await;
        start(soak).await;
    }
}

/// Starts the server, however often it must be tried: a full disk may prevent it.
async fn start(soak: &Arc<Soak>) {
    for _ in 0..120 {
        let begun = Instant::now();
        match blocking(soak, |soak| soak.server.start()).await {
            Ok(()) => return,
            Err(_) if soak.full.touch(begun, Instant::now()) => add(&soak.tally.starts),
            Err(problem) => soak.tally.faults.add(format!("the server does not start: {problem}")),
        }
        sleep(Duration::from_millis(500)).await;
    }
}

/// Fills the disk again and again, and frees it each time.
pub async fn fill(soak: &Arc<Soak>, mut random: Random) {
    while soak.disk.is_mounted && pause(soak, &mut random, 20, 60).await {
        soak.full.open();
        warn(blocking(soak, |soak| soak.disk.fill()).await);
        sleep(Duration::from_secs(3) + up_to(&mut random, 17_000)).await;
        warn(blocking(soak, |soak| soak.disk.free()).await);
        soak.full.close(RECOVERY);
    }
}

/// Sets the date forward and back again and again, and right at the end.
pub async fn set_date(soak: &Soak, mut random: Random) {
    let Some(clock) = &soak.clock else { return };
    while pause(soak, &mut random, 5, 20).await {
        warn(clock.set(any_offset(&mut random)));
        add(&soak.tally.steps);
    }
    warn(clock.set(0));
}

pub async fn cut(soak: &Soak, relay: &Relay, mut random: Random) {
    while soak.goes_on() {
        sleep(up_to(&mut random, PAUSE)).await;
        let Some(link) = relay.pick(&mut random) else { continue };
        if random.one_in(2) {
            link.send_replace(Way::Cut);
            add(&soak.tally.cuts);
        } else {
            link.send_replace(Way::Frozen);
            add(&soak.tally.freezes);
            let time = Duration::from_millis(500) + up_to(&mut random, FROZEN);
            tokio::spawn(async move {
                sleep(time).await;
                link.send_if_modified(|way| {
                    let is_frozen = *way == Way::Frozen;
                    *way = if is_frozen { Way::Open } else { *way };
                    is_frozen
                });
            });
        }
    }
}

pub async fn watch(soak: &Soak) {
    while soak.goes_on() {
        sleep(Duration::from_millis(250)).await;
        // While it starts, another thread holds the lock.
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
