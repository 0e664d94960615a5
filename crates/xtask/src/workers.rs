use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Works on things side by side, as many as there are cores, the first ones first; returns what came of each, in the order in which
/// they were done.
pub fn side_by_side<T: Send, R: Send>(things: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let (queue, done) = (Mutex::new(VecDeque::from(things)), Mutex::new(Vec::new()));
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(thing) = next() {
                    let result = work(thing);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push(result);
                }
            });
        }
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::side_by_side;

    #[test]
    fn everything_is_done_once() {
        let mut squares = side_by_side((0..100).collect(), |number: u32| number * number);
        squares.sort_unstable();
        assert_eq!(squares, (0..100).map(|number| number * number).collect::<Vec<_>>());
    }
}
