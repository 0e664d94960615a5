use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::Outcome;

/// Applies a function to items on all cores, and returns the results in order of completion.
pub fn map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let (queue, done) = (Mutex::new(VecDeque::from(items)), Mutex::new(Vec::new()));
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(item) = next() {
                    let result = work(item);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push(result);
                }
            });
        }
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Runs two functions at the same time, both to their end; the error has the messages of both.
pub fn both(one: impl FnOnce() -> Outcome + Send, other: impl FnOnce() -> Outcome) -> Outcome {
    thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        match (one.join().unwrap_or_else(|_| Err("a thread panicked".to_owned())), other) {
            (Err(one), Err(other)) => Err(format!("{one}\nxtask: {other}")),
            (one, other) => one.and(other),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{both, map};

    #[test]
    fn both_functions_run_and_report_their_errors() {
        let fail = |text: &str| Err(text.to_owned());
        assert_eq!(both(|| Ok(()), || Ok(())), Ok(()));
        assert_eq!(both(|| fail("a"), || Ok(())), fail("a"));
        assert_eq!(both(|| fail("a"), || fail("b")), fail("a\nxtask: b"));
    }

    #[test]
    fn every_item_is_processed_once() {
        let mut squares = map((0..100).collect(), |number: u32| number * number);
        squares.sort_unstable();
        assert_eq!(squares, (0..100).map(|number| number * number).collect::<Vec<_>>());
    }
}
