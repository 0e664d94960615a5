use std::time::Duration;

use futures_util::future::try_join_all;
use serde::Serialize;
use tokio::time::{Instant, sleep};

use crate::Outcome;
use crate::latency::Latency;
use crate::meters::{Figure, Meters, Used};
use crate::player::{Pair, Timetable};

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
    /// What was used in a second.
    pub used: Used,
    /// The bytes of the texts that the two players were told of a move.
    pub told: f64,
}

impl Trial {
    /// Tells whether the rate was held, and 99 of 100 moves were seen in time.
    pub fn holds(&self, limit: Duration) -> bool {
        self.seen >= 0.97 * self.asked && self.latency.p99 <= limit.as_secs_f64() * 1e3
    }

    /// Returns what a move took of something.
    pub fn of_a_move(&self, figure: Figure) -> Option<f64> {
        self.used.over(self.seen).get(figure)
    }
}

/// Leaves the sockets alone for a time, and returns what was used in a second.
///
/// # Errors
/// The server is gone.
pub async fn idle(pairs: &mut [Pair<'_>], meters: &Meters, time: Duration) -> Outcome<Used> {
    let start = Instant::now();
    let before = meters.read().await?;
    try_join_all(pairs.iter_mut().map(|pair| pair.wait(start + time))).await?;
    Ok(meters.read().await?.since(before).over(start.elapsed().as_secs_f64()))
}

/// Plays at a rate for a time.
///
/// # Errors
/// The server refuses, takes too long, or is gone.
pub async fn play(pairs: &mut [Pair<'_>], meters: &Meters, rate: f64, time: Duration) -> Outcome<Trial> {
    let every = Duration::from_secs_f64(pairs.len() as f64 / rate);
    let start = Instant::now() + Duration::from_millis(100);
    let (from, count) = (start + WARM, pairs.len() as u32);
    let until = from + time;
    let measuring = async {
        sleep(from.saturating_duration_since(Instant::now())).await;
        let (before, since) = (meters.read().await?, Instant::now());
        sleep(until.saturating_duration_since(Instant::now())).await;
        let passed = since.elapsed().as_secs_f64();
        Ok::<_, String>(meters.read().await?.since(before).over(passed))
    };
    let heard =
        |pairs: &[Pair]| pairs.iter().map(Pair::heard).fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    let before = heard(pairs);
    let playing = pairs.iter_mut().enumerate().map(|(index, pair)| {
        // Evenly spread.
        let first = start + every * index as u32 / count;
        pair.play(Timetable { first, every, from, until })
    });
    // Those that were due in time but seen later took longer than the time that is divided by.
    let played = async { Ok::<_, String>((try_join_all(playing).await?, until.elapsed().as_secs_f64())) };
    let ((times, ended), used) = tokio::try_join!(played, measuring)?;
    let after = heard(pairs);
    let told = (after.1 - before.1) as f64 / (after.0 - before.0).max(1) as f64;
    let times = times.concat();
    let seen = times.len() as f64 / (time.as_secs_f64() + ended);
    let latency = Latency::of(times).ok_or("no move was due: hold the rate for longer")?;
    Ok(Trial { asked: rate, seen, latency, used, told })
}
