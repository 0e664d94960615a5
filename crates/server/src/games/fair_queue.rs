//! A bounded queue for jobs, of which a few run at a time. Requesters take turns, so that one with many jobs does not delay the others.

use std::collections::{HashMap, HashSet};
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
    /// Maximum number of jobs that run at a time.
    slots: usize,
    /// The requesters whose job is running.
    running: HashSet<R>,
    /// In order of arrival.
    waiting: Vec<(R, oneshot::Sender<Turn<R>>)>,
    /// The numbers of the requesters' last turns.
    served: HashMap<R, u64>,
    turns: u64,
}

/// The right to run a job, until this value is dropped.
pub(crate) struct Turn<R: Eq + Hash + Copy> {
    queue: Arc<FairQueue<R>>,
    requester: R,
}

impl<R: Eq + Hash + Copy> FairQueue<R> {
    pub fn new(slots: usize) -> Arc<Self> {
        let (running, waiting, served) = (HashSet::new(), Vec::new(), HashMap::new());
        Arc::new(Self(Mutex::new(State { slots, running, waiting, served, turns: 0 })))
    }

    /// Waits for a turn; returns `None` if the queue is full of jobs that come before this one. One job per requester runs at a time. Of
    /// the waiting ones, a job with more jobs of its requester before it comes later, then one whose requester had a turn more recently,
    /// then one that arrived later.
    pub async fn turn(self: &Arc<Self>, requester: R) -> Option<Turn<R>> {
        let (sender, turn) = oneshot::channel();
        {
            let mut state = lock(&self.0);
            if state.can_run(requester) {
                state.begin(requester);
                return Some(Turn { queue: Arc::clone(self), requester });
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
    fn can_run(&self, requester: R) -> bool {
        self.running.len() < self.slots && !self.running.contains(&requester)
    }

    fn rank(&self, at: usize) -> (usize, u64, usize) {
        let requester = self.waiting[at].0;
        let before = self.waiting[..at].iter().filter(|(other, _)| *other == requester).count();
        (before, self.served.get(&requester).copied().unwrap_or(0), at)
    }

    fn begin(&mut self, requester: R) {
        self.running.insert(requester);
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
            let mut state = lock(&self.queue.0);
            state.running.remove(&self.requester);
            let able = (0..state.waiting.len()).filter(|at| state.can_run(state.waiting[*at].0));
            let next = able.min_by_key(|at| state.rank(*at)).map(|next| state.waiting.remove(next));
            if let Some((requester, _)) = next {
                state.begin(requester);
            }
            next
        };
        // If the requester no longer waits, the turn is dropped and passes to the next one.
        if let Some((requester, sender)) = next {
            let _ = sender.send(Turn { queue: Arc::clone(&self.queue), requester });
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
        let queue = FairQueue::new(1);
        let mut running = queue.turn(1).await;
        // One requester fills the queue, and another one replaces its last job.
        let mut waiting: Vec<(u32, Waiting)> = (0..MAX_WAITING).map(|_| (1, ask(&queue, 1))).collect();
        let mut refused = Box::pin(queue.turn(1));
        assert!(refused.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready());
        waiting.push((2, ask(&queue, 2)));
        waiting.push((3, ask(&queue, 3)));
        waiting.retain_mut(|(_, one)| poll(one).is_pending());
        assert_eq!(waiting.len(), MAX_WAITING, "two jobs of the first requester were displaced");
        // The turn of a requester that gave up passes to the next one.
        waiting.retain(|(requester, _)| *requester != 2);
        let mut order = Vec::new();
        while running.take().is_some() {
            waiting.retain_mut(|(requester, one)| match poll(one) {
                Poll::Ready(turn) => {
                    order.push(*requester);
                    running = turn;
                    false
                }
                Poll::Pending => true,
            });
        }
        assert_eq!(order, [3, 1, 1, 1, 1, 1, 1]);
        assert!(queue.turn(9).await.is_some(), "the queue is free again");
    }
}
