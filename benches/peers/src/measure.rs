use std::time::Duration;

use cpu_time::ThreadTime;

/// The least CPU time of one measurement; shorter work is repeated.
const SLICE: Duration = Duration::from_millis(60);

/// Repeats work that returns how much it did, and returns how much was done per second of this thread's CPU time.
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

/// Returns the geometric mean of numbers above 0; 1 if there are none.
pub fn mean(numbers: &[f64]) -> f64 {
    let sum: f64 = numbers.iter().map(|number| number.ln()).sum();
    (sum / numbers.len().max(1) as f64).exp()
}
