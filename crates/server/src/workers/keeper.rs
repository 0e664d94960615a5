//! What is kept no longer than it is needed: seeks whose time is up, games that nobody comes back to, addresses, and sessions that have ended.

use std::sync::Arc;
use std::time::Duration;

use entourage_store::{Abandoned, Store, StoreError};

use crate::games::Games;
use crate::games::report::failed;
use crate::games::subscriptions::QUESTIONS;
use crate::push;
use crate::sessions::{self, PATIENCE};

/// How often it is looked for, in milliseconds: an hour.
const PERIOD: i64 = 60 * 60 * 1000;
/// The most games that are looked at at a time: others want to read and write, too.
const MOST: u32 = 200;
/// How long the database is left in peace after some.
const PAUSE: Duration = Duration::from_millis(200);
/// How long an address may take to answer the question: a week, in milliseconds.
const ANSWER: i64 = 7 * 24 * 60 * 60 * 1000;

/// Forgets games without a second move in which nothing has happened for a time, in milliseconds; for ever. Each time it looks at all
/// games: one that was spared may be left alone by now.
pub(crate) async fn tidy(store: Arc<Store>, games: Arc<Games>, age: i64) {
    loop {
        let gone = sweep(&store, &games, games.time.now().saturating_sub(age)).await;
        if gone > 0 {
            tracing::info!(games = gone, "games that were given up before they began are forgotten");
        }
        games.time.wait_until(games.time.now() + PERIOD).await;
    }
}

/// Forgets games in which nothing has happened since a time, some after others, and returns how many. What fails is tried again the next
/// time.
async fn sweep(store: &Arc<Store>, games: &Arc<Games>, before: i64) -> usize {
    let (mut gone, mut after) = (0, None);
    loop {
        let looked = store.abandoned(after, before, MOST).await.map_err(failed);
        let Ok(Abandoned { games: found, last }) = looked else { return gone };
        for id in found {
            match games.play.forget_abandoned(id, before).await {
                Ok(true) => gone += 1,
                // Somebody has come meanwhile.
                Ok(false) => {}
                Err(_) => return gone,
            }
        }
        match last {
            Some(last) => after = Some(last),
            None => return gone,
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Forgets addresses that have not answered, and which ones were asked, as soon as nothing needs it, and sessions that have ended; for
/// ever, whether messages are sent or not.
pub(crate) async fn tidy_addresses(store: Arc<Store>, games: Arc<Games>) {
    loop {
        // What fails is told, and tried again the next time.
        let _ = forget_addresses(store.as_ref(), games.time.now()).await.map_err(failed);
        games.time.wait_until(games.time.now() + PERIOD).await;
    }
}

async fn forget_addresses(store: &Store, now: i64) -> Result<(), StoreError> {
    store.forget_seeks(now).await?;
    store.forget_devices(now - push::PATIENCE).await?;
    store.forget_unconfirmed(now - ANSWER).await?;
    store.forget_unanswered(now - ANSWER, now - sessions::LINK).await?;
    store.forget_browsers(sessions::known_since(now)).await?;
    store.forget_ended(sessions::expiry(now), now - PATIENCE).await?;
    store.forget_questions(now - QUESTIONS.span).await
}
