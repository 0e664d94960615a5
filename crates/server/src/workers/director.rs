use crate::workers::prelude::*;

const BATCH: u32 = 4;
/// How long a process reserves a batch of tournaments, in milliseconds.
const LEASE: i64 = 20_000;
/// Polling interval for changes by other processes, in milliseconds.
const POLL_INTERVAL: i64 = 2_000;

/// Advances tournaments when they are due; after an outage, tournaments that are overdue are advanced immediately.
pub(crate) async fn run_tournaments(store: Arc<Store>, games: Arc<Games>) {
    let time = &games.time;
    loop {
        let now = time.now();
        let Ok(taken) = store.take_due(now, now + LEASE, BATCH).await else {
            sleep(RETRY_DELAY).await;
            continue;
        };
        for id in &taken {
            // On failure, the tournament is tried again when the lease expires.
            if games.direct_tournament(*id).await.is_err() {
                sleep(RETRY_DELAY).await;
            }
        }
        if !taken.is_empty() {
            continue;
        }
        let Ok(next) = store.next_due().await else {
            sleep(RETRY_DELAY).await;
            continue;
        };
        let next = next.unwrap_or(i64::MAX);
        // Other processes do not notify this one of changes.
        let next = if store.is_shared() { next.min(time.now() + POLL_INTERVAL) } else { next };
        tokio::select! {
            () = time.wait_until(next) => {}
            () = games.tournaments_stirred() => {}
        }
    }
}
