//! Time that is up in games that nobody looks at.

use std::sync::Arc;
use std::time::Duration;

use entourage_record::GameId;
use entourage_store::Store;
use tokio::time::sleep;

use crate::domain::game_error::GameError;
use crate::games::Games;
use crate::games::report::failed;

/// The most games whose time is up that are looked at before others are taken.
const MOST: u32 = 64;
/// How long this process looks after those that it has taken, in milliseconds: then another may, if this one is gone.
const LEASE: i64 = 30_000;
/// How long nobody looks for what other processes have set, in milliseconds.
const LOOK: i64 = 5_000;
/// How long the database is left in peace after it failed.
const PATIENCE: Duration = Duration::from_secs(1);

/// Ends games whose time is up, for ever. What fell due while the server was away is due at once.
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

/// Ends a game whose time is up, and corrects the deadline that is listed of it if it is not; whatever happens in the game meanwhile sets
/// its own.
async fn adjudicate(store: &Store, games: &Games, id: GameId, listed: i64) -> Result<(), GameError> {
    let deadline = match games.play.observe(id, |game, _| game.deadline()).await {
        Ok(deadline) => deadline,
        // Its clocks cannot be read; whoever opens it is told why.
        Err(GameError::Damaged | GameError::NoGame) => None,
        Err(failure) => return Err(failure),
    };
    store.correct_deadline(id, listed, deadline).await.map_err(failed)
}
