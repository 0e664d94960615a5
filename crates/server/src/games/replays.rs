use tokio::sync::Semaphore;

use crate::cpu_budget::{charged_to, current_payer, run_blocking};
use crate::games::prelude::*;

/// Number of moves from which a replay counts as long; each step of a manual move counts.
const LONG: usize = 1000;

/// Runs replays on blocking threads, a few at a time. Long ones have a smaller limit, so that short ones do not
/// wait for them.
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
pub(crate) async fn run_to_completion<T: Send + 'static>(
    work: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    let carried = match current_payer() {
        Some(payer) => tokio::spawn(charged_to(payer, work)),
        None => tokio::spawn(work),
    };
    carried.await.unwrap_or(Err(Error::Internal))
}
