use std::time::Duration;

use cpu_time::ThreadTime;

/// Minimum CPU time of a measurement; shorter tasks are repeated.
const SLICE: Duration = Duration::from_millis(60);

/// Calls `work` repeatedly, and returns the total of its results per second of this thread's CPU time.
pub fn rate(mut work: impl FnMut() -> u64) -> f64 {
    let start = ThreadTime::now();
    let mut done = 0;
    loop {
        done += work();
        let elapsed = start.elapsed();
        if elapsed >= SLICE {
            return done as f64 / elapsed.as_secs_f64();
        }
    }
}

pub fn mean(numbers: &[f64]) -> f64 {
    let sum: f64 = numbers.iter().map(|number| number.ln()).sum();
    (sum / numbers.len().max(1) as f64).exp()
}
