//! Ends games whose time is up, even if no client is connected.

use crate::workers::prelude::*;

const BATCH: u32 = 64;
/// How long a process reserves a batch of games, in milliseconds.
const LEASE: i64 = 30_000;
/// Polling interval for changes by other processes, in milliseconds.
const POLL_INTERVAL: i64 = 5_000;

/// Ends games when their time is up; after an outage, games that are overdue are ended immediately.
pub(crate) async fn end_overdue_games(store: Arc<Store>, games: Arc<Games>) {
    let Games { time, flag_timer, .. } = games.as_ref();
    loop {
        // The timer is reset before the query, because the query may miss deadlines that are set from now on.
        flag_timer.sleep_until(i64::MAX);
        let Ok(next) = store.next_deadline().await else {
            sleep(RETRY_DELAY).await;
            continue;
        };
        let next = next.unwrap_or(i64::MAX);
        flag_timer.sleep_until(next);
        let now = time.now();
        if next > now {
            // Other processes do not notify this one of changes.
            let next = if store.is_shared() { next.min(now + POLL_INTERVAL) } else { next };
            tokio::select! {
                () = time.wait_until(next) => {}
                () = flag_timer.sooner() => {}
            }
            continue;
        }
        let Ok(deadlines) = store.take_deadlines(now, now + LEASE, BATCH).await else {
            sleep(RETRY_DELAY).await;
            continue;
        };
        for (id, at) in deadlines {
            if adjudicate(store.as_ref(), &games, id, at).await.is_err() {
                sleep(RETRY_DELAY).await;
            }
        }
    }
}

/// Ends a game whose time is up, or corrects its stored deadline.
async fn adjudicate(store: &Store, games: &Arc<Games>, id: GameId, listed: i64) -> Result<(), Error> {
    let deadline = match games.observe(id, |game, _| game.state.deadline()).await {
        Ok(deadline) => deadline,
        // The clocks cannot be read; clients see the error when they open the game.
        Err(Error::Damaged | Error::NoGame) => {
            store.void_pairing(id, games.time.now()).await?;
            None
        }
        Err(failure) => return Err(failure),
    };
    store.correct_deadline(id, listed, deadline).await.map_err(Error::from)
}
