//! Tournaments that go on by themselves.

use std::sync::Arc;
use std::time::Duration;

use entourage_store::Store;
use tokio::time::sleep;

use crate::games::Games;

/// The most tournaments that are taken at a time.
const MOST: u32 = 4;
/// How long this process looks after those that it has taken, in milliseconds: then another may, if this one is gone.
const LEASE: i64 = 20_000;
/// How long nobody looks for what other processes have set, in milliseconds.
const LOOK: i64 = 2_000;
/// How long the database is left in peace after it failed.
const PATIENCE: Duration = Duration::from_secs(1);

/// Looks after tournaments that are due, for ever. What fell due while the server was away is due at once.
pub(crate) async fn direct(store: Arc<Store>, games: Arc<Games>) {
    let Games { time, tournaments, .. } = games.as_ref();
    loop {
        let now = time.now();
        let Ok(taken) = store.take_due(now, now + LEASE, MOST).await else {
            sleep(PATIENCE).await;
            continue;
        };
        for id in &taken {
            // What fails is taken again once the lease is over.
            if tournaments.direct(*id).await.is_err() {
                sleep(PATIENCE).await;
            }
        }
        if !taken.is_empty() {
            continue;
        }
        let Ok(next) = store.next_due().await else {
            sleep(PATIENCE).await;
            continue;
        };
        let next = next.unwrap_or(i64::MAX);
        // Nobody rings here for what other processes set.
        let next = if store.is_shared() { next.min(time.now() + LOOK) } else { next };
        tokio::select! {
            () = time.wait_until(next) => {}
            () = tournaments.stirred() => {}
        }
    }
}
