use std::fmt;
use std::time::Duration;

use futures_util::future::try_join_all;
use tokio::time::{Instant, sleep};

use super::meters::{Figure, Meters, Used};
use super::player::{Pair, Timetable};
use crate::Outcome;
use crate::options::{LoadOptions, MAX_RATE};
use crate::report::Latency;

const WARM_UP: Duration = Duration::from_secs(2);
/// Rate in moves per second at which the search starts, unless the requested rate is higher.
const MIN_RATE: f64 = 1_000.0;
/// Factor by which the rate increases until a rate fails.
const STEP: f64 = 2.0;
/// The search ends when the lowest failed rate divided by the highest passed rate is at most this.
const PRECISION: f64 = 1.08;

#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    pub asked: f64,
    pub seen: f64,
    pub latency: Latency,
    pub used: Used,
    /// Number of bytes that both players together receive per move.
    pub told: f64,
}

impl Trial {
    /// Returns whether the rate was reached with a p99 latency of at most `limit` milliseconds.
    pub fn holds(&self, limit: usize) -> bool {
        self.seen >= 0.97 * self.asked && self.latency.p99 <= limit as f64
    }

    pub fn of_a_move(&self, figure: Figure) -> Option<f64> {
        self.used.over(self.seen).get(figure)
    }
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} moves/s: {:.0} received, {}", self.asked, self.seen, self.latency)?;
        let cores = |figure| self.used.get(figure).unwrap_or_default();
        let [servers, postgres] = [Figure::Servers, Figure::Postgres].map(cores);
        let [nats, generator] = [Figure::Nats, Figure::Generator].map(cores);
        write!(
            f,
            ", servers {servers:.2}, PostgreSQL {postgres:.2}, NATS {nats:.2} and generator {generator:.2} cores"
        )
    }
}

/// Measures the resources that idle sockets use per second.
pub async fn idle(pairs: &mut [Pair<'_>], meters: &Meters, time: Duration) -> Outcome<Used> {
    let start = Instant::now();
    let before = meters.read().await?;
    try_join_all(pairs.iter_mut().map(|pair| pair.wait(start + time))).await?;
    Ok(meters.read().await?.since(&before).over(start.elapsed().as_secs_f64()))
}

pub async fn play(pairs: &mut [Pair<'_>], meters: &Meters, rate: f64, time: Duration) -> Outcome<Trial> {
    let every = Duration::from_secs_f64(pairs.len() as f64 / rate);
    let start = Instant::now() + Duration::from_millis(100);
    let (from, count) = (start + WARM_UP, pairs.len() as u32);
    let until = from + time;
    let measuring = async {
        sleep(from.saturating_duration_since(Instant::now())).await;
        let (before, since) = (meters.read().await?, Instant::now());
        sleep(until.saturating_duration_since(Instant::now())).await;
        let passed = since.elapsed().as_secs_f64();
        Ok::<_, String>(meters.read().await?.since(&before).over(passed))
    };
    let heard =
        |pairs: &[Pair]| pairs.iter().map(Pair::heard).fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    let before = heard(pairs);
    let playing = pairs.iter_mut().enumerate().map(|(index, pair)| {
        let first = start + every * index as u32 / count;
        pair.play(Timetable { first, every, from, until })
    });
    let (played, used) = tokio::try_join!(try_join_all(playing), measuring)?;
    let after = heard(pairs);
    let told = (after.1 - before.1) as f64 / (after.0 - before.0).max(1) as f64;
    let (times, received): (Vec<_>, Vec<_>) = played.into_iter().unzip();
    let (times, seen) = (times.concat(), received.iter().sum::<usize>() as f64 / time.as_secs_f64());
    let latency = Latency::of(times).ok_or("no move was due; use a larger --seconds")?;
    Ok(Trial { asked: rate, seen, latency, used, told })
}

/// Searches for the maximum rate at which the p99 latency is within the limit; `None` if the search is disabled or every rate fails.
pub async fn max_rate(
    pairs: &mut [Pair<'_>],
    meters: &Meters,
    options: &LoadOptions,
    name: &str,
) -> Outcome<Option<Trial>> {
    let time = Duration::from_secs(options.seconds as u64);
    let (mut held, mut failed): (Option<Trial>, Option<f64>) = (None, None);
    let mut rate = (options.rate as f64).max(MIN_RATE);
    while !options.no_search && rate <= MAX_RATE as f64 {
        let mut trial = play(pairs, meters, rate, time).await?;
        if !trial.holds(options.limit) {
            // Retries once, because other load on the machine can cause a failure.
            trial = play(pairs, meters, rate, time).await?;
        }
        let holds = trial.holds(options.limit);
        eprintln!("{name}: {trial}: {}", if holds { "passed" } else { "failed" });
        if holds {
            held = Some(trial);
        } else {
            failed = Some(rate);
        }
        let low = held.as_ref().map_or(0.0, |trial| trial.asked);
        rate = match failed {
            None => low * STEP,
            Some(high) if low == 0.0 && high < 20.0 => break,
            Some(high) if low == 0.0 => high / 2.0,
            Some(high) if high / low <= PRECISION => break,
            Some(high) => (low * high).sqrt(),
        };
    }
    Ok(held)
}
