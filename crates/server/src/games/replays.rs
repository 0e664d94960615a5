use tokio::sync::Semaphore;

use crate::domain::Error;
use crate::effort::{aside, paid, payer};

/// The steps from which on a replay is long.
const LONG: usize = 1000;

/// Replays moves where it holds up no request: a few games at a time, and of long ones fewer, so that short ones never wait for them.
pub(crate) struct Replays {
    short: Semaphore,
    long: Semaphore,
}

impl Replays {
    /// Lets as many at a time be replayed as there are processors, and half as many long ones.
    pub fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self { short: Semaphore::new(processors), long: Semaphore::new((processors / 2).max(1)) }
    }

    /// Does work of so many steps, at the expense of whoever asked.
    pub async fn replay<T: Send + 'static>(
        &self,
        steps: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let lane = if steps < LONG { &self.short } else { &self.long };
        let _turn = lane.acquire().await.map_err(|_| Error::Internal)?;
        aside(work).await.ok_or(Error::Internal)
    }
}

/// Carries work through even if the client goes away, so that nothing is left half-way; a panic ends only it.
pub(crate) async fn carry_through<T: Send + 'static>(
    work: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    let carried = match payer() {
        Some(payer) => tokio::spawn(paid(payer, work)),
        None => tokio::spawn(work),
    };
    carried.await.unwrap_or(Err(Error::Internal))
}
