//! CPU budgets: the CPU time of a request is charged to the client, whichever thread handles the request.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ipnet::IpNet;
use tokio::sync::oneshot;

/// A CPU budget that is charged for work, usually the budget of the client that sent the request.
pub(crate) trait Payer: Send + Sync {
    fn pay(&self, time: Duration);

    /// Returns the network whose requests share this budget, if the work was requested by a client.
    fn network(&self) -> Option<IpNet> {
        None
    }
}

tokio::task_local! {
    static PAYER: Arc<dyn Payer>;
}

/// Returns the CPU budget that the current task is charged to; `None` outside of [`charged_to`].
pub(crate) fn current_payer() -> Option<Arc<dyn Payer>> {
    PAYER.try_with(Arc::clone).ok()
}

/// Runs a future and charges its CPU time to `payer`. Spawned tasks and threads must be charged separately.
pub(crate) async fn charged_to<F: Future>(payer: Arc<dyn Payer>, work: F) -> F::Output {
    let mut work = pin!(PAYER.scope(Arc::clone(&payer), work));
    poll_fn(move |context| {
        let begin = Instant::now();
        let polled = work.as_mut().poll(context);
        payer.pay(begin.elapsed());
        polled
    })
    .await
}

/// Runs work on a blocking thread and charges the task's CPU budget; returns `None` if the work panicked.
pub(crate) async fn run_blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let payer = current_payer();
    let (sender, done) = oneshot::channel();
    let work: Box<dyn FnOnce() + Send> = Box::new(move || {
        let begin = Instant::now();
        let result = work();
        if let Some(payer) = payer {
            payer.pay(begin.elapsed());
        }
        let _ = sender.send(result);
    });
    tokio::task::spawn_blocking(work);
    done.await.ok()
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[derive(Default)]
    struct ClientLimits(Mutex<Duration>);

    impl Payer for ClientLimits {
        fn pay(&self, time: Duration) {
            *self.0.lock().unwrap() += time;
        }
    }

    #[tokio::test]
    async fn computing_is_charged_and_waiting_is_not() {
        let purse = Arc::new(ClientLimits::default());
        charged_to(Arc::clone(&purse) as _, async {
            assert!(current_payer().is_some());
            tokio::time::sleep(Duration::from_millis(50)).await;
            let begin = Instant::now();
            while begin.elapsed() < Duration::from_millis(5) {}
        })
        .await;
        let spent = *purse.0.lock().unwrap();
        assert!((5..50).contains(&spent.as_millis()), "{spent:?}");
        assert!(current_payer().is_none());
    }
}
