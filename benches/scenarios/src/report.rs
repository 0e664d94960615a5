use std::fmt::{self, Display};
use std::sync::Mutex;
use std::time::Duration;

/// Maximum number of faults that are printed and stored; further ones are only counted.
const MAX_FAULTS: usize = 200;

/// Faults that were found, such as acknowledged events that are lost, duplicated or out of order.
#[derive(Debug, Default)]
pub struct Faults(Mutex<(usize, Vec<String>)>);

impl Faults {
    pub fn add(&self, text: impl Into<String>) {
        let mut faults = self.0.lock().unwrap();
        faults.0 += 1;
        if faults.1.len() < MAX_FAULTS {
            let text = text.into();
            eprintln!("FAULT: {text}");
            faults.1.push(text);
        }
    }

    pub fn count(&self) -> usize {
        self.0.lock().unwrap().0
    }

    pub fn all(&self) -> Vec<String> {
        self.0.lock().unwrap().1.clone()
    }

    pub fn failure(&self) -> Option<String> {
        let faults = self.0.lock().unwrap();
        faults.1.first().map(|first| format!("{} faults; the first: {first}", faults.0))
    }
}

/// Prints the report, then the failures or a success message; returns whether the scenario passed.
pub fn conclude(name: &str, report: &impl Display, failures: &[String], success: &str) -> bool {
    println!("\n{report}");
    failures.iter().for_each(|failure| println!("FAILED: {failure}"));
    if failures.is_empty() {
        println!("{name}: {success}");
    }
    failures.is_empty()
}

pub struct Table(String);

impl Table {
    /// Creates a Markdown table; all columns but the first are right-aligned.
    pub fn new(columns: &[&str]) -> Self {
        Self(format!("| {} |\n|---|{}\n", columns.join(" | "), "---:|".repeat(columns.len() - 1)))
    }

    pub fn row(&mut self, what: &str, figure: impl Display) {
        self.0 += &format!("| {what} | {figure} |\n");
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Latency {
    pub p50: f64,
    pub p99: f64,
    pub max: f64,
}

impl Latency {
    /// Summarises latencies; returns `None` for an empty list.
    pub fn of(mut times: Vec<Duration>) -> Option<Self> {
        times.sort_unstable();
        let at = |share: f64| {
            let rank = (share * times.len() as f64).ceil() as usize;
            times.get(rank.max(1) - 1).map(|time| time.as_secs_f64() * 1e3)
        };
        Some(Self { p50: at(0.5)?, p99: at(0.99)?, max: at(1.0)? })
    }
}

impl Display for Latency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms", self.p50, self.p99, self.max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_use_the_nearest_rank() {
        let times = (1..=200).rev().map(Duration::from_millis).collect();
        assert_eq!(Latency::of(times), Some(Latency { p50: 100.0, p99: 198.0, max: 200.0 }));
        assert_eq!(Latency::of(vec![Duration::from_millis(3)]).unwrap().p50, 3.0);
        assert_eq!(Latency::of(Vec::new()), None);
    }
}
