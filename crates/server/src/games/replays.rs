use std::pin::Pin;

use tokio::sync::{Semaphore, oneshot};

use crate::cpu_budget::{charged_to, current_payer, run_blocking};
use crate::games::prelude::*;

/// Number of moves from which a replay counts as long; each step of a manual move counts.
const LONG: usize = 1000;

/// Runs replays of games on blocking threads, a few at a time. Fewer long replays can run at a time, so that
/// short ones do not wait for them.
pub(crate) struct Replays {
    short: Semaphore,
    long: Semaphore,
}

impl Replays {
    pub fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self { short: Semaphore::new(processors), long: Semaphore::new((processors / 2).max(1)) }
    }

    pub async fn replay<T: Send + 'static>(
        &self,
        steps: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let lane = if steps < LONG { &self.short } else { &self.long };
        let _turn = lane.acquire().await.map_err(|_| Error::Internal)?;
        run_blocking(work).await.ok_or(Error::Internal)
    }
}

/// Completes work even if the client disconnects.
pub(crate) fn run_to_completion<T: Send + 'static>(
    work: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> impl Future<Output = Result<T, Error>> {
    let (sender, done) = oneshot::channel();
    // The futures of commands are large: an async block would copy this one once more to await it.
    let work = Box::pin(work);
    // Boxed, so that the compiler does not check and compile each caller's future again for every layer around it.
    let work: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(async move {
        let _ = sender.send(work.await);
    });
    match current_payer() {
        Some(payer) => tokio::spawn(charged_to(payer, work)),
        None => tokio::spawn(work),
    };
    async { done.await.unwrap_or(Err(Error::Internal)) }
}
