use std::time::Duration;

use futures_util::future::try_join_all;
use serde::Serialize;
use tokio::time::{Instant, sleep};

use crate::Outcome;
use crate::latency::Latency;
use crate::player::{Pair, Timetable};
use crate::process::{self, Process};

/// How long a rate is held before moves count.
const WARM: Duration = Duration::from_secs(2);

/// Says how moves fared at a rate.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Trial {
    /// The moves a second asked for.
    pub asked: f64,
    /// The moves a second that were seen.
    pub seen: f64,
    /// How long they took, in milliseconds.
    pub latency: Latency,
    /// The share of one core that the server took.
    pub server: Option<f64>,
    /// The share of one core that this program took.
    pub generator: Option<f64>,
}

impl Trial {
    /// Tells whether the rate was held, and 99 of 100 moves were seen in time.
    pub fn holds(&self, limit: Duration) -> bool {
        self.seen >= 0.97 * self.asked && self.latency.p99 <= limit.as_secs_f64() * 1e3
    }
}

/// Plays at a rate for a time.
///
/// # Errors
/// The server refuses, takes too long, or is gone.
pub async fn play(pairs: &mut [Pair<'_>], process: &Process, rate: f64, time: Duration) -> Outcome<Trial> {
    let every = Duration::from_secs_f64(pairs.len() as f64 / rate);
    let start = Instant::now() + Duration::from_millis(100);
    let (from, count) = (start + WARM, pairs.len() as u32);
    let until = from + time;
    let playing = pairs.iter_mut().enumerate().map(|(index, pair)| {
        // Evenly spread.
        let first = start + every * index as u32 / count;
        pair.play(Timetable { first, every, from, until })
    });
    let measuring = async {
        sleep(from.saturating_duration_since(Instant::now())).await;
        let before = (process.cpu(), process::own_cpu(), Instant::now());
        sleep(until.saturating_duration_since(Instant::now())).await;
        let passed = before.2.elapsed().as_secs_f64();
        let share = |after: Option<f64>, before: Option<f64>| Some((after? - before?) / passed);
        Ok((share(process.cpu(), before.0), share(process::own_cpu(), before.1)))
    };
    let (times, (server, generator)) = tokio::try_join!(try_join_all(playing), measuring)?;
    // Those that were due in time but seen later took longer than the time that is divided by.
    let ended = until.elapsed().as_secs_f64();
    let times = times.concat();
    let seen = times.len() as f64 / (time.as_secs_f64() + ended);
    let latency = Latency::of(times).ok_or("no move was due: hold the rate for longer")?;
    Ok(Trial { asked: rate, seen, latency, server, generator })
}
