//! What is done to the server itself: it is killed, its disk is filled, its date is set. Each at times of its own, so that they meet.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use entourage_kernel::Random;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::soak::Soak;
use crate::tally::Tally;

/// How long after a full disk has room again moves may still be refused.
const RECOVERY: Duration = Duration::from_secs(1);
/// How far the date is set at most, in milliseconds: three days.
const FARTHEST: usize = 3 * 24 * 3600 * 1000;

/// Waits a number of seconds at random, and tells whether the soak goes on then.
async fn pause(soak: &Soak, random: &mut Random, least: u64, most: u64) -> bool {
    let span = (most - least) * 1000;
    sleep(Duration::from_millis(least * 1000 + random.below(span as usize) as u64)).await;
    soak.goes_on()
}

/// Kills the server again and again, and starts it each time, until the soak is over.
pub async fn kill(soak: Arc<Soak>, mut random: Random) {
    while pause(&soak, &mut random, 15, 45).await {
        soak.server.kill();
        sleep(Duration::from_millis(random.below(1_500) as u64)).await;
        start(&soak).await;
    }
}

/// Starts the server, however often it must be tried: a full disk may prevent it.
pub async fn start(soak: &Arc<Soak>) {
    for _ in 0..120 {
        let begun = std::time::Instant::now();
        let starting = Arc::clone(soak);
        let started = spawn_blocking(move || starting.server.start(starting.clock.as_ref())).await;
        match started {
            Ok(Ok(())) => return,
            Ok(Err(_)) if soak.full.touch(begun, std::time::Instant::now()) => Tally::add(&soak.tally.starts),
            other => soak.tally.fault(format!("the server does not start: {other:?}")),
        }
        sleep(Duration::from_millis(500)).await;
    }
}

/// Fills the disk again and again, and makes room each time, until the soak is over.
pub async fn fill(soak: Arc<Soak>, mut random: Random) {
    while soak.disk.is_small() && pause(&soak, &mut random, 20, 60).await {
        soak.full.open();
        let filling = Arc::clone(&soak);
        tell(spawn_blocking(move || filling.disk.fill()).await);
        sleep(Duration::from_millis(3_000 + random.below(17_000) as u64)).await;
        let freeing = Arc::clone(&soak);
        tell(spawn_blocking(move || freeing.disk.free()).await);
        soak.full.close(RECOVERY);
    }
}

/// Sets the date forward and back again and again, until the soak is over; then it is right.
pub async fn set_date(soak: Arc<Soak>, mut random: Random) {
    let Some(clock) = &soak.clock else { return };
    while pause(&soak, &mut random, 5, 20).await {
        let later = random.below(2 * FARTHEST) as i64 - FARTHEST as i64;
        tell(Ok(clock.set(later)));
        Tally::add(&soak.tally.steps);
    }
    tell(Ok(clock.set(0)));
}

/// Notes how much memory the server occupies, again and again, until the soak is over.
pub async fn watch(soak: Arc<Soak>) {
    while soak.goes_on() {
        sleep(Duration::from_millis(250)).await;
        if let Some(bytes) = soak.server.memory() {
            soak.tally.memory.fetch_max(bytes, Ordering::Relaxed);
        }
    }
}

/// Says that the soak itself could not do what it was to.
fn tell(outcome: Result<load::Outcome, tokio::task::JoinError>) {
    match outcome {
        Ok(Ok(())) => {}
        other => eprintln!("soak: {other:?}"),
    }
}
