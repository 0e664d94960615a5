use crate::workers::prelude::*;

const MOST: u32 = 4;
/// How long other processes leave the tournaments that this one has taken, in milliseconds.
const LEASE: i64 = 20_000;
/// How often changes by other processes are looked for, in milliseconds.
const LOOK: i64 = 2_000;
/// The pause after a database error.
const PATIENCE: Duration = Duration::from_secs(1);

/// Runs due tournaments forever, those that fell due during an outage at once.
pub(crate) async fn direct(store: Arc<Store>, games: Arc<Games>) {
    let time = &games.time;
    loop {
        let now = time.now();
        let Ok(taken) = store.take_due(now, now + LEASE, MOST).await else {
            sleep(PATIENCE).await;
            continue;
        };
        for id in &taken {
            // What fails is taken again once the lease is over.
            if games.direct_tournament(*id).await.is_err() {
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
            () = games.tournaments_stirred() => {}
        }
    }
}
