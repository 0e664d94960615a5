//! Ends games whose time is up though nobody looks at them.

use crate::workers::prelude::*;

const MOST: u32 = 64;
/// How long other processes leave the games that this one has taken, in milliseconds.
const LEASE: i64 = 30_000;
/// How often changes by other processes are looked for, in milliseconds.
const LOOK: i64 = 5_000;
/// The pause after a database error.
const PATIENCE: Duration = Duration::from_secs(1);

/// Ends games whose time is up, those that fell due during an outage at once.
pub(crate) async fn keep_time(store: Arc<Store>, games: Arc<Games>) {
    let Games { time, alarm, .. } = games.as_ref();
    loop {
        // Whatever is set from here on may be missing in the list.
        alarm.sleep_until(i64::MAX);
        let Ok(next) = store.next_deadline().await else {
            sleep(PATIENCE).await;
            continue;
        };
        let next = next.unwrap_or(i64::MAX);
        alarm.sleep_until(next);
        let now = time.now();
        if next > now {
            // Nobody rings here for what other processes set.
            let next = if store.is_shared() { next.min(now + LOOK) } else { next };
            tokio::select! {
                () = time.wait_until(next) => {}
                () = alarm.sooner() => {}
            }
            continue;
        }
        let Ok(deadlines) = store.take_deadlines(now, now + LEASE, MOST).await else {
            sleep(PATIENCE).await;
            continue;
        };
        for (id, at) in deadlines {
            if adjudicate(store.as_ref(), &games, id, at).await.is_err() {
                sleep(PATIENCE).await;
            }
        }
    }
}

/// Ends a game whose time is up, or corrects the deadline listed for it.
async fn adjudicate(store: &Store, games: &Arc<Games>, id: GameId, listed: i64) -> Result<(), Error> {
    let deadline = match games.observe(id, |game, _| game.deadline()).await {
        Ok(deadline) => deadline,
        // Its clocks cannot be read; whoever opens it is told why.
        Err(Error::Damaged | Error::NoGame) => None,
        Err(failure) => return Err(failure),
    };
    store.correct_deadline(id, listed, deadline).await.map_err(failed)
}
