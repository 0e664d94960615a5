use std::time::Duration;

use cpu_time::ThreadTime;

/// The least CPU time of one measurement; a shorter piece of work is repeated.
const SLICE: Duration = Duration::from_millis(60);

/// Repeats a piece of work that returns how much it did, and returns how much was done a second of this thread's CPU time.
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
