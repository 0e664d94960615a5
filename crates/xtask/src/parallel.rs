use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::thread;

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

#[cfg(test)]
mod tests {
    use super::map;

    #[test]
    fn every_item_is_processed_once() {
        let mut squares = map((0..100).collect(), |number: u32| number * number);
        squares.sort_unstable();
        assert_eq!(squares, (0..100).map(|number| number * number).collect::<Vec<_>>());
    }
}
