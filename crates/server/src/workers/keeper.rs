//! Games that nobody comes back to.

use std::sync::Arc;
use std::time::Duration;

use entourage_store::Store;

use crate::games::Games;
use crate::games::report::failed;

/// How often they are looked for, in milliseconds: an hour.
const PERIOD: i64 = 60 * 60 * 1000;
/// The most that are forgotten at a time: others want to write, too.
const MOST: u32 = 50;
/// How long the database is left in peace after some, or after it failed.
const PAUSE: Duration = Duration::from_secs(1);

/// Forgets games without a second move in which nothing has happened for a time, in milliseconds; for ever.
pub(crate) async fn tidy(store: Arc<dyn Store>, games: Arc<Games>, age: i64) {
    // Games that began before this are kept, or gone.
    let mut from = i64::MIN;
    loop {
        let before = games.time.now().saturating_sub(age);
        loop {
            let found = store.abandoned(from, before, MOST).await;
            let Ok(found) = found.map_err(failed) else { break };
            let mut gone = 0;
            for id in &found {
                if games.play.forget(*id).await.is_err() {
                    break;
                }
                gone += 1;
            }
            if gone > 0 {
                tracing::info!(games = gone, "games that were given up before they began are forgotten");
            }
            if gone < found.len() {
                // The others are found again.
                break;
            }
            if found.len() < MOST as usize {
                from = before;
                break;
            }
            tokio::time::sleep(PAUSE).await;
        }
        games.time.wait_until(games.time.now() + PERIOD).await;
    }
}
