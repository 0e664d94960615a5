//! How long things took, in a few figures.

use std::time::Duration;

use serde::Serialize;

/// Says how long moves took, in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Latency {
    /// Half of them took no longer.
    pub p50: f64,
    /// 99 of 100 took no longer.
    pub p99: f64,
    /// None took longer.
    pub max: f64,
}

impl Latency {
    /// Sums times up; `None` without any.
    pub fn of(mut times: Vec<Duration>) -> Option<Self> {
        times.sort_unstable();
        let at = |share: f64| {
            let rank = (share * times.len() as f64).ceil() as usize;
            times.get(rank.max(1) - 1).map(|time| time.as_secs_f64() * 1e3)
        };
        Some(Self { p50: at(0.5)?, p99: at(0.99)?, max: at(1.0)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_nearest_rank() {
        let times = (1..=200).rev().map(Duration::from_millis).collect();
        assert_eq!(Latency::of(times), Some(Latency { p50: 100.0, p99: 198.0, max: 200.0 }));
        assert_eq!(Latency::of(vec![Duration::from_millis(3)]).unwrap().p50, 3.0);
        assert_eq!(Latency::of(Vec::new()), None);
    }
}
