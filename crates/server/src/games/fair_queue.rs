//! A bounded queue for work that runs one job at a time. Requesters take turns, so that one with many jobs does not delay the others.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use tokio::sync::oneshot;

use crate::lock::lock;

/// Maximum number of waiting jobs.
const MAX_WAITING: usize = 8;
/// Maximum number of requesters whose last turn is remembered.
const MAX_REMEMBERED: usize = 1024;

pub(crate) struct FairQueue<R: Eq + Hash + Copy>(Mutex<State<R>>);

struct State<R: Eq + Hash + Copy> {
    is_busy: bool,
    /// In order of arrival.
    waiting: Vec<(R, oneshot::Sender<Turn<R>>)>,
    /// The numbers of the requesters' last turns.
    served: HashMap<R, u64>,
    turns: u64,
}

/// The right to run a job, until this value is dropped.
pub(crate) struct Turn<R: Eq + Hash + Copy>(Arc<FairQueue<R>>);

impl<R: Eq + Hash + Copy> FairQueue<R> {
    pub fn new() -> Arc<Self> {
        let (waiting, served) = (Vec::new(), HashMap::new());
        Arc::new(Self(Mutex::new(State { is_busy: false, waiting, served, turns: 0 })))
    }

    /// Waits for a turn; returns `None` if the queue is full of jobs that come before this one. A job with more jobs of its requester before it comes
    /// later, then one whose requester had a turn more recently, then one that arrived later.
    pub async fn turn(self: &Arc<Self>, requester: R) -> Option<Turn<R>> {
        let (sender, turn) = oneshot::channel();
        {
            let mut state = lock(&self.0);
            if !state.is_busy {
                state.is_busy = true;
                state.remember(requester);
                return Some(Turn(Arc::clone(self)));
            }
            state.waiting.retain(|(_, sender)| !sender.is_closed());
            state.waiting.push((requester, sender));
            if state.waiting.len() > MAX_WAITING
                && let Some(last) = (0..state.waiting.len()).max_by_key(|at| state.rank(*at))
            {
                state.waiting.remove(last);
            }
        }
        turn.await.ok()
    }
}

impl<R: Eq + Hash + Copy> State<R> {
    fn rank(&self, at: usize) -> (usize, u64, usize) {
        let requester = self.waiting[at].0;
        let before = self.waiting[..at].iter().filter(|(other, _)| *other == requester).count();
        (before, self.served.get(&requester).copied().unwrap_or(0), at)
    }

    fn remember(&mut self, requester: R) {
        self.turns += 1;
        self.served.insert(requester, self.turns);
        if self.served.len() > MAX_REMEMBERED
            && let Some(oldest) = self.served.iter().min_by_key(|(_, turn)| **turn).map(|(one, _)| *one)
        {
            self.served.remove(&oldest);
        }
    }
}

impl<R: Eq + Hash + Copy> Drop for Turn<R> {
    fn drop(&mut self) {
        let next = {
            let mut state = lock(&self.0.0);
            let next = (0..state.waiting.len()).min_by_key(|at| state.rank(*at));
            state.is_busy = next.is_some();
            next.map(|next| {
                let (requester, sender) = state.waiting.remove(next);
                state.remember(requester);
                sender
            })
        };
        // If the requester no longer waits, the turn is dropped and passes to the next one.
        if let Some(sender) = next {
            let _ = sender.send(Turn(Arc::clone(&self.0)));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    type Waiting = Pin<Box<dyn Future<Output = Option<Turn<u32>>>>>;

    fn ask(queue: &Arc<FairQueue<u32>>, requester: u32) -> Waiting {
        let queue = Arc::clone(queue);
        let mut waiting: Waiting = Box::pin(async move { queue.turn(requester).await });
        assert!(poll(&mut waiting).is_pending(), "{requester}");
        waiting
    }

    fn poll(waiting: &mut Waiting) -> Poll<Option<Turn<u32>>> {
        waiting.as_mut().poll(&mut Context::from_waker(Waker::noop()))
    }

    #[tokio::test]
    async fn requesters_take_turns_and_newcomers_displace_heavy_users() {
        let queue = FairQueue::new();
        let mut running = queue.turn(1).await;
        // One requester fills the queue, and another one replaces its last job.
        let mut waiting: Vec<(u32, Waiting)> = (0..MAX_WAITING).map(|_| (1, ask(&queue, 1))).collect();
        let mut refused = Box::pin(queue.turn(1));
        assert!(refused.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready());
        waiting.push((2, ask(&queue, 2)));
        waiting.push((3, ask(&queue, 3)));
        let displaced: Vec<u32> = waiting
            .iter_mut()
            .filter_map(|(who, one)| matches!(poll(one), Poll::Ready(None)).then_some(*who))
            .collect();
        assert_eq!(displaced, [1, 1]);
        // A requester who gives up loses no turn for the others.
        waiting.retain(|(who, _)| *who != 2);
        waiting.drain(MAX_WAITING - 2..MAX_WAITING - 1).for_each(drop);
        let mut order = Vec::new();
        while running.take().is_some() {
            waiting.retain_mut(|(who, one)| match poll(one) {
                Poll::Ready(Some(turn)) => {
                    order.push(*who);
                    running = Some(turn);
                    false
                }
                Poll::Ready(None) => false,
                Poll::Pending => true,
            });
        }
        assert_eq!(order[0], 3);
        assert!(queue.turn(9).await.is_some(), "the queue is free again");
    }
}
